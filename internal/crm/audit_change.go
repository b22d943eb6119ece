package crm

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// maxActText bounds a text in the changes of an act, in characters.
const maxActText = 500

// ActDiff returns what differs between two values of one struct type, by the names
// of their fields as the API writes them. Fields that are named in skip, in the
// same form, are left out: secrets, and what changes by itself.
func ActDiff[T any](from, to T, skip ...string) ActChanges {
	var out ActChanges
	diff(&out, reflect.ValueOf(from), reflect.ValueOf(to), skip)
	return out
}

func diff(out *ActChanges, from, to reflect.Value, skip []string) {
	for i := range from.NumField() {
		f := from.Type().Field(i)
		if !f.IsExported() && !f.Anonymous {
			continue
		}
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			diff(out, from.Field(i), to.Field(i), skip)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			name = wireName(f.Name)
		}
		if f.IsExported() && !slices.Contains(skip, name) {
			*out = out.Set(name, from.Field(i).Interface(), to.Field(i).Interface())
		}
	}
}

// wireName is the name of a Go field as the API writes it: PhoneNumberIDs is
// phoneNumberIds.
func wireName(name string) string {
	var out strings.Builder
	letters := []rune(strings.ReplaceAll(name, "IDs", "Ids"))
	for i, r := range letters {
		begins := i > 0 && unicode.IsUpper(r) && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if !begins {
			r = unicode.ToLower(r)
		}
		out.WriteRune(r)
	}
	return out.String()
}

// actValue is a value as an act has it: as JSON, durations in words. What is empty is
// null.
func actValue(v any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case time.Duration:
		return v.String()
	case string:
		return textValue(v)
	}
	if r := reflect.ValueOf(v); r.IsZero() && r.Kind() != reflect.Bool && !isNumber(r) {
		return nil
	} else if r.Kind() == reflect.Pointer {
		return actValue(r.Elem().Interface())
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var out any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&out) != nil {
		return nil
	}
	return out
}

// clipped is a value of which no more than maxActText characters are kept, or four
// times as many of a list or an object.
func clipped(v any) any {
	if text, ok := v.(string); ok {
		return shortText(text)
	}
	if raw, err := json.Marshal(v); err == nil && len(raw) > 4*maxActText {
		return shortText(string(raw))
	}
	return v
}

func isNumber(r reflect.Value) bool { return r.CanInt() || r.CanUint() || r.CanFloat() }

func textValue(text string) any {
	if text == "" {
		return nil
	}
	return strings.ToValidUTF8(text, "�")
}

// shortText is a text of at most maxActText characters.
func shortText(text string) string {
	if utf8.RuneCountInString(text) > maxActText {
		return string([]rune(text)[:maxActText]) + "…"
	}
	return text
}

func sameValue(a, b any) bool {
	left, _ := json.Marshal(a)
	right, _ := json.Marshal(b)
	return bytes.Equal(left, right)
}
