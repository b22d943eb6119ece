package templatelint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parameter finds {{1}} and {{name}}.
var parameter = regexp.MustCompile(`\{\{\s*([a-z0-9_]+)\s*\}\}`)

// adjacent finds two parameters with nothing but space and marks between them.
var adjacent = regexp.MustCompile(`\}\}[\s\p{P}]*\{\{`)

// parametersOf returns the parameters of a text, each once, as they appear.
func parametersOf(text string) (out []string) {
	seen := map[string]bool{}
	for _, m := range parameter.FindAllStringSubmatch(text, -1) {
		if !seen[m[1]] {
			seen[m[1]] = true
			out = append(out, m[1])
		}
	}
	return out
}

// parameters judges how the parameters of a text are written and numbered; suffix
// tells the rules of headers from those of bodies.
func (l *linter) parameters(c component, text, suffix string) {
	at := c.at + "/text"
	if rest := parameter.ReplaceAllString(text, ""); strings.Contains(rest, "{{") || strings.Contains(rest, "}}") {
		l.find("parameter_malformed"+suffix, at, "A parameter is not written as the provider reads it.").
			fix("Write {{1}}, or {{first_name}} with small letters, digits and underscores, and close each pair of braces.")
	}
	vars := parametersOf(text)
	numbers := slices.DeleteFunc(slices.Clone(vars), func(v string) bool { _, err := strconv.Atoi(v); return err != nil })
	if l.form.named {
		if len(numbers) > 0 {
			l.find("parameter_numbered", at, "The template has named parameters, and {{%s}} is a number.", numbers[0]).
				fix("Give it a name, or set the parameter format to POSITIONAL.")
		}
		return
	}
	if len(numbers) < len(vars) {
		l.find("parameter_mixed"+suffix, at, "The template has numbered parameters, and one of them is a name.").
			fix("Set the parameter format to NAMED, or number the parameters from {{1}}.")
		return
	}
	there := map[int]bool{}
	for _, v := range numbers {
		n, _ := strconv.Atoi(v)
		there[n] = true
	}
	for i := 1; i <= len(numbers); i++ {
		if !there[i] {
			l.find("parameter_order"+suffix, at, "Parameters are numbered from {{1}} without a gap, and {{%d}} is missing.", i).
				fix("Number them {{1}} to {{%d}}.", len(numbers))
			return
		}
	}
}

// placement judges where the parameters of a body stand, and how many there are.
func (l *linter) placement(c component, text string) {
	at := c.at + "/text"
	places := parameter.FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return
	}
	if last := places[len(places)-1]; places[0][0] == 0 || last[1] == len(text) {
		where := "begins"
		if places[0][0] != 0 {
			where = "ends"
		}
		l.find("parameter_at_edge", at, "The text %s with a parameter.", where).fix("Put words before the first parameter and after the last one.")
	}
	if words, least := wordsBeside(text), 2*len(places)+1; words < least {
		l.find("too_many_parameters", at, "The text has %s and only %s beside them; it needs %d.", count(len(places), "parameter"), count(words, "word"), least).
			fix("Write more, or use fewer parameters.")
	}
	if adjacent.MatchString(text) {
		l.find("parameters_adjacent", at, "Two parameters stand side by side, so reviewers cannot tell what the message says.").
			fix("Put a word between them.")
	}
}

// wordsBeside counts the words that are no parameters. Of scripts that put no
// space between words each character counts.
func wordsBeside(text string) (n int) {
	for _, word := range strings.Fields(parameter.ReplaceAllString(text, " ")) {
		spaced := false
		for _, r := range word {
			if unspaced(r) {
				n++
			} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
				spaced = true
			}
		}
		if spaced {
			n++
		}
	}
	return n
}

func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer)
}

// samples judges whether each parameter of a text has a sample.
func (l *linter) samples(c component, rule, key, text string) {
	vars := parametersOf(text)
	if len(vars) == 0 {
		return
	}
	example := c.sub("example")
	if l.form.named {
		given := map[string]bool{}
		for _, v := range example.list(key + "_named_params") {
			one, _ := v.(map[string]any)
			given[part(one).str("param_name")] = part(one).str("example") != ""
		}
		for _, v := range vars {
			if !given[v] {
				l.find(rule, c.at+"/example", "The parameter {{%s}} has no sample.", v).
					fix("Add {\"param_name\": %q, \"example\": …} to example.%s_named_params.", v, key)
				return
			}
		}
		return
	}
	list := example.list(key)
	if alone := example.str(key); alone != "" {
		list = []any{alone}
	}
	if len(list) > 0 {
		if inner, ok := list[0].([]any); ok {
			list = inner
		}
	}
	want := 0
	for _, v := range vars {
		if n, err := strconv.Atoi(v); err == nil {
			want = max(want, min(n, 100))
		}
	}
	if len(list) != want && want > 0 {
		l.find(rule, c.at+"/example", "The text has %s and %s.", count(want, "parameter"), count(len(list), "sample")).fix("Give example.%s one sample for each parameter, in their order.", key)
		return
	}
	for _, v := range list {
		if spelled(v) == "" && want > 0 {
			l.find(rule, c.at+"/example", "A sample is empty.").fix("Write what a customer would read there.")
			return
		}
	}
}

// formatted finds what phones show as bold, italic, struck out or code.
var formatted = regexp.MustCompile("\\*[^*\\s][^*]*\\*|(?:^|\\s)_[^_]+_(?:$|[\\s.,!?])|~[^~]+~|`[^`]+`")

// adornment says in words what keeps a text from being plain; "" for nothing.
func adornment(text string) string {
	text = parameter.ReplaceAllString(text, "x")
	switch {
	case strings.ContainsAny(text, "\r\n"):
		return "a line break"
	case formatted.MatchString(text):
		return "formatting"
	case strings.IndexFunc(text, isEmoji) >= 0:
		return "an emoji"
	}
	return ""
}

func isEmoji(r rune) bool {
	switch {
	case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF, r >= 0x2B00 && r <= 0x2BFF:
		return true
	}
	return r == 0xFE0F || r == 0x20E3
}

// count says how many there are of something.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func chars(s string) int { return utf8.RuneCountInString(s) }
