package decide

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed languages/*.json
var languageFiles embed.FS

// language is one file of the folder languages. README.md there says what each
// field means and how to add a language.
type language struct {
	code string // from the file's name

	Name         string   `json:"name"`
	HandOffText  string   `json:"handOffText"`
	GreetingText string   `json:"greetingText"`
	WantsPerson  []string `json:"wantsPerson"`
	Upset        []string `json:"upset"`
	Greetings    []string `json:"greetings"`
	Closings     []string `json:"closings"`
	Machines     []string `json:"machines"`
	Promises     []string `json:"promises"`
	Negations    []string `json:"negations"`
	NotSlips     []string `json:"notSlips"`
	Dots         []string `json:"dots"`
	Digits       []string `json:"digits"`
	Numbers      []string `json:"numbers"`
	Prices       struct {
		Free       []string            `json:"free"`
		Half       []string            `json:"half"`
		TwoForOne  []string            `json:"twoForOne"`
		Percent    []string            `json:"percent"`
		Scales     []string            `json:"scales"`
		Between    []string            `json:"between"`
		Money      []string            `json:"money"`
		MoneyAlone []string            `json:"moneyAlone"`
		CountedIn  []string            `json:"countedIn"`
		Currencies map[string][]string `json:"currencies"`
	} `json:"prices"`
}

// readLanguages reads every language of a folder, in the order of their codes.
// The first fault of any file is an error: the gate never works with half of
// its words.
func readLanguages(files fs.FS) ([]language, error) {
	names, err := fs.Glob(files, "languages/*.json")
	if err != nil {
		return nil, err
	}
	var list []language
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		l, err := readLanguage(strings.TrimSuffix(path.Base(name), ".json"), text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, l)
	}
	if !slices.ContainsFunc(list, func(l language) bool { return l.code == "en" }) {
		return nil, fmt.Errorf("languages/en.json is missing: other languages fall back to it")
	}
	return list, nil
}

func readLanguage(code string, text []byte) (l language, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&l); err != nil {
		return l, err
	}
	if decoder.More() {
		return l, fmt.Errorf("there is text after the closing brace")
	}
	l.code = code
	return l, l.check()
}

// check returns the first fault of a language.
func (l language) check() error {
	if !languageForm(l.code) {
		return fmt.Errorf("the file name is not a language code of two small letters")
	}
	for _, text := range []struct{ field, value string }{{"name", l.Name}, {"handOffText", l.HandOffText}, {"greetingText", l.GreetingText}} {
		if strings.TrimSpace(text.value) == "" {
			return fmt.Errorf("%s is empty", text.field)
		}
	}
	for _, rule := range l.lists() {
		if err := rule.check(); err != nil {
			return fmt.Errorf("%s: %w", rule.field, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Prices.Currencies)) {
		if !slices.ContainsFunc(currencies, func(c knownCurrency) bool { return c.name == name }) {
			return fmt.Errorf("prices.currencies: %q is not a known currency", name)
		}
	}
	return nil
}

// listRule says what a list of a language must be like.
type listRule struct {
	field    string
	list     []string
	required bool
	oneWord  bool // each entry is compared with single words
	priced   bool // each entry is looked for near a number
}

func (l language) lists() []listRule {
	p := l.Prices
	rules := []listRule{
		{field: "wantsPerson", list: l.WantsPerson, required: true},
		{field: "upset", list: l.Upset, required: true},
		{field: "greetings", list: l.Greetings, required: true},
		{field: "closings", list: l.Closings, required: true},
		{field: "machines", list: l.Machines, required: true},
		{field: "promises", list: l.Promises, required: true},
		{field: "negations", list: l.Negations, required: true},
		{field: "notSlips", list: l.NotSlips, oneWord: true},
		{field: "dots", list: l.Dots},
		{field: "digits", list: l.Digits, oneWord: true},
		{field: "numbers", list: l.Numbers, oneWord: true},
		{field: "prices.free", list: p.Free, required: true},
		{field: "prices.half", list: p.Half},
		{field: "prices.twoForOne", list: p.TwoForOne},
		{field: "prices.percent", list: p.Percent},
		{field: "prices.scales", list: p.Scales, priced: true},
		{field: "prices.between", list: p.Between, priced: true},
		{field: "prices.money", list: p.Money, priced: true},
		{field: "prices.moneyAlone", list: p.MoneyAlone, priced: true},
		{field: "prices.countedIn", list: p.CountedIn, oneWord: true},
	}
	for _, name := range slices.Sorted(maps.Keys(p.Currencies)) {
		rules = append(rules, listRule{field: "prices.currencies." + name, list: p.Currencies[name], required: true})
	}
	return rules
}

// longestPriceWord is how many bytes a word near a number may have. reachBefore
// and reachAfter count on it.
const longestPriceWord = 24

func (r listRule) check() error {
	if r.required && len(r.list) == 0 {
		return fmt.Errorf("the list is empty")
	}
	seen := map[string]bool{}
	for _, text := range r.list {
		folded := strings.TrimSpace(fold(text))
		switch {
		case text != strings.TrimSpace(text):
			return fmt.Errorf("%q begins or ends with a space", text)
		case folded == "":
			return fmt.Errorf("%q has no letter and no digit", text)
		case seen[text]:
			return fmt.Errorf("%q is listed twice", text)
		case r.oneWord && len(strings.Fields(folded)) > 1:
			return fmt.Errorf("%q is more than one word", text)
		case r.priced && len(text) > longestPriceWord:
			return fmt.Errorf("%q is longer than %d bytes", text, longestPriceWord)
		}
		seen[text] = true
	}
	return nil
}
