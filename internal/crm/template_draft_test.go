package crm

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

// draft reads a template that is written as the provider documents it.
func draft(t *testing.T, text string) TemplateDraft {
	t.Helper()
	var in struct {
		Name       string              `json:"name"`
		Language   string              `json:"language"`
		Category   string              `json:"category"`
		Format     string              `json:"parameter_format"`
		Components []TemplateComponent `json:"components"`
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		t.Fatal(err)
	}
	return TemplateDraft{Name: in.Name, Language: in.Language, Category: in.Category, Format: in.Format, Components: in.Components}.Normal()
}

func faultsOf(d TemplateDraft) (out []string) {
	var f Faults
	d.Check(&f)
	for _, one := range f.list {
		out = append(out, one.Pointer+" "+string(one.Code))
	}
	return out
}

const frame = `{"name":"n","language":"en_US","category":"MARKETING","components":[`

// Everything that the provider documents is taken.
func TestTemplatesOfEveryKindAreTaken(t *testing.T) {
	const body = `{"type":"BODY","text":"Hello there."}`
	for name, text := range map[string]string{
		"positional": frame + `{"type":"HEADER","format":"TEXT","text":"Hi {{1}}","example":{"header_text":["Pablo"]}},{"type":"BODY","text":"Use {{1}} to get {{2}} off.","example":{"body_text":[["A","5%"]]}},{"type":"FOOTER","text":"Shop"}]}`,
		"named": `{"name":"n","language":"en_US","category":"marketing","parameter_format":"named","components":[{"type":"header","format":"image","mediaId":"med_1"},
			{"type":"body","text":"Welcome, {{first_name}}!\n\nUse *{{code}}* now.","example":{"body_text_named_params":[{"param_name":"first_name","example":"Pablo"},{"param_name":"code","example":"W"}]}},
			{"type":"buttons","buttons":[{"type":"url","text":"View","url":"https://a.example/d"},{"type":"phone_number","text":"Call","phone_number":"+15550051310"},{"type":"quick_reply","text":"Stop"}]}]}`,
		"document":        frame + `{"type":"HEADER","format":"DOCUMENT","example":{"header_handle":["4::aW"]}},` + body + `]}`,
		"location":        frame + `{"type":"HEADER","format":"LOCATION"},` + body + `]}`,
		"product":         frame + `{"type":"header","format":"product"},` + body + `,{"type":"buttons","buttons":[{"type":"spm","text":"View"}]}]}`,
		"catalogue":       frame + body + `,{"type":"BUTTONS","buttons":[{"type":"CATALOG","text":"View catalog"}]}]}`,
		"many products":   frame + body + `,{"type":"BUTTONS","buttons":[{"type":"MPM","text":"View items"}]}]}`,
		"a call":          frame + body + `,{"type":"BUTTONS","buttons":[{"type":"voice_call","text":"Call Now"},{"type":"URL","text":"Help","url":"https://a.example/s"}]}]}`,
		"call permission": frame + body + `,{"type":"call_permission_request"}]}`,
		"flow":            frame + body + `,{"type":"BUTTONS","buttons":[{"type":"FLOW","text":"Book","flow_id":"1","flow_action":"navigate","navigate_screen":"A"}]}]}`,
		"order details":   frame + `{"type":"HEADER","format":"TEXT","text":"Your order"},` + body + `,{"type":"BUTTONS","buttons":[{"type":"order_details","text":"Review and Pay"}]}]}`,
		"deep link":       frame + body + `,{"type":"BUTTONS","buttons":[{"type":"URL","text":"Deals","url":"https://a.example","app_deep_link":{"meta_app_id":634974688087057,"android_deep_link":"shop://deals","android_fallback_playstore_url":"https://a.example"}}]}]}`,
		"offer": frame + `{"type":"header","format":"image","mediaId":"med_1"},{"type":"limited_time_offer","limited_time_offer":{"text":"Expiring offer!","has_expiration":true}},` + body + `,
			{"type":"buttons","buttons":[{"type":"copy_code","example":"CARIBE25"},{"type":"url","text":"Book now!","url":"https://a.example/o?code={{1}}","example":["https://a.example/o?code=x"]}]}]}`,
		"carousel": frame + body + `,{"type":"carousel","cards":[
			{"components":[{"type":"header","format":"image","mediaId":"med_1"},{"type":"body","text":"One"},{"type":"buttons","buttons":[{"type":"quick_reply","text":"More"},{"type":"url","text":"Shop","url":"https://a.example/{{1}}","example":["x"]}]}]},
			{"components":[{"type":"header","format":"image","mediaId":"med_2"},{"type":"body","text":"Two"},{"type":"buttons","buttons":[{"type":"quick_reply","text":"More"},{"type":"url","text":"Shop","url":"https://a.example/{{1}}","example":["y"]}]}]}]}]}`,
		"code": `{"name":"n","language":"en_US","category":"authentication","components":[{"type":"body","add_security_recommendation":true},{"type":"footer","code_expiration_minutes":10},{"type":"buttons","buttons":[{"type":"otp","otp_type":"copy_code","text":"Copy"}]}]}`,
		"code without a tap": `{"name":"n","language":"en_US","category":"authentication","components":[{"type":"body"},{"type":"buttons","buttons":[{"type":"otp","otp_type":"zero_tap","text":"Copy","autofill_text":"Autofill","zero_tap_terms_accepted":true,
			"supported_apps":[{"package_name":"com.example.shop","signature_hash":"K8a/AINcGX7"}]}]}]}`,
	} {
		if got := faultsOf(draft(t, text)); len(got) > 0 {
			t.Errorf("%s is refused: %v", name, got)
		}
	}
}

// Every fault is told, and where it is.
func TestFaultsOfTemplates(t *testing.T) {
	const body = `{"type":"BODY","text":"Hello there."}`
	long := strings.Repeat("x", 26)
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"all at once": {`{"name":"Bad name","language":"english","category":"ODD","components":[{"type":"FOOTER","text":"` + strings.Repeat("x", 61) + `"}]}`,
			[]string{"/name parameter_invalid", "/language parameter_invalid", "/category parameter_invalid", "/components required", "/components/0/text too_long"}},
		"variable at the end":    {frame + `{"type":"BODY","text":"Hi {{1}}","example":{"body_text":[["a"]]}}]}`, []string{"/components/0/text parameter_invalid"}},
		"gap":                    {frame + `{"type":"BODY","text":"Hi {{1}} and {{3}}.","example":{"body_text":[["a","b"]]}}]}`, []string{"/components/0/text parameter_invalid"}},
		"not complete":           {frame + `{"type":"BODY","text":"Hi {{name now."}]}`, []string{"/components/0/text parameter_invalid"}},
		"no samples":             {frame + `{"type":"BODY","text":"Hi {{1}} there."}]}`, []string{"/components/0/example/body_text required"}},
		"header with emoji":      {frame + `{"type":"HEADER","format":"TEXT","text":"Hi 🎉"},` + body + `]}`, []string{"/components/0/text parameter_invalid"}},
		"picture without sample": {frame + `{"type":"HEADER","format":"IMAGE","example":{"header_handle":["https://scontent.example/x"]}},` + body + `]}`, []string{"/components/0/mediaId required"}},
		"long label":             {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"` + long + `"}]}]}`, []string{"/components/1/buttons/0/text too_long"}},
		"quick replies apart":    {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"a"},{"type":"URL","text":"b","url":"https://a.example"},{"type":"QUICK_REPLY","text":"c"}]}]}`, []string{"/components/1/buttons parameter_invalid"}},
		"two calls":              {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"PHONE_NUMBER","text":"a","phone_number":"+14155550123"},{"type":"PHONE_NUMBER","text":"b","phone_number":"1"}]}]}`, []string{"/components/1/buttons/1/type out_of_range", "/components/1/buttons/1/phone_number phone_number_invalid"}},
		"variable amid a URL":    {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"URL","text":"b","url":"https://a.example/{{1}}/x"}]}]}`, []string{"/components/1/buttons/0/url parameter_invalid"}},
		"cards that differ": {frame + body + `,{"type":"CAROUSEL","cards":[{"components":[{"type":"HEADER","format":"IMAGE","mediaId":"med_1"}]},{"components":[{"type":"HEADER","format":"VIDEO","mediaId":"med_1"}]}]}]}`,
			[]string{"/components/1/cards/1 parameter_invalid"}},
		"a code with words":   {`{"name":"n","language":"en","category":"AUTHENTICATION","components":[{"type":"BODY","text":"Code"}]}`, []string{"/components/0/text not_allowed", "/components required"}},
		"a code elsewhere":    {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"OTP","otp_type":"COPY_CODE"}]}]}`, []string{"/components/1/buttons/0/type not_allowed"}},
		"order below a place": {frame + `{"type":"HEADER","format":"LOCATION"},` + body + `,{"type":"BUTTONS","buttons":[{"type":"ORDER_DETAILS","text":"Pay"}]}]}`, []string{"/components/0/format not_allowed"}},
		"order without label": {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"ORDER_DETAILS"}]}]}`, []string{"/components/1/buttons/0/text required"}},
		"half a deep link": {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"URL","text":"b","url":"https://a.example","app_deep_link":{"android_deep_link":"deals"}}]}]}`,
			[]string{"/components/1/buttons/0/app_deep_link/meta_app_id required", "/components/1/buttons/0/app_deep_link/android_deep_link parameter_invalid", "/components/1/buttons/0/app_deep_link/android_fallback_playstore_url required"}},
		"a deep link of a call": {frame + body + `,{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"b","app_deep_link":{}}]}]}`, []string{"/components/1/buttons/0/app_deep_link not_allowed"}},
		"two bodies":            {frame + body + `,` + body + `]}`, []string{"/components/1/type not_allowed"}},
	} {
		got := faultsOf(draft(t, c.text))
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q is not among %q", name, want, got)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %q, expected %q", name, got, c.want)
		}
	}
}

func TestPreviewOfATemplate(t *testing.T) {
	d := draft(t, frame+`{"type":"HEADER","format":"TEXT","text":"Order {{1}}","example":{"header_text":["A-1"]}},
		{"type":"BODY","text":"Hi {{1}}, it comes {{2}}, {{3}}.","example":{"body_text":[["Maria","on Friday"]]}},{"type":"FOOTER","text":"Shop"},
		{"type":"BUTTONS","buttons":[{"type":"URL","text":"Track","url":"https://a.example/t/{{1}}","example":["https://a.example/t/A-1"]},{"type":"COPY_CODE","example":"SAVE"}]}]}`)
	got := d.Preview(&TemplateContent{Parameters: map[string]string{"1": "Zoë"}})
	if got.Header.Text != "Order A-1" || got.Body != "Hi Zoë, it comes on Friday, {{3}}." || got.Footer != "Shop" || !slices.Equal(got.Missing, []string{"3"}) {
		t.Errorf("%+v %+v", got, got.Header)
	}
	if got.Buttons[0].URL != "https://a.example/t/A-1" || got.Buttons[1].Text != "Copy offer code" || got.Buttons[1].Code != "SAVE" {
		t.Errorf("%+v", got.Buttons)
	}
	got = d.Preview(&TemplateContent{HeaderParameter: "B-2", Buttons: []ButtonParameter{{Index: 0, URLSuffix: "B-2"}}})
	if got.Header.Text != "Order B-2" || got.Buttons[0].URL != "https://a.example/t/B-2" {
		t.Errorf("%+v %+v", got.Header, got.Buttons)
	}
}

// Listed templates differ in form from what was sent, and are the same.
func TestSameTemplateContent(t *testing.T) {
	sent := json.RawMessage(`[{"type":"HEADER","format":"IMAGE","mediaId":"med_1"},{"type":"BODY","text":"Hi"},{"type":"BUTTONS","buttons":[{"type":"COPY_CODE","example":"A"}]}]`)
	listed := json.RawMessage(`[{"type":"HEADER","format":"IMAGE","example":{"header_handle":["https://x.example/1"]}},{"type":"BODY","text":"Hi"},{"type":"BUTTONS","buttons":[{"type":"COPY_CODE","text":"Copy offer code","example":["A"]}]}]`)
	if !SameTemplateContent(sent, listed) {
		t.Error("they are said to differ")
	}
	if SameTemplateContent(sent, json.RawMessage(`[{"type":"BODY","text":"Hi"}]`)) {
		t.Error("they are said to be the same")
	}
	code := json.RawMessage(`[{"type":"BODY","add_security_recommendation":true},{"type":"BUTTONS","buttons":[{"type":"OTP","otp_type":"COPY_CODE","text":"Copy"}]}]`)
	if !SameTemplateContent(code, json.RawMessage(`[{"type":"BODY","text":"*{{1}}* is your verification code.","add_security_recommendation":true},{"type":"BUTTONS","buttons":[{"type":"URL","text":"Copy","url":"https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}"}]}]`)) {
		t.Error("codes are said to differ")
	}
}

func TestNextTemplateEdit(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	ago := func(hours ...int) (out []time.Time) {
		for _, h := range hours {
			out = append(out, now.Add(-time.Duration(h)*time.Hour))
		}
		return out
	}
	if at := NextTemplateEdit(ago(25), now); !at.IsZero() {
		t.Errorf("the second edit waits until %v", at)
	}
	if at := NextTemplateEdit(ago(1), now); !at.Equal(now.Add(23 * time.Hour)) {
		t.Errorf("the second edit of a day waits until %v", at)
	}
	if at := NextTemplateEdit(ago(30, 60, 90, 120, 150, 180, 210, 240, 270, 300), now); !at.Equal(now.Add(420 * time.Hour)) {
		t.Errorf("the eleventh edit waits until %v", at)
	}
}
