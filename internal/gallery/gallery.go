// Package gallery has good message templates that businesses may take over, each
// in every language of the service, with samples. What it keeps is held by its
// tests against the linter and the simulated provider: no error, no warning.
package gallery

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

//go:embed templates.json languages/*.json
var files embed.FS

// Template is one template in all its languages.
type Template struct {
	Name     string
	Trade    string
	Category string
	About    string
	Texts    []Text // in the order of their languages
}

// Text is a template in one language, as a call that creates it takes it.
type Text struct {
	Language   string
	Body       string
	Components []any
}

// Trades are the businesses that the gallery writes for.
var Trades = []string{"shop", "clinic", "courier", "school"}

// Format is how the templates name what is filled in.
const Format = "NAMED"

// Languages are the languages of the gallery.
func Languages() (out []string) {
	for _, t := range all[0].Texts {
		out = append(out, t.Language)
	}
	return out
}

// All returns every template, in the order of the trades. Nobody changes it.
func All() []Template { return all }

// Named returns the template of a name.
func Named(name string) (Template, bool) {
	for _, t := range all {
		if t.Name == name {
			return t, true
		}
	}
	return Template{}, false
}

// In returns the text in a language, or in the nearest to it that there is.
func (t Template) In(language string) (Text, bool) {
	base, _, _ := strings.Cut(language, "_")
	for _, fits := range []func(string) bool{
		func(own string) bool { return own == language },
		func(own string) bool { return own == base },
		func(own string) bool { start, _, _ := strings.Cut(own, "_"); return start == base },
	} {
		if i := slices.IndexFunc(t.Texts, func(x Text) bool { return fits(x.Language) }); i >= 0 {
			return t.Texts[i], true
		}
	}
	return Text{}, false
}

// form is what a template is in every language: one line of templates.json.
type form struct {
	Name     string   `json:"name"`
	Trade    string   `json:"trade"`
	Category string   `json:"category"`
	About    string   `json:"about"`
	Buttons  []button `json:"buttons"`
}

type button struct {
	Type   string `json:"type"`
	URL    string `json:"url"`
	Sample string `json:"sample"`
}

// language is a file of the folder languages: the samples of all parameters by
// their names, and the words of each template.
type language struct {
	Code      string            `json:"code"`
	Samples   map[string]string `json:"samples"`
	Templates map[string]words  `json:"templates"`
}

type words struct {
	Header  string   `json:"header"`
	Body    string   `json:"body"`
	Footer  string   `json:"footer"`
	Buttons []string `json:"buttons"`
}

var all = load()

// load reads the files, which a test reads too: they cannot be wrong later.
func load() []Template {
	var forms []form
	read("templates.json", &forms)
	entries, err := files.ReadDir("languages")
	if err != nil {
		panic(err)
	}
	out := make([]Template, len(forms))
	for i, f := range forms {
		out[i] = Template{Name: f.Name, Trade: f.Trade, Category: f.Category, About: f.About}
	}
	for _, entry := range entries {
		var l language
		read("languages/"+entry.Name(), &l)
		for i, f := range forms {
			text, err := l.text(f)
			if err != nil {
				panic(fmt.Sprintf("gallery: %s in %s: %v", f.Name, l.Code, err))
			}
			out[i].Texts = append(out[i].Texts, text)
		}
	}
	return out
}

func read(name string, into any) {
	raw, err := files.ReadFile(name)
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(into)
	}
	if err != nil {
		panic("gallery: " + name + ": " + err.Error())
	}
}

var parameter = regexp.MustCompile(`\{\{([a-z_]+)\}\}`)

// text puts a template together in a language.
func (l language) text(f form) (Text, error) {
	w, ok := l.Templates[f.Name]
	if !ok || len(w.Buttons) != len(f.Buttons) {
		return Text{}, fmt.Errorf("it has %d labels for %d buttons", len(w.Buttons), len(f.Buttons))
	}
	out := Text{Language: l.Code, Body: w.Body}
	if w.Header != "" {
		out.Components = append(out.Components, map[string]any{"type": "HEADER", "format": "TEXT", "text": w.Header})
	}
	body := map[string]any{"type": "BODY", "text": w.Body}
	var samples []any
	for _, m := range parameter.FindAllStringSubmatch(w.Body, -1) {
		if l.Samples[m[1]] == "" {
			return Text{}, fmt.Errorf("there is no sample of %s", m[1])
		}
		samples = append(samples, map[string]any{"param_name": m[1], "example": l.Samples[m[1]]})
	}
	if len(samples) > 0 {
		body["example"] = map[string]any{"body_text_named_params": samples}
	}
	out.Components = append(out.Components, body)
	if w.Footer != "" {
		out.Components = append(out.Components, map[string]any{"type": "FOOTER", "text": w.Footer})
	}
	if len(f.Buttons) > 0 {
		out.Components = append(out.Components, map[string]any{"type": "BUTTONS", "buttons": f.labelled(w.Buttons)})
	}
	return out, nil
}

func (f form) labelled(labels []string) (out []any) {
	for i, b := range f.Buttons {
		one := map[string]any{"type": b.Type, "text": labels[i]}
		if b.URL != "" {
			one["url"] = b.URL
		}
		if b.Sample != "" {
			one["example"] = []any{b.Sample}
		}
		out = append(out, one)
	}
	return out
}
