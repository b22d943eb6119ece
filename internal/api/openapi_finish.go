package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2/yaml"
)

// topLevel is the order in which people read the document.
var topLevel = []string{"openapi", "info", "servers", "tags", "paths", "webhooks", "components"}

// complete finishes the document that huma derives from the types, as JSON and
// as YAML.
func (s *Server) complete(raw []byte) (pretty, text []byte, err error) {
	var doc map[string]any
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, nil, err
	}
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	types := s.schemaTypes()
	for name, t := range types {
		finish(name, schemas[name].(map[string]any), t)
	}
	split(schemas)
	for _, w := range doc["webhooks"].(map[string]any) {
		// A receiver verifies signatures; it is not called with an API key.
		w.(map[string]any)["post"].(map[string]any)["security"] = []any{}
	}
	paths := doc["paths"].(map[string]any)
	nameRetrySchedule(schemas)
	for _, op := range s.operations {
		op.finish(schemas, paths)
	}
	strict := map[string]bool{}
	reachable(schemas, requestBodies(paths), strict)
	for name, schema := range schemas {
		if !strict[name] {
			delete(schema.(map[string]any), "additionalProperties")
		}
	}
	for name, t := range types {
		orderFields(schemas[name].(map[string]any), t)
	}
	if err := showAnswers(paths); err != nil {
		return nil, nil, err
	}
	share(doc)
	var out, lines bytes.Buffer
	out.WriteString("{")
	for i, key := range topLevel {
		part, err := json.MarshalIndent(doc[key], "  ", "  ")
		if err != nil {
			return nil, nil, err
		}
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n  \"" + key + "\": ")
		out.Write(part)
		if err := yaml.Convert(&lines, strings.NewReader(`{"`+key+`": `+string(part)+"}")); err != nil {
			return nil, nil, err
		}
	}
	out.WriteString("\n}\n")
	return out.Bytes(), lines.Bytes(), nil
}

// finish adds what the tags and methods of a type say beyond its fields.
func finish(name string, schema map[string]any, t reflect.Type) {
	for _, field := range neededFields(t) {
		list, _ := schema["required"].([]any)
		if !slices.Contains(list, any(field)) {
			schema["required"] = append(list, field)
		}
	}
	fields, _ := schema["properties"].(map[string]any)
	for _, field := range nullableFields(t) {
		if target, ok := fields[field].(map[string]any); ok && target["$ref"] != nil {
			fields[field] = orNull(target)
		}
	}
	for _, field := range fields {
		listNull(field.(map[string]any))
	}
	if strings.HasPrefix(name, "Update") || strings.HasPrefix(name, "Upsert") {
		for _, field := range fields {
			// What is left out keeps its value; some generators would send the default.
			delete(field.(map[string]any), "default")
		}
	}
	listValues(fields, t)
}

// neededFields are those with the tag needed: a client must give them although
// the server finds it out itself, so that it can tell all faults at once.
func neededFields(t reflect.Type) (names []string) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("needed") == "true" {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}

// ordered is an object whose members keep the order of the code.
type ordered struct {
	keys    []string
	members map[string]any
}

// MarshalJSON writes the members in order; those without a place come last.
func (o ordered) MarshalJSON() ([]byte, error) {
	rest := make([]string, 0, len(o.members))
	for k := range o.members {
		if !slices.Contains(o.keys, k) {
			rest = append(rest, k)
		}
	}
	slices.Sort(rest)
	var out bytes.Buffer
	out.WriteByte('{')
	for _, k := range append(slices.Clone(o.keys), rest...) {
		v, ok := o.members[k]
		if !ok {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		name, _ := json.Marshal(k)
		value, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// schemaTypes are the types of the schemas by name.
func (s *Server) schemaTypes() map[string]reflect.Type {
	registry := s.huma.OpenAPI().Components.Schemas
	types := map[string]reflect.Type{}
	for name := range registry.Map() {
		if t := registry.TypeFromRef(schemaPath + name); t != nil {
			for t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			types[name] = t
		}
	}
	return types
}

// orderFields lists the fields of a schema in the order of the code.
func orderFields(schema map[string]any, t reflect.Type) {
	if fields, ok := schema["properties"].(map[string]any); ok && t.Kind() == reflect.Struct {
		schema["properties"] = ordered{fieldNames(t), fields}
	}
}

// finish writes the example of a request in the order of the code, and gives a
// form its name and its place before JSON.
func (op *operation) finish(schemas, paths map[string]any) {
	if op.example == nil {
		return
	}
	body := paths[op.path].(map[string]any)[strings.ToLower(op.method)].(map[string]any)["requestBody"].(map[string]any)
	content := body["content"].(map[string]any)
	content["application/json"].(map[string]any)["example"] = asJSON(op.example)
	if op.form == nil {
		return
	}
	if op.form.schema != "" {
		media := content["multipart/form-data"].(map[string]any)
		schemas[op.form.schema] = media["schema"]
		media["schema"] = ref(op.form.schema)
	}
	if op.form.first {
		body["content"] = ordered{[]string{"multipart/form-data"}, content}
	}
}

// asJSON is a value with its fields in the order of the code.
func asJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("api: " + err.Error()) // only for values of ours, which always marshal
	}
	return raw
}

func fieldNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, fieldNames(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
