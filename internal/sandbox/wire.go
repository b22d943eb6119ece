package sandbox

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// encoder appends JSON in the provider's own byte form: compact, "/" escaped,
// everything outside printable ASCII as lower-case \uXXXX per UTF-16 unit. In
// hard mode also @ < > & % are escaped. Signatures cover exactly these bytes.
type encoder struct{ hard bool }

// object is a JSON object whose keys keep their order.
type object []member

type member struct {
	key   string
	value any
}

const hexDigits = "0123456789abcdef"

// plainByte tells which bytes stand for themselves inside a string.
var plainByte, plainByteHard = func() (plain, hard [256]bool) {
	for b := 0x20; b <= 0x7e; b++ {
		plain[b] = b != '"' && b != '\\' && b != '/'
		hard[b] = plain[b] && !bytes.ContainsRune([]byte("@<>&%"), rune(b))
	}
	return plain, hard
}()

// str appends s as a quoted JSON string; invalid UTF-8 becomes \ufffd.
func (e encoder) str(dst []byte, s string) []byte {
	table := &plainByte
	if e.hard {
		table = &plainByteHard
	}
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && table[s[i]] {
			i++
		}
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			break
		}
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		dst = appendEscaped(dst, r)
		i += size
	}
	return append(dst, '"')
}

func appendEscaped(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\', '/':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	if r >= 0x10000 {
		r -= 0x10000
		return appendUnit(appendUnit(dst, 0xd800+(r>>10)), 0xdc00+(r&0x3ff))
	}
	return appendUnit(dst, r)
}

func appendUnit(dst []byte, u rune) []byte {
	return append(dst, '\\', 'u',
		hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

// value appends any of the few kinds of values the sandbox answers with. Keys
// of a plain map are sorted, so that equal input gives equal bytes.
func (e encoder) value(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return e.str(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case json.Number:
		return append(dst, v...)
	case json.RawMessage:
		return e.raw(dst, v)
	case object:
		return e.object(dst, v)
	case fields:
		return e.object(dst, sortedObject(v))
	case map[string]any:
		return e.object(dst, sortedObject(v))
	case []any:
		return appendList(e, dst, v)
	case []object:
		return appendList(e, dst, v)
	case []string:
		return appendList(e, dst, v)
	}
	return e.foreign(dst, v)
}

func (e encoder) object(dst []byte, o object) []byte {
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.str(dst, m.key)
		dst = append(dst, ':')
		dst = e.value(dst, m.value)
	}
	return append(dst, '}')
}

func appendList[T any](e encoder, dst []byte, list []T) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.value(dst, v)
	}
	return append(dst, ']')
}

// foreign covers floats and structs by way of encoding/json.
func (e encoder) foreign(dst []byte, v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		return append(dst, "null"...)
	}
	return e.raw(dst, raw)
}

func sortedObject(m map[string]any) object {
	o := make(object, 0, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		o = append(o, member{k, m[k]})
	}
	return o
}

// raw appends JSON text re-encoded in the provider's form, its key order kept;
// text that is not JSON becomes null.
func (e encoder) raw(dst, text []byte) []byte {
	if !json.Valid(text) {
		return append(dst, "null"...)
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\n', '\r':
		case '"':
			end := stringEnd(text, i)
			var s string
			if json.Unmarshal(text[i:end], &s) == nil {
				dst = e.str(dst, s)
			}
			i = end - 1
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// stringEnd returns the index after the closing quote of the string at start.
func stringEnd(text []byte, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// text renders a decoded JSON scalar as a string, as the provider does for
// fields that it documents as strings but also takes as numbers or booleans.
func text(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	case int:
		return strconv.Itoa(v), true
	}
	return "", false
}
