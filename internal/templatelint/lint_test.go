package templatelint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/templatelint"
)

// The samples of the provider's documentation have no errors.
func TestSamplesHaveNoErrors(t *testing.T) {
	root := os.Getenv("CRM_FIXTURES")
	if root == "" {
		root = "../../../shared/fixtures"
	}
	files, _ := filepath.Glob(filepath.Join(root, "outbound", "*template-create*.request.json"))
	if len(files) == 0 {
		t.Skipf("no payload corpus at %s; set CRM_FIXTURES to its folder", root)
	}
	filled := strings.NewReplacer("<CATEGORY>", "UTILITY", "<LANGUAGE>", "en", "<NAME>", "call_us", "<TEMPLATE_NAME>", "by_flow")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var sample struct {
			Name, Language, Category string
			Format                   string      `json:"parameter_format"`
			TTL                      json.Number `json:"message_send_ttl_seconds"`
			Components               json.RawMessage
		}
		if err := json.Unmarshal([]byte(filled.Replace(string(raw))), &sample); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		one := templatelint.Template{Name: sample.Name, Language: sample.Language, Category: sample.Category, Format: sample.Format, Components: sample.Components}
		if n, err := sample.TTL.Int64(); err == nil {
			one.TTL = &n
		}
		for _, f := range templatelint.Lint(one, templatelint.History{}).Findings {
			if f.Severity == templatelint.Error {
				t.Errorf("%s: %s at %s: %s", filepath.Base(file), f.Rule, f.Path, f.Message)
			}
		}
	}
}

// past makes a history: so many templates with and without a link on a button,
// of which so many were rejected.
func past(with, withRejected, without, withoutRejected int) templatelint.History {
	h := templatelint.History{Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	add := func(n, rejected int, components string) {
		for i := range n {
			status := "approved"
			if i < rejected {
				status = "rejected"
			}
			text := fmt.Sprintf(`[{"type":"BODY","text":"Notice number %d of the office %s."}%s]`, len(h.Templates), strings.Repeat("x", len(h.Templates)%7+1), components)
			h.Templates = append(h.Templates, crm.Template{Name: fmt.Sprintf("past_%d", len(h.Templates)), Language: "en_US", Category: "UTILITY", Status: status, Components: json.RawMessage(text)})
		}
	}
	add(with, withRejected, `,{"type":"BUTTONS","buttons":[{"type":"URL","text":"Open","url":"https://shop.example/"}]}`)
	add(without, withoutRejected, "")
	return h
}

const (
	plain      = `[` + plainBody + `]`
	withButton = `[` + plainBody + `,{"type":"BUTTONS","buttons":[{"type":"URL","text":"Open","url":"https://shop.example/"}]}]`
)

func judged(components string, h templatelint.History) templatelint.Report {
	return templatelint.Lint(templatelint.Template{Name: "now", Language: "en_US", Category: "UTILITY", Components: json.RawMessage(components)}, h)
}

// The chance follows what became of templates with the same features.
func TestChance(t *testing.T) {
	h := past(20, 15, 30, 1)
	risky, safe := judged(withButton, h).Chance, judged(plain, h).Chance
	if !risky.Known || risky.Cases != 50 || risky.Approved != 34 {
		t.Fatalf("%+v", risky)
	}
	if risky.Value > 0.45 || safe.Value < 0.65 || safe.Value-risky.Value < 0.3 {
		t.Errorf("with a button %v, without one %v", risky.Value, safe.Value)
	}
	if len(risky.Reasons) == 0 || risky.Reasons[0].Raises || risky.Reasons[0].Message != "Of 20 templates with a button of the type URL, 5 were approved." {
		t.Errorf("%+v", risky.Reasons)
	}
}

// Too few cases, or cases of one kind only, say nothing; their number is told.
func TestChanceOfTooFew(t *testing.T) {
	for name, h := range map[string]templatelint.History{
		"none":            {},
		"few":             past(5, 3, 10, 3),
		"nothing refused": past(20, 0, 30, 2),
		"all refused":     past(20, 20, 30, 29),
	} {
		if c := judged(plain, h).Chance; c.Known || c.Value != 0 || len(c.Reasons) > 0 || c.Cases != len(h.Templates) {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// What the provider refuses at once has no chance, however little is known.
func TestChanceOfTheRefused(t *testing.T) {
	c := judged(`[]`, templatelint.History{}).Chance
	if !c.Known || c.Value != 0 || len(c.Reasons) != 1 {
		t.Errorf("%+v", c)
	}
}

// So many cases cannot say more than one in their number.
func TestChanceIsNeverSure(t *testing.T) {
	c := judged(plain, past(30, 30, 170, 0)).Chance
	if c.Value >= 1-1.0/202+1e-9 || c.Value < 0.9 {
		t.Errorf("%+v", c)
	}
}

func TestManyTemplates(t *testing.T) {
	if r := judged(plain, past(0, 0, 250, 0)); !r.Has("template_count") {
		t.Errorf("%+v", r.Findings)
	}
}

// Findings stop at their bound, and the rest is counted.
func TestFindingsAreBounded(t *testing.T) {
	button := strings.Repeat(`{"type":"URL","text":"Yes 👍","url":"http://{{1}}/x"},`, 39)
	r := judged(`[`+plainBody+`,{"type":"BUTTONS","buttons":[`+strings.TrimSuffix(button, ",")+`]}]`, templatelint.History{})
	if len(r.Findings) != templatelint.MaxFindings || r.More == 0 {
		t.Errorf("%d findings, %d more", len(r.Findings), r.More)
	}
}

// The largest body that the service takes is judged within moments, whatever it
// is made of.
func TestWorkIsBounded(t *testing.T) {
	h := past(100, 50, 400, 20)
	for name, text := range map[string]string{
		"parameters": strings.Repeat("{{1}} ", 8000), "numbers": numbers(6000), "links": strings.Repeat("a.b.c.example/x ", 3000),
		"dots": strings.Repeat("a.", 24000), "stars": strings.Repeat("*_~`", 12000), "words": strings.Repeat("sale offer ", 4000),
		"braces": strings.Repeat("{{", 24000), "Chinese": strings.Repeat("优惠", 8000),
	} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		inner := strings.Repeat(`{"type":"BODY","text":`+string(quoted)+`},`, 10)
		card := `{"components":[` + strings.TrimSuffix(inner, ",") + `]}`
		raw := `[` + inner + `{"type":"CAROUSEL","cards":[` + card + `,` + card + `]}]`
		began := time.Now()
		r := judged(raw, h)
		if took := time.Since(began); took > 10*time.Second || !r.Refused() {
			t.Errorf("%s: %d bytes took %s", name, len(raw), took)
		}
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "x {{%d}} ", i+1)
	}
	return b.String()
}

func FuzzLint(f *testing.F) {
	for _, c := range cases(f) {
		t := c.template()
		f.Add(t.Name, t.Language, t.Category, t.Format, []byte(t.Components))
	}
	f.Add("x", "pt", "UTILITY", "named", []byte(`[{"type":"CAROUSEL","cards":[{"components":[{"type":"CAROUSEL","cards":[{}]},1]}]},{"type":{}},[]]`))
	h := past(12, 6, 12, 2)
	f.Fuzz(func(t *testing.T, name, language, category, format string, raw []byte) {
		began := time.Now()
		r := templatelint.Lint(templatelint.Template{Name: name, Language: language, Category: category, Format: format, Components: raw}, h)
		if len(r.Findings) > templatelint.MaxFindings || r.Chance.Value < 0 || r.Chance.Value > 1 {
			t.Errorf("%d findings, chance %v", len(r.Findings), r.Chance.Value)
		}
		for _, one := range r.Findings {
			if _, known := templatelint.Rules()[one.Rule]; !known || !strings.HasPrefix(one.Path, "/") {
				t.Errorf("%+v", one)
			}
		}
		if took := time.Since(began); len(raw) < 1<<20 && took > 20*time.Second {
			t.Errorf("%d bytes took %s", len(raw), took)
		}
	})
}

// A template is judged in milliseconds, also beside 500 others.
func BenchmarkLint(b *testing.B) {
	for _, n := range []int{0, 100, 500} {
		h := past(n/2, n/5, n-n/2, n/20)
		b.Run(fmt.Sprintf("beside %d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				judged(withButton, h)
			}
		})
	}
}
