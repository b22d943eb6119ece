package templatelint

import (
	"embed"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"

	"service.example/crm/internal/crm"
)

// shorteners are hosts that hide where a link leads.
var shorteners = hosts(`bit.ly tinyurl.com goo.gl t.co ow.ly is.gd buff.ly cutt.ly rebrand.ly tiny.cc rb.gy shorturl.at lnkd.in t.ly bl.ink
	s.id v.gd soo.gd clck.ru goo.su vk.cc u.to shorte.st adf.ly short.io qr.ae trib.al fb.me amzn.to dub.sh urlz.fr lc.cx encurtador.com.br`)

func hosts(list string) map[string]bool {
	out := map[string]bool{}
	for _, h := range strings.Fields(list) {
		out[h] = true
	}
	return out
}

//go:embed words/*.json
var wordFiles embed.FS

// promotion is what marks a text of a language as promotion. A strong phrase is
// enough by itself, of weak ones it takes two.
type promotion struct {
	Strong []phrase `json:"strong"`
	Weak   []phrase `json:"weak"`
}

// phrase is some words. One that ends in * also begins longer words.
type phrase struct{ words, sought string }

// UnmarshalText reads a phrase, once, as it is sought: as whole words, or
// anywhere in scripts that put no space between words.
func (p *phrase) UnmarshalText(raw []byte) error {
	stem, cut := strings.CutSuffix(string(raw), "*")
	p.words, p.sought = stem, " "+stem+" "
	if cut {
		p.sought = " " + stem
	}
	if strings.IndexFunc(stem, unspaced) >= 0 {
		p.sought = stem
	}
	return nil
}

var promotions = readPromotions()

func readPromotions() map[string]promotion {
	out := map[string]promotion{}
	files, err := wordFiles.ReadDir("words")
	if err != nil {
		panic(err) // they are embedded
	}
	for _, file := range files {
		raw, err := wordFiles.ReadFile("words/" + file.Name())
		var p promotion
		if err == nil {
			err = json.Unmarshal(raw, &p)
		}
		if err != nil {
			panic("templatelint: words/" + file.Name() + ": " + err.Error()) // a test reads them all
		}
		out[strings.TrimSuffix(file.Name(), ".json")] = p
	}
	return out
}

// discount finds a percentage that is taken off: -20 %, 20% or 20 percent.
var discount = regexp.MustCompile(`[-−]\s?\d{1,2}\s?%|\d{1,2}\s?[%％٪]`)

// links finds links within a text.
var links = regexp.MustCompile(`(?i)\b(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/[^\s]*)?`)

// content judges what the texts say.
func (l *linter) content() {
	for _, c := range l.form.everyPart() {
		if c.kind != "BODY" && c.kind != "FOOTER" && c.kind != "HEADER" {
			continue
		}
		for _, found := range links.FindAllString(parameter.ReplaceAllString(c.text(), ""), 5) {
			if !strings.Contains(found, "://") {
				if host, _, _ := strings.Cut(strings.ToLower(found), "/"); !shorteners[host] && host != "wa.me" {
					continue // a word with a dot, or a domain that is only named
				}
				found = "https://" + found
			}
			l.linkForm(found, c.at+"/text", false)
		}
	}
	l.drift()
	l.optOut()
}

// drift judges whether a utility template reads like marketing.
func (l *linter) drift() {
	if l.form.category != crm.CategoryUtility {
		return
	}
	base, _, _ := strings.Cut(l.template.Language, "_")
	for _, c := range l.form.everyPart() {
		if c.kind == "BODY" || c.kind == "HEADER" || c.kind == "FOOTER" {
			if said := promotes(base, c.text()); len(said) > 0 {
				l.find("category_drift", c.at+"/text", "The template is UTILITY and reads like marketing: %s.", strings.Join(said, ", ")).
					fix("Say only what concerns what the customer asked for, or set the category to MARKETING.")
				return
			}
		}
	}
}

// promotes returns the phrases of a text that promote, if there are enough.
func promotes(language, text string) (said []string) {
	p, known := promotions[language]
	if !known {
		p = promotions["en"]
	}
	folded := " " + plainWords(text) + " "
	strong := 0
	for _, phrase := range p.Strong {
		if strings.Contains(folded, phrase.sought) {
			strong, said = strong+1, append(said, "“"+phrase.words+"”")
		}
	}
	weak := len(said)
	for _, phrase := range p.Weak {
		if strings.Contains(folded, phrase.sought) {
			weak, said = weak+1, append(said, "“"+phrase.words+"”")
		}
	}
	if m := discount.FindString(text); m != "" {
		weak, said = weak+1, append(said, "“"+strings.TrimSpace(m)+"”")
	}
	if strong == 0 && weak < 2 {
		return nil
	}
	return said[:min(len(said), 4)]
}

// plainWords returns the words of a text in small letters with one space between
// them, without parameters and marks.
func plainWords(text string) string {
	text = strings.ToLower(parameter.ReplaceAllString(text, " "))
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), " ")
}

// optOut suggests a way to unsubscribe, which spares a number its rating.
func (l *linter) optOut() {
	if l.form.category != crm.CategoryMarketing || l.form.has("CAROUSEL") || l.form.has("LIMITED_TIME_OFFER") {
		return
	}
	for _, b := range l.form.buttons() {
		if b.word("type") == "QUICK_REPLY" {
			return
		}
	}
	l.find("marketing_opt_out", "/components", "Customers can leave only by blocking you, which lowers the quality of your number.").
		fix("Add a quick reply with a stop word of the language, such as “Unsubscribe”.")
}

// or joins words as people list them.
func or(list ...string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}
