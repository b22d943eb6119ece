package gallery_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/gallery"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/templatelint"
)

// The linter finds neither errors nor warnings in any template in any language.
func TestTheLinterFindsNothing(t *testing.T) {
	for _, one := range gallery.All() {
		for _, text := range one.Texts {
			components, err := json.Marshal(text.Components)
			if err != nil {
				t.Fatal(err)
			}
			r := templatelint.Lint(templatelint.Template{Name: one.Name, Language: text.Language, Category: one.Category,
				Format: gallery.Format, Components: components}, templatelint.History{})
			for _, f := range r.Findings {
				t.Errorf("%s in %s: %s at %s: %s", one.Name, text.Language, f.Rule, f.Path, f.Message)
			}
		}
	}
}

// The simulated provider takes every template in every language.
func TestTheProviderTakesThem(t *testing.T) {
	s := sandbox.New(sandbox.Config{Seed: 7, Token: sandbox.DefaultToken, Control: sandbox.Control{Open: true, Clock: true}})
	front := httptest.NewServer(s.Handler())
	defer front.Close()
	for _, one := range gallery.All() {
		s.Advance(time.Hour) // a hundred can be made in an hour
		for _, text := range one.Texts {
			// The account has templates of its own, some under the same names.
			body, _ := json.Marshal(map[string]any{"name": "gallery_" + one.Name, "language": text.Language, "category": one.Category,
				"parameter_format": gallery.Format, "components": text.Components})
			req, _ := http.NewRequest(http.MethodPost, front.URL+"/v25.0/200000000000001/message_templates", strings.NewReader(string(body)))
			req.Header.Set("Authorization", "Bearer "+sandbox.DefaultToken)
			req.Header.Set("Content-Type", "application/json")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			answer, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if res.StatusCode != http.StatusOK {
				t.Errorf("%s in %s: %s", one.Name, text.Language, answer)
			}
		}
	}
}

var parameter = regexp.MustCompile(`\{\{([a-z_]+)\}\}`)

// A template has the same parts, parameters and buttons in every language, and
// each text is written in its own.
func TestLanguagesAreAlike(t *testing.T) {
	if len(gallery.All()) != 30 {
		t.Errorf("there are %d templates", len(gallery.All()))
	}
	want := []string{"ar", "de", "en", "es", "fr", "hi", "id", "pt_BR", "zh_CN"}
	if got := gallery.Languages(); !slices.Equal(got, want) {
		t.Errorf("the languages are %q", got)
	}
	trades := map[string]int{}
	for _, one := range gallery.All() {
		trades[one.Trade]++
		bodies := map[string]bool{}
		for _, text := range one.Texts {
			bodies[text.Body] = true
			if shape(text) != shape(one.Texts[0]) {
				t.Errorf("%s: %s in %s, %s in %s", one.Name, shape(text), text.Language, shape(one.Texts[0]), one.Texts[0].Language)
			}
		}
		if len(bodies) != len(want) {
			t.Errorf("%s says the same in two languages", one.Name)
		}
	}
	if got := slices.Sorted(maps.Keys(trades)); !slices.Equal(got, slices.Sorted(slices.Values(gallery.Trades))) {
		t.Errorf("the trades are %q", got)
	}
}

// shape says what a text is made of.
func shape(text gallery.Text) string {
	var out []string
	for _, v := range text.Components {
		c := v.(map[string]any)
		out = append(out, c["type"].(string))
		buttons, _ := c["buttons"].([]any)
		for _, b := range buttons {
			out = append(out, b.(map[string]any)["type"].(string))
		}
	}
	var vars []string
	for _, m := range parameter.FindAllStringSubmatch(text.Body, -1) {
		vars = append(vars, m[1])
	}
	slices.Sort(vars)
	return strings.Join(append(out, vars...), " ")
}

func TestNearestLanguage(t *testing.T) {
	one, ok := gallery.Named("order_shipped")
	if !ok {
		t.Fatal("it is not there")
	}
	for asked, want := range map[string]string{"de": "de", "de_AT": "de", "en_US": "en", "pt_PT": "pt_BR", "zh_HK": "zh_CN", "ja": ""} {
		if text, _ := one.In(asked); text.Language != want {
			t.Errorf("%s answers %q, expected %q", asked, text.Language, want)
		}
	}
	if _, ok := gallery.Named("nothing"); ok {
		t.Error("a template that is not there was found")
	}
}

// Who taps the last button of a marketing template opts out: its label is a stop
// word, where the service has stop words of the language.
func TestMarketingCanBeLeft(t *testing.T) {
	for _, one := range gallery.All() {
		if one.Category != "MARKETING" {
			continue
		}
		for _, text := range one.Texts {
			base, _, _ := strings.Cut(text.Language, "_")
			buttons := text.Components[len(text.Components)-1].(map[string]any)["buttons"].([]any)
			last := buttons[len(buttons)-1].(map[string]any)
			for _, l := range crm.BuiltInConsentSettings().Languages {
				if l.Language == base && !slices.ContainsFunc(l.StopWords, func(w string) bool { return strings.EqualFold(w, last["text"].(string)) }) {
					t.Errorf("%s in %s ends in %q, which is no stop word", one.Name, text.Language, last["text"])
				}
			}
		}
	}
}
