package crm

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// FieldOwner is whose custom fields are meant. Each has its own keys; numbers are given
// once for both.
type FieldOwner string

// Who has custom fields.
const (
	OfContacts FieldOwner = "contact"
	OfDeals    FieldOwner = "deal"
)

// Path is where fields of the owner are defined.
func (o FieldOwner) Path() string { return "/v1/" + string(o) + "-fields" }

// ReadScope is what it takes to see the definitions, WriteScope to change them.
func (o FieldOwner) ReadScope() Scope {
	if o == OfDeals {
		return ScopeDealsRead
	}
	return ScopeContactsRead
}

// WriteScope is what it takes to change definitions.
func (o FieldOwner) WriteScope() Scope {
	if o == OfDeals {
		return ScopePipelinesWrite
	}
	return ScopeContactsWrite
}

// FieldValue is the value of a custom field, in the form of CustomField.Parse.
type FieldValue struct {
	Key   string
	Type  FieldType
	Value string
}

// NamedValues are the values of what somebody defined, in the order of the definitions.
func NamedValues(values map[int]string, fields []CustomField) (out []FieldValue) {
	for _, d := range fields {
		if value, ok := values[d.Number]; ok {
			out = append(out, FieldValue{d.Key, d.Type, value})
		}
	}
	return out
}

// FieldValues are values of custom fields as the API writes them, by key.
func FieldValues(list []FieldValue) map[string]any {
	out := map[string]any{}
	for _, v := range list {
		switch v.Type {
		case FieldNumber:
			out[v.Key] = json.Number(v.Value)
		case FieldBoolean:
			out[v.Key] = v.Value == "true"
		default:
			out[v.Key] = v.Value
		}
	}
	return out
}

// SameFields reports whether values are those that are asked for, by number, without
// regard to case.
func SameFields(values, asked map[int]string) bool {
	for n, v := range asked {
		if SearchText(values[n]) != SearchText(v) {
			return false
		}
	}
	return true
}

// ParseFieldFilter returns what a list is narrowed to, by number: texts by key, in the
// form in which people write them.
func ParseFieldFilter(texts map[string]string, fields []CustomField, faults *Faults) map[int]string {
	out := map[int]string{}
	for key, text := range texts {
		i := slices.IndexFunc(fields, func(d CustomField) bool { return d.Key == key })
		if i < 0 {
			faults.Add("field", CodeUnknownField, "This workspace has no custom field %q.", key)
			continue
		}
		value, reason := fields[i].Parse(text)
		if reason != "" {
			faults.Add("field", CodeParameterInvalid, "%s %s.", key, reason)
		}
		out[fields[i].Number] = value
	}
	return out
}

// ApplyFields returns the values of custom fields as they become where some are given by
// key, nil for one that is taken away; and adds every fault of these.
func ApplyFields(old map[int]string, given map[string]any, fields []CustomField, owner FieldOwner, f *Faults) map[int]string {
	if len(given) == 0 {
		return old
	}
	if len(given) > MaxCustomFields {
		f.Add("/fields", CodeOutOfRange, "A workspace may have at most %d custom fields.", MaxCustomFields)
		return old
	}
	out := maps.Clone(old)
	if out == nil {
		out = map[int]string{}
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		at := Pointer("fields", key)
		i := slices.IndexFunc(fields, func(d CustomField) bool { return d.Key == key })
		if i < 0 {
			f.Add(at, CodeUnknownField, "This workspace has no custom field %q. Create it with POST %s.", key, owner.Path())
			continue
		}
		d := fields[i]
		v := given[key]
		if v == nil {
			delete(out, d.Number)
			continue
		}
		text, ok := d.text(v)
		if !ok {
			f.Add(at, CodeWrongType, "%s is a %s.", key, d.jsonType())
			continue
		}
		value, reason := d.Parse(text)
		if reason != "" {
			f.Add(at, CodeParameterInvalid, "%s %s.", key, reason)
			continue
		}
		out[d.Number] = value
	}
	return out
}

// WrittenValue is a value of a custom field as people and files write it, whatever its
// type.
type WrittenValue string

// text is a JSON value as text, if it has the type that the field takes.
func (d CustomField) text(v any) (string, bool) {
	switch v := v.(type) {
	case WrittenValue:
		return string(v), true
	case string:
		return v, d.Type != FieldNumber && d.Type != FieldBoolean
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), d.Type == FieldNumber
	case bool:
		return strconv.FormatBool(v), d.Type == FieldBoolean
	}
	return "", false
}

func (d CustomField) jsonType() string {
	switch d.Type {
	case FieldNumber, FieldBoolean:
		return string(d.Type)
	}
	return "string"
}
