package api

import (
	"net/url"
	"slices"
	"testing"

	"service.example/crm/internal/crm"
)

func TestCheckCharacters(t *testing.T) {
	for body, want := range map[string][]string{
		`{"a":"b"}`:       nil,
		`{"a":"\\u0000"}`: nil, // a backslash and letters
		`{"a":"\u0000","list":["x",{"b/c":"\u0000"}]}`: {"/a", "/list/1/b~1c"},
		`{"a\u0000":1}`:       {""},
		`not json \u0000`:     nil,
		"{\"a\":\"\xff\"}":    {"-"},
		"{\"a\":\"caf\xc3\"}": {"-"},
	} {
		var got []string
		if err := checkCharacters([]byte(body)); err != nil {
			e := crm.AsError(err)
			for _, f := range e.Fields {
				got = append(got, f.Pointer)
			}
			if e.Kind == crm.KindMalformed {
				got = []string{"-"}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
}

func TestCheckAddress(t *testing.T) {
	for address, ok := range map[string]bool{"/v1/messages?to=%2B1": true, "/v1/messages/%ff": false, "/v1/messages/a%00": false,
		"/v1/messages?to=%00": false, "/v1/messages?%fe=1": false, "/v1/messages/%C3%A9?x=%E2%80%AE": true} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAddress(u); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}
