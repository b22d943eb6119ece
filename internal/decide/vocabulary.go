package decide

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/abadojack/whatlanggo"
)

// The words of all languages together, in the form in which they are looked
// for. What they miss, the model is asked for.
var (
	wantsPerson     phrases            // asks for a human being
	upset           phrases            // words of people who are dissatisfied
	greetingWords   map[string]phrases // whole messages that only say hello, by language
	closings        phrases            // whole messages that want no answer
	machines        phrases            // what other machines answer with
	promises        phrases            // what an assistant cannot keep
	negationWords   phrases            // they are counted, not understood
	noSlips         map[string]bool    // words one letter from another one of their kind
	handOffTexts    map[string]string  // by language
	greetingTexts   map[string]string  // by language
	digitWords      map[string]bool    // digits in words
	numberWords     map[string]bool    // numbers in words that prices are told with
	moneyWords      map[string]bool    // what prices in words are counted in
	bargains        []phrases          // prices without a number; one needs another of its kind in the evidence
	knownToDetector map[whatlanggo.Lang]bool

	percent, priceForm, scaleForm, spokenDot *regexp.Regexp
)

func init() {
	list, err := readLanguages(languageFiles)
	if err != nil {
		panic("decide: " + err.Error()) // the files are part of the binary
	}
	learn(list)
}

// learn makes languages the only ones that the package knows.
func learn(list []language) {
	each := func(of func(language) []string) (out []string) {
		for _, l := range list {
			out = append(out, of(l)...)
		}
		return out
	}
	wantsPerson = compile(each(func(l language) []string { return l.WantsPerson }))
	upset = compile(each(func(l language) []string { return l.Upset }))
	closings = compile(each(func(l language) []string { return l.Closings }))
	machines = compile(each(func(l language) []string { return l.Machines }))
	promises = compile(each(func(l language) []string { return l.Promises }))
	negationWords = compile(each(func(l language) []string { return l.Negations }))
	bargains = []phrases{
		compile(each(func(l language) []string { return l.Prices.Free })),
		compile(each(func(l language) []string { return l.Prices.Half })),
		compile(each(func(l language) []string { return l.Prices.TwoForOne })),
	}
	noSlips = wordSet(each(func(l language) []string { return l.NotSlips }))
	digitWords = wordSet(each(func(l language) []string { return l.Digits }))
	numberWords = wordSet(each(func(l language) []string { return l.Numbers }))
	moneyWords = wordSet(each(func(l language) []string { return l.Prices.CountedIn }))

	learnPrices(each)
	spokenDot = spokenDotForm(anyOf(each(func(l language) []string { return l.Dots })))

	handOffTexts, greetingTexts, greetingWords = map[string]string{}, map[string]string{}, map[string]phrases{}
	knownToDetector = detectorLanguages(list)
	for _, l := range list {
		handOffTexts[l.code], greetingTexts[l.code] = l.HandOffText, l.GreetingText
		greetingWords[l.code] = compile(l.Greetings)
	}
}

// anyOf is an expression that finds any of the texts as they stand, longer ones
// first.
func anyOf(list []string) string {
	return alternatives(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
}

func alternatives(list []string, order func(a, b string) int) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, order)
	var out []string
	for _, text := range list {
		if quoted := regexp.QuoteMeta(text); !slices.Contains(out, quoted) {
			out = append(out, quoted)
		}
	}
	if len(out) == 0 {
		return `[^\x00-\x{10FFFF}]` // finds nothing
	}
	return strings.Join(out, "|")
}

func wordSet(list []string) map[string]bool {
	out := map[string]bool{}
	for _, w := range list {
		out[strings.TrimSpace(fold(w))] = true
	}
	return out
}
