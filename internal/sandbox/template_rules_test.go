package sandbox

import (
	"strings"
	"testing"
	"time"
)

// What the provider refuses when a template is created.
func TestTemplateRules(t *testing.T) {
	b := newBench(t, nil)
	const text = `{"type":"BODY","text":"Hello there, welcome."}`
	create := func(language, format, components string) string {
		return `{"name":"rules","language":"` + language + `","category":"MARKETING","parameter_format":"` + format + `","components":[` + components + `]}`
	}
	label := strings.Repeat("x", 26)
	for name, body := range map[string]string{
		"an unknown language":         create("xx_YY", "", text),
		"a gap between variables":     create("en_US", "", `{"type":"BODY","text":"Hi {{1}} and {{3}} there","example":{"body_text":[["a","b","c"]]}}`),
		"a variable without a number": create("en_US", "", `{"type":"BODY","text":"Hi {{name}} there","example":{"body_text":[["a"]]}}`),
		"a long label":                create("en_US", "", text+`,{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"`+label+`"}]}`),
		"no label":                    create("en_US", "", text+`,{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY"}]}`),
		"quick replies apart":         create("en_US", "", text+`,{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"a"},{"type":"URL","text":"b","url":"https://a.example"},{"type":"QUICK_REPLY","text":"c"}]}`),
		"named without examples":      create("en_US", "NAMED", `{"type":"BODY","text":"Hi {{name}} there"}`),
		"positional without examples": create("en_US", "", `{"type":"BODY","text":"Hi {{1}} there"}`),
		"a picture without a handle":  create("en_US", "", `{"type":"HEADER","format":"IMAGE"},`+text),
		"a picture by its link":       create("en_US", "", `{"type":"HEADER","format":"IMAGE","example":{"header_handle":["https://a.example/b.png"]}},`+text),
		"an unknown component":        create("en_US", "", `{"type":"BANANA"},`+text),
		"no body":                     create("en_US", "", `{"type":"FOOTER","text":"x"}`),
	} {
		if status, answer := b.do("POST", "/v25.0/"+testAccount+"/message_templates", body); status != 400 || answer.sub("error").str("code") != "100" {
			t.Errorf("%s: %d %v", name, status, answer)
		}
	}
}

// An approved template is edited once a day; a deleted name rests for 30 days.
func TestTemplateTimes(t *testing.T) {
	b := newBench(t, nil)
	const path = testAccount + "/message_templates"
	text := func(s string) string { return `"components":[{"type":"BODY","text":"` + s + `"}]` }
	create := `{"name":"rests","language":"en_US","category":"UTILITY",` + text("Hello there.") + `}`
	id := b.expect("POST", path, create, 200, 0, "PENDING").str("id")
	b.settled()
	b.expect("POST", id, `{`+text("Hello again.")+`}`, 200, 0, "success")
	b.settled()
	b.expect("POST", id, `{`+text("Hello once more.")+`}`, 400, 100, "24 hours")
	b.Advance(25 * time.Hour)
	b.expect("POST", id, `{`+text("Hello once more.")+`}`, 200, 0, "success")
	b.settled()
	b.expect("DELETE", path+"?name=rests", "", 200, 0, "success")
	b.expect("POST", path, create, 400, 100, "2388023")
	b.Advance(31 * 24 * time.Hour)
	b.expect("POST", path, create, 200, 0, "PENDING")
}

// A coupon code is listed with its example as a list.
func TestCouponIsListedAsList(t *testing.T) {
	b := newBench(t, nil)
	b.expect("GET", testAccount+"/message_templates?name=summer_sale", "", 200, 0, "\"example\": [\n")
	for _, one := range b.expect("GET", "9000000000000008", "", 200, 0, "COPY_CODE").objects("components") {
		for _, button := range one.objects("buttons") {
			if button.list("example") == nil {
				t.Errorf("%v", button)
			}
		}
	}
}
