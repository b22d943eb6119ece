package input

import (
	"fmt"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
)

// The sentences about faults. Each names the field first, then the rule.

func textWrongType(name string, s *Shape, v value) string {
	switch {
	case s.Time:
		return textTime(name, false)
	case len(s.OneOf) > 0 || len(s.Enum) > 0:
		return name + " must be " + choice(s) + "."
	case s.Type == Integer && s.Min != nil && s.Max != nil:
		return fmt.Sprintf("%s must be a whole number from %s to %s%s.", name, plain(*s.Min), plain(*s.Max), unquoted(v))
	}
	return name + " must be " + article(s) + hint(s, v) + "."
}

// hint says how to fix the value.
func hint(s *Shape, v value) string {
	switch {
	case v.kind == 'n':
		return ", not null"
	case s.Type == String && v.kind == '0' && len(v.raw) <= 40:
		return "; put quotes around " + string(v.raw)
	case s.Type == String && (v.kind == 't' || v.kind == 'f'):
		return "; put quotes around " + string(v.raw)
	case s.Type == Array && v.kind != '{':
		return "; put the value in [ ]"
	case s.Type == Object:
		return "" // a string is hardly an object in quotes
	}
	return unquoted(v)
}

func unquoted(v value) string {
	if v.kind == '"' {
		return ", without quotes"
	}
	return ""
}

func article(s *Shape) string {
	switch s.Type {
	case String:
		return "a string"
	case Integer:
		return "a whole number"
	case Number:
		return "a number"
	case Boolean:
		return "true or false"
	case Array:
		if s.Noun != "" {
			return "a list of " + s.Noun
		}
		return "a list"
	}
	return "a JSON object"
}

// choice lists the accepted values.
func choice(s *Shape) string {
	var words []string
	for _, e := range s.Enum {
		words = append(words, strconv.Quote(e))
		if isWord(e) {
			words[len(words)-1] = e
		}
	}
	for _, o := range s.OneOf {
		if len(o.Enum) > 0 {
			words = append(words, o.Enum...)
		} else {
			words = append(words, article(o))
		}
	}
	return oneOf(words)
}

func isWord(s string) bool {
	return s != "" && !strings.ContainsAny(s, " \t,\"")
}

func oneOf(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func textEnum(name string, s *Shape, got string) string {
	if s.either != nil {
		s = s.either
	}
	return fmt.Sprintf("%s must be %s, not %s.", name, choice(s), quote(got))
}

// quote shows a value of the request, shortened to 40 characters.
func quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}

func textTime(name string, query bool) string {
	text := name + " must be a time with a zone, such as 2026-01-31T09:00:00Z"
	if query {
		text += " (write + as %2B)"
	}
	return text + "."
}

func textRequired(name string) string { return name + " is required." }

func textUnknown(name string, known []string) string {
	text := "Unknown field " + shown(name)
	if near := crm.Nearest(name, known); near != "" {
		return text + "; did you mean " + near + "?"
	}
	return text + "."
}

func textUnknownParameter(name string, known []string) string {
	text := "Unknown query parameter " + shown(name)
	if near := crm.Nearest(name, known); near != "" {
		return text + "; did you mean " + near + "?"
	}
	return text + "."
}

func shown(name string) string {
	if isWord(name) && len(name) <= 64 && strconv.Quote(name) == `"`+name+`"` {
		return name
	}
	return quote(name)
}

func textTwice(name string) string { return name + " is given twice." }

func textManyTimes(name string, n int) string {
	return fmt.Sprintf("%s is given %d times; give it only once.", name, n)
}

func textTooLong(name string, n, limit int) string {
	return fmt.Sprintf("%s has %d characters; at most %d are allowed.", name, n, limit)
}

func textTooShort(name string, n, least int) string {
	if n == 0 {
		return name + " is empty."
	}
	return fmt.Sprintf("%s has %d characters; it needs at least %d.", name, n, least)
}

func textItems(name string, s *Shape, n int) string {
	switch {
	case n == 0:
		return name + " is empty; it needs at least " + strconv.Itoa(*s.MinLength) + "."
	case s.MaxLength != nil && n > *s.MaxLength:
		return fmt.Sprintf("%s has %d entries; at most %d are allowed.", name, n, *s.MaxLength)
	}
	return fmt.Sprintf("%s has %d entries; it needs at least %d.", name, n, *s.MinLength)
}

func textRange(name string, s *Shape, below bool) string {
	if below {
		return name + " must be at least " + plain(*s.Min) + unit(name, *s.Min) + "."
	}
	return name + " must be at most " + plain(*s.Max) + unit(name, *s.Max) + "."
}

// textHuge is about a number too large for any field of the API.
func textHuge(name string, limit int64) string {
	return fmt.Sprintf("%s is too large; the maximum is %d.", name, limit)
}

func textTiny(name string, limit int64) string {
	return fmt.Sprintf("%s is too small; the minimum is %d.", name, limit)
}

func textNull(name string) string { return name + " contains a null character (U+0000)." }

func textHalf(name string) string {
	return name + " contains half of a surrogate pair; write both halves or the character itself."
}

// unit repeats a number of seconds in days, hours or minutes.
func unit(name string, n float64) string {
	if !strings.HasSuffix(strings.ToLower(name), "seconds") {
		return ""
	}
	for _, u := range []struct {
		name string
		of   float64
	}{{"day", 86400}, {"hour", 3600}, {"minute", 60}} {
		if n >= u.of && float64(int64(n/u.of))*u.of == n {
			text := " (" + plain(n/u.of) + " " + u.name
			if n != u.of {
				text += "s"
			}
			return text + ")"
		}
	}
	return ""
}

// plain writes a number without an exponent.
func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// malformed is the error for a body that is not JSON.
func malformed(format string, args ...any) *crm.Error {
	e := crm.Errorf(crm.KindMalformed, crm.CodeMalformed, format, args...)
	e.Fields = []crm.FieldError{{Pointer: "", Detail: e.Message, Code: crm.CodeMalformed}}
	return e
}
