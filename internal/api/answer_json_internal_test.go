package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	jsonv2 "github.com/go-json-experiment/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/input"
	"service.example/crm/internal/service"
)

// A time in an answer has three digits of milliseconds wherever it stands, and
// a text that looks like a time stays as it was given.
func TestTimesHaveMilliseconds(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 8, 0, time.UTC)
	tenths := at.Add(800 * time.Millisecond)
	east := tenths.In(time.FixedZone("", 3600))
	value := struct {
		At    time.Time         `json:"at"`
		Some  *time.Time        `json:"some"`
		None  *time.Time        `json:"none"`
		Away  *time.Time        `json:"away,omitempty"`
		List  []time.Time       `json:"list"`
		Any   map[string]any    `json:"any"`
		Texts map[string]string `json:"texts"`
		Raw   json.RawMessage   `json:"raw"`
	}{at, &tenths, nil, nil, []time.Time{east}, map[string]any{"b": tenths, "a": "<&>", "n": json.Number("12.50")}, map[string]string{"t": "2026-11-22T09:00:08.8Z"},
		json.RawMessage(`{"t":"2026-11-22T09:00:08Z"}`)}
	var out bytes.Buffer
	if err := wholeAnswers.write(&out, value); err != nil {
		t.Fatal(err)
	}
	const want = `{"at":"2026-11-22T09:00:08.000Z","some":"2026-11-22T09:00:08.800Z","none":null,"list":["2026-11-22T10:00:08.800+01:00"],` +
		`"any":{"a":"<&>","b":"2026-11-22T09:00:08.800Z","n":12.50},"texts":{"t":"2026-11-22T09:00:08.8Z"},"raw":{"t":"2026-11-22T09:00:08Z"}}` + "\n"
	if out.String() != want {
		t.Errorf("got  %swant %s", out.String(), want)
	}
}

// Nothing of the package writes an answer by another way.
func TestAnswersAreWrittenOneWay(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 50 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") && strings.Contains(string(raw), "json.NewEncoder(") {
			t.Errorf("%s encodes by itself: use writeAnswer", name)
		}
	}
}

// An event has no value of the type time.Time, which would lose its last zeros:
// times in events are seconds since 1970.
func TestEventsHaveNoTimeValues(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(path string, of reflect.Type)
	walk = func(path string, of reflect.Type) {
		if of == reflect.TypeFor[time.Time]() {
			t.Error(path, "is a time.Time")
		}
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(path, of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				if f := of.Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
					walk(path+"."+f.Name, f.Type)
				}
			}
		}
	}
	for _, e := range crm.EventTypes {
		walk(string(e.Kind), reflect.TypeOf(e.Sample))
	}
}

// The digits of a time are those of its layout.
func TestTimesKeepTheirLayout(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	zones := []*time.Location{time.UTC, time.FixedZone("", 0), time.FixedZone("", 19800), time.FixedZone("", -5400)}
	for range 20000 {
		at := time.Unix(rnd.Int64N(600e9)-200e9, rnd.Int64N(1e9)).In(zones[rnd.IntN(len(zones))])
		if got, want := string(appendTime(nil, at)), `"`+at.Format(crm.TimeLayout)+`"`; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}

// writeByEncoder writes an answer by the rules alone, whatever is planned.
func (w *answerForm) writeByEncoder(to io.Writer, v any) error {
	text, err := jsonv2.Marshal(v, w.options)
	if err != nil {
		return err
	}
	_, err = to.Write(append(text, '\n'))
	return err
}

// What is planned for a type writes every byte as the encoder does, for every
// type that answers have, empty and full of what is hard to write.
func TestPlansWriteWhatTheEncoderWrites(t *testing.T) {
	s := &Server{svc: new(service.Service), mux: http.NewServeMux(), shapes: map[string]*input.Shape{}, uploads: map[string]int64{}, door: &door{public: map[string]bool{}}}
	s.huma = humago.New(s.mux, humaConfig())
	s.registerRoutes()
	schemas := s.huma.OpenAPI().Components.Schemas
	types := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		if types[of] {
			return
		}
		types[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				if of.Field(i).IsExported() {
					walk(of.Field(i).Type)
				}
			}
		}
	}
	for name := range schemas.Map() {
		if of := schemas.TypeFromRef("#/components/schemas/" + name); of != nil {
			walk(of)
		}
	}
	planned := 0
	for of := range types {
		if _, ok := wholeAnswers.planOfPart(of); ok {
			planned++
		}
		for seed := range 40 {
			v := reflect.New(of)
			scatter(v.Elem(), rand.New(rand.NewPCG(uint64(seed), 1)), 7)
			for _, value := range []any{v.Interface(), v.Elem().Interface()} {
				for _, w := range []*answerForm{wholeAnswers, maskedAnswers} {
					var got, want bytes.Buffer
					if err := cmp.Or(w.write(&got, value), w.writeByEncoder(&want, value)); err != nil {
						t.Fatalf("%v: %v", of, err)
					}
					if got.String() != want.String() {
						t.Fatalf("%v, masked %v\ngot  %swant %s", of, w.masked, got.String(), want.String())
					}
				}
			}
		}
	}
	if len(types) < 150 || planned < 100 {
		t.Errorf("%d types, %d of them planned", len(types), planned)
	}
}

// scatter gives a value some content or none, down to a depth.
func scatter(v reflect.Value, rnd *rand.Rand, depth int) {
	words := []string{"", "plain", "<&>", "a\"b\\c", "é😀", "a\u2028b", "a\u2029b", "\n\x00", "\x7f", "\xff\xfe", "2026-11-22T09:00:08.8Z", "+4917683920571", "wamid.HBgN"}
	times := []time.Time{{}, time.Unix(0, 0).UTC(), time.Unix(1795338008, 812_999_999).UTC(), time.Unix(1795338008, 0).In(time.FixedZone("", -5400)), time.Unix(1795338008, 1e6).In(time.FixedZone("", 0)),
		time.Date(12026, 1, 2, 3, 4, 5, 0, time.UTC)}
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(times[rnd.IntN(len(times))]))
	case v.Type() == reflect.TypeFor[json.RawMessage]():
		v.Set(reflect.ValueOf(json.RawMessage(`{ "a": [1, "\u003c"] }`)))
	case v.Type() == reflect.TypeFor[json.Number]():
		v.SetString([]string{"", "12.50", "-3"}[rnd.IntN(3)])
	case !v.CanSet() || depth == 0 || rnd.IntN(5) == 0:
	case v.Kind() == reflect.String:
		v.SetString(words[rnd.IntN(len(words))])
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(rnd.Int64N(300) - 128)
	case v.CanFloat():
		v.SetFloat(rnd.Float64() * 1e-7)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		scatter(v.Elem(), rnd, depth-1)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rnd.IntN(3), 3))
		for i := range v.Len() {
			scatter(v.Index(i), rnd, depth-1)
		}
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
		v.Set(reflect.MakeMap(v.Type()))
		for _, key := range words[:rnd.IntN(4)] {
			elem := reflect.New(v.Type().Elem()).Elem()
			scatter(elem, rnd, depth-1)
			v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), elem)
		}
	case v.Kind() == reflect.Interface && v.NumMethod() == 0:
		v.Set(reflect.ValueOf([]any{"text", times[1], nil, true}[rnd.IntN(2)]))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			scatter(v.Field(i), rnd, depth-1)
		}
	}
}

// Beside it, what the same answer costs by the encoder, and without the rule.
func BenchmarkWriteMessages(b *testing.B) {
	at := time.Date(2026, 11, 22, 9, 0, 8, 0, time.UTC)
	list := struct {
		Data []Message `json:"data"`
	}{make([]Message, 200)}
	for i := range list.Data {
		m := &list.Data[i]
		fill(reflect.ValueOf(m).Elem(), at, 3)
	}
	for name, write := range map[string]func(io.Writer, any) error{"own": wholeAnswers.write, "masked": maskedAnswers.write, "encoder": wholeAnswers.writeByEncoder, "huma": huma.DefaultJSONFormat.Marshal} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := write(io.Discard, list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fill gives a value some content, down to a depth.
func fill(v reflect.Value, at time.Time, depth int) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(at))
	case v.Kind() == reflect.String:
		v.SetString("some text")
	case v.Kind() == reflect.Pointer && depth > 0 && depth > 2:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), at, depth-1)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), at, depth-1)
			}
		}
	}
}
