package outgoing

import (
	"errors"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func form(t testing.TB, format, components string) *crm.Form {
	t.Helper()
	f, err := crm.ParseForm(format, []byte(components))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func outgoing(f *crm.Form, c crm.TemplateContent) *Message {
	if c.Name == "" {
		c.Name, c.Language = "shipped", "en_US"
	}
	return &Message{PhoneNumberID: "1", To: "+14155550123", Type: "template",
		Content: crm.Content{Template: &c}, Form: f}
}

func wrap(components string) string {
	if components != "" {
		components = `,"components":` + components
	}
	return `{"messaging_product":"whatsapp","recipient_type":"individual","to":"+14155550123","type":"template",` +
		`"template":{"name":"shipped","language":{"code":"en_US"}` + components + `}}`
}

func TestTextBody(t *testing.T) {
	o := &Message{PhoneNumberID: "1", To: "+14155550123", Recipient: "US.1", Type: "text", ReplyTo: "wamid.A",
		CallbackData: "msg_1", Content: crm.Content{Text: &crm.Text{Body: "a < b & c > d é 🌵", PreviewURL: true}}}
	got, err := o.Body()
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"messaging_product":"whatsapp","recipient_type":"individual","to":"+14155550123","recipient":"US.1",` +
		`"context":{"message_id":"wamid.A"},"type":"text","text":{"body":"a < b & c > d é 🌵","preview_url":true},` +
		`"biz_opaque_callback_data":"msg_1"}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTextBodyToUserID(t *testing.T) {
	o := &Message{PhoneNumberID: "1", Recipient: "US.1", Type: "text", Content: crm.Content{Text: &crm.Text{Body: "hi"}}}
	got, err := o.Body()
	const want = `{"messaging_product":"whatsapp","recipient_type":"individual","recipient":"US.1","type":"text","text":{"body":"hi"}}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

func TestTemplateBody(t *testing.T) {
	ends := time.UnixMilli(1798761600000)
	for name, c := range map[string]struct {
		format, components string
		category           string
		content            crm.TemplateContent
		want               string
	}{
		"nothing to fill": {"POSITIONAL", `[{"type":"BODY","text":"Hello"},{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"A"},{"type":"URL","text":"B","url":"https://a.example/"},{"type":"PHONE_NUMBER","text":"C"}]}]`,
			"", crm.TemplateContent{}, ``},
		"positional in order": {"POSITIONAL", `[{"type":"HEADER","format":"TEXT","text":"To {{1}}"},{"type":"BODY","text":"{{2}} then {{1}}, {{10}}"}]`,
			"", crm.TemplateContent{HeaderParameter: "H", Parameters: map[string]string{"1": "one", "2": "two", "10": "ten"}},
			`[{"type":"header","parameters":[{"type":"text","text":"H"}]},{"type":"body","parameters":[{"type":"text","text":"one"},{"type":"text","text":"two"},{"type":"text","text":"ten"}]}]`},
		"named": {"NAMED", `[{"type":"HEADER","format":"TEXT","text":"{{shop}}"},{"type":"BODY","text":"Hi {{name}} at {{shop}}"}]`,
			"", crm.TemplateContent{Parameters: map[string]string{"shop": "S", "name": "N"}},
			`[{"type":"header","parameters":[{"type":"text","parameter_name":"shop","text":"S"}]},{"type":"body","parameters":[{"type":"text","parameter_name":"name","text":"N"},{"type":"text","parameter_name":"shop","text":"S"}]}]`},
		"image": {"POSITIONAL", `[{"type":"HEADER","format":"IMAGE"}]`, "", crm.TemplateContent{HeaderMedia: &crm.MediaRef{Link: "https://a.example/p.jpg?a=1&b=2"}},
			`[{"type":"header","parameters":[{"type":"image","image":{"link":"https://a.example/p.jpg?a=1&b=2"}}]}]`},
		"video": {"POSITIONAL", `[{"type":"header","format":"video"}]`, "", crm.TemplateContent{HeaderMedia: &crm.MediaRef{ID: "7"}},
			`[{"type":"header","parameters":[{"type":"video","video":{"id":"7"}}]}]`},
		"document": {"POSITIONAL", `[{"type":"HEADER","format":"DOCUMENT"}]`, "", crm.TemplateContent{HeaderMedia: &crm.MediaRef{ID: "7", Filename: "bill.pdf"}},
			`[{"type":"header","parameters":[{"type":"document","document":{"id":"7","filename":"bill.pdf"}}]}]`},
		"gif": {"POSITIONAL", `[{"type":"HEADER","format":"GIF"}]`, "", crm.TemplateContent{HeaderMedia: &crm.MediaRef{ID: "7"}},
			`[{"type":"header","parameters":[{"type":"gif","gif":{"id":"7"}}]}]`},
		"location at zero": {"POSITIONAL", `[{"type":"HEADER","format":"LOCATION"}]`, "", crm.TemplateContent{HeaderLocation: &crm.Location{Longitude: 8.5, Name: "N", Address: "A"}},
			`[{"type":"header","parameters":[{"type":"location","location":{"latitude":0,"longitude":8.5,"name":"N","address":"A"}}]}]`},
		"buttons by index": {"POSITIONAL", `[{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"A"},{"type":"PHONE_NUMBER","text":"P"},{"type":"URL","text":"B","url":"https://a.example/{{1}}"},{"type":"COPY_CODE","text":"C"},{"type":"FLOW","text":"F"}]}]`,
			"", crm.TemplateContent{Buttons: []crm.ButtonParameter{{Index: 4, FlowToken: "tok", FlowData: map[string]any{"k": "v"}}, {Index: 3, CouponCode: "25OFF"}, {Index: 2, URLSuffix: "x?y=1"}, {Index: 0, Payload: "yes"}}},
			`[{"type":"button","sub_type":"quick_reply","index":"0","parameters":[{"type":"payload","payload":"yes"}]},{"type":"button","sub_type":"url","index":"2","parameters":[{"type":"text","text":"x?y=1"}]},{"type":"button","sub_type":"copy_code","index":"3","parameters":[{"type":"coupon_code","coupon_code":"25OFF"}]},{"type":"button","sub_type":"flow","index":"4","parameters":[{"type":"action","action":{"flow_token":"tok","flow_action_data":{"k":"v"}}}]}]`},
		"flow button that nothing fills": {"POSITIONAL", `[{"type":"BUTTONS","buttons":[{"type":"FLOW","text":"F"}]}]`, "", crm.TemplateContent{},
			`[{"type":"button","sub_type":"flow","index":"0"}]`},
		"code twice": {"POSITIONAL", `[{"type":"BODY","text":"*{{1}}* is your code."},{"type":"BUTTONS","buttons":[{"type":"URL","text":"Copy","url":"https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}"}]}]`,
			"", crm.TemplateContent{Parameters: map[string]string{"1": "123456"}},
			`[{"type":"body","parameters":[{"type":"text","text":"123456"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"123456"}]}]`},
		"code twice by button type": {"POSITIONAL", `[{"type":"BODY","text":"{{1}}"},{"type":"BUTTONS","buttons":[{"type":"OTP","text":"Copy"}]}]`,
			"", crm.TemplateContent{Parameters: map[string]string{"1": "1"}},
			`[{"type":"body","parameters":[{"type":"text","text":"1"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"1"}]}]`},
		"code twice by category": {"POSITIONAL", `[{"type":"BODY","text":"{{1}}"},{"type":"BUTTONS","buttons":[{"type":"URL","text":"Copy","url":"https://a.example/{{1}}"}]}]`,
			crm.CategoryAuthentication, crm.TemplateContent{Parameters: map[string]string{"1": "1"}},
			`[{"type":"body","parameters":[{"type":"text","text":"1"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"1"}]}]`},
		"offer": {"POSITIONAL", `[{"type":"HEADER","format":"IMAGE"},{"type":"LIMITED_TIME_OFFER","limited_time_offer":{"text":"Soon","has_expiration":true}},{"type":"BODY","text":"{{1}}"},{"type":"BUTTONS","buttons":[{"type":"COPY_CODE"},{"type":"URL","url":"https://a.example/{{1}}"}]}]`,
			"", crm.TemplateContent{HeaderMedia: &crm.MediaRef{ID: "7"}, Parameters: map[string]string{"1": "P"}, OfferExpiresAt: &ends, Buttons: []crm.ButtonParameter{{Index: 0, CouponCode: "C"}, {Index: 1, URLSuffix: "u"}}},
			`[{"type":"header","parameters":[{"type":"image","image":{"id":"7"}}]},{"type":"body","parameters":[{"type":"text","text":"P"}]},{"type":"limited_time_offer","parameters":[{"type":"limited_time_offer","limited_time_offer":{"expiration_time_ms":1798761600000}}]},{"type":"button","sub_type":"copy_code","index":"0","parameters":[{"type":"coupon_code","coupon_code":"C"}]},{"type":"button","sub_type":"url","index":"1","parameters":[{"type":"text","text":"u"}]}]`},
		"carousel": {"POSITIONAL", `[{"type":"BODY","text":"{{1}}"},{"type":"CAROUSEL","cards":[{"components":[{"type":"HEADER","format":"IMAGE"},{"type":"BODY","text":"{{1}}"},{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY"}]}]},{"components":[{"type":"HEADER","format":"VIDEO"}]}]}]`,
			"", crm.TemplateContent{Parameters: map[string]string{"1": "B"}, Cards: []crm.CardContent{{HeaderMedia: &crm.MediaRef{ID: "7"}, Parameters: map[string]string{"1": "c"}, Buttons: []crm.ButtonParameter{{Payload: "p"}}}, {HeaderMedia: &crm.MediaRef{ID: "8"}}}},
			`[{"type":"body","parameters":[{"type":"text","text":"B"}]},{"type":"carousel","cards":[{"card_index":0,"components":[{"type":"header","parameters":[{"type":"image","image":{"id":"7"}}]},{"type":"body","parameters":[{"type":"text","text":"c"}]},{"type":"button","sub_type":"quick_reply","index":"0","parameters":[{"type":"payload","payload":"p"}]}]},{"card_index":1,"components":[{"type":"header","parameters":[{"type":"video","video":{"id":"8"}}]}]}]}]`},
	} {
		t.Run(name, func(t *testing.T) {
			o := outgoing(form(t, c.format, c.components), c.content)
			o.Category = c.category
			got, err := o.Body()
			if err != nil {
				t.Fatal(err)
			}
			if want := wrap(c.want); string(got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestBodyRefuses(t *testing.T) {
	text := crm.Content{Text: &crm.Text{Body: "hi"}}
	body := form(t, "POSITIONAL", `[{"type":"BODY","text":"{{1}}"}]`)
	for name, o := range map[string]*Message{
		"no number":        {To: "+14155550123", Type: "text", Content: text},
		"no recipient":     {PhoneNumberID: "1", Type: "text", Content: text},
		"other content":    {PhoneNumberID: "1", To: "+14155550123", Type: "template", Content: text},
		"unknown type":     {PhoneNumberID: "1", To: "+14155550123", Type: "pin", Content: text},
		"missing sticker":  {PhoneNumberID: "1", To: "+14155550123", Type: "sticker", Content: text},
		"file of no type":  {PhoneNumberID: "1", To: "+14155550123", Type: "text", Content: crm.Content{Media: &crm.Media{ID: "1"}}},
		"unknown target":   {PhoneNumberID: "1", To: "+14155550123", Type: "reaction", Content: crm.Content{Reaction: &crm.Reaction{MessageID: "msg_1"}}},
		"unknown form":     {PhoneNumberID: "1", To: "+14155550123", Type: "interactive", Content: crm.Content{Interactive: &crm.Interactive{Type: "maze"}}},
		"no form":          outgoing(nil, crm.TemplateContent{}),
		"missing value":    outgoing(body, crm.TemplateContent{}),
		"missing header":   outgoing(form(t, "", `[{"type":"HEADER","text":"{{1}}"}]`), crm.TemplateContent{}),
		"missing file":     outgoing(form(t, "", `[{"type":"HEADER","format":"IMAGE"}]`), crm.TemplateContent{}),
		"file for nothing": outgoing(form(t, "", `[]`), crm.TemplateContent{HeaderMedia: &crm.MediaRef{ID: "1"}}),
		"missing location": outgoing(form(t, "", `[{"type":"HEADER","format":"LOCATION"}]`), crm.TemplateContent{HeaderMedia: &crm.MediaRef{ID: "1"}}),
		"missing card":     outgoing(form(t, "", `[{"type":"CAROUSEL","cards":[{"components":[]}]}]`), crm.TemplateContent{}),
		"long callback":    {PhoneNumberID: "1", To: "+14155550123", Type: "text", Content: text, CallbackData: strings.Repeat("é", 513)},
	} {
		var refusal *crm.Error
		if _, err := o.Body(); !errors.As(err, &refusal) {
			t.Errorf("%s: got %v, want a refusal", name, err)
		}
	}
}

func BenchmarkTemplateBody(b *testing.B) {
	o := outgoing(form(b, "NAMED", `[{"type":"BODY","text":"Hi {{name}}, {{order}}"},{"type":"BUTTONS","buttons":[{"type":"URL","url":"https://a.example/{{1}}"}]}]`),
		crm.TemplateContent{Parameters: map[string]string{"name": "Zoë", "order": "A-1"}, Buttons: []crm.ButtonParameter{{URLSuffix: "A-1"}}})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := o.Body(); err != nil {
			b.Fatal(err)
		}
	}
}
