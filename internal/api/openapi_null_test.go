package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
)

var tellsOfNull = regexp.MustCompile(`\bnull\b`)

// A field that is null in an answer, or of which the document says in words
// that it may be, has null among its types: generated clients then make its
// reader look first.
func TestWhatMayBeNullSaysSo(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	doc := readDocument(t, k)
	for _, name := range slices.Sorted(maps.Keys(doc.schemas())) {
		fields, _ := doc.schemas()[name].(map[string]any)["properties"].(map[string]any)
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			schema := fields[field].(map[string]any)
			text, _ := schema["description"].(string)
			// A map of values says of them that null removes one.
			if tellsOfNull.MatchString(text) && schema["additionalProperties"] == nil && len(doc.accepts(schema, nil, "")) > 0 {
				t.Errorf("%s.%s tells of null (%s) and does not admit it", name, field, text)
			}
		}
	}
	for _, op := range doc.operations() {
		for _, c := range truths(t, op.id) {
			schema := op.answer(strconv.Itoa(c.Response.Status))
			for _, fault := range doc.nulls(schema, c.Response.Body, "") {
				t.Errorf("%s, %s: %s", op.id, c.Label, fault)
			}
		}
	}
}

// truths are the recorded cases of an operation.
func truths(t testing.TB, id string) (cases []truthCase) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("testdata", id+".*json"))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list []truthCase
		if err := json.Unmarshal(raw, &list); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, list...)
	}
	return cases
}

func (d document) schemas() map[string]any {
	return d["components"].(map[string]any)["schemas"].(map[string]any)
}

// answer is the schema of an answer in JSON; nil without one.
func (o operation) answer(status string) map[string]any {
	response, _ := o.node["responses"].(map[string]any)[status].(map[string]any)
	content, _ := response["content"].(map[string]any)
	media, _ := content["application/json"].(map[string]any)
	schema, _ := media["schema"].(map[string]any)
	return schema
}

// nulls finds the nulls of a value that its schema does not admit.
func (d document) nulls(schema map[string]any, v any, at string) (faults []string) {
	if ref, ok := schema["$ref"].(string); ok {
		schema = d.schemas()[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any)
	}
	if v == nil {
		if len(schema) > 0 && len(d.accepts(schema, nil, "")) > 0 {
			return []string{at + " is null, which the document does not admit"}
		}
		return nil
	}
	if choice, ok := schema["anyOf"].([]any); ok {
		schema = choice[0].(map[string]any)
		return d.nulls(schema, v, at)
	}
	switch v := v.(type) {
	case []any:
		items, _ := schema["items"].(map[string]any)
		for i := range v {
			faults = append(faults, d.nulls(items, v[i], fmt.Sprint(at, "/", i))...)
		}
	case map[string]any:
		fields, _ := schema["properties"].(map[string]any)
		for name := range v {
			if field, ok := fields[name].(map[string]any); ok {
				faults = append(faults, d.nulls(field, v[name], at+"/"+name)...)
			}
		}
	}
	return faults
}
