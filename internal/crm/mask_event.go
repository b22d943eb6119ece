package crm

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// MaskEvent returns the body of an event as AppendEvent stored it, without whole
// phone numbers of contacts.
func MaskEvent(kind EventKind, body []byte) []byte {
	return rewrite(body, &masking{fields: map[string]*masking{"data": maskingOf(kind)}})
}

// MaskEventData is MaskEvent for the data of a body alone.
func MaskEventData(kind EventKind, data []byte) []byte { return rewrite(data, maskingOf(kind)) }

// masking says what is masked of a JSON value: its own text, or those of the fields
// of an object or of every object of a list. nil masks nothing but what is masked
// everywhere: identifiers of the provider.
type masking struct {
	text   func(string) string
	fields map[string]*masking
}

// ofUnknown is for kinds that the catalogue has no more: whatever may be a number.
var ofUnknown = &masking{text: MaskNumbers}

// maskings are those of the kinds, by the types that the catalogue has for them.
var maskings = sync.OnceValue(func() map[EventKind]*masking {
	out := map[EventKind]*masking{}
	for _, t := range EventTypes {
		out[t.Kind] = maskingOfType(reflect.TypeOf(t.Sample))
	}
	return out
})

func maskingOf(kind EventKind) *masking {
	if m, known := maskings()[kind]; known {
		return m
	}
	return ofUnknown
}

// maskingOfType reads off a type of the catalogue where its numbers are: fields of
// the type ContactNumber, and sentences of the provider with the tag mask:"text".
func maskingOfType(t reflect.Type) *masking {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return maskingOfType(t.Elem())
	case reflect.String:
		if t == reflect.TypeFor[ContactNumber]() {
			return &masking{text: MaskPhone}
		}
	case reflect.Struct:
		m := &masking{fields: map[string]*masking{}}
		m.add(t)
		if len(m.fields) > 0 {
			return m
		}
	}
	return nil
}

func (m *masking) add(t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			m.add(f.Type)
		case !f.IsExported():
		case f.Tag.Get("mask") == "text":
			m.fields[name] = &masking{text: MaskNumbers}
		default:
			if part := maskingOfType(f.Type); part != nil {
				m.fields[name] = part
			}
		}
	}
}

// of is what holds for a field of an object. What masks every text does so below.
func (m *masking) of(field string) *masking {
	if m == nil || m.fields == nil {
		return m
	}
	return m.fields[field]
}

// apply returns what stands for a text, and whether it is another one.
func (m *masking) apply(text string) (string, bool) {
	masked := text
	if IsProviderID(text) {
		masked = MaskProviderID(text)
	} else if m != nil && m.text != nil {
		masked = m.text(text)
	}
	return masked, masked != text
}

// rewrite copies JSON and replaces the texts that are masked; everything else stays
// byte by byte. Of what is no JSON it shows nothing.
func rewrite(raw []byte, m *masking) []byte {
	w := rewriter{raw: raw, read: json.NewDecoder(bytes.NewReader(raw)), out: make([]byte, 0, len(raw)+16)}
	w.read.UseNumber()
	if err := w.value(m); err != nil {
		return []byte("null")
	}
	return append(w.out, raw[w.copied:]...)
}

type rewriter struct {
	raw, out []byte
	read     *json.Decoder
	copied   int64 // so many bytes of raw are in out, or replaced
}

func (w *rewriter) value(m *masking) error {
	before := w.read.InputOffset()
	token, err := w.read.Token()
	if err != nil {
		return err
	}
	switch token := token.(type) {
	case string:
		w.text(before, token, m)
	case json.Delim:
		for w.read.More() {
			part := m
			if token == '{' {
				key, err := w.read.Token()
				if err != nil {
					return err
				}
				name, _ := key.(string)
				part = m.of(name)
			}
			if err := w.value(part); err != nil {
				return err
			}
		}
		_, err = w.read.Token()
	}
	return err
}

// text replaces the text that was just read, and that begins behind before.
func (w *rewriter) text(before int64, text string, m *masking) {
	masked, other := m.apply(text)
	if !other {
		return
	}
	begins := before + int64(bytes.IndexByte(w.raw[before:], '"'))
	w.out = append(w.out, w.raw[w.copied:begins]...)
	quoted, _ := json.Marshal(masked) // a text always can be
	w.out, w.copied = append(w.out, quoted...), w.read.InputOffset()
}
