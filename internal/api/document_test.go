package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"service.example/crm/internal/testkit"
)

// operation is one entry of the OpenAPI document that the server serves.
type operation struct {
	id, method, path, scope string
	node                    map[string]any
}

// document is the OpenAPI document of a running server.
type document map[string]any

func readDocument(t testing.TB, k *testkit.Kit) document {
	t.Helper()
	var doc document
	r := k.Do(http.MethodGet, "/openapi.json", "", nil)
	if err := json.Unmarshal(r.Body, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// operations lists every operation under /v1.
func (d document) operations() []operation {
	var out []operation
	paths := d["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := paths[path].(map[string]any)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			node, ok := item[method].(map[string]any)
			if !ok || !strings.HasPrefix(path, "/v1/") {
				continue
			}
			scope, _ := node["x-scope"].(string)
			id, _ := node["operationId"].(string)
			out = append(out, operation{id: id, method: strings.ToUpper(method), path: path, scope: scope, node: node})
		}
	}
	return out
}

// access says who may ask for the operation.
func (o operation) access() string { text, _ := o.node["x-access"].(string); return text }

// body is the schema and the example of the request's body; nil without one.
func (o operation) body() (schema map[string]any, example any) {
	request, _ := o.node["requestBody"].(map[string]any)
	content, _ := request["content"].(map[string]any)
	media, _ := content["application/json"].(map[string]any)
	schema, _ = media["schema"].(map[string]any)
	return schema, media["example"]
}

// accepts returns what is wrong with a value by a schema of the document. It
// knows the keywords that the document uses and fails on any other.
func (d document) accepts(schema map[string]any, v any, at string) (faults []string) {
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		schema, ok = d["components"].(map[string]any)["schemas"].(map[string]any)[name].(map[string]any)
		if !ok {
			return []string{at + ": no schema " + ref}
		}
		return d.accepts(schema, v, at)
	}
	fault := func(format string, args ...any) {
		faults = append(faults, at+": "+fmt.Sprintf(format, args...))
	}
	for _, word := range slices.Sorted(maps.Keys(schema)) {
		rule := schema[word]
		switch word {
		case "description", "examples", "default", "format", "properties", "title", "readOnly", "discriminator":
		case "type":
			if !hasType(rule, v) {
				fault("%v is no %v", v, rule)
			}
		case "enum":
			if !slices.Contains(rule.([]any), v) {
				fault("%v is none of %v", v, rule)
			}
		case "required":
			object, _ := v.(map[string]any)
			for _, name := range rule.([]any) {
				if _, given := object[name.(string)]; !given {
					fault("%v is missing", name)
				}
			}
		case "anyOf":
			if !slices.ContainsFunc(rule.([]any), func(one any) bool { return len(d.accepts(one.(map[string]any), v, at)) == 0 }) {
				fault("%v fits none of the schemas", v)
			}
		case "oneOf":
			if n := len(slices.DeleteFunc(slices.Clone(rule.([]any)), func(one any) bool { return len(d.accepts(one.(map[string]any), v, at)) > 0 })); n != 1 {
				fault("%v fits %d of the schemas", v, n)
			}
		case "additionalProperties", "items":
			faults = append(faults, d.acceptsParts(schema, word, v, at)...)
		case "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems":
			if size, ok := sizeOf(word, v); ok && (strings.HasPrefix(word, "min") && size < rule.(float64) || strings.HasPrefix(word, "max") && size > rule.(float64)) {
				fault("%v breaks %s %v", v, word, rule)
			}
		default:
			fault("the keyword %s is not known to this test", word)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	if object, ok := v.(map[string]any); ok {
		for name, value := range object {
			if part, known := properties[name].(map[string]any); known {
				faults = append(faults, d.accepts(part, value, at+"/"+name)...)
			}
		}
	}
	return faults
}

func (d document) acceptsParts(schema map[string]any, word string, v any, at string) (faults []string) {
	if list, ok := v.([]any); ok && word == "items" {
		for i, item := range list {
			faults = append(faults, d.accepts(schema["items"].(map[string]any), item, fmt.Sprintf("%s/%d", at, i))...)
		}
	}
	object, ok := v.(map[string]any)
	if !ok || word != "additionalProperties" {
		return faults
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, value := range object {
		if _, known := properties[name]; known {
			continue
		}
		if part, ok := schema[word].(map[string]any); ok {
			faults = append(faults, d.accepts(part, value, at+"/"+name)...)
		} else if schema[word] == false {
			faults = append(faults, at+": "+name+" is not known")
		}
	}
	return faults
}

func hasType(rule, v any) bool {
	if list, ok := rule.([]any); ok {
		return slices.ContainsFunc(list, func(one any) bool { return hasType(one, v) })
	}
	switch v := v.(type) {
	case nil:
		return rule == "null"
	case bool:
		return rule == "boolean"
	case string:
		return rule == "string"
	case float64:
		return rule == "number" || rule == "integer" && v == math.Trunc(v)
	case []any:
		return rule == "array"
	}
	return rule == "object"
}

// sizeOf is what a bound is about: a number, a length or a count.
func sizeOf(word string, v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, strings.HasSuffix(word, "imum")
	case string:
		return float64(utf8.RuneCountInString(v)), strings.HasSuffix(word, "Length")
	case []any:
		return float64(len(v)), strings.HasSuffix(word, "Items")
	}
	return 0, false
}
