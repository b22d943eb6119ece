package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// Every answer of the document has an example, which its schema accepts. They
// are the first good answer of each operation and the first problem of each
// status in the truth files, with values put where these have names.
func TestEveryAnswerHasAnExample(t *testing.T) {
	doc := readDocument(t, testkit.New(t, testkit.Options{}))
	have := answerExamples(t, doc)
	out := new(bytes.Buffer)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(have); err != nil {
		t.Fatal(err)
	}
	if *record {
		if err := os.WriteFile("answers.json", out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if stored, _ := os.ReadFile("answers.json"); !bytes.Equal(stored, out.Bytes()) {
		t.Error("answers.json is stale: run make truth")
	}
	for _, op := range doc.operations() {
		for status, r := range op.node["responses"].(map[string]any) {
			where := op.id + " " + status
			for kind, media := range doc.part(r.(map[string]any))["content"].(map[string]any) {
				if kind == "*/*" { // bytes of a file
					continue
				}
				example := have[op.id][status]
				if code, _ := strconv.Atoi(status); code >= 400 {
					example = have["problem"][status]
				}
				if example == nil {
					t.Errorf("%s has no example: its truth file needs such an answer", where)
				}
				schema, _ := media.(map[string]any)["schema"].(map[string]any)
				for _, fault := range doc.accepts(schema, example, "") {
					t.Errorf("the example of %s is not accepted by its schema: %s", where, fault)
				}
			}
		}
	}
}

// part is a part of the document, or the one under components that it names.
func (d document) part(node map[string]any) map[string]any {
	if target, ok := node["$ref"].(string); ok {
		at := map[string]any(d)
		for _, key := range strings.Split(strings.TrimPrefix(target, "#/"), "/") {
			at = at[key].(map[string]any)
		}
		node = at
	}
	if node["content"] == nil {
		return map[string]any{"content": map[string]any{}}
	}
	return node
}

// rare are problems that no truth file has, because nothing brings them about
// at will, by status: the code and the detail.
var rare = map[int][2]string{
	http.StatusRequestTimeout:      {string(crm.CodeTooSlow), "The body did not arrive in time."},
	http.StatusTooManyRequests:     {string(crm.CodeRateLimited), "This API key made more than 1000 requests per second."},
	http.StatusInternalServerError: {string(crm.CodeInternal), "Something went wrong on our side."},
	http.StatusServiceUnavailable:  {string(crm.CodeMediaUnavailable), "The file cannot be read from the store."},
}

func answerExamples(t *testing.T, doc document) map[string]map[string]any {
	out := map[string]map[string]any{"problem": {}}
	for _, op := range doc.operations() {
		out[op.id] = map[string]any{}
		for _, c := range truths(t, op.id) {
			status := strconv.Itoa(c.Response.Status)
			of := out[op.id]
			if c.Response.Status >= 400 {
				of = out["problem"]
			}
			said, told := op.node["responses"].(map[string]any)[status].(map[string]any)
			if c.Response.Body == nil || of[status] != nil || !told || c.Request.Method != op.method || len(strings.Split(pathOf(c), "/")) != len(strings.Split(op.path, "/")) {
				continue
			}
			for _, media := range doc.part(said)["content"].(map[string]any) {
				schema, _ := media.(map[string]any)["schema"].(map[string]any)
				of[status] = doc.instead("", schema, c.Response.Body)
			}
		}
		if len(out[op.id]) == 0 {
			delete(out, op.id)
		}
	}
	for status, p := range rare {
		if key := strconv.Itoa(status); out["problem"][key] == nil {
			out["problem"][key] = map[string]any{"type": "/docs/errors#" + p[0], "title": http.StatusText(status), "status": float64(status), "detail": p[1],
				"instance": "/v1/messages", "code": p[0], "requestId": "req_01jd5k3v6rf0w8m2a4t9x7bq1e"}
		}
	}
	return out
}

func pathOf(c truthCase) string {
	path, _, _ := strings.Cut(c.Request.Path, "?")
	return path
}

// shown are values for what the truth files give names, or leave out because it
// differs from run to run.
var (
	stands = map[string]any{"lastFour": "x7Qe", "tokenHint": "…x7Qe", "userId": "US.13491208655302741918", "fbtraceId": "Az8or2yhqkZfEZ",
		"nextCursor": "eyJpZCI6Im1zZ18wMWpkIn0", "day": "2026-01-31", "firstDay": "2026-01-31", "lastDay": "2026-01-31", "date": "2026-01-31", "timestamp": 1769851800.0,
		"from_user_id": "US.13491208655302741918", "subject": "2026-01-31", "priceVersion": "2026-01", "webhook-timestamp": "1769851800", "webhook-signature": "v1,…"}
	named   = regexp.MustCompile(`([a-z]{2,4}_)#(\d*)`)
	letters = "0123456789abcdefghjkmnpqrstvwxyz"
	secrets = strings.NewReplacer("token=#1", "token=Zt2kQ9", "token=#2", "token=Zt2kQ9", "whpk_#1", "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
		"wks_#1", "wks_3b9f0c6d2a81e457", "wks_#2", "wks_a81e4573b9f0c6d2", "whsec_#1", "whsec_…", "sk_test_#1", "sk_test_…", "sk_live_#1", "sk_live_…",
		"2026-…", "2026-01-31T09:30:00Z", "http://127.0.0.1:0", "https://example.com")
	sentNames = regexp.MustCompile(`wamid\.#\d+`)
)

// instead is a value as an example shows it: identifiers and times in their
// form, and of long lists the beginning.
func (d document) instead(field string, schema map[string]any, v any) any {
	if ref, ok := schema["$ref"].(string); ok {
		schema = d.schemas()[filepath.Base(ref)].(map[string]any)
	}
	if choice, ok := schema["anyOf"].([]any); ok {
		if v == "…" {
			return nil
		}
		schema = choice[0].(map[string]any)
		return d.instead(field, schema, v)
	}
	switch v := v.(type) {
	case string:
		return d.text(field, schema, v)
	case []any:
		items, _ := schema["items"].(map[string]any)
		out := []any{}
		for _, item := range v[:min(len(v), 2)] {
			out = append(out, d.instead(field, items, item))
		}
		return out
	case map[string]any:
		if v["$schema"] != nil { // the schema of an event is long
			return map[string]any{"$schema": v["$schema"], "type": "object"}
		}
		fields, _ := schema["properties"].(map[string]any)
		out := map[string]any{}
		for name, part := range v {
			of, known := fields[name].(map[string]any)
			if !known && name == "example" {
				continue // of a template's part; linters take it for the document's own
			}
			if !known {
				of, _ = schema["additionalProperties"].(map[string]any)
			}
			out[name] = d.instead(name, of, part)
		}
		return out
	}
	return v
}

func (d document) text(field string, schema map[string]any, v string) any {
	if v == "…" {
		switch kind, _ := schema["type"].(string); {
		case kind == "integer" || kind == "number":
			return 42.0
		case hasType(schema["type"], nil) && schema["format"] == "date-time":
			return "2026-01-31T09:30:00Z"
		case hasType(schema["type"], nil) && hasType(schema["type"], 1.0):
			return nil
		case stands[field] != nil:
			return stands[field]
		}
		return v
	}
	v = sentNames.ReplaceAllString(secrets.Replace(v), "wamid.HBgLMTQxNTU1NTAxMjMVAgASGBQzQTAxMjM0NTY3ODlBQkNERUYwMAA=")
	return named.ReplaceAllStringFunc(v, func(name string) string {
		m := named.FindStringSubmatch(name)
		n, _ := strconv.Atoi(m[2])
		return m[1] + "01jd5k3v6rf0w8m2a4t9x7bq1" + string(letters[(n+13)%len(letters)])
	})
}

// What is shown of secrets looks like none.
func TestExamplesHaveNoSecrets(t *testing.T) {
	raw, err := os.ReadFile("answers.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []*regexp.Regexp{apiKeys, linkTokens, signingSecrets} {
		if found := secret.Find(raw); found != nil {
			t.Errorf("answers.json has what looks like a secret: %.12s…", found)
		}
	}
}
