package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/testkit"
)

// pends is a conversation in which the contact was answered and is waited for.
func (w automaticWorld) pends(phone string) (id, contact string) {
	w.t.Helper()
	id, contact = w.served(phone)
	w.status(id, map[string]any{"status": "pending"})
	return id, contact
}

// passes moves the clock, and does what is due then.
func (w automaticWorld) passes(d time.Duration) {
	w.t.Helper()
	w.Settle()
	w.Advance(d)
	w.looks()
}

func (w automaticWorld) looks() {
	w.t.Helper()
	w.Must(w.App.Service.Courtesy.TakeSilences(context.Background()))
	w.done()
}

// done waits until what was taken is done, unless that waits for the provider.
func (w automaticWorld) done() {
	w.t.Helper()
	w.Eventually("what was taken is done", func() bool {
		soon := func(d time.Duration) int {
			return w.Count("jobs", fmt.Sprintf("kind = 'break_silence' AND run_at < %d", w.Now().Add(d).UnixMilli()))
		}
		if soon(time.Second) == 0 && soon(11*time.Second) > 0 { // a webhook was on its way
			w.Settle()
			w.Advance(11 * time.Second)
		}
		return soon(11*time.Second) == 0
	})
	w.Settle()
}

func (w automaticWorld) stands(what, id string, want crm.ConversationStatus) {
	w.t.Helper()
	if got := w.shown(id)["status"]; got != string(want) {
		w.t.Errorf("%s: the conversation is %v, want %s", what, got, want)
	}
}

const answered = "Here you are." // what served says

// Who stays silent is reminded once, and then the conversation is closed; each answer
// begins the wait anew.
func TestSilentContactsAreRemindedAndClosed(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const phone, off = "+14155550281", "+14155550280"
		quiet, _ := w.pends(off)
		w.says(map[string]any{"reminder": map[string]any{"enabled": true, "text": "Still there, {{contact.firstName}}?", "afterMinutes": 60},
			"closing": map[string]any{"enabled": true, "text": "Goodbye.", "afterMinutes": 180}})
		id, _ := w.pends(phone)
		before := w.shown(id)
		w.passes(50 * time.Minute)
		w.mustHear("before it is due", phone, answered)
		w.SendMessage(w.text(phone, "And this."))
		w.passes(50 * time.Minute)
		w.mustHear("after another answer", phone, answered, "And this.")
		w.passes(11 * time.Minute)
		reminder := "Still there, Customer?"
		w.mustHear("an hour after it", phone, answered, "And this.", reminder)
		for range 3 {
			w.passes(30 * time.Minute)
		}
		w.mustHear("reminded once", phone, answered, "And this.", reminder)
		after := w.shown(id)
		for _, field := range []string{"status", "waitingSince", "unreadCount", "inboundCount"} {
			if fmt.Sprint(before[field]) != fmt.Sprint(after[field]) {
				w.t.Errorf("%s was %v and is %v", field, before[field], after[field])
			}
		}
		w.passes(31 * time.Minute)
		w.mustHear("closed", phone, answered, "And this.", reminder, "Goodbye.")
		e := w.episodes(id)[0]
		if w.stands("after three hours", id, crm.ConversationClosed); e["closeReason"] != "no_answer" || e["answerCount"] != 2.0 || e["closedBy"].(map[string]any)["type"] != "system" {
			w.t.Errorf("the episode is %v", e)
		}
		told := w.statusEvents(id)
		if last := told[len(told)-1]; last["to_status"] != "closed" || last["reason"] != "silence" {
			w.t.Errorf("told was %v", last)
		}
		w.stands("from before anything was on", quiet, crm.ConversationPending)
		w.mustHear("from before anything was on", off, answered)
		if n := w.Count("silences"); n != 0 {
			w.t.Errorf("%d waits are kept", n)
		}
		w.writes(phone, "Hello")
		w.stands("who writes again", id, crm.ConversationOpen)
		if n := len(w.episodes(id)); n != 2 {
			w.t.Errorf("there are %d episodes", n)
		}
	})
}

func (w automaticWorld) statusEvents(id string) (out []map[string]any) {
	w.t.Helper()
	for _, row := range w.Rows("SELECT body FROM events WHERE kind = 'conversation.status_updated' ORDER BY position") {
		var e struct {
			Data map[string]any `json:"data"`
		}
		w.Must(json.Unmarshal([]byte(wholeText(row["body"])), &e))
		if e.Data["conversation_id"] == id {
			out = append(out, e.Data)
		}
	}
	return out
}

// Who writes in time, waits for an answer, was put aside, closed or opened, or for whom
// it was turned off, is left alone.
func TestWhoIsLeftAlone(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		w.says(map[string]any{"reminder": map[string]any{"enabled": true, "text": "Still there?", "afterMinutes": 60}, "closing": map[string]any{"enabled": true, "afterMinutes": 120}})
		phone := func(i int) string { return fmt.Sprintf("+1415555029%d", i) }
		wrote, _ := w.pends(phone(0))
		snoozed, _ := w.pends(phone(1))
		w.status(snoozed, map[string]any{"status": "snoozed", "until": w.Now().Add(90 * time.Minute).UTC().Format(time.RFC3339)})
		closed, _ := w.pends(phone(2))
		w.status(closed, map[string]any{"status": "closed"})
		open, _ := w.pends(phone(3))
		w.status(open, map[string]any{"status": "open"})
		waits := w.writes(phone(4), "Hello")
		w.status(waits, map[string]any{"status": "pending"})
		again, _ := w.pends(phone(5))
		w.passes(59 * time.Minute)
		w.writes(phone(0), "Just in time")
		w.status(again, map[string]any{"status": "open"})
		w.status(again, map[string]any{"status": "pending"})
		w.passes(2 * time.Minute)
		for i := range 6 {
			want := []string{answered}
			if i == 4 {
				want = nil
			}
			w.mustHear("after an hour", phone(i), want...)
		}
		w.passes(58 * time.Minute)
		w.mustHear("an hour after it was put off again", phone(5), answered, "Still there?")
		off, _ := w.pends(phone(6))
		w.says(map[string]any{"reminder": map[string]any{"enabled": false}, "closing": map[string]any{"enabled": false}})
		w.passes(3 * time.Hour)
		for what, id := range map[string]string{"who wrote": wrote, "put aside, and back": snoozed, "opened": open} {
			w.stands(what, id, crm.ConversationOpen)
		}
		for what, id := range map[string]string{"who waits": waits, "turned off": off, "turned off, reminded": again} {
			w.stands(what, id, crm.ConversationPending)
		}
		w.mustHear("turned off", phone(6), answered)
		if n := len(w.episodes(closed)); n != 1 || w.Count("silences") != 0 {
			w.t.Errorf("%d episodes, %d waits are kept", n, w.Count("silences"))
		}
	})
}

// A wait from before they were turned off is over when they are turned on again: who was
// answered meanwhile is not closed by it.
func TestTurnedOnAgainTheyWaitAnew(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const phone = "+14155550299"
		on := func(on bool) { w.says(map[string]any{"closing": map[string]any{"enabled": on, "afterMinutes": 120}}) }
		on(true)
		id, _ := w.pends(phone)
		w.passes(time.Hour)
		on(false)
		w.writes(phone, "One more thing")
		w.SendMessage(w.text(phone, "And this."))
		w.Settle()
		w.status(id, map[string]any{"status": "pending"})
		w.passes(30 * time.Minute)
		on(true)
		w.passes(31 * time.Minute)
		w.stands("two hours after the first answer", id, crm.ConversationPending)
		w.SendMessage(w.text(phone, "And that."))
		w.passes(121 * time.Minute)
		w.stands("two hours after an answer since then", id, crm.ConversationClosed)
	})
}

// Nothing is sent when the window has closed, nor to who refuses all; the conversation is
// closed all the same. Reminders wait until a calendar opens.
func TestSilenceByWindowConsentAndHours(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const late, refuses, night = "+14155550301", "+14155550302", "+14155550303"
		w.says(map[string]any{"reminder": map[string]any{"enabled": true, "text": "Still there?", "afterMinutes": 23 * 60}, "closing": map[string]any{"enabled": true, "text": "Goodbye.", "afterMinutes": 25 * 60}})
		old, _ := w.served(late)
		w.Advance(2 * time.Hour)
		w.status(old, map[string]any{"status": "pending"}) // the reminder is due after the window
		w.passes(23*time.Hour + time.Minute)
		w.passes(2 * time.Hour)
		w.mustHear("the window has closed", late, answered)
		w.stands("the window has closed", old, crm.ConversationClosed)

		w.says(map[string]any{"reminder": map[string]any{"afterMinutes": 60}, "closing": map[string]any{"afterMinutes": 600}})
		no, contact := w.pends(refuses)
		w.do(http.StatusCreated, http.MethodPost, "/v1/contacts/"+contact+"/consent", w.Key, map[string]any{"purpose": "all", "state": "opted_out", "proof": "By telephone"})
		w.passes(61 * time.Minute)
		w.passes(10 * time.Hour)
		w.mustHear("who refuses all", refuses, answered)
		w.stands("who refuses all", no, crm.ConversationClosed)

		now := w.Now().UTC()
		opens := now.Add(3 * time.Hour).Truncate(time.Minute)
		w.says(map[string]any{"reminder": map[string]any{"calendarId": w.calendar("Later", "UTC", opens.Format("15:04"), opens.Add(time.Hour).Format("15:04"))}})
		w.pends(night)
		w.passes(2 * time.Hour)
		w.mustHear("while the calendar is closed", night, answered)
		w.passes(time.Hour + time.Minute)
		w.mustHear("when it opened", night, answered, "Still there?")
	})
}

// While the provider makes up for lost time, nobody is reminded: they may have written.
func TestNobodyIsRemindedWhileTheProviderIsLate(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Config: func(c *config.Serve) { c.UnknownGrace = time.Minute }}, func(t *testing.T, k *testkit.Kit) {
		w := automaticWorld{ratingWorld{noteWorld{k, t}}}
		const phone, other = "+14155550305", "+14155550306"
		w.says(map[string]any{"reminder": map[string]any{"enabled": true, "text": "Still there?", "afterMinutes": 60}})
		w.pends(phone)
		w.passes(59*time.Minute + 45*time.Second)
		w.PostProvider("/provider/webhook", w.Secret(), testkit.Webhook(w.Tenant, "messages", testkit.Incoming("wamid.late2", other, "Hello", w.Now().Add(-10*time.Minute))))
		w.EventuallyStored("wamid.late2")
		w.passes(40 * time.Second)
		w.mustHear("while it is late", phone, answered)
		w.passes(40 * time.Second)
		w.mustHear("when it was heard", phone, answered, "Still there?")
	})
}

// While a webhook of the number waits, it is asked again every few seconds only.
func TestNobodyIsRemindedWhileAWebhookWaits(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const phone = "+14155550307"
		w.says(map[string]any{"reminder": map[string]any{"enabled": true, "text": "Still there?", "afterMinutes": 60}})
		w.pends(phone)
		w.Settle()
		provider := w.Rows("SELECT provider_id FROM phone_numbers WHERE id = '%s'", w.NumberID)[0]["provider_id"].(string)
		change := func(do func(tx *db.Tx)) {
			w.Must(w.DB().Update(context.Background(), w.NumberID, func(tx *db.Tx) error { do(tx); return nil }))
		}
		change(func(tx *db.Tx) {
			jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: w.WorkspaceID, Kind: "ingest", Queue: w.NumberID, Key: provider, RunAt: tx.Now().Add(1000 * time.Hour), Payload: "{}"})
		})
		w.Advance(61 * time.Minute)
		at := w.Now()
		w.Must(w.App.Service.Courtesy.TakeSilences(context.Background()))
		w.Eventually("it is put off for some seconds", func() bool {
			return w.Count("jobs", fmt.Sprintf("kind = 'break_silence' AND owner = '' AND run_at >= %d", at.Add(5*time.Second).UnixMilli())) == 1
		})
		if n := len(w.Sandbox().Phone(phone)); n != 1 {
			w.t.Errorf("the contact got %d messages", n)
		}
		change(func(tx *db.Tx) {
			tx.Write(db.SQL(`DELETE FROM jobs WHERE workspace_id = $1 AND kind = 'ingest' AND key = $2`), w.WorkspaceID, provider)
		})
		w.Advance(11 * time.Second)
		w.done()
		w.mustHear("when it was applied", phone, answered, "Still there?")
	})
}

// Open conversations are closed only where that is wanted, and only after an answer.
func TestOpenConversationsAreClosed(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		w.says(map[string]any{"closing": map[string]any{"enabled": true, "afterMinutes": 60}})
		plain, _ := w.served("+14155550311")
		w.Settle()
		w.says(map[string]any{"closing": map[string]any{"includeOpen": true}})
		done, _ := w.served("+14155550312")
		waits := w.writes("+14155550313", "Hello")
		acts, _ := w.served("+14155550314")
		w.Settle()
		w.status(acts, map[string]any{"status": "pending"})
		w.status(acts, map[string]any{"status": "open"}) // somebody must act
		given, _ := w.served("+14155550315")
		w.Settle()
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+given+"/assignment", w.Key, map[string]any{"agentId": w.NewPerson(w.WorkspaceID, crm.RoleOwner).ID})
		w.passes(61 * time.Minute)
		w.stands("answered before that was wanted", plain, crm.ConversationOpen)
		w.stands("answered", done, crm.ConversationClosed)
		w.stands("who waits", waits, crm.ConversationOpen)
		w.stands("opened by somebody", acts, crm.ConversationOpen)
		w.stands("given to somebody", given, crm.ConversationOpen)
	})
}

// Where contacts become one the wait goes on where its episode does, and back when they
// part.
func TestTheWaitFollowsAMerge(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const keeps, goes = "+14155550321", "+14155550322"
		w.says(map[string]any{"reminder": map[string]any{"enabled": true, "text": "Still there?", "afterMinutes": 60}, "closing": map[string]any{"enabled": true, "afterMinutes": 120}})
		kept, contact := w.finish(keeps)
		gone, other := w.pends(goes)
		w.passes(30 * time.Minute)
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", w.Key, map[string]any{"contactId": other})
		w.passes(31 * time.Minute)
		w.stands("merged", kept, crm.ConversationPending)
		w.mustHear("merged", keeps, answered, "Still there?")
		merge := w.do(http.StatusOK, http.MethodGet, "/v1/contacts/"+contact, w.Key, nil).Text("merges", "0", "id")
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+merge+"/undo", w.Key, nil)
		w.stands("parted", gone, crm.ConversationPending)
		w.passes(30 * time.Minute)
		w.mustHear("parted: reminded once", goes, answered)
		w.passes(31 * time.Minute)
		w.stands("parted", gone, crm.ConversationClosed)
	})
}

// Who became one contact is greeted as one.
func TestTheGreetingFollowsAMerge(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const keeps, goes = "+14155550323", "+14155550324"
		kept, contact := w.finish(keeps)
		w.says(map[string]any{"greeting": map[string]any{"enabled": true, "text": "Welcome!"}})
		_, other := w.finish(goes)
		w.mustHear("greeted", goes, "Welcome!", answered)
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", w.Key, map[string]any{"contactId": other})
		w.Advance(time.Hour)
		w.writes(keeps, "Hello again")
		w.mustHear("merged", keeps, answered)
		w.status(kept, map[string]any{"status": "closed"})
		w.Advance(24 * time.Hour)
		w.writes(keeps, "Hello again")
		w.mustHear("a day later", keeps, answered, "Welcome!")
	})
}

// However many look for silent contacts at once, and however often their jobs run, each
// is reminded once and each conversation closed once.
func TestEachIsRemindedOnce(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const people = 12
		w.says(map[string]any{"reminder": map[string]any{"enabled": true, "text": "Still there?", "afterMinutes": 60}, "closing": map[string]any{"enabled": true, "text": "Goodbye.", "afterMinutes": 120}})
		phone := func(i int) string { return fmt.Sprintf("+141555503%02d", 40+i) }
		var ids []string
		for i := range people {
			id, _ := w.pends(phone(i))
			ids = append(ids, id)
		}
		w.Settle()
		for range 2 {
			w.Advance(61 * time.Minute)
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					for range 3 {
						if err := w.App.Service.Courtesy.TakeSilences(context.Background()); err != nil {
							w.t.Error(err)
						}
					}
				})
			}
			w.Must(w.DB().Update(context.Background(), w.NumberID, func(tx *db.Tx) error {
				for _, id := range ids {
					jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: w.WorkspaceID, Kind: "break_silence", Queue: w.NumberID, Key: id + "/again", Payload: id})
				}
				return nil
			}))
			all.Wait()
			w.done()
		}
		for i, id := range ids {
			w.mustHear("all at once", phone(i), answered, "Still there?", "Goodbye.")
			w.stands("all at once", id, crm.ConversationClosed)
			if n := len(w.episodes(id)); n != 1 {
				w.t.Errorf("there are %d episodes", n)
			}
		}
	})
}
