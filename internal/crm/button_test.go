package crm

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestURLsOfButtons(t *testing.T) {
	for raw, want := range map[string]string{
		"https://shop.example/orders?phone={contact.phone}":   "",
		"https://shop.example":                                "",
		"https://shop.example/#/c/{conversation.id}":          "",
		"https://shop.example/{contact.fields.order_no}/open": "",
		"https://shop.example:8443/{agent.id}{agent.name}":    "",
		"":                                                           "required",
		"http://shop.example/{contact.phone}":                        "must begin with https://",
		"javascript:alert(1)":                                        "must begin with https://",
		"https://{contact.name}/orders":                              "behind the host",
		"https://{contact.name}.example/orders":                      "behind the host",
		"https://shop.example{contact.name}":                         "behind the host",
		"https://shop.example:{contact.phone}/":                      "behind the host",
		"https://{contact.name}@shop.example/":                       "behind the host",
		"https://me:secret@shop.example/":                            "user name",
		"https://shop.example\\{contact.name}":                       "percent-encode",
		"https://shop.example/a b":                                   "percent-encode",
		"https://shop.example/ü":                                     "percent-encode",
		"https:///orders":                                            "absolute",
		"https://shop.example/{contact.email}":                       "there is not",
		"https://shop.example/{contact.fields.}":                     "there is not",
		"https://shop.example/{contact.fields.Order}":                "there is not",
		"https://shop.example/{ contact.name }":                      "percent-encode",
		"https://shop.example/{contact.name":                         "without its }",
		"https://shop.example/contact.name}":                         "without its {",
		"https://shop.example/{{contact.name}}":                      "without its }",
		"https://shop.example/%{contact.name}":                       "absolute",
		"https://shop.example/?" + strings.Repeat("a", 2048):         "at most 2048",
		"https://shop.example/" + strings.Repeat("{contact.id}", 21): "too many",
	} {
		var f Faults
		checkURLTemplate(raw, &f)
		if err := f.Err(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v", raw, err)
		}
	}
}

func TestFilledURLs(t *testing.T) {
	values := map[string]string{"contact.name": "Ann & Co/../?x=1#y", "contact.phone": "+49170", "contact.fields.no": "..", "contact.id": ".", "agent.name": "Zoë\x00\xff"}
	for raw, want := range map[string]string{
		"https://a.example/p?phone={contact.phone}&n=1": "https://a.example/p?phone=%2B49170&n=1",
		"https://a.example/{contact.name}/x":            "https://a.example/Ann%20%26%20Co%2F..%2F%3Fx%3D1%23y/x",
		"https://a.example/b/{contact.fields.no}/c":     "https://a.example/b//c missing contact.fields.no",
		"https://a.example/b/{contact.id}{contact.id}":  "https://a.example/b/ missing contact.id",
		"https://a.example/b/%2E{contact.id}/c":         "https://a.example/b/%2E/c missing contact.id",
		"https://a.example/b/v{contact.fields.no}?q":    "https://a.example/b/v..?q",
		"https://a.example/b?q={contact.fields.no}":     "https://a.example/b?q=..",
		"https://a.example/#/{contact.fields.no}":       "https://a.example/#/..",
		"https://a.example/{agent.name}":                "https://a.example/Zo%C3%AB%00%EF%BF%BD",
		"https://a.example?c={conversation.id}":         "https://a.example?c= missing conversation.id",
	} {
		got, missing := FillURL(raw, values)
		if len(missing) > 0 {
			got += " missing " + strings.Join(missing, " ")
		}
		if got != want {
			t.Errorf("%s: %s, not %s", raw, got, want)
		}
	}
	long, missing := FillURL("https://a.example/{contact.name}/{contact.id}", map[string]string{"contact.name": strings.Repeat("ü", 2000), "contact.id": "c"})
	if long != "https://a.example//c" || !slices.Equal(missing, []string{"contact.name"}) {
		t.Errorf("a value that is too long: %.80s %v", long, missing)
	}
}

// Whatever a contact is called, the URL leads to the host that it was saved with, and
// has no more segments and parameters.
func FuzzFillURL(f *testing.F) {
	f.Add("https://a.example/{contact.name}/x?n={contact.name}&m=1#{contact.name}", "../../evil")
	f.Add("https://a.example/.{contact.name}", ".")
	f.Add("https://a.example/%2e{contact.name}/{contact.id}", "\\\\evil.example")
	f.Add("https://a.example?{contact.name}", "@evil.example/&x=1;y")
	f.Add("https://a.example:8443/{contact.fields.x}{contact.fields.x}/b", "..")
	f.Fuzz(func(t *testing.T, raw, value string) {
		var faults Faults
		checkURLTemplate(raw, &faults)
		if !faults.Empty() {
			return
		}
		values := map[string]string{}
		for _, name := range URLVariables {
			values[name] = value
		}
		for _, key := range URLFields(raw) {
			values[ContactFieldVariable+key] = value
		}
		plain, _ := FillURL(raw, map[string]string{})
		got, _ := FillURL(raw, values)
		before, err := url.Parse(plain)
		if err != nil {
			t.Fatalf("%q without values: %v", raw, err)
		}
		after, err := url.Parse(got)
		if err != nil {
			t.Fatalf("%q with %q: %v", raw, value, err)
		}
		segments := func(u *url.URL) (n, up int) {
			list := strings.Split(u.EscapedPath(), "/")
			for _, s := range list {
				if s = strings.ReplaceAll(strings.ToLower(s), "%2e", "."); s == "." || s == ".." {
					up++
				}
			}
			return len(list), up
		}
		n, up := segments(before)
		if m, more := segments(after); m != n || more > up {
			t.Errorf("%q with %q has another path: %s", raw, value, got)
		}
		if after.Scheme != "https" || after.Host != before.Host || after.User != nil || strings.Count(after.RawQuery, "&") != strings.Count(before.RawQuery, "&") ||
			strings.Count(after.RawQuery, "=") != strings.Count(before.RawQuery, "=") || strings.ContainsFunc(got, func(r rune) bool { return r <= ' ' || r >= 0x7f }) || len(got) > maxFilledURL+maxURLLength {
			t.Errorf("%q with %q is %q", raw, value, got)
		}
	})
}

func TestAnswersToPresses(t *testing.T) {
	for body, want := range map[string]string{
		"":     "",
		" \n ": "",
		"{}":   "",
		`{"note":"Refunded.","message":"Done","replyProposal":"Hi","fields":{"tier":"gold","n":1.5,"ok":true,"old":null},"addLabelIds":[],"removeLabelIds":null}`: "",
		`null`:                      "no JSON object",
		`[]`:                        "no JSON object",
		`"note"`:                    "no JSON object",
		`{"note":"a"} {}`:           "not valid JSON",
		`{"note":"a"`:               "not valid JSON",
		`{"note":}`:                 "not valid JSON",
		`{"Note":"a"}`:              `no field "Note"`,
		`{"note":"a","note":"b"}`:   "there twice",
		`{"note":1}`:                "note is a text",
		`{"addLabelIds":"lbl"}`:     "list of identifiers",
		`{"addLabelIds":["x"]}`:     "not an identifier",
		`{"fields":[]}`:             "an object",
		`{"fields":{"a":{}}}`:       "a text, a number",
		`{"fields":{"a":"\u0000"}}`: "U+0000",
		`{"note":"\u0000"}`:         "U+0000",
		"{\"note\":\"\xff\"}":       "not UTF-8",
		`{"note":"` + strings.Repeat("a", 4001) + `"}`:                                                           "at most 4000",
		`{"message":"` + strings.Repeat("a", 501) + `"}`:                                                         "at most 500",
		`{"x":` + strings.Repeat("[", 30000):                                                                     "not valid JSON",
		`{"note":"` + strings.Repeat("a", 65<<10) + `"}`:                                                         "longer than 64 KiB",
		`{"addLabelIds":["lbl_01jd5k3v6rf0w8m2a4t9x7bq1b"],"removeLabelIds":["lbl_01jd5k3v6rf0w8m2a4t9x7bq1b"]}`: "to be added, too",
	} {
		_, err := ParsePressAnswer([]byte(body))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v", body, err)
		}
	}
	a, err := ParsePressAnswer([]byte(`{"note":" Hi ","fields":{"a":1}}`))
	if err != nil || a.Note != "Hi" || a.Fields["a"] != 1.0 || !slices.Equal(a.Parts(), []string{"/note", "/fields"}) {
		t.Errorf("%+v %v", a, err)
	}
}

// Whatever a business answers is taken within the bounds, or refused.
func FuzzPressAnswer(f *testing.F) {
	f.Add([]byte(`{"note":"Hi","addLabelIds":["lbl_01jd5k3v6rf0w8m2a4t9x7bq1b"],"fields":{"a":null},"replyProposal":"x","message":"y"}`))
	f.Add([]byte(`{"note":"\ud800","note":1}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := ParsePressAnswer(body)
		if err != nil {
			if AsError(err).Kind != KindInvalid || len(AsError(err).Fields) == 0 {
				t.Errorf("%q: %v", body, err)
			}
			return
		}
		for _, text := range []string{a.Note, a.ReplyProposal, a.Message} {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || utf8.RuneCountInString(text) > MaxTextBody {
				t.Errorf("%q gives %q", body, text)
			}
		}
		for _, id := range slices.Concat(a.AddLabelIDs, a.RemoveLabelIDs) {
			if !ValidID(PrefixLabel, id) {
				t.Errorf("%q gives the label %q", body, id)
			}
		}
	})
}
