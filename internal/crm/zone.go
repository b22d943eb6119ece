package crm

import "strings"

// mainZones are the time zones where most people of a calling code live, or the capital is.
// Some codes of North America and of zone 7 are told apart by what follows.
var mainZones = func() map[string]string {
	out := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(mainZonesText), "\n") {
		parts := strings.Fields(line)
		for _, code := range parts[1:] {
			out[code] = parts[0]
		}
	}
	return out
}()

const mainZonesText = `
America/New_York 1
America/Toronto 1416 1437 1647 1613 1343 1905 1289 1365 1519 1226 1548 1705 1249 1807 1514 1438 1418 1581 1367 1450 1579 1819 1873
America/Vancouver 1604 1778 1236 1672 1250
America/Edmonton 1403 1587 1825 1780 1368
America/Winnipeg 1204 1431
America/Regina 1306 1639
America/Halifax 1902 1782
America/Moncton 1506
America/St_Johns 1709
America/Los_Angeles 1206 1209 1213 1253 1279 1310 1323 1341 1360 1408 1415 1424 1425 1442 1503 1509 1510 1530 1541 1559 1562 1564 1619 1626 1628 1650 1657 1661 1669 1702 1707 1714 1725 1747 1760 1775 1805 1818 1820 1831 1840 1858 1909 1916 1925 1949 1951 1971
America/Denver 1303 1307 1385 1406 1435 1505 1575 1719 1720 1801 1970 1983
America/Phoenix 1480 1520 1602 1623 1928
America/Boise 1208 1986
America/Chicago 1205 1210 1214 1217 1218 1219 1224 1225 1228 1251 1254 1256 1262 1281 1308 1309 1312 1314 1316 1318 1319 1320 1331 1334 1337 1346 1361 1402 1405 1409 1414 1417 1430 1432 1447 1464 1469 1479 1501 1504 1507 1512 1515 1534 1539 1563 1572 1573 1580 1601 1608 1612 1615 1618 1620 1629 1630 1636 1641 1651 1660 1662 1682 1701 1708 1712 1713 1715 1726 1730 1731 1737 1763 1769 1773 1779 1785 1806 1815 1816 1817 1832 1847 1870 1901 1903 1913 1918 1920 1930 1936 1938 1940 1945 1952 1956 1972 1975 1979 1985
America/Anchorage 1907
Pacific/Honolulu 1808
America/Puerto_Rico 1787 1939
America/Santo_Domingo 1809 1829 1849
America/Jamaica 1876 1658
America/Port_of_Spain 1868 1246 1264 1268 1284 1340 1473 1664 1721 1758 1767 1784 1869
America/Nassau 1242
Atlantic/Bermuda 1441
America/Cayman 1345
America/Grand_Turk 1649
Pacific/Guam 1671 1670
Pacific/Pago_Pago 1684
Africa/Cairo 20
Africa/Juba 211
Africa/Casablanca 212
Africa/Algiers 213
Africa/Tunis 216
Africa/Tripoli 218
Africa/Abidjan 220 221 222 223 224 225 226 228 231 232 233 245 290 247
Africa/Lagos 227 229 234 235 236 237 240 241 242 243 244
Atlantic/Cape_Verde 238
Africa/Sao_Tome 239
Indian/Chagos 246
Indian/Mahe 248
Africa/Khartoum 249
Africa/Kigali 250 257
Africa/Addis_Ababa 251
Africa/Mogadishu 252
Africa/Djibouti 253
Africa/Nairobi 254 255 256
Africa/Maputo 258 260 263 265 267
Indian/Antananarivo 261
Indian/Reunion 262
Africa/Windhoek 264
Africa/Johannesburg 27 266 268
Indian/Comoro 269
Africa/Asmara 291
America/Aruba 297 599
Atlantic/Faroe 298
America/Nuuk 299
Europe/Athens 30
Europe/Amsterdam 31
Europe/Brussels 32
Europe/Paris 33 377
Europe/Madrid 34
Europe/Gibraltar 350
Europe/Lisbon 351
Europe/Luxembourg 352
Europe/Dublin 353
Atlantic/Reykjavik 354
Europe/Tirane 355
Europe/Malta 356
Asia/Nicosia 357
Europe/Helsinki 358
Europe/Sofia 359
Europe/Budapest 36
Europe/Vilnius 370
Europe/Riga 371
Europe/Tallinn 372
Europe/Chisinau 373
Asia/Yerevan 374
Europe/Minsk 375
Europe/Andorra 376
Europe/San_Marino 378
Europe/Kyiv 380
Europe/Belgrade 381 382 383 385 386 387 389
Europe/Rome 39 379
Europe/Bucharest 40
Europe/Zurich 41 423
Europe/Prague 420
Europe/Bratislava 421
Europe/Vienna 43
Europe/London 44
Europe/Copenhagen 45
Europe/Stockholm 46
Europe/Oslo 47
Europe/Warsaw 48
Europe/Berlin 49
Atlantic/Stanley 500
America/Belize 501
America/Guatemala 502
America/El_Salvador 503
America/Tegucigalpa 504
America/Managua 505
America/Costa_Rica 506
America/Panama 507
America/Miquelon 508
America/Port-au-Prince 509
America/Lima 51
America/Mexico_City 52
America/Havana 53
America/Argentina/Buenos_Aires 54
America/Sao_Paulo 55
America/Santiago 56
America/Bogota 57
America/Caracas 58
America/Guadeloupe 590
America/La_Paz 591
America/Guyana 592
America/Guayaquil 593
America/Cayenne 594
America/Asuncion 595
America/Martinique 596
America/Paramaribo 597
America/Montevideo 598
Asia/Kuala_Lumpur 60
Australia/Sydney 61
Asia/Jakarta 62
Asia/Manila 63
Pacific/Auckland 64
Asia/Singapore 65
Asia/Bangkok 66
Asia/Dili 670
Pacific/Norfolk 672
Asia/Brunei 673
Pacific/Nauru 674
Pacific/Port_Moresby 675
Pacific/Tongatapu 676
Pacific/Guadalcanal 677
Pacific/Efate 678
Pacific/Fiji 679
Pacific/Palau 680
Pacific/Wallis 681
Pacific/Rarotonga 682
Pacific/Niue 683
Pacific/Apia 685
Pacific/Tarawa 686
Pacific/Noumea 687
Pacific/Funafuti 688
Pacific/Tahiti 689
Pacific/Fakaofo 690
Pacific/Pohnpei 691
Pacific/Majuro 692
Europe/Moscow 7
Asia/Almaty 76 77
Asia/Tokyo 81
Asia/Seoul 82
Asia/Ho_Chi_Minh 84
Asia/Pyongyang 850
Asia/Hong_Kong 852
Asia/Macau 853
Asia/Phnom_Penh 855
Asia/Vientiane 856
Asia/Shanghai 86
Asia/Dhaka 880
Asia/Taipei 886
Europe/Istanbul 90
Asia/Kolkata 91
Asia/Karachi 92
Asia/Kabul 93
Asia/Colombo 94
Asia/Yangon 95
Indian/Maldives 960
Asia/Beirut 961
Asia/Amman 962
Asia/Damascus 963
Asia/Baghdad 964
Asia/Kuwait 965
Asia/Riyadh 966
Asia/Aden 967
Asia/Muscat 968
Asia/Hebron 970
Asia/Dubai 971
Asia/Jerusalem 972
Asia/Bahrain 973
Asia/Qatar 974
Asia/Thimphu 975
Asia/Ulaanbaatar 976
Asia/Kathmandu 977
Asia/Tehran 98
Asia/Dushanbe 992
Asia/Ashgabat 993
Asia/Baku 994
Asia/Tbilisi 995
Asia/Bishkek 996
Asia/Tashkent 998
`

// TimeZoneField is the key of the custom field of contacts that has their time zone.
const TimeZoneField = "time_zone"

// MainZone is the time zone in which most people with the calling code of a number live;
// "" where it is not known.
func MainZone(phone string) string {
	all := strings.TrimPrefix(phone, "+")
	for n := min(4, len(all)); n > 0; n-- {
		if zone := mainZones[all[:n]]; zone != "" {
			return zone
		}
	}
	return ""
}
