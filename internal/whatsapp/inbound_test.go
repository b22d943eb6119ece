package whatsapp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// hook wraps one value in a webhook body.
func hook(field, value string) string {
	return `{"object":"whatsapp_business_account","entry":[{"id":"102","time":1739321024,"changes":[{"value":` + value + `,"field":"` + field + `"}]}]}`
}

const metadata = `"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550783881","phone_number_id":"106"}`

func parse(t testing.TB, body string) []Item {
	t.Helper()
	in, err := Parse([]byte(body))
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return in.Items
}

// only returns the one item of a body, which must be of type T.
func only[T Item](t testing.TB, body string) T {
	t.Helper()
	items := parse(t, body)
	if len(items) != 1 {
		t.Fatalf("%d items in %s", len(items), body)
	}
	item, ok := items[0].(T)
	if !ok {
		t.Fatalf("got %T %+v", items[0], items[0])
	}
	return item
}

func message(t testing.TB, contacts, body string) *IncomingMessage {
	t.Helper()
	return only[*IncomingMessage](t, hook("messages", `{`+metadata+`,"contacts":`+contacts+`,"messages":[`+body+`]}`))
}

func TestParseText(t *testing.T) {
	raw := `{"from":"16505551234","from_user_id":"US.1","from_parent_user_id":"US.ENT.2","id":"wamid.A","timestamp":"1749416383","type":"text",` +
		`"group_id":"G1","context":{"from":"15550783881","id":"wamid.B"},"text":{"body":"caf\u00e9 \ud83c\udf35 a\/b\u0000"}}`
	got := message(t, `[{"profile":{"name":"Zo\u00eb","username":"@zoe"},"wa_id":"16505551234","user_id":"US.1"}]`, raw)
	want := &IncomingMessage{
		Written: Written{Head: Head{WABAID: "102", PhoneNumberID: "106", DisplayNumber: "15550783881", Field: "messages",
			EntryTime: time.Unix(1739321024, 0).UTC(), Raw: []byte(raw)},
			ID: "wamid.A", Type: "text", Timestamp: time.Unix(1749416383, 0).UTC(),
			Content: crm.Content{Text: &crm.Text{Body: "café 🌵 a/b\uFFFD"}, GroupID: "G1",
				Context: &crm.Context{ProviderMessageID: "wamid.B", From: "15550783881"}}},
		From: "16505551234", FromUserID: "US.1", FromParentUserID: "US.ENT.2", ProfileName: "Zoë", Username: "zoe"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got.OpensWindow() {
		t.Error("a message in a group opens the window of its writer")
	}
}

func TestParseContentText(t *testing.T) {
	for body, want := range map[string][2]string{
		`"type":"button","button":{"text":"Yes"}`:                                                                  {"button", "Yes"},
		`"type":"interactive","interactive":{"button_reply":{"id":"1","title":"Red"},"type":"button_reply"}`:       {"interactive", "Red"},
		`"type":"interactive","interactive":{"type":"list_reply","list_reply":{"id":"1","title":"Row"}}`:           {"interactive", "Row"},
		`"type":"interactive","interactive":{"type":"nfm_reply","nfm_reply":{"body":"Sent","response_json":"{}"}}`: {"interactive", "Sent"},
		`"type":"interactive"`:                                              {"unsupported", ""},
		`"type":"image","image":{"caption":"Look","id":"7"}`:                {"image", "Look"},
		`"type":"video","video":{"caption":"Look"}`:                         {"video", "Look"},
		`"type":"document","document":{"filename":"a.pdf"}`:                 {"document", ""},
		`"type":"audio","audio":{"id":"7","voice":true}`:                    {"audio", ""},
		`"type":"reaction","reaction":{"message_id":"wamid.B","emoji":"👍"}`: {"reaction", "👍"},
		`"type":"reaction","reaction":{"message_id":"wamid.B"}`:             {"reaction", ""},
		`"type":"order","order":{"text":"Two please"}`:                      {"order", "Two please"},
		`"type":"unsupported","errors":[{"code":131051,"title":"Unknown"}]`: {"unsupported", ""},
		`"type":"text"`:                            {"unsupported", ""},
		`"type":"text","text":"bare"`:              {"unsupported", ""},
		`"type":"text","text":{"body":7}`:          {"text", "7"},
		`"location":{"latitude":0,"longitude":0}`:  {"location", ""},
		`"type":7,"text":{"body":"a"}`:             {"unsupported", ""},
		`"type":"","text":{"body":"a"}`:            {"text", "a"},
		`"type":"hologram","hologram":{"x":[{}]}`:  {"unsupported", ""},
		`"nothing":1`:                              {"unsupported", ""},
		`"type":"request_welcome"`:                 {"request_welcome", ""},
		`"type":"text","te\u0078t":{"body":"esc"}`: {"text", "esc"},
	} {
		m := message(t, `[]`, `{"id":"wamid.A","from":"1650",`+body+`}`)
		if m.Type != want[0] || m.Content.Words() != want[1] {
			t.Errorf("%s: %q, %q", body, m.Type, m.Content.Words())
		}
	}
}

func TestParseTimestamps(t *testing.T) {
	for value, want := range map[string]int64{`"1749416383"`: 1749416383, `1749416383`: 1749416383, `"yesterday"`: 0, `null`: 0, `1.5e9`: 0,
		`""`: 0, `{}`: 0, `-1`: 0, `"0"`: 0, `99999999999999999999999`: 0, `253402300800`: 0} {
		m := message(t, `[]`, `{"id":"wamid.A","timestamp":`+value+`}`)
		if m.BadTimestamp != (want == 0) || want == 0 && !m.Timestamp.IsZero() || want != 0 && m.Timestamp.Unix() != want {
			t.Errorf("%s: %v, %v", value, m.Timestamp, m.BadTimestamp)
		}
	}
}

func TestParseSender(t *testing.T) {
	for name, c := range map[string]struct{ contacts, body, from, userID, profile string }{
		"by user id":           {`[{"profile":{"name":"A"},"user_id":"US.2"},{"profile":{"name":"B"},"user_id":"US.1","wa_id":"1650"}]`, `"from_user_id":"US.1"`, "1650", "US.1", "B"},
		"by phone":             {`[{"profile":{"name":"A"},"wa_id":"2"},{"profile":{"name":"B"},"wa_id":"1650","user_id":"US.1"}]`, `"from":"1650"`, "1650", "US.1", "B"},
		"one contact":          {`[{"profile":{"name":"A"},"wa_id":"551"}]`, `"from":"1650"`, "1650", "", "A"},
		"two strangers":        {`[{"profile":{"name":"A"},"wa_id":"2"},{"profile":{"name":"B"},"wa_id":"3"}]`, `"from":"1650"`, "1650", "", ""},
		"number changed hands": {`[{"profile":{"name":"A"},"wa_id":"1650","user_id":"US.2"},{"wa_id":"3"}]`, `"from":"1650","from_user_id":"US.1"`, "1650", "US.1", ""},
		"no contacts":          {`null`, `"from":"1650"`, "1650", "", ""},
		"contacts no list":     {`"x"`, `"from":"1650"`, "1650", "", ""},
		"contact no object":    {`[7]`, `"from":"1650"`, "1650", "", ""},
		"no profile":           {`[{"wa_id":"1650"}]`, `"from":"1650"`, "1650", "", ""},
		"empty phone":          {`[{"profile":{"name":"A"},"wa_id":"","user_id":"US.1"}]`, `"from":"","from_user_id":"US.1"`, "", "US.1", "A"},
		"user id in from":      {`[{"profile":{"name":"A"},"wa_id":"US.1"}]`, `"from":"US.1"`, "", "US.1", "A"},
		"plus":                 {`[]`, `"from":"+1650"`, "1650", "", ""},
		"formatted":            {`[]`, `"from":"+250 (788) 123-200"`, "250788123200", "", ""},
		"no number":            {`[{"wa_id":"1650","user_id":"US.1"}]`, `"from":"<NUMBER>"`, "1650", "US.1", ""},
	} {
		m := message(t, c.contacts, `{"id":"wamid.A",`+c.body+`}`)
		if m.From != c.from || m.FromUserID != c.userID || m.ProfileName != c.profile {
			t.Errorf("%s: %q %q %q", name, m.From, m.FromUserID, m.ProfileName)
		}
	}
	two := parse(t, hook("messages", `{`+metadata+`,"contacts":[{"profile":{"name":"A"},"wa_id":"9"}],"messages":[{"id":"a","from":"1"},{"id":"b","from":"2"}]}`))
	if name := two[0].(*IncomingMessage).ProfileName; len(two) != 2 || name != "" {
		t.Errorf("one contact, two senders: %q", name)
	}
}

func TestParseStatus(t *testing.T) {
	body := `{"id":"wamid.A","status":"failed","timestamp":"1749416383","recipient_id":"1650","recipient_user_id":"US.1","biz_opaque_callback_data":"msg_1",` +
		`"conversation":{"id":"c1","expiration_timestamp":1749416999,"origin":{"type":"utility"}},"pricing":{"billable":true,"pricing_model":"PMP","type":"regular","category":"utility"},` +
		`"errors":[{"code":131047,"title":"Re-engagement message","message":"m","error_data":{"details":"Too late."},"href":"x"},{"code":"130472","message":"M","details":"D"}],"type":"message","template_id":7}`
	got := only[*StatusUpdate](t, hook("messages", `{`+metadata+`,"contacts":[{"wa_id":"1650"}],"statuses":[`+body+`]}`))
	want := &StatusUpdate{Head: got.Head, ID: "wamid.A", Status: "failed", Timestamp: time.Unix(1749416383, 0).UTC(), RecipientID: "1650",
		RecipientUserID: "US.1", CallbackData: "msg_1", TemplateID: "7",
		Charge:       &crm.Charge{Billable: true, Model: "PMP", Type: "regular", Category: "utility"},
		Conversation: &Conversation{ID: "c1", Origin: "utility", ExpiresAt: time.Unix(1749416999, 0).UTC()},
		Errors:       []crm.ProviderError{{Code: 131047, Title: "Re-engagement message", Details: "Too late."}, {Code: 130472, Title: "M", Details: "D"}}}
	if !reflect.DeepEqual(got, want) || string(got.Raw) != body || got.PhoneNumberID != "106" {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestParseOddStatus(t *testing.T) {
	status := func(body string) Item {
		return parse(t, hook("messages", `{`+metadata+`,"statuses":[{"id":"wamid.A","status":"read",`+body+`}]}`))[0]
	}
	group := status(`"recipient_id":"G","recipient_type":"group","recipient_participant_id":"1650","conversation":{"id":"c","pricing":{"billable":false,"category":"group_service"}}`).(*StatusUpdate)
	if group.ParticipantID != "1650" || group.RecipientType != "group" || group.Charge == nil || group.Charge.Category != "group_service" {
		t.Errorf("group: %+v", group)
	}
	if s := status(`"recipient_id":"US.1"`).(*StatusUpdate); s.RecipientID != "" || s.RecipientUserID != "US.1" {
		t.Errorf("user id in recipient_id: %+v", s)
	}
	if s := status(`"pricing":{"type":"regular"},"conversation":7`).(*StatusUpdate); !s.Charge.Billable || s.Conversation != nil {
		t.Errorf("without billable: %+v", s.Charge)
	}
	if s := status(`"pricing":{"type":"free_entry_point"}`).(*StatusUpdate); s.Charge.Billable {
		t.Errorf("free: %+v", s.Charge)
	}
	if c := status(`"type":"call","recipient_id":"1650"`).(*Call); c.Step != "read" || c.Phone != "1650" {
		t.Errorf("call: %+v", c)
	}
	if o := status(`"type":"payment"`).(*Other); o.Name != "status payment" || o.Problem != "" {
		t.Errorf("payment: %+v", o)
	}
}

func TestParseTemplates(t *testing.T) {
	const id = `"message_template_id":9223372036854775807123,"message_template_name":"n","message_template_language":"en-US"`
	for body, want := range map[string]TemplateUpdate{
		`"event":"REJECTED","reason":"INVALID_FORMAT","message_template_category":"MARKETING","rejection_info":{"reason":"Too close.","recommendation":"r"}`: {Kind: "status", Event: "REJECTED", Status: "rejected", Reason: "INVALID_FORMAT", Detail: "Too close.", Category: "MARKETING"},
		`"event":"APPROVED","reason":"NONE"`:                                                      {Kind: "status", Event: "APPROVED", Status: "approved"},
		`"event":"PAUSED","reason":null,"other_info":{"title":"FIRST_PAUSE","description":"3 h"}`: {Kind: "status", Event: "PAUSED", Status: "paused", Detail: "3 h"},
		`"previous_quality_score":"GREEN","new_quality_score":"YELLOW"`:                           {Kind: "quality", Quality: "YELLOW"},
		`"message_template_element":"Hi","message_template_buttons":[]`:                           {Kind: "components"},
		`"new_category":"UTILITY","correct_category":"MARKETING"`:                                 {Kind: "category", Category: "UTILITY", NextCategory: "MARKETING"},
		`"previous_category":"UTILITY","new_category":"MARKETING"`:                                {Kind: "category", Category: "MARKETING"},
		`"new":1`: {Kind: "status"},
	} {
		got := only[*TemplateUpdate](t, hook("message_template_status_update", `{`+id+`,`+body+`}`))
		want.Head, want.ProviderID, want.Name, want.Language = got.Head, "9223372036854775807123", "n", "en_US"
		if !reflect.DeepEqual(got, &want) || got.WABAID != "102" {
			t.Errorf("%s: got %+v", body, got)
		}
	}
	if o := only[*Other](t, hook("template_news", `{`+id+`}`)); o.Name != "template_news" {
		t.Errorf("got %+v", o)
	}
}

func TestParseKeepsEverything(t *testing.T) {
	kinds := func(body string) string {
		var out []string
		for _, item := range parse(t, body) {
			switch item := item.(type) {
			case *Other:
				out = append(out, item.Name+": "+item.Problem)
			case *IncomingMessage:
				out = append(out, "message "+item.ID)
			case *StatusUpdate:
				out = append(out, "status "+item.ID)
			case *ValueError:
				out = append(out, fmt.Sprint("error ", item.Error.Code))
			default:
				out = append(out, fmt.Sprintf("%T", item))
			}
		}
		return strings.Join(out, "; ")
	}
	for body, want := range map[string]string{
		`{}`: ``, `{"object":"x","entry":[]}`: ``, ` { "entry" : null } `: ``,
		`{"entry":{"id":"1","changes":{"field":"messages","value":{"messages":{"id":"a"}}}}}`: `message a`,
		`{"entry":{}}`:                            `entry: the entry has no changes`,
		`{"entry":[7,{"changes":7}]}`:             `entry: the entry has no changes; entry: the entry has no changes`,
		`{"entry":[{"changes":[{}]}]}`:            `: the change has no value`,
		`{"entry":[{"changes":[7]}]}`:             `: the change has no value`,
		`{"object":"page","entry":[{"id":"1"}]}`:  `page: the object is not whatsapp_business_account`,
		hook("flows", `{"event":"X"}`):            `flows: `,
		hook("messages", `{`+metadata+`}`):        `messages: the value has no items`,
		hook("messages", `{"user_actions":[{}]}`): `user_actions: `,
		hook("messages", `{"errors":[{"code":0,"title":"AuthException"}],"messages":[{"id":"a"}],"statuses":[{"id":"b","status":"sent"}]}`): `error 0; message a; status b`,
		hook("messages", `{"messages":[7,{"id":"a"},{"from":"1"},null],"statuses":"x","errors":[1]}`):                                       `messages: the message has no id; message a; messages: the message has no id; messages: the message has no id; statuses: not a list; errors: the error is not an object`,
		hook("messages", `{"statuses":[{"id":"a"},{"status":"sent"},{"id":7,"status":"sent"}]}`):                                            `statuses: the status has no id or no status; statuses: the status has no id or no status; status 7`,
		hook("history", `{`+metadata+`,"messages":[{"id":"a"}]}`):                                                                           `*whatsapp.HistoryMessage`,
		hook("smb_message_echoes", `{"message_echoes":[{"id":"a"}]}`):                                                                       `*whatsapp.Echo`,
		hook("standby", `{"standby":{"messages":[{"id":"a"}]}}`):                                                                            `message a`,
		hook("calls", `{`+metadata+`}`):                                                                                                     `calls: the value has no items`,
		hook("user_preferences", `{`+metadata+`,"user_preferences":[{"value":"stop"}]}`):                                                    `user_preferences: the preference names nobody`,
		hook("account_update", `{"event":"VERIFIED_ACCOUNT"}`):                                                                              `*whatsapp.AccountUpdate`,
	} {
		if got := kinds(body); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", body, got, want)
		}
	}
	for _, body := range []string{``, ` `, `[]`, `"x"`, `null`, `7`, `{`, `{"a":1}}`, `{"a":1,}`, "\xef\xbb\xbf{}", strings.Repeat(`{"a":`, 20000) + `1` + strings.Repeat(`}`, 20000)} {
		if _, err := Parse([]byte(body)); err == nil {
			t.Errorf("%.20q is no error", body)
		}
	}
}

func TestParseOrder(t *testing.T) {
	var want, got []string
	var entries []string
	for e := range 3 {
		var changes []string
		for c := range 3 {
			var list []string
			for m := range 3 {
				id := fmt.Sprintf("%d%d%d", e, c, m)
				want = append(want, fmt.Sprintf("%d p%d %s", e, c, id))
				list = append(list, `{"id":"`+id+`"}`)
			}
			changes = append(changes, fmt.Sprintf(`{"field":"messages","value":{"messages":[%s],"metadata":{"phone_number_id":"p%d"}}}`, strings.Join(list, ","), c))
		}
		entries = append(entries, fmt.Sprintf(`{"changes":[%s],"id":"%d"}`, strings.Join(changes, ","), e))
	}
	body := `{"entry":[` + strings.Join(entries, ",") + `]}`
	for _, item := range parse(t, body) {
		m := item.(*IncomingMessage)
		got = append(got, m.WABAID+" "+m.PhoneNumberID+" "+m.ID)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if ids := PhoneNumberIDs([]byte(body)); !reflect.DeepEqual(ids, []string{"p0", "p1", "p2"}) {
		t.Errorf("got %v", ids)
	}
}

func TestPhoneNumberIDs(t *testing.T) {
	for body, want := range map[string][]string{
		hook("messages", `{`+metadata+`}`):                                                 {"106"},
		hook("messaging_handovers", `{"recipient":{"phone_number_id":"107"}}`):             {"107"},
		hook("account_settings_update", `{"phone_number_settings":{"phone_number_id":7}}`): {"7"},
		hook("flows", `{}`): nil, `{`: nil, `[]`: nil, `{"entry":7}`: nil,
		// Of a key that is there twice both readers take the last.
		hook("messages", `{"metadata":{"phone_number_id":"1"}},"value":{"metadata":{"phone_number_id":"2"}}`): {"2"},
	} {
		if got := PhoneNumberIDs([]byte(body)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", body, got)
		}
		if in, err := Parse([]byte(body)); err == nil && len(want) > 0 && in.Items[0].Common().PhoneNumberID != want[0] {
			t.Errorf("%s: parsed as %v", body, in.Items[0].Common())
		}
	}
}

func TestParseIsBounded(t *testing.T) {
	items := parse(t, `{"entry":[`+strings.Repeat("1,", 2*maxItems)+`1]}`)
	if last := items[len(items)-1].(*Other); len(items) != maxItems+1 || !strings.Contains(last.Problem, "too many") {
		t.Errorf("%d items, then %+v", len(items), last)
	}
}

func TestInboundSamples(t *testing.T) {
	count := map[string]int{}
	files := fixtures(t, "inbound/*.json")
	for _, file := range files {
		body := read(t, file)
		in, err := Parse(body)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if len(in.Items) == 0 {
			t.Errorf("%s: no items", file)
		}
		for _, item := range in.Items {
			count[strings.TrimPrefix(fmt.Sprintf("%T", item), "*whatsapp.")]++
			if o, ok := item.(*Other); ok && o.Problem != "" {
				count["Other with a problem"]++
				t.Logf("%s: %s: %s", file, o.Name, o.Problem)
			}
			if !json.Valid(item.Common().Raw) || !bytes.Contains(body, item.Common().Raw) {
				t.Errorf("%s: raw %s", file, item.Common().Raw)
			}
		}
	}
	t.Logf("%d files: %v", len(files), count)
}

// batch is a body with n small text messages, as the provider writes them.
func batch(n int, padding string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"object":"whatsapp_business_account","entry":[{"id":"102290129340398","changes":[{"value":{` + metadata + `,"contacts":[{"profile":{"name":"Sheena Nelson"},"wa_id":"16505551234"}],"messages":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"from":"16505551234","id":"wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTRBNjU5OUFFRTAzODEwMT%06d","timestamp":"1749416383","type":"text","text":{"body":"Does it come in another color?%s"}}`, i, padding)
	}
	b.WriteString(`]},"field":"messages"}]}]}`)
	return b.Bytes()
}

func benchmarkParse(b *testing.B, n int, body []byte) {
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		in, err := Parse(body)
		if err != nil || len(in.Items) != n {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "items/s")
}

func BenchmarkParseOne(b *testing.B)      { benchmarkParse(b, 1, batch(1, "")) }
func BenchmarkParseThousand(b *testing.B) { benchmarkParse(b, 1000, batch(1000, "")) }
func BenchmarkParse3MB(b *testing.B) {
	benchmarkParse(b, 1000, batch(1000, strings.Repeat(`caf\u00e9 `, 260)))
}

func BenchmarkPhoneNumberIDs(b *testing.B) {
	body := batch(1, "")
	for b.Loop() {
		PhoneNumberIDs(body)
	}
}
