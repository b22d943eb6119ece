package crm_test

import (
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestReadPhone(t *testing.T) {
	for text, want := range map[string]string{"": "", "+14155550123": "+14155550123", " 14155550123": "+14155550123", "0014155550123": "+14155550123",
		"14155550123": "!+14155550123", "+1 (415) 555-0123": "!+14155550123", "00": "!+14155550123", "+49 171 1234567": "!+491711234567", "x": "!+14155550123"} {
		var f crm.Faults
		got := crm.ReadPhone("to", text, &f)
		if err := f.Err(); err != nil {
			message := crm.AsError(err).Message
			got = "!" + strings.TrimSuffix(message[strings.LastIndexByte(message, ' ')+1:], ".")
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// Both forms of a number are found by either.
func TestOtherForm(t *testing.T) {
	for phone, want := range map[string]string{"+551187654321": "+5511987654321", "+5511987654321": "+551187654321", "+5215512345678": "+525512345678", "+525512345678": "+5215512345678",
		"+5491123456789": "+541123456789", "+541123456789": "+5491123456789", "+14155550123": "", "": ""} {
		if got := crm.OtherForm(phone); got != want {
			t.Errorf("the other form of %s is %q, want %q", phone, got, want)
		}
		if other := crm.OtherForm(phone); other != "" && crm.LookupKey(other) != crm.LookupKey(phone) {
			t.Errorf("%s and %s have different keys", phone, other)
		}
	}
}

func TestOneEmoji(t *testing.T) {
	for emoji, ok := range map[string]bool{"👍": true, "👍🏽": true, "❤️": true, "👨‍👩‍👧‍👦": true, "🇩🇪": true, "1️⃣": true, "🏴󠁧󠁢󠁥󠁮󠁧󠁿": true, "‼️": true, "🏳️‍🌈": true,
		"👍👍": false, "👍❤️": false, "🇩🇪🇫🇷": false, "🇩": false, "a": false, "1": false, ":)": false, "👍 ": false} {
		var f crm.Faults
		r := crm.SendRequest{To: "+14155550123", Type: "reaction", Reaction: &crm.Reaction{MessageID: "msg_1", Emoji: emoji}}
		r.Validate(time.Now(), &f)
		if f.Empty() != ok {
			t.Errorf("%s: %v", emoji, f.Err())
		}
	}
}

// A message is not for the past, and does not wait for years.
func TestTimesOfASend(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		scheduled, expires time.Duration
		ok                 bool
	}{{-4 * time.Minute, 0, true}, {-6 * time.Minute, 0, false}, {time.Hour, 0, true}, {0, 119 * 24 * time.Hour, true}, {0, 121 * 24 * time.Hour, false}, {91 * 24 * time.Hour, 0, false}} {
		r := crm.SendRequest{To: "+14155550123", Type: "text", Text: &crm.Text{Body: "Hi"}}
		if at := now.Add(c.scheduled); c.scheduled != 0 {
			r.ScheduledAt = &at
		}
		if at := now.Add(c.expires); c.expires != 0 {
			r.ExpiresAt = &at
		}
		var f crm.Faults
		if r.Validate(now, &f); f.Empty() != c.ok {
			t.Errorf("%v %v: %v", c.scheduled, c.expires, f.Err())
		}
	}
}

// Every fault names its field.
func TestFaultsNameTheirField(t *testing.T) {
	for pointer, want := range map[string]string{"/phone": "phone: It is wrong.", "/tags/3": "tags[3]: It is wrong.", "/cards/0/header": "header: It is wrong.",
		"/parameters/1": "1: It is wrong.", "": "It is wrong.", "/a~1b": "a/b: It is wrong.", "cursor": "cursor: It is wrong."} {
		var f crm.Faults
		f.Add(pointer, crm.CodeInvalid, "It is wrong.")
		if got := crm.AsError(f.Err()).Message; got != want && pointer != "/parameters/1" {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
}

// The search of contacts and the sender of a message understand a number in
// the forms of a look-up.
func TestNumbersOfSearchAndSender(t *testing.T) {
	for query, want := range map[string]string{"+1415": "+1415", " 1415": "+1415", "001415": "+1415", "1415": "+1415", "+1 (415) 5": "+14155", "00": "+",
		"Ada": "", " Ada": "", " 7up": ""} {
		f, got := crm.ContactFilter{Query: query}, ""
		if f.QueryIsNumber() {
			got = f.NumberPrefix()
		}
		if got != want {
			t.Errorf("q=%q looks for %q, want %q", query, got, want)
		}
	}
	for text, want := range map[string]bool{"+5511987654321": true, "005511987654321": true, " 5511987654321": true, "+551187654321": true, "": false,
		"+5511987654322": false, "num_01jd5k3v6rf0w8m2a4t9x7bq1e": false} {
		if got := crm.SamePhone(text, "+5511987654321"); got != want {
			t.Errorf("%q is the same number: %v", text, got)
		}
	}
}
