package sandbox

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestStatusesFollowInOrder(t *testing.T) {
	for name, delay := range map[string]time.Duration{"at once": 0, "delayed": 2 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, func(c *Config) { c.StatusDelay, c.AutoRead = delay, true })
			b.write("hello")
			id := b.text("good morning")
			b.settled()
			list := b.statuses()
			if names(list) != "sent delivered read" {
				t.Fatalf("statuses: %s", names(list))
			}
			for _, s := range list {
				if s.str("id") != id || s.str("recipient_id") != "16505551234" {
					t.Errorf("status tells of another message: %v", s)
				}
				if _, ok := s["timestamp"].(string); !ok {
					t.Errorf("timestamp is not a string: %v", s["timestamp"])
				}
			}
			if list[0].sub("pricing") == nil || list[1].sub("pricing") == nil || list[2].sub("pricing") != nil {
				t.Errorf("pricing belongs on sent and delivered: %s", dump(list))
			}
		})
	}
}

func TestReadFollowsWhenTheCustomerOpensTheChat(t *testing.T) {
	b := newBench(t, nil)
	b.write("hello")
	b.text("one")
	b.settled()
	if got := names(b.statuses()); got != "sent delivered" {
		t.Fatalf("before reading: %s", got)
	}
	if n, err := b.Read(customerOne, ""); n != 1 || err != nil {
		t.Fatalf("read %d, %v", n, err)
	}
	b.settled()
	if got := names(b.statuses()); got != "sent delivered read" {
		t.Fatalf("after reading: %s", got)
	}
	if n, _ := b.Read(customerOne, ""); n != 0 {
		t.Errorf("a message was read twice")
	}
}

func TestFailuresAreToldLater(t *testing.T) {
	cases := map[string]struct {
		prepare func(*bench)
		body    string
		code    string
	}{
		"closed window":  {func(*bench) {}, textTo(customerOne, "hi"), "131047"},
		"window expired": {func(b *bench) { b.write("hi"); b.Advance(25 * time.Hour) }, textTo(customerOne, "hi"), "131047"},
		"blocked": {func(b *bench) { _ = b.Block(customerOne, true) },
			templateTo(customerOne, "hello_world", "en_US", ""), "131026"},
		"stopped marketing": {func(b *bench) { _ = b.Marketing(customerOne, true) },
			templateTo(customerOne, "new_arrivals", "en_US", carouselComponents), "131050"},
		"unknown medium": {func(b *bench) { b.write("hi") },
			`{"messaging_product":"whatsapp","to":"16505551234","type":"image","image":{"id":"42"}}`, "131053"},
		"scripted": {func(b *bench) { _ = b.SetFaults(Fault{Code: 130472, Async: true, Times: 1}) },
			templateTo(customerOne, "hello_world", "en_US", ""), "130472"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			c.prepare(b)
			if status, answer := b.send(c.body); status != http.StatusOK {
				t.Fatalf("answered %d %v", status, answer)
			}
			b.settled()
			list := b.statuses()
			if names(list) != "failed" {
				t.Fatalf("statuses: %s", names(list))
			}
			failure := list[0].first("errors")
			if failure.str("code") != c.code || failure.str("title") != failure.str("message") ||
				failure.sub("error_data").str("details") == "" || failure.str("href") == "" {
				t.Errorf("error: %v", failure)
			}
			if got := b.Phone(customerOne); len(got) != 0 {
				t.Errorf("the phone shows a failed message: %v", got)
			}
		})
	}
}

func TestCallbackDataIsEchoedInEveryStatus(t *testing.T) {
	b := newBench(t, func(c *Config) { c.AutoRead = true })
	b.send(templateTo(customerOne, "hello_world", "en_US", ""))
	b.send(textTo(customerOne, "fails"))
	b.settled()
	for _, s := range b.statuses() {
		if want := "cb-hello_world"; s.str("status") != "failed" && s.str("biz_opaque_callback_data") != want {
			t.Errorf("%s carries %q", s.str("status"), s.str("biz_opaque_callback_data"))
		}
		if s.str("status") == "failed" && s.has("biz_opaque_callback_data") {
			t.Errorf("callback data out of nowhere")
		}
	}
	if st := b.Stats(); st.DuplicateCount != 0 || st.Times["1"] != 1 {
		t.Errorf("stats: %+v", st)
	}
	b.send(templateTo(customerOne, "hello_world", "en_US", ""))
	if st := b.Stats(); st.DuplicateCount != 1 || strings.Join(st.Duplicates, "") != "cb-hello_world" || st.Times["2"] != 1 {
		t.Errorf("stats after a repetition: %+v", st)
	}
}

func TestScriptedStatuses(t *testing.T) {
	cases := map[string]string{
		statusesLost:      "",
		statusesDoubled:   "sent sent delivered delivered read read",
		statusesReordered: "delivered read sent",
	}
	for mode, want := range cases {
		t.Run(mode, func(t *testing.T) {
			b := newBench(t, func(c *Config) { c.AutoRead, c.WebhookConcurrency = true, 1 })
			if err := b.SetFaults(Fault{Match: Match{Kind: "template"}, Statuses: mode}); err != nil {
				t.Fatal(err)
			}
			b.send(templateTo(customerOne, "hello_world", "en_US", ""))
			b.settled()
			if got := names(b.statuses()); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if got := b.Phone(customerOne); len(got) != 1 || got[0].Status != "read" {
				t.Errorf("the phone shows %s", dump(got))
			}
		})
	}
}

func TestReactionsAreOnlySent(t *testing.T) {
	b := newBench(t, func(c *Config) { c.AutoRead = true })
	in := b.write("hello")
	b.send(`{"messaging_product":"whatsapp","to":"16505551234","type":"reaction","reaction":{"message_id":"` + in.MessageID + `","emoji":"👍"}}`)
	b.settled()
	if got := names(b.statuses()); got != "sent" {
		t.Errorf("statuses: %s", got)
	}
}

func TestPrices(t *testing.T) {
	at := func(s string) time.Time { v, _ := time.Parse(time.DateOnly, s); return v }
	yes, no := func() bool { return true }, func() bool { return false }
	cases := []struct {
		name, category string
		now            time.Time
		window         bool
		entry          time.Time
		free           func() bool
		want           price
	}{
		{"conversations", "service", at("2025-06-01"), true, time.Time{}, no, price{"CBP", "", "service", false, time.Time{}}},
		{"free service", "service", at("2026-09-30"), true, time.Time{}, no, price{"PMP", "free_customer_service", "service", false, time.Time{}}},
		{"free utility", "utility", at("2026-01-01"), true, time.Time{}, no, price{"PMP", "free_customer_service", "utility", false, time.Time{}}},
		{"utility outside", "utility", at("2026-01-01"), false, time.Time{}, no, price{"PMP", "regular", "utility", true, time.Time{}}},
		{"utility charged", "utility", at("2026-10-01"), true, time.Time{}, yes, price{"PMP", "regular", "utility", true, time.Time{}}},
		{"service free tier", "service", at("2026-10-01"), true, time.Time{}, yes, price{"PMP", "free_customer_service", "service", false, time.Time{}}},
		{"service charged", "service", at("2026-10-01"), true, time.Time{}, no, price{"PMP", "regular", "service", true, time.Time{}}},
		{"entry point", "marketing", at("2026-11-01"), false, at("2026-11-02"), no, price{"PMP", "free_entry_point", "referral_conversion", false, at("2026-11-02")}},
		{"marketing", "marketing", at("2026-11-01"), true, time.Time{}, yes, price{"PMP", "regular", "marketing", true, time.Time{}}},
	}
	for _, c := range cases {
		if got := priceOf(c.category, c.now, c.window, c.entry, c.free); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestAdOpensFreeEntryPoint(t *testing.T) {
	b := newBench(t, nil)
	if _, err := b.CustomerSends(CustomerMessage{From: customerOne, Text: "from the ad", Referral: map[string]any{"source_type": "ad"}}); err != nil {
		t.Fatal(err)
	}
	b.text("welcome")
	b.settled()
	s := b.statuses()[0]
	if s.sub("pricing").str("type") != "free_entry_point" || s.sub("conversation").sub("origin").str("type") != "referral_conversion" {
		t.Errorf("status: %s", dump(s))
	}
	b.Advance(73 * time.Hour)
	b.send(templateTo(customerOne, "hello_world", "en_US", ""))
	b.settled()
	list := b.statuses()
	if got := list[len(list)-1].sub("pricing").str("type"); got != "regular" {
		t.Errorf("after the entry point: %s", got)
	}
}
