package sandbox

import (
	"bytes"
	"strings"
	"testing"
)

// told returns the webhook bodies since n as one text.
func (b *bench) told(n int) string {
	b.settled()
	return string(bytes.Join(b.hook.all()[n:], []byte("\n")))
}

func TestCustomerChangesTheirMind(t *testing.T) {
	b := newBench(t, nil)
	_, wrote := b.do("POST", "/_sandbox/messages", `{"from":"+16505551234","name":"Ada","text":"Hello"}`)
	id := wrote.str("messageId")
	b.send(`{"messaging_product":"whatsapp","to":"+16505551234","type":"text","text":{"body":"Hi"}}`)
	b.settled()
	for body, want := range map[string]string{
		`{"edit":{"messageId":"` + id + `","text":"Hello!"}}`: `"edit":{"message":{"context":{"id":"M0"},"text":{"body":"Hello!"},"type":"text"},"original_message_id":`,
		`{"delete":"` + id + `"}`:                             `"revoke":{"original_message_id":`,
		`{"react":{"emoji":"👍"}}`:                             `"reaction":{"emoji":"\ud83d\udc4d","message_id":"wamid.`,
		`{"react":{"emoji":""}}`:                              `"reaction":{"message_id":"wamid.`,
	} {
		n := len(b.hook.all())
		if status, answer := b.do("POST", "/_sandbox/phones/+16505551234", body); status != 200 {
			t.Fatal(body, status, answer)
		}
		if got := b.told(n); !strings.Contains(got, want) {
			t.Errorf("%s: %s", body, got)
		}
	}
	for _, body := range []string{`{"edit":{"messageId":"nothing","text":"x"}}`, `{"delete":"nothing"}`, `{"react":{"messageId":"nothing"}}`, `{}`,
		`{"changeNumber":"x"}`, `{"changeNumber":"+16505551234"}`} {
		if status, _ := b.do("POST", "/_sandbox/phones/+16505551234", body); status != 400 {
			t.Error(body, status)
		}
	}
}

func TestCustomerHidesAndMoves(t *testing.T) {
	b := newBench(t, nil)
	_, wrote := b.do("POST", "/_sandbox/messages", `{"from":"+16505551234","name":"Ada","text":"Hello"}`)
	b.settled()
	b.do("POST", "/_sandbox/phones/+16505551234", `{"hide":"@ada"}`)
	n := len(b.hook.all())
	b.do("POST", "/_sandbox/messages", `{"from":"+16505551234","text":"Again"}`)
	b.send(`{"messaging_product":"whatsapp","recipient":"` + wrote.str("userId") + `","type":"text","text":{"body":"Hi"}}`)
	if got := b.told(n); strings.Contains(got, "16505551234") || !strings.Contains(got, `"username":"ada"`) || !strings.Contains(got, wrote.str("userId")) {
		t.Error("a hidden number was told:", got)
	}
	b.do("POST", "/_sandbox/phones/+16505551234", `{"hide":""}`)
	n = len(b.hook.all())
	status, moved := b.do("POST", "/_sandbox/phones/+16505551234", `{"changeNumber":"+16505559999"}`)
	got := b.told(n)
	if status != 200 || moved.str("userId") == wrote.str("userId") || !strings.Contains(got, `"type":"user_changed_number"`) ||
		!strings.Contains(got, `"type":"user_changed_user_id"`) || !strings.Contains(got, `"previous_user_id":"`+wrote.str("userId")+`"`) || strings.Contains(got, "contacts") {
		t.Error(status, moved, got)
	}
	if len(b.Phone("+16505559999")) != 1 || b.customer("+16505551234") != nil {
		t.Error("the phone's messages did not move")
	}
	n = len(b.hook.all())
	b.send(`{"messaging_product":"whatsapp","to":"+16505559999","type":"text","text":{"body":"Still in the window"}}`)
	if got := b.told(n); !strings.Contains(got, `"delivered"`) {
		t.Error(got)
	}
}

func TestAnyWebhook(t *testing.T) {
	b := newBench(t, nil)
	status, _ := b.do("POST", "/_sandbox/webhooks", `{"field":"account_review_update","value":{"decision":"APPROVED"}}`)
	b.do("POST", "/_sandbox/webhooks", `{"field":"smb_message_echoes","to":"`+testPhone+`","value":{"message_echoes":[{"id":"wamid.x"}]}}`)
	got := b.told(0)
	if status != 200 || !strings.Contains(got, `"value":{"decision":"APPROVED"},"field":"account_review_update"`) ||
		!strings.Contains(got, `"phone_number_id":"`+testPhone+`"`) {
		t.Error(status, got)
	}
	for _, body := range []string{`{"value":{}}`, `{"field":"x"}`, `{"field":"x","value":[]}`, `{"field":"x","value":{},"to":"+1999"}`} {
		if status, _ := b.do("POST", "/_sandbox/webhooks", body); status != 400 {
			t.Error(body, status)
		}
	}
}
