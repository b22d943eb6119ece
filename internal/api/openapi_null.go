package api

import (
	"reflect"
	"slices"
	"strings"
)

// nullableFields are the fields of a type that hold another schema or null: a
// pointer to a struct that is written even when there is nothing to point to.
// huma shows such a field as a bare reference, which refuses null.
func nullableFields(t reflect.Type) (names []string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, nullableFields(f.Type)...)
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		leftOut := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		if f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct && !leftOut && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

var null = map[string]any{"type": "null"}

// orNull is a field that refers to another schema, or is null. What is said of
// the field stays outside the choice.
func orNull(field map[string]any) map[string]any {
	out := map[string]any{"anyOf": []any{map[string]any{"$ref": field["$ref"]}, null}}
	if text, ok := field["description"]; ok {
		out["description"] = text
	}
	return out
}

// listNull adds null to the listed values of a field that may be null.
func listNull(field map[string]any) {
	types, _ := field["type"].([]any)
	values, _ := field["enum"].([]any)
	if len(values) > 0 && slices.Contains(types, any("null")) && !slices.Contains(values, nil) {
		field["enum"] = append(values, nil)
	}
}
