package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"

	"service.example/crm/internal/testkit"
)

// attacker makes requests that nobody should make, from what the served
// document says: the same seed makes the same ones.
type attacker struct {
	rnd    *rand.Rand
	doc    document
	ops    []operation
	things *things
}

// attack is a request and what was done to it.
type attack struct {
	testkit.Request
	op, what string
}

// extremes are values that are at the edge of what JSON, Go or a database can
// hold, or beyond it, as they are written.
var extremes = []string{"1e30", "-1", "0", "1e999", "-1e30", "99999999999999999999999999", "9007199254740993", "9223372036854775807", "2147483648", "0.5", "-0", "1e-400",
	`""`, `" "`, `"\u0000"`, `"\ud800"`, `"\udfff\ud800"`, `"😀"`, `"\u202e"`, `"' OR 1=1 --"`, `"../../etc/passwd"`, `"{{7*7}}"`, `"%00"`, `"\r\nX: y"`,
	`"0000-00-00T00:00:00Z"`, `"9999-12-31T23:59:59Z"`, `"2026-02-30T00:00:00Z"`, `"0001-01-01T00:00:00Z"`, `"tomorrow"`, `"http://127.0.0.1"`, `"javascript:alert(1)"`,
	"null", "true", "false", "{}", "[]", "[null]", "[[]]", `[{}]`, `{"":null}`, `{"a":{"b":[1]}}`, `"` + strings.Repeat("a", 70_000) + `"`, "[" + strings.Repeat("1,", 3000) + "1]"}

// next makes one attack; bodies says that only the body is spoilt.
func (a *attacker) next(bodies bool) attack {
	for {
		op := a.ops[a.rnd.IntN(len(a.ops))]
		_, example := op.body()
		if op.id == "stream-events" || bodies && example == nil {
			continue // a stream has no end
		}
		raw := []byte(nil)
		if example != nil {
			raw, _ = json.Marshal(example)
		}
		out := attack{op: op.id, Request: testkit.Request{Method: op.method, Path: a.path(op), Key: a.things.k.Key, Header: map[string]string{}, Body: raw}}
		if !bodies {
			out.what = a.spoilRequest(&out, op)
		}
		if raw != nil && (bodies || out.what == "") {
			out.what = a.spoilBody(&out, op)
		}
		if out.what != "" {
			return out
		}
	}
}

// path fills in an identifier: one that there is, of another workspace, or none.
func (a *attacker) path(op operation) string {
	known := map[string]string{"/v1/messages/": a.things.message, "/v1/contacts/": a.things.contact, "/v1/assistants/": a.things.assistant, "/v1/webhook-endpoints/": a.things.endpoint,
		"/v1/conversations/": a.things.conversation, "/v1/knowledge/sources/": a.things.source, "/v1/media/": a.things.file, "/v1/phone-numbers/": a.things.k.NumberID, "/v1/ai/providers/": a.things.model}
	id := "msg_01jd5k3v6rf0w8m2a4t9x7bq1e"
	for prefix, it := range known {
		if strings.HasPrefix(op.path, prefix) && op.method != "DELETE" {
			id = it
		}
	}
	if a.rnd.IntN(8) == 0 {
		id = pick(a.rnd, a.things.k.Other.NumberID, "%00", "%ff", "..%2f..", strings.Repeat("a", 300), "%F0%9F%98%80", "'", "null")
	}
	return strings.NewReplacer("{id}", id, "{name}", "messages.upsert", "{tag}", "vip", "{number}", pick(a.rnd, "1", "0", "1e30", "x", "99999999999999999999"),
		"{secretId}", "wks_0000000000000000", "{deliveryId}", a.things.delivery, "{redeliveryId}", a.things.redelivery, "{evaluationId}", a.things.evaluation).Replace(op.path)
}

func pick[T any](rnd *rand.Rand, list ...T) T { return list[rnd.IntN(len(list))] }

// spoilRequest spoils what is not the body; "" when it leaves that to others.
func (a *attacker) spoilRequest(out *attack, op operation) string {
	switch n := a.rnd.IntN(12); {
	case n < 3 && op.method == "GET", n == 0:
		return a.spoilQuery(out, op)
	case n == 3:
		out.Header["Content-Type"] = pick(a.rnd, "text/plain", "application/json; charset=utf-16", "Application/JSON", "multipart/form-data", "multipart/form-data; boundary=x", "application/json;;", "*/*", "application/x-www-form-urlencoded")
		return "media type " + out.Header["Content-Type"]
	case n == 4:
		out.Header["Idempotency-Key"] = pick(a.rnd, "", " ", strings.Repeat("k", 300), "a b", "ü", "once", "once")
		return "idempotency key"
	case n == 5:
		out.Key = ""
		out.Header["Authorization"] = pick(a.rnd, "Bearer", "Bearer  ", "Basic eDp5", "bearer sk_test_x", "Bearer "+strings.Repeat("x", 5000), a.things.k.Key)
		return "authorization"
	case n == 6:
		name := pick(a.rnd, "Accept", "Range", "If-None-Match", "Last-Event-ID", "X-Forwarded-For", "Host", "Cookie", "Content-Encoding")
		out.Header[name] = pick(a.rnd, "x", "bytes=-1", "gzip", strings.Repeat("y", 4000), "\"", "*/*;q=nan")
		return "header " + name
	case n == 7 && op.method != "DELETE":
		return "a strange path"
	}
	if out.Body == nil && op.method != "DELETE" {
		out.Body = []byte(pick(a.rnd, "{}", "[]", "nope", `{"x":1}`, "\xff"))
		return "a body where none belongs"
	}
	return ""
}

func (a *attacker) spoilQuery(out *attack, op operation) string {
	var names []string
	list, _ := op.node["parameters"].([]any)
	for _, p := range list {
		if p := p.(map[string]any); p["in"] == "query" {
			names = append(names, p["name"].(string))
		}
	}
	names = append(names, "nothing", "Limit", "cursor")
	query := url.Values{}
	for range 1 + a.rnd.IntN(3) {
		name := names[a.rnd.IntN(len(names))]
		query.Add(name, pick(a.rnd, "", "x", "-1", "0", "1e30", "99999999999999999999", "true", "null", "+14155550123", "0014155550123", "a,b,,c", "2026-01-31", "2026-01-31T09:00:00+01:00", "MTptc2dfMDE", "\x00", "\xff", strings.Repeat("z", 2000), "😀", "*", "tier:gold", ":"))
	}
	out.Path += "?" + query.Encode()
	if a.rnd.IntN(10) == 0 {
		out.Path += pick(a.rnd, "&%zz", ";", "&&&", "&=x", "?limit=1")
	}
	return "query"
}

// spoilBody writes the body with something in it that does not belong.
func (a *attacker) spoilBody(out *attack, op operation) string {
	text := string(out.Body)
	if a.rnd.IntN(6) == 0 {
		return a.spoilText(out, text)
	}
	var body any
	_ = json.Unmarshal(out.Body, &body)
	object, ok := body.(map[string]any)
	if !ok {
		return a.spoilText(out, text)
	}
	var what []string
	for range 1 + a.rnd.IntN(3) {
		what = append(what, a.spoilField(object, op))
	}
	raw, _ := json.Marshal(object)
	out.Body = restoreRaw(raw)
	return strings.Join(what, ", ")
}

// spoilField spoils a field at any depth; raw JSON stands in a marked string.
func (a *attacker) spoilField(object map[string]any, op operation) string {
	for a.rnd.IntN(3) == 0 {
		var inner []map[string]any
		for _, v := range object {
			switch v := v.(type) {
			case map[string]any:
				inner = append(inner, v)
			case []any:
				for _, item := range v {
					if m, ok := item.(map[string]any); ok {
						inner = append(inner, m)
					}
				}
			}
		}
		if len(inner) == 0 {
			break
		}
		slices.SortFunc(inner, func(x, y map[string]any) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
		object = inner[a.rnd.IntN(len(inner))]
	}
	names := slices.DeleteFunc(sortedKeys(object), func(k string) bool { return strings.HasPrefix(k, mark) })
	schema, _ := op.body()
	more := sortedKeys(a.fields(schema))
	name := "nothing"
	if len(names)+len(more) > 0 {
		name = append(names, more...)[a.rnd.IntN(len(names)+len(more))]
	}
	switch a.rnd.IntN(8) {
	case 0:
		delete(object, name)
		return "without " + name
	case 1:
		name = pick(a.rnd, "foo", strings.ToUpper(name), name+"s", snake(name), "\u017f"+name, "__proto__", "", "a/b~c", strings.Repeat("n", 200))
	}
	object[name] = mark + extremes[a.rnd.IntN(len(extremes))]
	return fmt.Sprintf("%s = %.40s", name, object[name])
}

// fields are those that a request's schema declares, in any of its forms.
func (a *attacker) fields(schema map[string]any) map[string]any {
	out := map[string]any{}
	if ref, ok := schema["$ref"].(string); ok {
		schema, _ = a.doc["components"].(map[string]any)["schemas"].(map[string]any)[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any)
	}
	forms, _ := schema["oneOf"].([]any)
	for _, form := range forms {
		for name, v := range a.fields(form.(map[string]any)) {
			out[name] = v
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, v := range properties {
		out[name] = v
	}
	return out
}

// mark begins a string that stands for raw JSON.
const mark = "\u2063raw:"

// restoreRaw puts raw JSON where marked strings stand.
func restoreRaw(body []byte) []byte {
	var out strings.Builder
	rest := string(body)
	for {
		before, after, found := strings.Cut(rest, `"`+mark)
		out.WriteString(before)
		if !found {
			return []byte(out.String())
		}
		end := 0
		for ; after[end] != '"' || escaped(after, end); end++ {
		}
		var raw string
		_ = json.Unmarshal([]byte(`"`+after[:end]+`"`), &raw)
		out.WriteString(raw)
		rest = after[end+1:]
	}
}

func escaped(s string, at int) bool {
	n := 0
	for i := at - 1; i >= 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

func snake(s string) string {
	var out strings.Builder
	for _, c := range s {
		if c >= 'A' && c <= 'Z' {
			out.WriteByte('_')
			c += 'a' - 'A'
		}
		out.WriteRune(c)
	}
	return out.String()
}

func sortedKeys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// spoilText spoils the body as text.
func (a *attacker) spoilText(out *attack, text string) string {
	at := a.rnd.IntN(len(text))
	what := "broken"
	switch a.rnd.IntN(7) {
	case 0:
		text = text[:at]
	case 1:
		text = text[:at] + pick(a.rnd, "}", "{", "\"", ",", "\x00", "\xff", "\\", "'", "//", "NaN") + text[at:]
	case 2:
		text, what = strings.Replace(text, "{", `{"to":"+14155550199","to":"+14155550198","url":"x","url":"y","name":1,"name":2,`, 1), "doubled"
	case 3:
		text, what = strings.Repeat("[", 1+a.rnd.IntN(5000)), "deep"
	case 4:
		text, what = extremes[a.rnd.IntN(len(extremes))], "another value"
	case 5:
		text, what = text+text, "twice"
	case 6:
		text, what = "", "empty"
	}
	out.Body = []byte(text)
	return what
}
