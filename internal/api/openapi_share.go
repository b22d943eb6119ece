package api

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// sharedParameters are the parameters that mean the same wherever they stand.
var sharedParameters = []string{"Idempotency-Key", "cursor", "limit"}

// form is one way to say something, with every place that says it so.
type form struct {
	text  string
	value any
	refer []func(ref any)
}

// share gives what most operations say in the same words one place under
// components: the answers of error statuses, headers, and the parameters of
// every list and every command. An operation that says it otherwise keeps its
// own words.
func share(doc map[string]any) {
	forms := map[string]map[string]*form{} // by place under components, such as responses/NotFound
	offer := func(place string, value any, refer func(ref any)) {
		raw, _ := json.Marshal(value) // it came from JSON
		if forms[place] == nil {
			forms[place] = map[string]*form{}
		}
		f := forms[place][string(raw)]
		if f == nil {
			f = &form{text: string(raw), value: value}
			forms[place][f.text] = f
		}
		f.refer = append(f.refer, refer)
	}
	for _, op := range operations(doc["paths"].(map[string]any)) {
		responses, _ := op["responses"].(map[string]any)
		for status, r := range responses {
			headers, _ := r.(map[string]any)["headers"].(map[string]any)
			for name, header := range headers {
				offer("headers/"+name, header, func(ref any) { headers[name] = ref })
			}
			if code, err := strconv.Atoi(status); err == nil && code >= 400 {
				name := strings.ReplaceAll(http.StatusText(code), " ", "")
				offer("responses/"+name, r, func(ref any) { responses[status] = ref })
			}
		}
		parameters, _ := op["parameters"].([]any)
		for i, p := range parameters {
			p := p.(map[string]any)
			if schema, ok := p["schema"].(map[string]any); ok && schema["description"] == p["description"] {
				delete(schema, "description") // huma says it in both places
			}
			if name, _ := p["name"].(string); slices.Contains(sharedParameters, name) {
				offer("parameters/"+name, p, func(ref any) { parameters[i] = ref })
			}
		}
	}
	components := doc["components"].(map[string]any)
	for place, found := range forms {
		most := slices.MaxFunc(slices.Collect(maps.Values(found)), func(a, b *form) int {
			return cmp.Or(cmp.Compare(len(a.refer), len(b.refer)), strings.Compare(a.text, b.text))
		})
		if len(most.refer) < 2 {
			continue
		}
		kind, name, _ := strings.Cut(place, "/")
		list, _ := components[kind].(map[string]any)
		if list == nil {
			list = map[string]any{}
			components[kind] = list
		}
		list[name] = most.value
		for _, refer := range most.refer {
			refer(map[string]any{"$ref": "#/components/" + place})
		}
	}
}

// operations are all operations of the document, in no order.
func operations(paths map[string]any) (list []map[string]any) {
	for _, item := range paths {
		for _, op := range item.(map[string]any) {
			if op, ok := op.(map[string]any); ok && op["responses"] != nil {
				list = append(list, op)
			}
		}
	}
	return list
}
