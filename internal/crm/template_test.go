package crm

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

const everything = `[
	{"type":"header","format":"text","text":"Order {{order}}"},
	{"type":"BODY","text":"Hi {{ name }}, {{name}}: {{eta}}"},
	{"type":"FOOTER","text":"Bye"},
	{"type":"buttons","buttons":[{"type":"url","text":"Go","url":"https://x.example/{{1}}"},{"type":"url","url":"https://x.example/"},{"type":"QUICK_REPLY","text":"No"},{"type":"copy_code"},{"type":"FLOW","text":"Form"}]},
	{"type":"LIMITED_TIME_OFFER","limited_time_offer":{"text":"Soon","has_expiration":true}},
	{"type":"CAROUSEL","cards":[{"components":[{"type":"HEADER","format":"IMAGE"},{"type":"BODY","text":"{{1}}"},{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY"}]}]}]},
	{"type":"SOMETHING_NEW","unknown":{"a":[1]}}]`

func TestParseForm(t *testing.T) {
	f, err := ParseForm("named", json.RawMessage(everything))
	if err != nil {
		t.Fatal(err)
	}
	if !f.Named || f.Header.Format != "TEXT" || f.Header.Variable != "order" || f.Header.Length != len("Order ") {
		t.Errorf("the header is %+v", f.Header)
	}
	if !slices.Equal(f.Body, []string{"name", "eta"}) || f.BodyLen != len("Hi , : ") {
		t.Errorf("the body is %v, %d", f.Body, f.BodyLen)
	}
	if len(f.Buttons) != 5 || !f.Buttons[0].Variable || f.Buttons[1].Variable || f.Buttons[3].Type != "COPY_CODE" || f.OTP || !f.Offer {
		t.Errorf("the buttons are %+v", f.Buttons)
	}
	if len(f.Cards) != 1 || !f.Cards[0].Header.IsMedia() || !slices.Equal(f.Cards[0].Body, []string{"1"}) || len(f.Cards[0].Buttons) != 1 {
		t.Errorf("the cards are %+v", f.Cards)
	}
	for _, odd := range []string{"", "[]", "null", `[{}]`, `[{"type":"BODY"}]`} {
		if _, err := ParseForm("", json.RawMessage(odd)); err != nil {
			t.Errorf("%q: %v", odd, err)
		}
	}
	if _, err := ParseForm("", json.RawMessage(`{"a":`)); CodeOf(err) != CodeProviderRefused {
		t.Errorf("what cannot be read: %v", err)
	}
}

func TestPositionalVariablesSortAsNumbers(t *testing.T) {
	f, _ := ParseForm("POSITIONAL", json.RawMessage(`[{"type":"BODY","text":"{{10}} {{2}} {{1}} {{2}}"}]`))
	if !slices.Equal(f.Body, []string{"1", "2", "10"}) {
		t.Errorf("the variables are %v", f.Body)
	}
}

func TestOneTimePasswordButtons(t *testing.T) {
	for text, want := range map[string]bool{
		`[{"type":"BUTTONS","buttons":[{"type":"OTP","otp_type":"COPY_CODE"}]}]`:                             true,
		`[{"type":"BUTTONS","buttons":[{"type":"URL","url":"https://www.whatsapp.com/otp/code/?c={{1}}"}]}]`: true,
		`[{"type":"BUTTONS","buttons":[{"type":"URL","url":"https://shop.example/{{1}}"}]}]`:                 false,
	} {
		if f, _ := ParseForm("", json.RawMessage(text)); f.OTP != want {
			t.Errorf("%s: %v", text, f.OTP)
		}
	}
}

func TestSendable(t *testing.T) {
	for status, want := range map[string]Code{"approved": "", "paused": CodeTemplatePaused, "pending": CodeTemplateNotApproved, "rejected": CodeTemplateNotApproved, "": CodeTemplateNotApproved} {
		var f Faults
		(&Template{Name: "a", Status: status}).Sendable(&f)
		if CodeOf(f.Err()) != want {
			t.Errorf("%q: %v", status, f.Err())
		}
	}
}

// The limits of the provider are met to the character.
func TestFillToTheLimit(t *testing.T) {
	parse := func(text string) *Form {
		f, err := ParseForm("POSITIONAL", json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	body := parse(`[{"type":"BODY","text":"Hi {{1}}!"}]`) // 4 characters without it
	header := parse(`[{"type":"HEADER","format":"TEXT","text":"No. {{1}}"}]`)
	otp := parse(`[{"type":"BODY","text":"{{1}}"},{"type":"BUTTONS","buttons":[{"type":"OTP"}]}]`)
	coupon := parse(`[{"type":"BUTTONS","buttons":[{"type":"COPY_CODE"}]}]`)
	one := func(n int) *TemplateContent {
		return &TemplateContent{Parameters: map[string]string{"1": strings.Repeat("é", n)}}
	}
	for _, c := range []struct {
		what string
		form *Form
		fill *TemplateContent
		ok   bool
	}{
		{"body", body, one(1020), true}, {"body", body, one(1021), false},
		{"header", header, &TemplateContent{HeaderParameter: strings.Repeat("é", 56)}, true},
		{"header", header, &TemplateContent{HeaderParameter: strings.Repeat("é", 57)}, false},
		{"code", otp, one(15), true}, {"code", otp, one(16), false},
		{"coupon", coupon, &TemplateContent{Buttons: []ButtonParameter{{CouponCode: strings.Repeat("C", 20)}}}, true},
		{"coupon", coupon, &TemplateContent{Buttons: []ButtonParameter{{CouponCode: strings.Repeat("C", 21)}}}, false},
		{"four spaces", body, &TemplateContent{Parameters: map[string]string{"1": "a    b"}}, true},
		{"five spaces", body, &TemplateContent{Parameters: map[string]string{"1": "a     b"}}, false},
	} {
		var f Faults
		if c.form.Check(c.fill, &f); f.Empty() != c.ok {
			t.Errorf("%s: %v", c.what, f.list)
		}
	}
}
