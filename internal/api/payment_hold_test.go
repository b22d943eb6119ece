package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// Without a payment method the provider delivers what is free alone. Templates wait from the
// first refusal on, told once, and go out when a card is there; replies go on.
func TestNothingIsLostForWantOfACard(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(w onboardingWorld) {
		template := func() string { return w.SendMessage(testkit.OrderShipped(person)) }
		number := "/v1/phone-numbers/" + w.NumberID
		notices := func() (open int, body string) {
			r := w.Do(http.MethodGet, number+"/health", w.Key, nil)
			for _, n := range r.JSON()["notices"].([]any) {
				if n := n.(map[string]any); n["kind"] == "payment_missing" && n["resolvedAt"] == nil {
					open++
				}
			}
			return open, string(r.Body)
		}
		w.control("accounts/"+sandbox.DefaultAccount().ID, `{"payment":false}`)
		const other = "+14155550177" // in a conversation messages keep their order
		w.CustomerWrites(other, "Where is my order?")
		first := template()
		m := w.EventuallyMessage(first, "failed")
		if !strings.Contains(fmt.Sprint(m["error"]), "131042") {
			t.Errorf("the first message: %v", m["error"])
		}
		w.Eventually("it is told", func() bool { n, _ := notices(); return n == 1 })

		held := []string{template(), template(), template()}
		reply := w.SendMessage(map[string]any{"to": other, "type": "text", "text": map[string]any{"body": "It is on its way."}})
		w.Eventually("a reply goes out, which is free", func() bool { return w.status(reply) == "delivered" || w.status(reply) == "read" })
		w.becomes(crm.ItemPayment, crm.ItemRejected)
		for range 20 { // ten minutes
			w.Advance(30 * time.Second)
			w.Quiet()
			for _, id := range held {
				if s := w.status(id); s != "queued" && s != "sending" {
					t.Fatalf("a message that waits for a card is %s", s)
				}
			}
		}
		if told := fmt.Sprint(w.sendings()); told != "[held]" {
			t.Errorf("told: %s", told)
		}
		w.control("accounts/"+sandbox.DefaultAccount().ID, `{"payment":true}`)
		w.Advance(6 * time.Minute) // the provider is asked every five
		for _, id := range held {
			w.Eventually("what waited goes out", func() bool {
				w.Advance(10 * time.Second)
				return w.status(id) == "delivered" || w.status(id) == "read"
			})
		}
		if told := fmt.Sprint(w.sendings()); told != "[held working]" {
			t.Errorf("told at the end: %s", told)
		}
		if n, body := notices(); n != 0 {
			t.Errorf("notices are left: %s", body)
		}
		w.becomes(crm.ItemPayment, crm.ItemDone)
	})
}

// A card that the provider names and does not take: people say when it is mended. Otherwise
// messages wait for an hour, and fail with the reason.
func TestACardThatIsNotTaken(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(w onboardingWorld) {
		refuse := func() {
			w.fault(sandbox.Fault{Match: sandbox.Match{Kind: "template"}, Code: 131042, Async: true})
		}
		refuse()
		w.EventuallyMessage(w.SendMessage(testkit.OrderShipped(person)), "failed")
		held := w.SendMessage(testkit.OrderShipped(person))
		w.becomes(crm.ItemPayment, crm.ItemRejected)
		w.Advance(20 * time.Minute)
		w.Quiet()
		if s := w.Message(held)["status"]; s != "queued" && s != "sending" {
			t.Fatalf("the message is %v although the provider refuses what costs something", s)
		}
		w.Must(w.Sandbox().SetFaults())
		w.post("/v1/onboarding/payment_card/confirm", map[string]any{"note": "Another card is attached."}, 200, "")
		w.Eventually("it goes out once people say so", func() bool {
			w.Advance(10 * time.Second)
			return w.Message(held)["status"] == "delivered"
		})

		refuse()
		w.EventuallyMessage(w.SendMessage(testkit.OrderShipped(person)), "failed")
		late := w.SendMessage(testkit.OrderShipped(person))
		w.Advance(59 * time.Minute)
		w.Quiet()
		w.Advance(2 * time.Minute)
		var m map[string]any
		w.Eventually("an hour is over", func() bool {
			w.Advance(10 * time.Second)
			m = w.Message(late)
			return m["status"] == "failed"
		})
		if e := m["error"].(map[string]any); e["code"] != string(crm.CodePaymentMissing) && !strings.Contains(fmt.Sprint(e), "131042") {
			t.Errorf("it failed with %v", e)
		}
	})
}
