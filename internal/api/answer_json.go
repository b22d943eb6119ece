package api

import (
	"cmp"
	stdjson "encoding/json"
	"io"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// answerOptions write what encoding/json writes, except that a time always has
// three digits of milliseconds: times then have one length, and sort as texts.
func answerOptions(more ...*json.Marshalers) json.Options {
	return json.JoinOptions(jsonv1.DefaultOptionsV1(), jsontext.EscapeForHTML(false),
		json.WithMarshalers(json.JoinMarshalers(append(more, json.MarshalToFunc(writeTime), json.MarshalToFunc(writeNumber))...)))
}

// wholeAnswers is the form of nearly all answers.
var wholeAnswers = &answerForm{options: answerOptions()}

func writeTime(out *jsontext.Encoder, t time.Time) error {
	return out.WriteValue(appendTime(out.AvailableBuffer(), t))
}

// writeNumber keeps a number of the standard library a number: the encoder knows
// a type of its own alone.
func writeNumber(out *jsontext.Encoder, n stdjson.Number) error {
	return out.WriteValue(jsontext.Value(cmp.Or(n, "0")))
}

// answerBuffers are used again; maxAnswerBuffer bounds what each keeps.
var answerBuffers = sync.Pool{New: func() any { return new([]byte) }}

const maxAnswerBuffer = 1 << 20

// writeAnswer writes a value as the JSON of an answer, in the form that the caller
// may see. Every answer that is JSON passes here.
func writeAnswer(w io.Writer, v any) error { return formFor(w).write(w, v) }

func (w *answerForm) write(to io.Writer, v any) error {
	buffer := answerBuffers.Get().(*[]byte)
	out, err := w.appendAnswer((*buffer)[:0], v)
	if err == nil {
		_, err = to.Write(out)
	}
	if cap(out) <= maxAnswerBuffer {
		*buffer = out
		answerBuffers.Put(buffer)
	}
	return err
}

func (w *answerForm) appendAnswer(out []byte, v any) (_ []byte, err error) {
	if v == nil {
		return append(out, "null\n"...), nil
	}
	value := reflect.ValueOf(v)
	out, err = w.appenderOf(value.Type())(out, value)
	return append(out, '\n'), err
}

// answerFormats are the formats that answers have.
func answerFormats() map[string]huma.Format {
	f := huma.Format{Marshal: writeAnswer, Unmarshal: huma.DefaultJSONFormat.Unmarshal}
	return map[string]huma.Format{"application/json": f, "json": f}
}
