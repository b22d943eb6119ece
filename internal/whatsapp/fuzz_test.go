package whatsapp

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"entry":{}}`, `{"entry":[{"changes":[{"value":{"messages":[{}]}}]}]}`, `{"entry":[{"changes":[{}]}]}`,
		hook("messages", `{`+metadata+`,"contacts":[{"profile":{"name":"A"},"wa_id":"1"}],"messages":[{"id":"a","from":"1","type":"text","text":{"body":"\u0000\\\""}}]}`),
		hook("messages", `{`+metadata+`,"statuses":[{"id":"a","status":"sent","pricing":{"billable":true},"errors":[{"code":1}]}],"errors":[{"code":2}]}`),
		hook("message_template_status_update", `{"message_template_id":1,"event":"APPROVED"}`),
		hook("standby", `{`+metadata+`,"standby":{"statuses":[{"id":"a","status":"sent"}]},"errors":[{"code":3}]}`),
		hook("calls", `{`+metadata+`,"calls":[],"statuses":[{"id":"wacid.1","type":"call","status":"RINGING"}],"errors":[{"code":138006}]}`),
		hook("history", `{`+metadata+`,"history":[{"errors":[{"code":2593109}]}],"beside":1}`),
		hook("smb_app_state_sync", `{`+metadata+`,"state_sync":[{"action":"remove","contact":{"phone_number":"1"}}]}`),
		hook("account_update", `{"event":"DISABLED_UPDATE","ban_info":{"waba_ban_state":["REINSTATE"]}}`),
		hook("account_update", `{"event":"ACCOUNT_RESTRICTION","restriction_info":[{"restriction_type":"X","expiration":1}]}`),
		hook("account_alerts", `{"entity_type":"PHONE_NUMBER","alert_info":{}}`),
		hook("group_participants_update", `{`+metadata+`,"groups":[{"type":"group_participants_remove","failed_participants":[{"input":"1","errors":[{"code":1}]}]}]}`),
		hook("user_id_update", `{`+metadata+`,"user_id_update":[{"wa_id":"1","user_id":{"current":"US.1"}}]}`),
		hook("template_category_update", `{"message_template_id":1,"correct_category":"MARKETING","category_update_timestamp":"1"}`),
		hook("messaging_handovers", `{"type":"control_passed","sender":{"phone_number":"1"},"recipient":{"phone_number_id":"1"}}`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := Parse(body)
		ids := PhoneNumberIDs(body)
		if (err == nil) != isObject(body) {
			t.Fatalf("error %v for %q", err, body)
		}
		if err != nil {
			walk(body)
			return
		}
		for _, item := range in.Items {
			head := item.Common()
			if head.Raw != nil && (!json.Valid(head.Raw) || !bytes.Contains(body, head.Raw)) {
				t.Fatalf("raw %q", head.Raw)
			}
			if m, ok := item.(*IncomingMessage); ok {
				m.Content.Words()
			}
			checkID(t, head, ids)
		}
	})
}

func isObject(body []byte) bool {
	trimmed := bytes.TrimLeft(body, " \t\r\n")
	return json.Valid(body) && trimmed[0] == '{'
}

// checkID: whoever is believed must have been named when the secret was chosen.
func checkID(t *testing.T, head *Head, ids []string) {
	for _, id := range ids {
		if head.PhoneNumberID == id {
			return
		}
	}
	if head.PhoneNumberID != "" && len(ids) < maxIDs {
		t.Fatalf("%q is not among %q", head.PhoneNumberID, ids)
	}
}

// walk goes over anything, valid or not: it must end and stay within bounds.
func walk(raw []byte) {
	for key, value := range members(raw) {
		_, _ = text(key), text(value)
	}
	for value := range elements(raw) {
		_ = text(value)
	}
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":1,"b":[{"c":"\\\""}],"\u0061":null}`))
	f.Add([]byte(`{"a" : "x" , "b":{}}`))
	f.Add([]byte(`{"a":`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		walk(raw)
		var want map[string]json.RawMessage
		if !utf8.Valid(raw) || json.Unmarshal(raw, &want) != nil {
			return
		}
		got := map[string]json.RawMessage{}
		for key, value := range members(raw) {
			got[string(key)] = value
		}
		for key, value := range want {
			replaced := strings.ContainsAny(key, "\x00\uFFFD") // such keys may fall together
			if !replaced && !bytes.Equal(got[key], value) {
				t.Fatalf("%q: %q, want %q", key, got[key], value)
			}
		}
	})
}

func FuzzVerifySignature(f *testing.F) {
	f.Add("test_app_secret", "sha256="+emptyDigest, []byte(emptyEntries))
	f.Add("", "sha256=", []byte{})
	f.Add("a", "sha1=00", []byte("x"))
	f.Fuzz(func(t *testing.T, secret, header string, body []byte) {
		right := sign(secret, body)
		if VerifySignature(secret, right, body) != (secret != "") {
			t.Fatal("the own signature")
		}
		if VerifySignature(secret, header, body) && !bytes.EqualFold([]byte(header), []byte(right)) {
			t.Fatalf("%q verifies", header)
		}
		if VerifySignature(secret, right, append(body, 'x')) {
			t.Fatal("a longer body verifies")
		}
	})
}
