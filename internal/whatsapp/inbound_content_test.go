package whatsapp

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestParseContent(t *testing.T) {
	const digest = "c2fa9731eea7ee7d56d33a61bcb3e82e3facfcdb4aaa6af7cd9ed8cd33fbc452"
	for body, want := range map[string]crm.Content{
		`"type":"audio","audio":{"id":7,"voice":true,"mime_type":"audio\/ogg; codecs=opus","sha256":"wvqXMe6n7n1W0zphvLPoLj+s\/NtKqmr3zZ7YzTP7xFI=","url":"u"}`: {
			Media: &crm.Media{ProviderID: "7", Voice: true, MIMEType: "audio/ogg; codecs=opus", SHA256: digest}},
		`"type":"image","image":{"id":"7","sha256":"` + digest + `"},"errors":[{"code":131052,"title":"T","error_data":{"details":"Too large."}}]`: {
			Media: &crm.Media{ProviderID: "7", SHA256: digest, Fault: "131052 Too large."}},
		`"type":"document","document":{"id":"7","filename":"a.pdf","caption":"c","sha256":"short"}`: {
			Media: &crm.Media{ProviderID: "7", Filename: "a.pdf", Caption: "c"}},
		`"type":"location","location":{"latitude":0,"longitude":-0.5}`: {Location: &crm.Location{Longitude: -0.5}},
		`"type":"interactive","interactive":{"type":"nfm_reply","nfm_reply":{"name":"address_message","body":"Street 1\nTown","response_json":"no json"}}`: {
			Reply: &crm.Reply{Type: "address", Title: "Street 1\nTown", Response: json.RawMessage(`"no json"`)}},
		`"type":"interactive","interactive":{"payment_method":{"payment_method":"pix","reference_id":"r"},"type":"payment_method"}`: {
			Reply: &crm.Reply{Type: "paymentMethod", ID: "pix", Response: json.RawMessage(`{"payment_method":"pix","reference_id":"r"}`)}},
		`"type":"order","order":{"catalog_id":"c","product_items":[{"product_retailer_id":"p","quantity":"2","item_price":19.90,"currency":"EUR"}]}`: {
			Order: &crm.Order{CatalogID: "c", Items: []crm.OrderItem{{RetailerID: "p", Quantity: 2, Price: "19.90", Currency: "EUR"}}}},
		`"type":"button","button":{"text":"Yes"},"context":{}`: {Reply: &crm.Reply{Type: "templateButton", Title: "Yes"}},
		`"type":"text","text":{"body":"x"},"context":{"frequently_forwarded":true}`: {
			Text: &crm.Text{Body: "x"}, Context: &crm.Context{FrequentlyForwarded: true}},
		`"type":"text","text":{"body":"x"},"referral":{"source_type":"ad","media_type":"video","image_url":"i","video_url":"v","welcome_message":{"text":"w"}}`: {
			Text: &crm.Text{Body: "x"}, Referral: &crm.Referral{SourceType: "ad", MediaType: "video", MediaURL: "v", Welcome: "w"}},
		`"type":"reaction","reaction":{"message_id":"wamid.B","emoji":""}`: {Reaction: &crm.Reaction{ProviderMessageID: "wamid.B"}},
		`"type":"request_welcome"`: {},
	} {
		if got := message(t, `[]`, `{"id":"wamid.A","from":"1650",`+body+`}`).Content; !reflect.DeepEqual(got, want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", body, got, want)
		}
	}
}

func TestParseUnsupported(t *testing.T) {
	for body, want := range map[string]string{
		`"type":"unsupported","unsupported":{"type":"poll"},"errors":[{"code":131051}]`: "poll",
		`"type":"unsupported"`:                                   "",
		`"type":"hologram","hologram":{}`:                        "hologram",
		`"type":"interactive","interactive":{"type":"product"}`:  "interactive.product",
		`"type":"interactive"`:                                   "interactive",
		`"type":"edit","edit":{"original_message_id":"wamid.B"}`: "edit",
		`"type":"edit","edit":{"original_message_id":"wamid.B","message":{"type":"revoke","revoke":{"original_message_id":"x"}}}`: "edit",
		`"type":"revoke","revoke":{}`:                                   "revoke",
		`"type":"location","location":{"latitude":1e999,"longitude":0}`: "location",
		`"type":"contacts","contacts":[]`:                               "contacts",
	} {
		raw := `{"id":"wamid.A","from":"1650",` + body + `}`
		m := message(t, `[]`, raw)
		if m.Type != TypeUnsupported || m.Content.Unsupported == nil || m.Content.Unsupported.Type != want || string(m.Content.Raw) != raw {
			t.Errorf("%s: %q %+v", body, m.Type, m.Content.Unsupported)
		}
		if !m.OpensWindow() {
			t.Errorf("%s opens no window", body)
		}
	}
}

func TestParseCalls(t *testing.T) {
	value := `{` + metadata + `,"contacts":[{"wa_id":"1650","profile":{"name":"A"}}],"calls":[{"id":"wacid.1","event":"terminate","direction":"USER_INITIATED","from":"1650","to":"15550783881",` +
		`"timestamp":"20","status":"COMPLETED","start_time":"5","end_time":"17","duration":12}],"statuses":[{"id":"wacid.2","type":"call","status":"RINGING","recipient_id":"US.1"}],"errors":[{"code":7}]}`
	items := parse(t, hook("calls", value))
	call := items[0].(*Call)
	if len(items) != 2 || !call.ByUser || call.Phone != "1650" || call.ProfileName != "A" || !call.Completed || call.Duration != 12*time.Second || call.Errors[0].Code != 7 {
		t.Errorf("%+v", call)
	}
	if s := items[1].(*Call); s.Step != "ringing" || s.UserID != "US.1" || s.Phone != "" || s.ByUser {
		t.Errorf("%+v", s)
	}
}

func TestParseCoexistence(t *testing.T) {
	chunk := `{` + metadata + `,"history":[{"threads":[{"id":"1650","context":{"user_id":"US.1"},"messages":[` +
		`{"id":"a","from":"15550783881","type":"text","text":{"body":"x"},"history_context":{"status":"READ"}},{"id":"b","from":"1650","type":"text","text":{"body":"y"}}]}]}]}`
	items := parse(t, hook("history", chunk))
	own, theirs := items[0].(*HistoryMessage), items[1].(*HistoryMessage)
	if !own.Outbound || own.Status != "READ" || own.Phone != "1650" || own.UserID != "US.1" || theirs.Outbound || theirs.Content.Words() != "y" {
		t.Errorf("%+v %+v", own, theirs)
	}
	echo := only[*Echo](t, hook("smb_message_echoes", `{`+metadata+`,"message_echoes":[{"id":"a","from":"15550783881","to":"","to_user_id":"US.1","type":"text","text":{"body":"x"}}]}`))
	if echo.To != "" || echo.ToUserID != "US.1" {
		t.Errorf("%+v", echo)
	}
	sync := only[*ContactSync](t, hook("smb_app_state_sync", `{`+metadata+`,"state_sync":[{"action":"remove","contact":{"phone_number":"+1 650"},"metadata":{"timestamp":"7"}}]}`))
	if sync.Phone != "1650" || !sync.Removed || sync.Timestamp.Unix() != 7 {
		t.Errorf("%+v", sync)
	}
	standby := only[*IncomingMessage](t, hook("standby", `{`+metadata+`,"standby":{"messages":[{"id":"a","from":"1650","type":"text","text":{"body":"x"}}]}}`))
	if !standby.Standby || standby.PhoneNumberID != "106" {
		t.Errorf("%+v", standby)
	}
}
