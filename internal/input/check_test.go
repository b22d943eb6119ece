package input

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
)

func bound[T any](v T) *T { return &v }

// sample is a shape with something of everything.
func sample() *Shape {
	inner := &Shape{Type: Object, Fields: map[string]*Field{"id": {Shape: &Shape{Type: String}, Required: true}}}
	inner.Seal()
	retry := &Shape{OneOf: []*Shape{{Type: String, Enum: []string{"standard", "fast"}},
		{Type: Array, Items: &Shape{Type: Integer}, Noun: "seconds"}}}
	retry.Seal()
	s := &Shape{Type: Object, Fields: map[string]*Field{
		"to":              {Shape: &Shape{Type: String, MaxLength: bound(12)}},
		"scheduledAt":     {Shape: &Shape{Type: String, Time: true}},
		"csv":             {Shape: &Shape{Type: String, MinLength: bound(1)}},
		"kind":            {Shape: &Shape{Type: String, Enum: []string{"page", "site"}}},
		"contextTokens":   {Shape: &Shape{Type: Integer, Min: bound(0.0), Max: bound(1e8)}},
		"handBackSeconds": {Shape: &Shape{Type: Integer, Min: bound(0.0), Max: bound(2592000.0)}},
		"perDay":          {Shape: &Shape{Type: Integer}},
		"price":           {Shape: &Shape{Type: Number}},
		"typing":          {Shape: &Shape{Type: Boolean}},
		"limit":           {Shape: &Shape{Type: Integer, Null: true}},
		"parameters":      {Shape: &Shape{Type: Object, Values: &Shape{Type: String}}},
		"fields":          {Shape: &Shape{Type: Object, Values: &Shape{}}},
		"tags":            {Shape: &Shape{Type: Array, Items: &Shape{Type: String}, MinLength: bound(1), MaxLength: bound(3)}},
		"cards":           {Shape: &Shape{Type: Array, Items: inner}},
		"retrySchedule":   {Shape: retry},
	}}
	s.Seal()
	return s
}

// Every fault has a pointer, a code and a sentence, and the rest can be decoded.
func TestFaults(t *testing.T) {
	for body, want := range map[string]string{
		`{"to":"+1","perDay":3,"fields":{"a":[1,{"b":null}]},"limit":null,"to2":1}`: "/to2 unknown_field Unknown field to2; did you mean to?",
		`{"to":14155550123}`:                               "/to wrong_type to must be a string; put quotes around 14155550123.",
		`{"to":true}`:                                      "/to wrong_type to must be a string; put quotes around true.",
		`{"to":"+141555501234"}`:                           "/to too_long to has 13 characters; at most 12 are allowed.",
		`{"To":"+1"}`:                                      "/To unknown_field Unknown field To; did you mean to?",
		`{"\u0054o":"+1"}`:                                 "/To unknown_field Unknown field To; did you mean to?",
		`{"\u0074o":"+1","to":"+2"}`:                       "/to invalid_request to is given twice.",
		`{"parameters":{"a":"","a":""}}`:                   "/parameters/a invalid_request a is given twice.",
		`{"ſcheduledAt":"2026-01-31T09:00:00Z"}`:           "/ſcheduledAt unknown_field Unknown field ſcheduledAt; did you mean scheduledAt?",
		`{"scheduled_at":"2026-01-31T09:00:00Z"}`:          "/scheduled_at unknown_field Unknown field scheduled_at; did you mean scheduledAt?",
		`{"frobnicate":1}`:                                 "/frobnicate unknown_field Unknown field frobnicate.",
		`{"scheduledAt":"tomorrow"}`:                       "/scheduledAt wrong_type scheduledAt must be a time with a zone, such as 2026-01-31T09:00:00Z.",
		`{"scheduledAt":7}`:                                "/scheduledAt wrong_type scheduledAt must be a time with a zone, such as 2026-01-31T09:00:00Z.",
		`{"csv":""}`:                                       "/csv required csv is empty.",
		`{"kind":"pages"}`:                                 `/kind not_allowed kind must be page or site, not "pages".`,
		`{"kind":1}`:                                       "/kind wrong_type kind must be page or site.",
		`{"contextTokens":"7"}`:                            "/contextTokens wrong_type contextTokens must be a whole number from 0 to 100000000, without quotes.",
		`{"contextTokens":1.5}`:                            "/contextTokens wrong_type contextTokens must be a whole number from 0 to 100000000.",
		`{"contextTokens":1e30}`:                           "/contextTokens out_of_range contextTokens must be at most 100000000.",
		`{"handBackSeconds":2592001}`:                      "/handBackSeconds out_of_range handBackSeconds must be at most 2592000 (30 days).",
		`{"handBackSeconds":-1}`:                           "/handBackSeconds out_of_range handBackSeconds must be at least 0.",
		`{"perDay":1e30}`:                                  "/perDay out_of_range perDay is too large; the maximum is 9007199254740991.",
		`{"perDay":99999999999999999999999}`:               "/perDay out_of_range perDay is too large; the maximum is 9007199254740991.",
		`{"perDay":1e999}`:                                 "/perDay out_of_range perDay is too large; the maximum is 9007199254740991.",
		`{"perDay":-1e30}`:                                 "/perDay out_of_range perDay is too small; the minimum is -9007199254740991.",
		`{"fields":{"x":1e999}}`:                           "/fields/x out_of_range x is too large; the maximum is 9007199254740991.",
		`{"perDay":[]}`:                                    "/perDay wrong_type perDay must be a whole number.",
		`{"typing":"true"}`:                                "/typing wrong_type typing must be true or false, without quotes.",
		`{"parameters":{"name":1}}`:                        "/parameters/name wrong_type name must be a string; put quotes around 1.",
		`{"parameters":{"name":null}}`:                     "/parameters/name wrong_type name must be a string, not null.",
		`{"parameters":[]}`:                                "/parameters wrong_type parameters must be a JSON object.",
		`{"tags":"vip"}`:                                   "/tags wrong_type tags must be a list; put the value in [ ].",
		`{"tags":[]}`:                                      "/tags required tags is empty; it needs at least 1.",
		`{"tags":["a","b","c","d"]}`:                       "/tags out_of_range tags has 4 entries; at most 3 are allowed.",
		`{"tags":["a",{}]}`:                                "/tags/1 wrong_type tags[1] must be a string.",
		`{"cards":[{},{"id":"1"},7]}`:                      "/cards/0/id required cards[0].id is required.|/cards/2 wrong_type cards[2] must be a JSON object.",
		`{"retrySchedule":{}}`:                             "/retrySchedule wrong_type retrySchedule must be standard, fast or a list of seconds.",
		`{"retrySchedule":"never"}`:                        `/retrySchedule not_allowed retrySchedule must be standard, fast or a list of seconds, not "never".`,
		`{"retrySchedule":["x"]}`:                          "/retrySchedule/0 wrong_type retrySchedule[0] must be a whole number, without quotes.",
		`{"to":"a\u0000"}`:                                 "/to parameter_invalid to contains a null character (U+0000).",
		`{"to":"\ud83d"}`:                                  "/to parameter_invalid to contains half of a surrogate pair; write both halves or the character itself.",
		`{"parameters":{"\udc00":"a"}}`:                    "/parameters parameter_invalid A name in parameters contains half of a surrogate pair; write both halves or the character itself.",
		`{"to":"\ud83d\ude00"}`:                            "",
		`[]`:                                               " wrong_type The body must be a JSON object.",
		`null`:                                             " wrong_type The body must be a JSON object, not null.",
		`{"to":null,"tags":null,"perDay":1.0,"limit":1e2}`: "",
	} {
		res, err := Check([]byte(body), sample(), "The body")
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		var got []string
		for _, f := range res.Faults {
			got = append(got, f.Pointer+" "+string(f.Code)+" "+f.Detail)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s:\n got %s\nwant %s", body, strings.Join(got, "|"), want)
		}
		var into struct {
			To, CSV, Kind                          string
			ContextTokens, HandBackSeconds, PerDay int
			Price                                  float64
			Typing                                 bool
			Limit                                  *int
			Parameters                             map[string]string
			Fields                                 map[string]any
			Tags                                   []string
			Cards                                  []struct{ ID string }
		}
		if err := json.Unmarshal(res.Clean, &into); err != nil {
			t.Errorf("%s: what is left is %s: %v", body, res.Clean, err)
		}
	}
}

// Text that is not JSON is refused with the place and what is still open there.
// Exactly what encoding/json accepts is accepted.
func TestBrokenJSON(t *testing.T) {
	for body, want := range map[string]string{
		"{\n  \"a\": 1\n  \"b\": 2}": `The body is not valid JSON: expected a comma or } but found '"' at line 3, column 3. The object that began at line 1, column 1 is still open.`,
		`{"a":[1,2`:                  "The body is not valid JSON: expected a comma or ] but the text ends at line 1, column 10. The list that began at line 1, column 6 is still open.",
		`{"a":1}}`:                   "The body is not valid JSON: unexpected text after the end of the JSON at line 1, column 8.",
		`{"a":1,}`:                   "The body is not valid JSON: expected something after the comma but found '}' at line 1, column 8. The object that began at line 1, column 1 is still open.",
		`{a:1}`:                      "The body is not valid JSON: expected a name in double quotes but found 'a' at line 1, column 2. The object that began at line 1, column 1 is still open.",
		`{"a":"x`:                    "The body is not valid JSON: missing end of the string that begins at line 1, column 6. The object that began at line 1, column 1 is still open.",
		`nope`:                       "The body is not valid JSON: expected a value but found 'n' at line 1, column 1.",
		"\"a\nb\"":                   "The body is not valid JSON: unescaped control character (U+000A) in a string at line 1, column 3.",
		"\"\xff\"":                   "The body is not UTF-8.",
	} {
		_, err := Check([]byte(body), nil, "The body")
		if e := crm.AsError(err); err == nil || e.Kind != crm.KindMalformed || e.Message != want {
			t.Errorf("%q:\n got %v\nwant %s", body, err, want)
		}
	}
	_, err := Check([]byte(strings.Repeat("[", 300)), nil, "The body")
	if err == nil {
		t.Error("nesting has no bound")
	}
}

func TestQuery(t *testing.T) {
	known := map[string]*Field{"limit": {Shape: &Shape{Type: Integer, Min: bound(1.0), Max: bound(200.0)}}, "status": {Shape: &Shape{Type: String, Enum: []string{"sent", "read"}}},
		"createdAfter": {Shape: &Shape{Type: String, Time: true}}, "events": {Shape: &Shape{Type: Array, Items: &Shape{Type: String}}}, "failed": {Shape: &Shape{Type: Boolean}}}
	for query, want := range map[string]string{
		"limit=20&status=sent&createdAfter=2026-01-31T09:00:00%2B01:00&events=a,b&events=c&failed=true": "",
		"limit=":                                 "",
		"limit=0":                                "limit must be at least 1.",
		"limit=9999999999999999999":              "limit must be at most 200.",
		"limit=1e1":                              "limit must be a whole number from 1 to 200.",
		"limit=x":                                "limit must be a whole number from 1 to 200.",
		"limit=NaN":                              "limit must be a whole number from 1 to 200.",
		"status=a":                               `status must be sent or read, not "a".`,
		"status=sent&status=read":                "status is given 2 times; give it only once.",
		"state=sent":                             "Unknown query parameter state; did you mean status?",
		"Status=sent":                            "Unknown query parameter Status; did you mean status?",
		"createdAfter=2026-01-31T09:00:00+01:00": "createdAfter must be a time with a zone, such as 2026-01-31T09:00:00Z (write + as %2B).",
		"failed=yes":                             "failed must be true or false.",
		"limit=%zz":                              "!The query string cannot be read: write % as %25 and separate parameters with &.",
		"events=%ff":                             "!The URL contains a null character or bytes that are not UTF-8.",
	} {
		faults, _, err := Query(query, known)
		got := ""
		for _, f := range faults {
			got += f.Detail
		}
		if err != nil {
			got = "!" + crm.AsError(err).Message
		}
		if got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"to":"+1","tags":["a",7,"b"],"parameters":{"x":1},"cards":[{"id":1e3}],"\u0074o":null}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		res, err := Check(body, sample(), "The body")
		if (err == nil) != json.Valid(body) && slices.Max(append(body, 0)) < 0x80 && !strings.Contains(string(body), "[[[[[") {
			t.Errorf("%q: %v, but valid: %v", body, err, json.Valid(body))
		}
		if err == nil && !json.Valid(res.Clean) {
			t.Errorf("%q becomes %q", body, res.Clean)
		}
	})
}
