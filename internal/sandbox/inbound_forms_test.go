package sandbox

import (
	"testing"
)

// Forms of what customers do that are told in a way of their own.
func TestRareInbound(t *testing.T) {
	b := newBench(t, nil)
	for _, body := range []string{`{"from":"+16505551234","type":"unsupported","unsupported":{"type":"poll"}}`, `{"from":"+16505551234","type":"request_welcome"}`,
		`{"from":"+16505551234","type":"system","system":{"type":"user_changed_number","body":"changed"}}`} {
		if status, answer := b.control("POST", "messages", body); status != 200 {
			t.Fatalf("%s: %d %v", body, status, answer)
		}
	}
	b.settled()
	seen := 0
	for _, v := range b.values() {
		m := v.first("messages")
		switch seen++; m.str("type") {
		case "unsupported":
			if m.first("errors").str("code") != "131051" || m.sub("unsupported").str("type") != "poll" {
				t.Errorf("unsupported: %v", m)
			}
		case "request_welcome":
			if m.has("request_welcome") {
				t.Errorf("request_welcome: %v", m)
			}
		case "system":
			if v.has("contacts") {
				t.Errorf("system brings contacts: %v", v)
			}
		}
	}
	if seen != 3 {
		t.Errorf("%d messages were told", seen)
	}
}

// A voice message is played after it was read; other messages cannot be played.
func TestVoiceMessageIsPlayed(t *testing.T) {
	b := newBench(t, nil)
	b.write("hello")
	b.text("not to be played")
	status, answer := b.send(`{"messaging_product":"whatsapp","to":"` + customerOne + `","type":"audio","audio":{"link":"https://a.example/a.ogg","voice":true}}`)
	if status != 200 {
		t.Fatalf("%d %v", status, answer)
	}
	if status, answer := b.control("POST", "phones/"+customerOne, `{"played":true}`); status != 200 || answer.str("played") != "1" {
		t.Fatalf("%d %v", status, answer)
	}
	b.settled()
	var voice []fields
	for _, s := range b.statuses() {
		if s.str("id") == answer.first("messages").str("id") {
			voice = append(voice, s)
		}
	}
	if got := names(voice); got != "sent delivered read played" {
		t.Errorf("statuses: %s", got)
	}
}
