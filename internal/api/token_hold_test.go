package api_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/whatsapp"
)

// sendings are the changes of whether messages of the number go out, as events told them.
func (w onboardingWorld) sendings() (out []string) {
	for _, change := range w.numberTold("sending") {
		_, to, _ := strings.Cut(change, ">")
		out = append(out, to)
	}
	return out
}

func (w onboardingWorld) status(id string) string {
	s, _ := w.Message(id)["status"].(string)
	return s
}

// What people have to mend keeps messages back for an hour, is told once, and costs none of
// them.
func TestWhatPeopleMendLosesNoMessage(t *testing.T) {
	onApp := func(w onboardingWorld, code, subcode int) { // of the number alone
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Status: 400, Code: code, Subcode: subcode, DelayMs: 300})) // all are refused at once
	}
	for _, c := range []struct {
		name         string
		breaks, ends func(onboardingWorld)
		kind         crm.HealthKind
		item         string // that the checklist tells of
	}{
		{"a revoked token", func(w onboardingWorld) { w.control("token", `{"valid":false}`) }, func(w onboardingWorld) { w.control("token", `{}`) }, crm.HealthToken, crm.ItemToken},
		{"an expired token", func(w onboardingWorld) { w.control("token", `{"expiresIn":"1s"}`); w.Advance(2 * time.Second) }, func(w onboardingWorld) { w.control("token", `{}`) }, crm.HealthToken, crm.ItemToken},
		{"a token that may not send", func(w onboardingWorld) { w.control("token", `{"scopes":["whatsapp_business_management"]}`) }, func(w onboardingWorld) { w.control("token", `{}`) }, crm.HealthToken, crm.ItemToken},
		{"a number that was moved", func(w onboardingWorld) { onApp(w, 100, 33) }, func(w onboardingWorld) { w.Must(w.Sandbox().SetFaults()) }, crm.HealthHeld, ""},
		{"a locked account", func(w onboardingWorld) { onApp(w, 131031, 0) }, func(w onboardingWorld) { w.Must(w.Sandbox().SetFaults()) }, crm.HealthHeld, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(w onboardingWorld) {
				w.EventuallyMessage(w.SendMessage(testkit.OrderShipped("+14155550123")), "delivered")
				c.breaks(w)
				var ids []string
				defer func() {
					if w.t.Failed() {
						w.t.Logf("it was told: %v; the first message: %v", w.sendings(), w.Message(ids[0]))
					}
				}()
				began := w.Now()
				for i := range 5 {
					ids = append(ids, w.SendMessage(testkit.OrderShipped(fmt.Sprintf("+1415555%04d", 200+i))))
				}
				w.Eventually("it is noticed", func() bool { return len(w.sendings()) == 1 })
				if took := w.Now().Sub(began); took > time.Minute {
					t.Errorf("it is noticed after %s", took)
				}
				if c.item != "" {
					w.becomes(c.item, crm.ItemRejected)
				}
				w.Advance(20 * time.Minute)
				for _, id := range ids {
					if s := w.status(id); s != "queued" && s != "sending" {
						t.Errorf("after twenty minutes a message is %s", s)
					}
				}
				if _, open, _ := healthOf(t, w.Kit); open[string(c.kind)] == nil {
					t.Errorf("the number's health is %v", open)
				}
				c.ends(w)
				w.Advance(time.Minute)
				for _, id := range ids {
					w.EventuallyMessage(id, "delivered")
				}
				w.Eventually("it is told that messages go out", func() bool { return strings.Join(w.sendings(), " ") == "held working" })
				if c.item != "" {
					w.Advance(6 * time.Minute)
					w.becomes(c.item, crm.ItemDone)
					if got := strings.Join(w.told(c.item), " "); strings.Count(got, ">rejected") != 1 || !strings.HasSuffix(got, "rejected>verified") {
						t.Errorf("events of the token: %s", got)
					}
				}
				if _, open, _ := healthOf(t, w.Kit); open[string(c.kind)] != nil {
					t.Errorf("the number's health is still %v", open)
				}
			})
		})
	}
}

// What nobody mends for an hour ends the messages, each with the provider's word.
func TestWhatNobodyMendsFails(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(w onboardingWorld) {
		w.control("token", `{"valid":false}`)
		first, second := w.SendMessage(testkit.OrderShipped("+14155550123")), w.SendMessage(testkit.OrderShipped("+14155550124"))
		w.Eventually("it is noticed", func() bool { return len(w.sendings()) == 1 })
		w.Advance(50 * time.Minute)
		later := w.SendMessage(testkit.OrderShipped("+14155550125"))
		w.Advance(15 * time.Minute)
		for _, id := range []string{first, second} {
			m := w.EventuallyMessage(id, "failed")
			if e := fmt.Sprint(m["error"]); !strings.Contains(e, "190") {
				t.Errorf("it failed with %s", e)
			}
		}
		if s := w.status(later); s != "queued" && s != "sending" {
			t.Errorf("a message of a quarter of an hour is %s", s)
		}
		w.control("token", `{}`)
		w.Eventually("the later one goes out", func() bool { w.Advance(time.Minute); return w.status(later) == "delivered" })
	})
}

// A token is exchanged for one that is proved first, while messages go out.
func TestATokenIsExchanged(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(w onboardingWorld) {
		path := "/v1/messaging-accounts/" + w.AccountID + "/rotate-token"
		w.control("token", `{"token":"EAAnarrow","scopes":["whatsapp_business_messaging"]}`)
		w.control("token", `{"token":"EAAover","valid":false}`)
		w.control("token", `{"token":"EAAfresh","expiresIn":"1440h"}`)
		w.post(path, map[string]any{}, 422, crm.CodeRequired)
		w.post(path, map[string]any{"systemUserToken": "EAAnobody"}, 422, crm.CodeTokenInvalid)
		w.post(path, map[string]any{"systemUserToken": "EAAover"}, 422, crm.CodeTokenInvalid)
		w.post(path, map[string]any{"systemUserToken": "EAAnarrow"}, 422, crm.CodeTokenScopes)
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Status: 403, Code: 131005}))
		w.post(path, map[string]any{"systemUserToken": "EAAfresh"}, 422, crm.CodeTokenScopes)
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Code: 2}))
		w.post(path, map[string]any{"systemUserToken": "EAAfresh"}, 502, "")
		w.Must(w.Sandbox().SetFaults())

		// The old one is revoked, messages wait, and go out with the new one.
		w.control("token", `{"valid":false}`)
		id := w.SendMessage(testkit.OrderShipped("+14155550123"))
		w.Eventually("it is noticed", func() bool { return len(w.sendings()) == 1 })
		if r := w.post(path, map[string]any{"systemUserToken": "EAAfresh"}, 200, ""); r.Text("tokenHint") != "…resh" {
			t.Errorf("the answer is %s", r.Body)
		}
		w.post(path, map[string]any{"systemUserToken": "EAAfresh"}, 422, crm.CodeNotAllowed)
		w.Advance(time.Minute)
		w.EventuallyMessage(id, "delivered")
		if got := strings.Join(w.sendings(), " "); got != "held working" {
			t.Errorf("it was told: %s", got)
		}

		// It is told three times that it ends, and that it has.
		warned := func() (out []string) {
			for _, row := range w.Rows("SELECT body FROM events WHERE workspace_id = '%s' AND kind = 'onboarding.updated' ORDER BY position", w.WorkspaceID) {
				if _, rest, found := strings.Cut(fmt.Sprintf("%s", row["body"]), "The token ends in less than "); found {
					left, _, _ := strings.Cut(rest, ".")
					out = append(out, left)
				}
			}
			return out
		}
		w.becomes(crm.ItemToken, crm.ItemDone)
		const day = 24 * time.Hour
		w.Advance(45 * day) // of the 60 that it has
		for i, next := range []struct {
			left  string
			after time.Duration
		}{{"14 days", day + time.Hour}, {"7 days", 7 * day}, {"a day", 6 * day}} {
			w.Advance(next.after)
			w.Eventually("it was told that it ends in "+next.left, func() bool { return len(warned()) > i })
		}
		if got := strings.Join(warned(), ", "); got != "14 days, 7 days, a day" {
			t.Errorf("it was told that the token ends in %s", got)
		}
		w.Advance(2 * 24 * time.Hour)
		w.becomes(crm.ItemToken, crm.ItemRejected)
	})
}

// Whoever records side by side that the provider refuses everything, one tells of it.
func TestAHoldIsToldOfOnce(t *testing.T) {
	onOnboarding(t, testkit.Options{}, func(w onboardingWorld) {
		var n crm.PhoneNumber
		w.Must(w.DB().View(w.t.Context(), func(tx *db.Tx) (err error) {
			n, err = account.PhoneNumber(tx, w.WorkspaceID, w.NumberID)
			return err
		}))
		for round := range 20 {
			var all sync.WaitGroup
			for range 16 {
				all.Go(func() {
					err := w.DB().Update(db.Beside(context.Background(), message.BesideMessages), n.ID, func(tx *db.Tx) error {
						return w.App.Service.Account.NoteHold(tx, n, whatsapp.HoldAccount, errors.New("refused"))
					})
					if err != nil {
						w.t.Error(err)
					}
				})
			}
			all.Wait()
			w.Must(w.DB().Update(w.t.Context(), n.ID, func(tx *db.Tx) error { return account.EndHold(tx, n) }))
			if got := w.sendings(); len(got) != 2*(round+1) {
				w.t.Fatalf("in round %d it was told: %v", round, got)
			}
		}
	})
}
