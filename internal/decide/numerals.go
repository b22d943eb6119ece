package decide

import "strings"

// digitWords are the digits in words of the product's languages, folded.
var digitWords = wordSet("zero oh one two three four five six seven eight nine",
	"cero uno dos tres cuatro cinco seis siete ocho nueve", "zero um dois tres quatro cinco seis sete oito nove meia",
	"zero un deux trois quatre cinq six sept huit neuf", "null eins zwei drei vier funf sechs sieben acht neun",
	"शून्य एक दो तीन चार पाँच पांच छह छः सात आठ नौ", "صفر واحد اثنان ثلاثه اربعه خمسه سته سبعه ثمانيه تسعه", "nol kosong satu dua tiga empat lima enam tujuh delapan sembilan")

// numberWords are numbers in words that prices are told with.
var numberWords = wordSet("one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million zero",
	"un uno una dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millon cero",
	"um uma dois duas quatro sete oito nove dez vinte trinta quarenta cinquenta sessenta oitenta cem",
	"une deux trois quatre cinq six sept huit neuf dix vingt trente quarante cinquante soixante cent mille",
	"ein eine einen zwei drei vier funf sechs sieben acht neun zehn zwanzig dreissig vierzig funfzig hundert tausend",
	"एक दो तीन चार पाँच पांच छह सात आठ नौ दस बीस तीस चालीस पचास साठ सत्तर अस्सी नब्बे सौ हज़ार हजार लाख",
	"واحد اثنان ثلاثه اربعه خمسه سته سبعه ثمانيه تسعه عشره عشرون عشرين ثلاثون ثلاثين خمسون خمسين مئه مائه الف",
	"satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas belas puluh seratus ratus seribu ribu juta")

// moneyWords are what prices in words are counted in.
var moneyWords = wordSet("dollar dollars euro euros pound pounds rupee rupees cent cents peso pesos real reais bucks quid dolar dolares libra libras rupia rupias rupiah yuan dirham dirhams riyal riyals franken francs centavos centimos",
	"रुपये रुपए रुपया डॉलर यूरो पैसे", "دولار دولارات يورو ريال ريالات درهم دراهم جنيه دينار ليره")

func wordSet(lists ...string) map[string]bool {
	out := map[string]bool{}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			if folded := strings.TrimSpace(fold(w)); folded != "" {
				out[folded] = true
			}
		}
	}
	return out
}
