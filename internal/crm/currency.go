package crm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// currencies are those of ISO 4217 that are money; decimals are the places of those
// that do not have two.
const currencies = ` AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK
 DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR
 LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
 SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG `

var decimals = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
}

// ValidCurrency reports whether a code is a currency of ISO 4217.
func ValidCurrency(code string) bool {
	return len(code) == 3 && strings.Contains(currencies, " "+code+" ")
}

// CurrencyDecimals is how many places amounts of a currency have: EUR 2, JPY 0, KWD 3.
func CurrencyDecimals(code string) int {
	if n, ok := decimals[code]; ok {
		return n
	}
	return 2
}

// MaxMinor is the largest amount of a deal, in minor units.
const MaxMinor = 99_999_999_999_999

var amountForm = regexp.MustCompile(`^[0-9]{1,15}(\.[0-9]{1,10})?$`)

// ParseMinor reads a decimal text as minor units of a currency. reason says what is
// wrong with it.
func ParseMinor(text, currency string) (minor int64, reason string) {
	if !amountForm.MatchString(text) {
		return 0, "is a decimal number such as 4800.00, without a sign or separators"
	}
	places := CurrencyDecimals(currency)
	whole, part, _ := strings.Cut(text, ".")
	if trimmed := strings.TrimRight(part, "0"); len(trimmed) > places {
		if places == 0 {
			return 0, fmt.Sprintf("has no decimal places in %s", currency)
		}
		return 0, fmt.Sprintf("has at most %d decimal places in %s", places, currency)
	}
	part = (part + strings.Repeat("0", places))[:places]
	minor, err := strconv.ParseInt(whole+part, 10, 64)
	if err != nil || minor > MaxMinor {
		return 0, "is too large: at most " + FormatMinor(MaxMinor, currency) + " " + currency
	}
	return minor, ""
}

// FormatMinor renders minor units of a currency as a decimal text.
func FormatMinor(minor int64, currency string) string {
	places := CurrencyDecimals(currency)
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	text := strconv.FormatInt(minor, 10)
	if places == 0 {
		return sign + text
	}
	if short := places + 1 - len(text); short > 0 {
		text = strings.Repeat("0", short) + text
	}
	return sign + text[:len(text)-places] + "." + text[len(text)-places:]
}
