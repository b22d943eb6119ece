package api

import (
	"encoding"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"service.example/crm/internal/crm"
)

// appender appends the JSON of a value of one type.
type appender func(out []byte, v reflect.Value) ([]byte, error)

// answerForm is a way in which answers are written: whole, or masked for those who see no
// whole phone number.
type answerForm struct {
	masked  bool
	options json.Options // by which the encoder writes the same
	// appenders are those of the types that were written before.
	appenders sync.Map // reflect.Type → appender
}

// appenderOf returns how values of a type are written: by the form's options, only
// without asking at each value whether its type has a rule of its own. What is
// rare in answers, or has such a rule, is left to the encoder.
func (w *answerForm) appenderOf(t reflect.Type) appender {
	if known, ok := w.appenders.Load(t); ok {
		return known.(appender)
	}
	// A type that has itself as a part finds this one, and waits.
	var ready sync.WaitGroup
	var made appender
	ready.Add(1)
	known, loaded := w.appenders.LoadOrStore(t, appender(func(out []byte, v reflect.Value) ([]byte, error) {
		ready.Wait()
		return made(out, v)
	}))
	if loaded {
		return known.(appender)
	}
	if made = w.newAppender(t); w.masked {
		made = w.maskedAppender(t, made)
	}
	ready.Done()
	w.appenders.Store(t, made)
	return made
}

func (w *answerForm) newAppender(t reflect.Type) appender {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return appendTimeValue
	case hasRule(t):
		return w.appendByEncoder
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(out []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(out, v.Bool()), nil }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(out []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(out, v.Int(), 10), nil }
	case reflect.String:
		if w.masked && t == reflect.TypeFor[string]() {
			return w.appendMaskedText
		}
		return w.appendText
	case reflect.Pointer:
		return pointerAppender(w.appenderOf(t.Elem()))
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 {
			return sliceAppender(w.appenderOf(t.Elem()))
		}
	case reflect.Map:
		return w.appendMap
	case reflect.Struct:
		if p, ok := w.planOf(t); ok {
			return p.append
		}
	}
	return w.appendByEncoder
}

// hasRule reports whether values of a type say themselves how they are written,
// or the options say it for the type.
func hasRule(t reflect.Type) bool {
	for _, of := range []reflect.Type{t, reflect.PointerTo(t)} {
		for _, rule := range []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.MarshalerTo](), reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextAppender]()} {
			if t.Kind() != reflect.Pointer && of.Implements(rule) {
				return true
			}
		}
	}
	return t.PkgPath() == "encoding/json"
}

func (w *answerForm) appendByEncoder(out []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() {
		v = v.Addr()
	}
	text, err := json.Marshal(v.Interface(), w.options)
	return append(out, text...), err
}

func pointerAppender(elem appender) appender {
	return func(out []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(out, "null"...), nil
		}
		return elem(out, v.Elem())
	}
}

func sliceAppender(elem appender) appender {
	return func(out []byte, v reflect.Value) (_ []byte, err error) {
		if v.IsNil() {
			return append(out, "null"...), nil
		}
		out = append(out, '[')
		for i := range v.Len() {
			if i > 0 {
				out = append(out, ',')
			}
			if out, err = elem(out, v.Index(i)); err != nil {
				return out, err
			}
		}
		return append(out, ']'), nil
	}
}

// appendMap writes an empty map, as most are.
func (w *answerForm) appendMap(out []byte, v reflect.Value) ([]byte, error) {
	switch {
	case v.IsNil():
		return append(out, "null"...), nil
	case v.Len() == 0:
		return append(out, "{}"...), nil
	}
	return w.appendByEncoder(out, v)
}

// appendText writes a text as it is where nothing in it needs another form.
func (w *answerForm) appendText(out []byte, v reflect.Value) ([]byte, error) {
	s, ascii := v.String(), true
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			return w.appendByEncoder(out, reflect.ValueOf(s))
		} else if c >= utf8.RuneSelf {
			ascii = false
		}
	}
	if !ascii && (!utf8.ValidString(s) || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029")) {
		return w.appendByEncoder(out, reflect.ValueOf(s))
	}
	out = append(out, '"')
	out = append(out, s...)
	return append(out, '"'), nil
}

func appendTimeValue(out []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() {
		return appendTime(out, *v.Addr().Interface().(*time.Time)), nil
	}
	return appendTime(out, v.Interface().(time.Time)), nil
}

// appendTime writes a time with three digits of milliseconds.
func appendTime(out []byte, t time.Time) []byte {
	year, month, day := t.Date()
	if _, offset := t.Zone(); offset != 0 || year < 0 || year > 9999 {
		out = t.AppendFormat(append(out, '"'), crm.TimeLayout)
		return append(out, '"')
	}
	hour, minute, second := t.Clock()
	ms := t.Nanosecond() / int(time.Millisecond)
	pair := func(n int) (byte, byte) { return byte('0' + n/10), byte('0' + n%10) }
	c1, c2 := pair(year / 100)
	y1, y2 := pair(year % 100)
	m1, m2 := pair(int(month))
	d1, d2 := pair(day)
	h1, h2 := pair(hour)
	n1, n2 := pair(minute)
	s1, s2 := pair(second)
	f1, f2 := pair(ms % 100)
	return append(out, '"', c1, c2, y1, y2, '-', m1, m2, '-', d1, d2, 'T', h1, h2, ':', n1, n2, ':', s1, s2, '.', byte('0'+ms/100), f1, f2, 'Z', '"')
}

// plan says how the fields of a struct are written, in their order.
type plan []planned

type planned struct {
	key     string // with the quotes and the colon
	index   []int
	leave   func(reflect.Value) bool // whether a value is left out; nil: never
	appends appender
}

func (p plan) append(out []byte, v reflect.Value) (_ []byte, err error) {
	separator := byte('{')
	for i := range p {
		f := &p[i]
		value := v.Field(f.index[0])
		for _, n := range f.index[1:] {
			value = value.Field(n)
		}
		if f.leave != nil && f.leave(value) {
			continue
		}
		out = append(append(out, separator), f.key...)
		separator = ','
		if out, err = f.appends(out, value); err != nil {
			return out, err
		}
	}
	if separator == '{' {
		out = append(out, '{')
	}
	return append(out, '}'), nil
}

// planOf reads the plan of a struct off its tags; false where the encoder knows
// a rule that is not known here.
func (w *answerForm) planOf(t reflect.Type) (p plan, ok bool) {
	names := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case tag == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			inner, ok := w.planOfPart(f.Type)
			if !ok || options != "" {
				return nil, false
			}
			for _, one := range inner {
				one.index = append([]int{i}, one.index...)
				p = append(p, one)
			}
			continue
		case !f.IsExported():
			return nil, false
		case name == "":
			name = f.Name
		}
		one := planned{key: `"` + name + `":`, index: []int{i}}
		if strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			return nil, false
		}
		if one.leave, ok = leaves(f.Type, options); !ok {
			return nil, false
		}
		one.appends = w.appenderOf(f.Type)
		p = append(p, one)
	}
	for _, one := range p {
		if names[one.key] {
			return nil, false
		}
		names[one.key] = true
	}
	return p, true
}

// planOfPart is the plan of a struct whose fields belong to the one around it.
func (w *answerForm) planOfPart(t reflect.Type) (plan, bool) {
	if t.Kind() != reflect.Struct || hasRule(t) {
		return nil, false
	}
	return w.planOf(t)
}

// leaves says which values of a field are left out; false for options that are
// not known here.
func leaves(t reflect.Type, options string) (leave func(reflect.Value) bool, ok bool) {
	switch options {
	case "":
		return nil, true
	case "omitzero":
		if t == reflect.TypeFor[time.Time]() {
			return func(v reflect.Value) bool { return v.Interface().(time.Time).IsZero() }, true
		}
		_, own := t.MethodByName("IsZero")
		_, byPointer := reflect.PointerTo(t).MethodByName("IsZero")
		return reflect.Value.IsZero, !own && !byPointer
	case "omitempty":
		if slices.Contains([]reflect.Kind{reflect.Slice, reflect.Map, reflect.String, reflect.Array}, t.Kind()) {
			return func(v reflect.Value) bool { return v.Len() == 0 }, true
		}
		if t.Kind() == reflect.Struct {
			return nil, true
		}
		return reflect.Value.IsZero, t.Kind() != reflect.Float32 && t.Kind() != reflect.Float64
	}
	return nil, false
}
