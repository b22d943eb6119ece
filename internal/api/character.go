package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// checkAddress refuses bytes in path and query that are no text, and the null
// character: not every database can store or compare them.
func checkAddress(u *url.URL) error {
	ok := isText(u.Path)
	for name, values := range u.Query() {
		ok = ok && isText(name) && !slices.ContainsFunc(values, func(v string) bool { return !isText(v) })
	}
	if ok {
		return nil
	}
	return crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The address has bytes that are not UTF-8, or a null character.")
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// checkCharacters refuses a body that is not UTF-8, and every string in it
// with a null character.
func checkCharacters(body []byte) error {
	if !utf8.Valid(body) {
		return crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The body is not UTF-8.")
	}
	if !bytes.Contains(body, []byte(`\u0000`)) {
		return nil
	}
	var f crm.Faults
	var v any
	if json.Unmarshal(body, &v) == nil { // what is no JSON is told by the operation
		findNull("", v, &f)
	}
	return f.Err()
}

func findNull(pointer string, v any, f *crm.Faults) {
	switch v := v.(type) {
	case string:
		if !isText(v) {
			f.Add(pointer, crm.CodeParameterInvalid, "The value has a null character (U+0000).")
		}
	case []any:
		for i := range v {
			findNull(pointer+crm.Pointer(i), v[i], f)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if !isText(name) {
				f.Add(pointer, crm.CodeParameterInvalid, "A name has a null character (U+0000).")
				continue
			}
			findNull(pointer+crm.Pointer(name), v[name], f)
		}
	}
}
