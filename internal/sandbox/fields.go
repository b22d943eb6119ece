package sandbox

import (
	"bytes"
	"encoding/json"
	"maps"
	"unicode/utf8"
)

// fields is a decoded JSON object. Its readers never panic: what has another
// type than asked for is simply not there.
type fields map[string]any

// parseFields decodes one JSON object; numbers keep their spelling.
func parseFields(raw []byte) (fields, *graphError) {
	v, _ := decodeAny(raw)
	out, ok := v.(map[string]any)
	if !ok {
		return nil, refuse(100, "The request body is not a JSON object.")
	}
	return out, nil
}

// decodeAny decodes one JSON value and nothing after it.
func decodeAny(raw []byte) (any, bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || dec.More() {
		return nil, false
	}
	return v, true
}

// has reports whether key is present and not null.
func (f fields) has(key string) bool { return f[key] != nil }

// str returns a string, or the spelling of a number or boolean; "" if absent.
func (f fields) str(key string) string {
	s, _ := text(f[key])
	return s
}

// sub returns an object; nil if absent. Reading from nil is safe.
func (f fields) sub(key string) fields {
	m, _ := f[key].(map[string]any)
	return m
}

// copyOf returns a copy that can be written to, also of nil.
func copyOf(f fields) fields {
	out := make(fields, len(f))
	maps.Copy(out, f)
	return out
}

// mergedInto returns a copy of base in which those of the named members that f
// has replace base's.
func (f fields) mergedInto(base fields, names ...string) fields {
	out := copyOf(base)
	for _, name := range names {
		if f.has(name) {
			out[name] = f[name]
		}
	}
	return out
}

func (f fields) list(key string) []any {
	l, _ := f[key].([]any)
	return l
}

// objects returns the entries of a list that are objects.
func (f fields) objects(key string) []fields {
	var out []fields
	for _, v := range f.list(key) {
		if m, ok := v.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// flag returns a boolean, also spelled "true".
func (f fields) flag(key string) bool { return f.str(key) == "true" }

// chars is the length of s as the provider's limits count it.
func chars(s string) int { return utf8.RuneCountInString(s) }
