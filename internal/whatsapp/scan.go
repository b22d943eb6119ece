package whatsapp

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Webhooks are read by walking over the bytes: a value of an unexpected type
// is then simply not found, where decoding into structs would refuse all that
// is around it. The walk expects JSON that was found valid; on anything else
// it ends early, and never leaves the slice.

// members yields the keys and values of an object, nothing for another value.
func members(raw []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		i := blank(raw, 0)
		if i >= len(raw) || raw[i] != '{' {
			return
		}
		for i = blank(raw, i+1); i < len(raw) && raw[i] == '"'; {
			end := skip(raw, i)
			key := raw[i:end]
			i = blank(raw, blank(raw, end)+1) // over the colon
			end = skip(raw, i)
			if i >= end || !yield(name(key), raw[i:end]) {
				return
			}
			i = blank(raw, blank(raw, end)+1) // over the comma
		}
	}
}

// elements yields the values of an array. A lone object counts as an array of
// one, as some senders write it; null and the like as an empty array.
func elements(raw []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		i := blank(raw, 0)
		if i < len(raw) && raw[i] == '{' {
			yield(raw[i:])
			return
		}
		if i >= len(raw) || raw[i] != '[' {
			return
		}
		for i = blank(raw, i+1); i < len(raw) && raw[i] != ']'; {
			end := skip(raw, i)
			if end <= i || !yield(raw[i:end]) {
				return
			}
			i = blank(raw, blank(raw, end)+1)
		}
	}
}

// member returns the value at a path of keys, or nil. Of a key that is there
// twice the last counts, as everywhere in this package: were it otherwise, the
// secret could be chosen by one value and the other be believed.
func member(raw []byte, path ...string) []byte {
	for _, want := range path {
		var found []byte
		for key, value := range members(raw) {
			if string(key) == want {
				found = value
			}
		}
		raw = found
	}
	return raw
}

func blank(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\r' || raw[i] == '\t') {
		i++
	}
	return i
}

// skip returns the end of the value that starts at i, at most len(raw).
func skip(raw []byte, i int) int {
	depth := 0
	for i < len(raw) {
		switch raw[i] {
		case '"':
			i = skipString(raw, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
			i++
		case ',', ' ', '\n', '\r', '\t', ':':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			i++
			continue // within a number or a word
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

func skipString(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		next := bytes.IndexByte(raw[i:], '"')
		if next < 0 {
			return len(raw)
		}
		i += next
		escapes := 0
		for escapes < next && raw[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
	return len(raw)
}

func name(key []byte) []byte {
	if bytes.IndexByte(key, '\\') >= 0 || len(key) < 2 {
		return []byte(text(key))
	}
	return key[1 : len(key)-1]
}

// text returns a string, or the digits of a number as they stand: the provider
// writes ids and times as either. Every other value is "". What no database
// keeps is replaced: NUL and bytes that are not UTF-8.
func text(raw []byte) string {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return ""
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		return string(raw)
	case raw[0] != '"' || len(raw) < 2:
		return ""
	}
	if plain := raw[1 : len(raw)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain)
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}

func boolean(raw []byte) bool { return string(raw) == "true" }

// maxUnix is the last second of the year 9999.
const maxUnix = 253402300799

// unix reads seconds since 1970 from a string or a number; ok is false for
// everything else, and for a value that is absent.
func unix(raw []byte) (at time.Time, ok bool) {
	seconds, err := strconv.ParseInt(text(raw), 10, 64)
	if err != nil || seconds <= 0 || seconds > maxUnix {
		return time.Time{}, false
	}
	return time.Unix(seconds, 0).UTC(), true
}
