package input

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// Query checks the query string of a URL against the parameters of an operation.
// It returns the query without the parameters that have a fault.
func Query(raw string, known map[string]*Field) (faults []crm.FieldError, clean string, err error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		e := crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The query string cannot be read: write %% as %%25 and separate parameters with &.")
		return nil, "", e.Because(err)
	}
	add := func(name string, code crm.Code, detail string) {
		if len(faults) < crm.MaxFaults {
			faults = append(faults, crm.FieldError{Pointer: name, Detail: detail, Code: code})
		}
		delete(values, name)
	}
	for _, name := range sorted(values) {
		list := values[name]
		f, ok := known[name]
		switch {
		case slices.ContainsFunc(append([]string{name}, list...), func(v string) bool { return !utf8.ValidString(v) || strings.IndexByte(v, 0) >= 0 }):
			return nil, "", crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The URL contains a null character or bytes that are not UTF-8.")
		case !ok:
			add(name, crm.CodeUnknownField, textUnknownParameter(name, sorted(known)))
		case len(list) > 1 && f.Type == Array:
			values[name] = []string{strings.Join(list, ",")}
		case len(list) > 1:
			add(name, crm.CodeInvalid, textManyTimes(name, len(list)))
		}
		if list := values[name]; len(list) == 1 && list[0] != "" {
			if code, detail := f.text(name, list[0], true); code != "" {
				add(name, code, detail)
			}
		}
	}
	for _, name := range sorted(known) {
		if known[name].Required && len(values[name]) == 0 {
			add(name, crm.CodeRequired, textRequired(name))
		}
	}
	return faults, values.Encode(), nil
}

// Part checks a part of the path against its shape.
func Part(name, text string, s *Shape) (fault crm.FieldError, ok bool) {
	code, detail := s.text(name, text, false)
	return crm.FieldError{Pointer: name, Detail: detail, Code: code}, code == ""
}

// text checks a value that is written as text against its shape.
func (s *Shape) text(name, text string, query bool) (crm.Code, string) {
	switch s.Type {
	case Integer, Number:
		n, err := strconv.ParseFloat(text, 64)
		_, whole := strconv.ParseInt(text, 10, 64)
		switch {
		case math.IsNaN(n) || err != nil && !math.IsInf(n, 0) || s.Type == Integer && whole != nil && n == math.Trunc(n) && math.Abs(n) < maxInteger || n != math.Trunc(n) && s.Type == Integer:
			return crm.CodeWrongType, textWrongType(name, s, value{})
		case s.Min != nil && n < *s.Min:
			return crm.CodeOutOfRange, textRange(name, s, true)
		case s.Max != nil && n > *s.Max:
			return crm.CodeOutOfRange, textRange(name, s, false)
		case math.Abs(n) > maxInteger:
			return crm.CodeOutOfRange, textHuge(name, maxInteger)
		}
	case Boolean:
		if text != "true" && text != "false" {
			return crm.CodeWrongType, textWrongType(name, s, value{})
		}
	case Array:
		list := strings.Split(text, ",")
		if s.MaxLength != nil && len(list) > *s.MaxLength {
			return crm.CodeOutOfRange, textItems(name, s, len(list))
		}
		for _, item := range list {
			if s.Items == nil {
				break
			}
			if code, detail := s.Items.text(name, item, query); code != "" {
				return code, detail
			}
		}
	default:
		return s.judge(name, text, query)
	}
	return "", ""
}

// sorted returns the names in order.
func sorted[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
