package whatsapp

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// FuzzContent reads one item as every field that may carry it: what comes of
// it can be stored by any database and read back, and reading it again gives
// the same.
func FuzzContent(f *testing.F) {
	for _, seed := range []string{
		`{"id":"a","from":"1650","type":"text","text":{"body":"\u0000x"},"context":{"id":"b","forwarded":true,"referred_product":{"catalog_id":"1"}}}`,
		`{"id":"a","from":"US.1","type":"image","image":{"id":"7","sha256":"zzz","caption":"c"},"errors":[{"code":131052,"title":"t"}]}`,
		`{"id":"a","type":"location","location":{"latitude":0,"longitude":"-1e3"}}`,
		`{"id":"a","type":"interactive","interactive":{"type":"nfm_reply","nfm_reply":{"response_json":"{\"a\":1}","body":"Sent"}}}`,
		`{"id":"a","type":"interactive","interactive":{"type":"payment_method","payment_method":{"payment_method":"pix"}}}`,
		`{"id":"a","type":"order","order":{"product_items":[{"quantity":"2","item_price":1.50}]}}`,
		`{"id":"a","type":"contacts","origin":"other","contacts":[{"name":{"formatted_name":"A"},"phones":[{"phone":"1"}],"org":{"title":"x"}}]}`,
		`{"id":"a","type":"edit","edit":{"original_message_id":"b","message":{"type":"text","text":{"body":"x"}}}}`,
		`{"id":"a","type":"revoke","revoke":{"original_message_id":"b"}}`,
		`{"id":"a","type":"system","system":{"type":"user_changed_number","new_wa_id":"1"}}`,
		`{"id":"a","type":"button","button":{"text":"b"},"referral":{"source_url":"u","media_type":"video","video_url":"v"}}`,
		`{"id":"wacid.1","event":"terminate","direction":"USER_INITIATED","from":"1","duration":7,"status":"Completed","start_time":"5"}`,
		`{"wa_id":"1650","category":"marketing_messages","value":"stop","timestamp":"7"}`,
		`{"type":"contact","action":"add","contact":{"full_name":"A","phone_number":"1"},"metadata":{"timestamp":"1"}}`,
		`{"threads":[{"id":"1","messages":[{"id":"a","from":"15550783881","type":"text","text":{"body":"x"},"history_context":{"status":"READ"}}]}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, item []byte) {
		if !json.Valid(item) {
			return
		}
		for _, place := range [][2]string{{"messages", "messages"}, {"messages", "statuses"}, {"smb_message_echoes", "message_echoes"}, {"history", "history"},
			{"history", "messages"}, {"calls", "calls"}, {"calls", "statuses"}, {"user_preferences", "user_preferences"}, {"smb_app_state_sync", "state_sync"}} {
			body := []byte(hook(place[0], `{`+metadata+`,"`+place[1]+`":[`+string(item)+`]}`))
			first, second := parse(t, string(body)), parse(t, string(body))
			if len(first) == 0 || !reflect.DeepEqual(first, second) {
				t.Fatalf("%s %s: %d items, then %d", place[0], item, len(first), len(second))
			}
			for _, one := range first {
				checkItem(t, one)
			}
		}
		for field := range map[string]bool{"account_update": true, "security": true, "messaging_handovers": true, "phone_number_name_update": true} {
			parse(t, hook(field, string(item)))
		}
	})
}

func checkItem(t *testing.T, one Item) {
	switch one := one.(type) {
	case *IncomingMessage:
		checkContent(t, &one.Written)
		if strings.Trim(one.From, "0123456789") != "" {
			t.Fatalf("from %q", one.From)
		}
	case *Echo:
		checkContent(t, &one.Written)
	case *HistoryMessage:
		checkContent(t, &one.Written)
	case *Call:
		if one.Duration < 0 || one.ID == "" || one.Step == "" {
			t.Fatalf("%+v", one)
		}
	}
}

func checkContent(t *testing.T, w *Written) {
	if w.ID == "" || w.Type == "" || (w.Type == TypeUnsupported) != (w.Content.Unsupported != nil) {
		t.Fatalf("%q %q %+v", w.ID, w.Type, w.Content)
	}
	if changes := w.Type == "edit" || w.Type == "revoke"; !changes && !slices.Contains(crm.MessageTypes, w.Type) {
		t.Fatalf("%q is missing in the types of messages", w.Type)
	}
	text, err := json.Marshal(w.Content)
	if err != nil || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		t.Fatalf("%v in %q of %s", err, text, w.Raw)
	}
	var back crm.Content
	if err := json.Unmarshal(text, &back); err != nil || back.Words() != w.Content.Words() {
		t.Fatalf("%v: %q became %q", err, w.Content.Words(), back.Words())
	}
	if strings.ContainsRune(back.Words(), 0) {
		t.Fatalf("%q", back.Words())
	}
	before := len(back.Edits)
	if now := w.Content; back.Edit("e", w.Timestamp, &now) && len(back.Edits) != before+1 {
		t.Fatalf("%+v", back.Edits)
	}
}
