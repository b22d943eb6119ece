package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// template is one version of a template. It is never changed: an edit makes a
// new one, so that messages on their way keep the text they were sent with.
type template struct {
	id, name, language string
	category, status   string
	quality, rejected  string
	named              bool
	components         []any // as listed, upper-case types
	layout             layout
	source             fields // everything else that was given
	edits              []time.Time
}

// layout is what a send has to fill.
type layout struct {
	header  slot
	body    slot
	footer  string
	buttons []buttonSlot
	cards   []layout
	offer   *offerSlot
}

// slot is a text with variables, or a header with a medium.
type slot struct {
	format string // TEXT, IMAGE, VIDEO, DOCUMENT, GIF, LOCATION, PRODUCT; empty = no such component
	text   string
	vars   []string // names, or "1", "2", … in order of their numbers
}

type buttonSlot struct {
	kind             string // QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, FLOW, …
	text, url, phone string
	variable         bool // the URL ends in {{1}}
}

type offerSlot struct {
	text       string
	expiration bool
}

// variable finds {{1}} and {{name}}.
var variable = regexp.MustCompile(`\{\{\s*([a-z0-9_]+)\s*\}\}`)

// parseTemplate reads a template as the provider lists it, or as a create call
// describes it; types may be in lower case.
func parseTemplate(raw json.RawMessage) (*template, error) {
	f, e := parseFields(raw)
	if e != nil {
		return nil, errors.New("template is not a JSON object")
	}
	return newTemplate(f)
}

func newTemplate(f fields) (*template, error) {
	t := &template{
		id: f.str("id"), name: f.str("name"), language: f.str("language"),
		category: strings.ToUpper(f.str("category")), status: strings.ToUpper(f.str("status")),
		rejected: f.str("rejected_reason"), quality: "UNKNOWN", source: f,
		named: strings.EqualFold(f.str("parameter_format"), "NAMED"),
	}
	if t.name == "" || t.language == "" {
		return nil, errors.New("template needs a name and a language")
	}
	orString(&t.status, "APPROVED")
	orString(&t.category, "UTILITY")
	orString(&t.rejected, "NONE")
	t.components = t.listed(f.list("components"))
	t.layout = t.read(t.components)
	if t.layout.body.format == "" {
		return nil, fmt.Errorf("template %s has no BODY", t.name)
	}
	return t, nil
}

// with returns a copy in another status.
func (t *template) with(status, reason string) *template {
	next := *t
	next.status, next.rejected = status, reason
	return &next
}

// listed turns components of a create call into the form in which they are
// listed afterwards.
func (t *template) listed(components []any) []any {
	out := make([]any, 0, len(components))
	for _, v := range components {
		m, ok := v.(map[string]any)
		if !ok {
			continue
		}
		c := fields{}
		for k, v := range m {
			c[k] = v
		}
		upper(c, "type")
		upper(c, "format")
		t.fixedText(c)
		if c.has("buttons") {
			c["buttons"] = t.listedButtons(c.objects("buttons"))
		}
		if c.has("cards") {
			cards := []any{}
			for _, card := range c.objects("cards") {
				cards = append(cards, map[string]any{"components": t.listed(card.list("components"))})
			}
			c["cards"] = cards
		}
		out = append(out, map[string]any(c))
	}
	return out
}

func upper(f fields, key string) {
	if s, ok := f[key].(string); ok {
		f[key] = strings.ToUpper(s)
	}
}

// fixedText gives authentication templates the text that the provider fixes.
func (t *template) fixedText(c fields) {
	if t.category != "AUTHENTICATION" || c.has("text") {
		return
	}
	switch c.str("type") {
	case "BODY":
		text := "*{{1}}* is your verification code."
		if c.flag("add_security_recommendation") {
			text += " For your security, do not share this code."
		}
		c["text"] = text
	case "FOOTER":
		if minutes := c.str("code_expiration_minutes"); minutes != "" {
			c["text"] = "This code expires in " + minutes + " minutes."
		}
	}
}

// otpURL is the link under which a one-time-password button is listed back.
const otpURL = "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp"

func (t *template) listedButtons(buttons []fields) []any {
	out := make([]any, 0, len(buttons))
	for _, b := range buttons {
		listed := fields{}
		for k, v := range b {
			listed[k] = v
		}
		upper(listed, "type")
		if sample, ok := listed["example"].(string); ok && listed.str("type") == "COPY_CODE" {
			listed["example"] = []any{sample}
		}
		if listed.str("type") == "OTP" {
			label := listed.str("text")
			orString(&label, "Copy code")
			listed = fields{
				"type": "URL", "text": label,
				"url": otpURL + "{{1}}", "example": []any{otpURL + "123456"},
			}
		}
		out = append(out, map[string]any(listed))
	}
	return out
}

// read derives the layout of listed components.
func (t *template) read(components []any) layout {
	var l layout
	for _, c := range (fields{"c": components}).objects("c") {
		switch c.str("type") {
		case "HEADER":
			l.header = t.slot(c.str("format"), c.str("text"))
		case "BODY":
			l.body = t.slot("TEXT", c.str("text"))
		case "FOOTER":
			l.footer = c.str("text")
		case "BUTTONS":
			l.buttons = readButtons(c.objects("buttons"))
		case "LIMITED_TIME_OFFER":
			offer := c.sub("limited_time_offer")
			l.offer = &offerSlot{offer.str("text"), offer.flag("has_expiration")}
		case "CAROUSEL":
			for _, card := range c.objects("cards") {
				l.cards = append(l.cards, t.read(card.list("components")))
			}
		}
	}
	return l
}

func (t *template) slot(format, text string) slot {
	orString(&format, "TEXT")
	return slot{format: format, text: text, vars: variables(text, t.named)}
}

// variables lists the distinct variables of a text: by first appearance when
// named, else as many as the highest number asks for.
func variables(text string, named bool) []string {
	var out []string
	seen, highest := map[string]bool{}, 0
	for _, m := range variable.FindAllStringSubmatch(text, -1) {
		name := m[1]
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
		var n int
		if _, err := fmt.Sscanf(name, "%d", &n); err == nil {
			highest = max(highest, min(n, 100))
		}
	}
	if named || highest == 0 {
		return out
	}
	out = out[:0]
	for i := 1; i <= highest; i++ {
		out = append(out, fmt.Sprint(i))
	}
	return out
}

func readButtons(list []fields) []buttonSlot {
	var out []buttonSlot
	for _, b := range list {
		out = append(out, buttonSlot{
			kind: strings.ToUpper(b.str("type")), text: b.str("text"), url: b.str("url"),
			phone: b.str("phone_number"), variable: variable.MatchString(b.str("url")),
		})
	}
	return out
}
