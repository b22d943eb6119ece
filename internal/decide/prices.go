package decide

import (
	"cmp"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// What prices are written with in every language. Each language adds its words.
// Others may begin with one of the second list, so they stand alone.
const (
	moneySigns = `[$€£¥₹₽₩₺₫₪₦₱฿¢₸₴]|r\$|rp\.?|rs\.?|usd|eur|gbp|inr|brl|mxn|idr|cny|rmb|aed|sar|egp|chf|jpy|us\$|zł|kč|руб`
	moneyCodes = `cad|aud|nzd|sgd|hkd|myr|thb|vnd|ngn|kes|zar|pln|czk|sek|nok|dkk|krw|kr|lei`
	figure     = `\d[\d.,' ]*`
)

// priceHan is a price in the numerals of Chinese.
var priceHan = regexp.MustCompile(`[〇零一二三四五六七八九十百千万两半]+\s?(?:元|圆|块钱|美元|美金|欧元|人民币|日元|港币)`)

// learnPrices makes the forms of prices from the words of all languages.
func learnPrices(each func(func(language) []string) []string) {
	words := each(func(l language) []string { return l.Prices.Money })
	alone := each(func(l language) []string { return l.Prices.MoneyAlone })
	between := each(func(l language) []string { return l.Prices.Between })
	money := `(?:` + moneySigns + `|` + anyOf(words) + `|(?:` + moneyCodes + `|` + anyOf(alone) + `)\b)`
	// Shorter ones first: where one scale begins another, as "mil" does, the key
	// of a price has the shorter one.
	scales := alternatives(append([]string{"k"}, each(func(l language) []string { return l.Prices.Scales })...),
		func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	scale := `(?:\s?(?:` + scales + `))?`
	priceForm = regexp.MustCompile(`(?i)` + money + `\s{0,2}` + figure + scale + `|` + figure + scale + `\s{0,2}(?:(?:` + anyOf(between) + `)\s)?` + money)
	scaleForm = regexp.MustCompile(`(?i)(` + scales + `)(?:[^\p{L}]|$|元|块|圆)`)
	percent = regexp.MustCompile(`(?i)\d[\d.,]*\s?(?:%|٪|` + anyOf(each(func(l language) []string { return l.Prices.Percent })) +
		`)|百分之\s?[\d〇零一二三四五六七八九十百.]+|[\d.〇零一二三四五六七八九半]+\s?折`)
	for i, c := range currencies {
		currencies[i].find = regexp.MustCompile(`(?i)` + c.signs + `|` + anyOf(each(func(l language) []string { return l.Prices.Currencies[c.name] })))
	}
}

// prices holds what things cost against the evidence.
func prices(text, ground string) *Refusal {
	var have map[string]currency // what the evidence has, once it matters
	for _, said := range pricesIn(text) {
		if have == nil {
			have = map[string]currency{}
			for _, found := range pricesIn(ground) {
				have[priceKey(found)] |= currencyOf(found)
			}
		}
		known, ok := have[priceKey(said)]
		if own := currencyOf(said); !ok || own != 0 && known != 0 && own&known == 0 {
			return uncited("price", said)
		}
	}
	var shares map[string]bool
	for _, said := range percent.FindAllString(text, -1) {
		if shares == nil {
			shares = keys(percent, ground, amount)
		}
		if onlyDigits(said) == "" && !strings.Contains(ground, said) || onlyDigits(said) != "" && !shares[amount(said)] {
			return uncited("price", said)
		}
	}
	for _, said := range priceHan.FindAllString(text, -1) {
		if !strings.Contains(ground, said) {
			return uncited("price", said)
		}
	}
	folded, source := fold(text), sync.OnceValue(func() string { return fold(ground) })
	for _, said := range pricesInWords(folded) {
		if !strings.Contains(source(), said) {
			return uncited("price", said)
		}
	}
	for _, kind := range bargains {
		if said := kind.in(folded); said != "" && kind.in(source()) == "" {
			return uncited("price", said)
		}
	}
	return nil
}

// How many bytes before a number, and after its last sign, are looked at for
// the rest of a price: more than priceForm takes when each of its words is as
// long as longestPriceWord.
const (
	reachBefore = 32
	reachAfter  = 80
)

// pricesIn finds what priceForm finds. Only what is close to a digit is looked
// at, because the expression costs much and most of a text is far from one.
func pricesIn(text string) (found []string) {
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			i++
			continue
		}
		from, to, end, figure := runeStart(text, max(0, i-reachBefore)), i, i+1, true
		for ; to < len(text) && to < end; to++ {
			if figure = isDigit(text[to]) || figure && strings.IndexByte(".,' ", text[to]) >= 0; figure {
				end = to + 1 + reachAfter
			}
		}
		to = runeStart(text, to)
		found = append(found, priceForm.FindAllString(text[from:to], -1)...)
		i = to
	}
	return found
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// runeStart moves a place in a text forwards to the begin of a character.
func runeStart(text string, at int) int {
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}

// pricesInWords are prices without digits in a folded text: a number and what
// it counts, at most one word between them.
func pricesInWords(folded string) (out []string) {
	words := strings.Fields(folded)
	for i, w := range words {
		if !moneyWords[w] {
			continue
		}
		for back := 1; back <= 2 && i-back >= 0; back++ {
			if numberWords[words[i-back]] {
				out = append(out, " "+strings.Join(words[i-back:i+1], " ")+" ")
				break
			}
		}
	}
	return out
}

// priceKey is the number of a price with the word that multiplies it.
func priceKey(s string) string {
	key := amount(s)
	if m := scaleForm.FindStringSubmatch(s); m != nil {
		key += strings.ToLower(m[1])
	}
	return key
}

// amount is the number of a price: 1,299.00 and 1299 are one.
func amount(s string) string {
	n := strings.TrimFunc(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == ',' {
			return r
		}
		return -1
	}, s), func(r rune) bool { return r == '.' || r == ',' })
	if i := strings.LastIndexAny(n, ".,"); i >= 0 && len(n)-i-1 != 3 {
		return onlyDigits(n[:i]) + "." + strings.TrimRight(n[i+1:], "0")
	}
	return onlyDigits(n) + "."
}

// currency is a set of them: a sign may be that of several.
type currency uint

// The currencies that differ in value so much that one for the other is a lie.
const (
	dollar currency = 1 << iota
	euro
	pound
	rupee
	realBRL
	peso
	rupiah
	yuan
	riyal
	dirham
)

// knownCurrency is a currency that language files may have words for.
type knownCurrency struct {
	name  string
	is    currency
	signs string         // how every language writes it
	find  *regexp.Regexp // the signs and the words of all languages
}

var currencies = []knownCurrency{
	{name: "real", is: realBRL, signs: `r\$|brl`}, {name: "peso", is: dollar | peso, signs: `(?:^|[^r])\$|mxn`},
	{name: "dollar", is: dollar, signs: `usd|us\$`}, {name: "euro", is: euro, signs: `€|eur`},
	{name: "pound", is: pound, signs: `£|gbp|egp`}, {name: "rupee", is: rupee, signs: `₹|inr|\brs`},
	{name: "rupiah", is: rupiah, signs: `idr|\brp`}, {name: "yuan", is: yuan, signs: `¥|cny|rmb|jpy`},
	{name: "riyal", is: riyal, signs: `sar`}, {name: "dirham", is: dirham, signs: `aed`},
}

func currencyOf(s string) (c currency) {
	for _, one := range currencies {
		if one.find.MatchString(s) {
			c |= one.is
		}
	}
	return c
}
