package api

import (
	"encoding/json"
	"io"
	"reflect"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"service.example/crm/internal/crm"
)

// maskedAnswers is the form for those who see contacts' phone numbers masked
// (docs/adr/0049): what is a crm.Masker is written as it is masked, wherever it
// stands, also where the encoder writes what is around it.
var maskedAnswers = func() *answerForm {
	w := &answerForm{masked: true}
	w.options = answerOptions(jsonv2.MarshalToFunc(w.writeMasked), jsonv2.MarshalToFunc(writeMaskedText))
	return w
}()

// formFor is the form for whoever a writer answers. What is not known to be for
// somebody who sees whole numbers is masked.
func formFor(w io.Writer) *answerForm {
	if rec, ok := w.(*recorder); ok && rec.info != nil && !rec.info.actor.MasksPhoneNumbers {
		return wholeAnswers
	}
	return maskedAnswers
}

// maskedAppender is how values of a type are written masked; plain writes them as
// they are.
func (w *answerForm) maskedAppender(t reflect.Type, plain appender) appender {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || !t.Implements(reflect.TypeFor[crm.Masker]()) {
		return plain
	}
	return func(out []byte, v reflect.Value) ([]byte, error) {
		masked := reflect.ValueOf(v.Interface().(crm.Masker).Masked())
		if masked.Type() == t {
			return plain(out, masked)
		}
		return w.appenderOf(masked.Type())(out, masked)
	}
}

// writeMasked is maskedAppender for what the encoder writes.
func (w *answerForm) writeMasked(out *jsontext.Encoder, m crm.Masker) error {
	v := reflect.ValueOf(m)
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return out.WriteToken(jsontext.Null)
		}
		v = v.Elem()
	}
	text, err := w.appenderOf(v.Type())(nil, v)
	if err != nil {
		return err
	}
	return out.WriteValue(text)
}

// appendMaskedText writes a text that may be an identifier of the provider.
func (w *answerForm) appendMaskedText(out []byte, v reflect.Value) ([]byte, error) {
	if id := v.String(); crm.IsProviderID(id) {
		v = reflect.ValueOf(crm.MaskProviderID(id))
	}
	return w.appendText(out, v)
}

// writeMaskedText is appendMaskedText for what the encoder writes.
func writeMaskedText(out *jsontext.Encoder, text string) error {
	if crm.IsProviderID(text) {
		text = crm.MaskProviderID(text)
	}
	return out.WriteToken(jsontext.String(text))
}

// storedData is the data of an event as the log has it.
type storedData struct {
	kind crm.EventKind
	data json.RawMessage
}

// MarshalJSON is the data as it was stored.
func (d storedData) MarshalJSON() ([]byte, error) { return d.data.MarshalJSON() }

// Masked is the data by the catalogue's types of its kind.
func (d storedData) Masked() any {
	return json.RawMessage(crm.MaskEventData(d.kind, d.data))
}

// Masked is a problem whose sentences name no number, not even one that the caller
// wrote: they are logged and shown elsewhere.
func (p Problem) Masked() any {
	p.Detail, p.Instance = crm.MaskNumbers(p.Detail), crm.MaskNumbers(p.Instance)
	fields := make([]crm.FieldError, 0, len(p.Errors))
	for _, f := range p.Errors {
		f.Detail = crm.MaskNumbers(f.Detail)
		fields = append(fields, f)
	}
	if p.Errors = fields; len(fields) == 0 {
		p.Errors = nil
	}
	return p
}

// Masked masks the number of the contact; the other one is the business's.
func (m Message) Masked() any {
	if m.Direction == crm.Inbound {
		m.From = crm.MaskPhone(m.From)
	} else {
		m.To = crm.MaskPhone(m.To)
	}
	return m
}

// Masked is an attempt without the numbers that the provider's words name.
func (a Attempt) Masked() any {
	a.Detail = crm.MaskNumbers(a.Detail)
	return a
}

// Masked is a record without the numbers that the provider's words name; what people
// wrote as a proof is theirs.
func (r ConsentRecord) Masked() any {
	if r.Source == crm.ConsentByProvider {
		r.Proof.Detail = crm.MaskNumbers(r.Proof.Detail)
	}
	return r
}

// Masked is a notice without the numbers that the provider's words name.
func (n ContactNotice) Masked() any {
	n.Detail = crm.MaskNumbers(n.Detail)
	return n
}
