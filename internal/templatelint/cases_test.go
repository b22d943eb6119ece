package templatelint_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/templatelint"
)

// lintCase is a template with what is made of it; testdata/README.md says what
// its fields mean.
type lintCase struct {
	Label       string            `json:"label"`
	Verdict     string            `json:"verdict"`
	Review      string            `json:"review"`
	Rules       []string          `json:"rules"`
	Name        string            `json:"name"`
	Language    string            `json:"language"`
	Category    string            `json:"category"`
	Format      string            `json:"format"`
	TTL         *int64            `json:"ttl"`
	SubCategory string            `json:"subCategory"`
	Components  []json.RawMessage `json:"components"`
	With        []json.RawMessage `json:"with"`
	Earlier     []earlierTemplate `json:"earlier"`
}

type earlierTemplate struct{ Name, Language, Status, Category, Body string }

const plainBody = `{"type":"BODY","text":"Your parcel has arrived at our shop."}`

var repeated = regexp.MustCompile(`\[\[(\d+)x(.)\]\]`)

// cases reads the cases of all files, by file and label.
func cases(t testing.TB) map[string]lintCase {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	out := map[string]lintCase{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw = repeated.ReplaceAllFunc(raw, func(m []byte) []byte {
			part := repeated.FindSubmatch(m)
			n, _ := strconv.Atoi(string(part[1]))
			return []byte(strings.Repeat(string(part[2]), n))
		})
		decoder := json.NewDecoder(strings.NewReader(string(raw)))
		decoder.DisallowUnknownFields()
		var list []lintCase
		if err := decoder.Decode(&list); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for i, c := range list {
			id := strings.TrimSuffix(filepath.Base(file), ".json") + "/" + c.Label
			if _, twice := out[id]; twice {
				t.Fatalf("two cases are called %s", id)
			}
			c.Name = cmp.Or(c.Name, fmt.Sprintf("%s_%d", strings.TrimSuffix(filepath.Base(file), ".json"), i))
			c.Language, c.Category = cmp.Or(c.Language, "en_US"), cmp.Or(c.Category, "UTILITY")
			if c.Components == nil {
				c.Components = append([]json.RawMessage{json.RawMessage(plainBody)}, c.With...)
			}
			out[id] = c
		}
	}
	return out
}

func (c lintCase) template() templatelint.Template {
	components, _ := json.Marshal(c.Components)
	return templatelint.Template{Name: c.Name, Language: c.Language, Category: c.Category, Format: c.Format,
		Components: components, TTL: c.TTL, SubCategory: c.SubCategory}
}

func (c lintCase) history(now time.Time) templatelint.History {
	h := templatelint.History{Now: now}
	for _, e := range c.Earlier {
		h.Templates = append(h.Templates, crm.Template{Name: e.Name, Language: e.Language, Category: cmp.Or(e.Category, "UTILITY"),
			Status: e.Status, UpdatedAt: now, Components: json.RawMessage(e.components())})
	}
	return h
}

func (e earlierTemplate) components() string {
	if e.Category == "AUTHENTICATION" {
		return `[{"type":"BODY"},{"type":"BUTTONS","buttons":[{"type":"OTP","otp_type":"COPY_CODE","text":"Copy code"}]}]`
	}
	text, _ := json.Marshal(e.Body)
	return `[{"type":"BODY","text":` + string(text) + `}]`
}

// provider is the simulated provider over HTTP.
type provider struct {
	*testing.T
	*sandbox.Server
	path string
	made int
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	s := sandbox.New(sandbox.Config{Seed: 7, Token: sandbox.DefaultToken, TemplateReview: "content", Control: sandbox.Control{Open: true, Clock: true}})
	front := httptest.NewServer(s.Handler())
	t.Cleanup(front.Close)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return &provider{T: t, Server: s, path: front.URL + "/v25.0/200000000000001/message_templates"}
}

func (p *provider) call(method, query string, body any) (verdict string) {
	p.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	req, err := http.NewRequest(method, p.path+query, strings.NewReader(string(raw)))
	if err != nil {
		p.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+sandbox.DefaultToken)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.Fatal(err)
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body)
	var refused struct {
		Error struct {
			Code    int `json:"code"`
			Subcode int `json:"error_subcode"`
		} `json:"error"`
	}
	if json.Unmarshal(answer, &refused) != nil {
		p.Fatalf("%s answers %s", method, answer)
	}
	if res.StatusCode == http.StatusOK {
		return "accept"
	}
	return refusal(refused.Error.Code, refused.Error.Subcode)
}

func refusal(code, subcode int) string {
	if subcode == 0 {
		return fmt.Sprintf("refuse %d", code)
	}
	return fmt.Sprintf("refuse %d/%d", code, subcode)
}

// create asks the provider for a template. A hundred can be made in an hour.
func (p *provider) create(t templatelint.Template) string {
	p.Helper()
	if p.made++; p.made%50 == 0 {
		p.Advance(time.Hour)
	}
	body := map[string]any{"name": t.Name, "language": t.Language, "category": t.Category, "components": t.Components}
	for key, value := range map[string]string{"parameter_format": t.Format, "sub_category": t.SubCategory} {
		if value != "" {
			body[key] = value
		}
	}
	if t.TTL != nil {
		body["message_send_ttl_seconds"] = *t.TTL
	}
	return p.call(http.MethodPost, "", body)
}

// before makes the templates that an account had earlier.
func (p *provider) before(c lintCase) {
	p.Helper()
	for _, e := range c.Earlier {
		made := templatelint.Template{Name: e.Name, Language: e.Language, Category: cmp.Or(e.Category, "UTILITY"), Components: json.RawMessage(e.components())}
		if got := p.create(made); got != "accept" {
			p.Fatalf("%s cannot be made: %s", e.Name, got)
		}
		if e.Status == "rejected" {
			p.SetTemplateStatus(e.Name, e.Language, "REJECTED", "ABUSIVE_CONTENT")
		}
		if e.Status == "deleted" {
			if got := p.call(http.MethodDelete, "?name="+e.Name, struct{}{}); got != "accept" {
				p.Fatalf("%s cannot be deleted: %s", e.Name, got)
			}
		}
	}
}

// templates are those of the account, by name and language.
func (p *provider) templates() map[[2]string]struct{ Status, Category string } {
	p.Helper()
	req, _ := http.NewRequest(http.MethodGet, p.path+"?fields=name,language,status,category&limit=1000", nil)
	req.Header.Set("Authorization", "Bearer "+sandbox.DefaultToken)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.Fatal(err)
	}
	defer res.Body.Close()
	var list struct {
		Data []struct{ Name, Language, Status, Category string }
	}
	if err := json.NewDecoder(res.Body).Decode(&list); err != nil {
		p.Fatal(err)
	}
	out := map[[2]string]struct{ Status, Category string }{}
	for _, t := range list.Data {
		out[[2]string{t.Name, t.Language}] = struct{ Status, Category string }{t.Status, t.Category}
	}
	return out
}

// review waits for the reviewer's decision about a case.
func (p *provider) review(c lintCase) templatelint.Outcome {
	p.Helper()
	p.Advance(time.Hour)
	if err := p.Wait(p.Context()); err != nil {
		p.Fatal(err)
	}
	switch t := p.templates()[[2]string{c.Name, c.Language}]; {
	case t.Status == "REJECTED":
		return templatelint.Rejected
	case t.Status == "APPROVED" && !strings.EqualFold(t.Category, c.Category):
		return templatelint.Recategorised
	case t.Status == "APPROVED":
		return templatelint.Approved
	default:
		return templatelint.Outcome("undecided: " + t.Status)
	}
}

// clear deletes all templates, which the next case is not compared with.
func (p *provider) clear() {
	p.Helper()
	for name := range p.templates() {
		if got := p.call(http.MethodDelete, "?name="+name[0], struct{}{}); got != "accept" && !strings.Contains(got, "2593002") {
			p.Fatalf("%s cannot be deleted: %s", name[0], got)
		}
	}
}

// verdicts are the verdicts that the errors of a report stand for.
func verdicts(r templatelint.Report) (out []string) {
	for _, f := range r.Findings {
		if f.Severity == templatelint.Error {
			out = append(out, refusal(f.Code, f.Subcode))
		}
	}
	if out == nil {
		return []string{"accept"}
	}
	return out
}

// The linter says of each case what the provider does, and what is expected.
func TestCases(t *testing.T) {
	p := newProvider(t)
	all := cases(t)
	if len(all) < 150 {
		t.Errorf("there are %d cases", len(all))
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		c := all[id]
		t.Run(id, func(t *testing.T) {
			p.T = t
			p.before(c)
			if got := p.create(c.template()); got != c.Verdict {
				t.Errorf("the provider says %s, expected %s", got, c.Verdict)
			}
			want := templatelint.Refused
			if c.Verdict == "accept" {
				want = templatelint.Outcome(cmp.Or(c.Review, "approved"))
				if got := p.review(c); got != want {
					t.Errorf("the provider's reviewer says %s, expected %s", got, want)
				}
			}
			p.clear()
			r := templatelint.Lint(c.template(), c.history(p.Now()))
			if got := verdicts(r); !slices.Contains(got, c.Verdict) {
				t.Errorf("the linter says %s, expected %s", got, c.Verdict)
			}
			if got := r.Outcome(); got != want {
				t.Errorf("the linter foretells %s, expected %s", got, want)
			}
			checkRules(t, c, r)
		})
	}
}

// checkRules compares what was found: hints only where the case names them.
func checkRules(t *testing.T, c lintCase, r templatelint.Report) {
	t.Helper()
	var got []string
	for _, f := range r.Findings {
		if f.Severity != templatelint.Hint || slices.Contains(c.Rules, f.Rule) {
			got = append(got, f.Rule)
		}
	}
	want := slices.Sorted(slices.Values(c.Rules))
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("found %q, expected %q", got, want)
	}
}

// Every rule has a case, a known source, and sentences that people can read.
func TestEveryRuleHasACase(t *testing.T) {
	cased := map[string]bool{"template_count": true} // TestManyTemplates
	for id, c := range cases(t) {
		for _, f := range templatelint.Lint(c.template(), c.history(time.Now())).Findings {
			cased[f.Rule] = true
			about, known := templatelint.Rules()[f.Rule]
			if !known || about.Source == "" || f.Source == "" {
				t.Errorf("%s: %s has no source", id, f.Rule)
			}
			if !strings.HasPrefix(f.Path, "/") || !sentence(f.Message) || f.Fix != "" && !sentence(f.Fix) {
				t.Errorf("%s: %s says %q at %q, and suggests %q", id, f.Rule, f.Message, f.Path, f.Fix)
			}
		}
	}
	for rule := range templatelint.Rules() {
		if !cased[rule] {
			t.Errorf("no case shows %s", rule)
		}
	}
}

func sentence(s string) bool {
	return len(s) > 5 && strings.HasSuffix(s, ".") && !strings.Contains(s, "%!") && !strings.Contains(s, "\n")
}
