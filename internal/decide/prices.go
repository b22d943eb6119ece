package decide

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// What prices are written with. The second list is of words that others may
// begin with, so they stand alone.
const (
	money = `(?:[$€£¥₹₽₩₺₫₪₦₱฿¢₸₴]|r\$|rp\.?|rs\.?|usd|eur|gbp|inr|brl|mxn|idr|cny|rmb|aed|sar|egp|chf|jpy|us\$|dollars?|euros?|pounds?|rupees?|reais|real|pesos?|rupiah|yuan|元|块|圆|人民币|डॉलर|रुपये|रुपए|रुपया|ريال|ریال|درهم|دراهم|جنيه|دولار|يورو|دينار|ليرة|dólares?|dolares?|欧元|美金` +
		`|(?:cad|aud|nzd|sgd|hkd|myr|thb|vnd|ngn|kes|zar|pln|czk|sek|nok|dkk|krw|kr|zł|kč|lei|руб|bucks?|quid|cents?|centavos?|céntimos?|centimes?|cêntimos?|paise|soles|franken|francs?|libras?|rupias?)\b)`
	figure = `\d[\d.,' ]*`
	scale  = `(?:\s?(?:k|mil|thousand|hundred|million|millions|millones|milhões|lakh|crore|ribu|rb|juta|jt|हज़ार|हजार|लाख|करोड़|ألف|الف|مليون|万|千|百|亿))?`
)

var (
	priceForm = regexp.MustCompile(`(?i)` + money + `\s{0,2}` + figure + scale + `|` + figure + scale + `\s{0,2}(?:(?:us|u\.s\.|american|in|de|hong kong|singapore|canadian|australian)\s)?` + money)
	priceHan  = regexp.MustCompile(`[〇零一二三四五六七八九十百千万两半]+\s?(?:元|圆|块钱|美元|美金|欧元|人民币|日元|港币)`)
	scaleForm = regexp.MustCompile(`(?i)(k|mil|thousand|hundred|million|millions|millones|milhões|lakh|crore|ribu|rb|juta|jt|हज़ार|हजार|लाख|करोड़|ألف|الف|مليون|万|千|百|亿)(?:[^\p{L}]|$|元|块|圆)`)
)

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
// the rest of a price: more than priceForm has words for (20 and 51).
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

var currencies = []struct {
	find *regexp.Regexp
	is   currency
}{
	{regexp.MustCompile(`(?i)r\$|brl|reais|real`), realBRL}, {regexp.MustCompile(`(?i)(?:^|[^r])\$|pesos?|mxn`), dollar | peso},
	{regexp.MustCompile(`(?i)usd|us\$|dollars?|d[oó]lares?|डॉलर|دولار|美元|美金`), dollar}, {regexp.MustCompile(`(?i)€|eur|euros?|يورو|यूरो|欧元`), euro},
	{regexp.MustCompile(`(?i)£|gbp|pounds?|جنيه|egp`), pound}, {regexp.MustCompile(`(?i)₹|inr|rs\.?|rupees?|रुप`), rupee},
	{regexp.MustCompile(`(?i)idr|rp\.?|rupiah`), rupiah}, {regexp.MustCompile(`(?i)¥|cny|rmb|yuan|元|块|人民币|jpy`), yuan},
	{regexp.MustCompile(`(?i)sar|ريال|ریال`), riyal}, {regexp.MustCompile(`(?i)aed|درهم|دراهم`), dirham},
}

func currencyOf(s string) (c currency) {
	for _, one := range currencies {
		if one.find.MatchString(s) {
			c |= one.is
		}
	}
	return c
}
