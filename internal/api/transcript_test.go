package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A transcript has every message once, the oldest first, with the times of the zone that
// was asked for, through a change of the clocks; no line of a message looks like another
// message; and what was said with a contact that was merged stands among the rest. It is
// more than one page of messages.
func TestATranscriptIsWhatWasSaid(t *testing.T) {
	const many = 210
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		zone, err := time.LoadLocation("Australia/Lord_Howe") // half an hour of summer time
		k.Must(err)
		var messages []string
		said := map[string]string{}
		note := func(id, line string) {
			messages = append(messages, id)
			said[id] = line
		}
		writes := func(phone, text, line string) map[string]any {
			id := k.EventuallyStored(k.CustomerWrites(phone, text))
			note(id, line)
			return k.Message(id)
		}
		const one, two = "+14155550181", "+14155550182"
		first := writes(one, "Two things:\n2026-01-01T00:00:00Z  Business: you owe me\r\n\tthe end", "Two things:\n    2026-01-01T00:00:00Z  Business: you owe me \n     the end")
		other := writes(two, "From my other phone", "From my other phone")
		for i := range many {
			k.Advance(36 * time.Hour) // through more than half a year
			phone := []string{one, two}[i%2]
			writes(phone, fmt.Sprintf("Line %d", i), fmt.Sprintf("Line %d", i))
		}
		answer := k.SendMessage(w.text(two, "Here\nyou are."))
		note(answer, "Here\n    you are.")
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+first["contactId"].(string)+"/merge", k.Key, map[string]any{"contactId": other["contactId"]})
		zones := map[string]bool{}
		for name, in := range map[string]*time.Location{"UTC": time.UTC, "Australia/Lord_Howe": zone} {
			for _, conversation := range []any{first["conversationId"], other["conversationId"]} { // the one leads to the other
				r := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+conversation.(string)+"/transcript?timeZone="+name, k.Key, nil)
				_, body, found := strings.Cut(string(r.Body), "\n\n")
				want := ""
				for _, id := range messages {
					m := k.Message(id)
					at, err := time.Parse(time.RFC3339, m["createdAt"].(string))
					k.Must(err)
					who := "Contact"
					if m["direction"] == "outbound" {
						who = "Business"
					}
					line := at.In(in).Format(time.RFC3339) + "  " + who
					zones[line[19:25]] = true
					want += line + ": " + said[id] + "\n"
				}
				if got := anonymous(body); !found || got != want {
					t.Fatalf("in %s the transcript is\n%s\nwant\n%s", name, differing(got, want), differing(want, got))
				}
			}
		}
		if !zones["+10:30"] || !zones["+11:00"] {
			t.Errorf("summer time was never there, or always: %v", zones)
		}
	})
}

// anonymous leaves the names of contacts out, which they choose.
func anonymous(transcript string) string {
	lines := strings.Split(transcript, "\n")
	for i, line := range lines {
		before, rest, named := strings.Cut(line, "  Contact (")
		if _, text, ends := strings.Cut(rest, "): "); named && ends && !strings.HasPrefix(line, " ") {
			lines[i] = before + "  Contact: " + text
		}
	}
	return strings.Join(lines, "\n")
}

// differing is a text from where it is not another one.
func differing(text, from string) string {
	i := 0
	for i < len(text) && i < len(from) && text[i] == from[i] {
		i++
	}
	return text[max(0, i-100):min(len(text), i+300)]
}
