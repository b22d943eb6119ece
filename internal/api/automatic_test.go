package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// automaticWorld has a number that says something by itself.
type automaticWorld struct{ ratingWorld }

func onAutomatic(t *testing.T, test func(w automaticWorld)) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) { test(automaticWorld{ratingWorld{noteWorld{k, t}}}) })
}

func (w automaticWorld) says(body map[string]any) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPatch, "/v1/phone-numbers/"+w.NumberID+"/automatic-messages", w.Key, body)
}

// writes has a contact write, and returns the conversation once it is stored.
func (w automaticWorld) writes(phone, text string) (conversation string) {
	w.t.Helper()
	id := w.CustomerWrites(phone, text)
	conversation = w.Message(w.EventuallyStored(id))["conversationId"].(string)
	w.Eventually("the contact waits", func() bool { return w.waits(conversation) != nil })
	return conversation
}

// heard are the texts that a contact got, once nothing is on its way.
func (w automaticWorld) heard(phone string) (texts []string) {
	w.t.Helper()
	w.Settle()
	for _, m := range w.Sandbox().Phone(phone) {
		texts = append(texts, m.Text)
	}
	return texts
}

func (w automaticWorld) mustHear(what, phone string, want ...string) {
	w.t.Helper()
	if got := w.heard(phone); !slices.Equal(got, want) {
		w.t.Errorf("%s: %s heard %q, want %q", what, phone, got, want)
	}
}

// calendar is open every day at these hours of a zone.
func (w automaticWorld) calendar(name, zone, from, to string) (id string) {
	w.t.Helper()
	var hours []any
	for _, day := range strings.Fields("monday tuesday wednesday thursday friday saturday sunday") {
		hours = append(hours, map[string]any{"day": day, "from": from, "to": to})
	}
	return w.do(http.StatusCreated, http.MethodPost, "/v1/calendars", w.Key, map[string]any{"name": name, "timeZone": zone, "hours": hours}).Text("id")
}

// until moves the clock to a time.
func (w automaticWorld) until(at time.Time) {
	w.Advance(at.Sub(w.Now()))
}

// A contact whose message opens an episode is greeted, and not again for so long. The
// greeting answers nobody.
func TestContactsAreGreeted(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const phone, early = "+14155550261", "+14155550262"
		w.writes(early, "Hello")
		w.says(map[string]any{"greeting": map[string]any{"text": "Hi {{contact.fields.nick}} {{contact.name}}!", "everyHours": 48}})
		w.writes(early, "Anybody?")
		w.mustHear("while nothing is on", early)
		w.says(map[string]any{"greeting": map[string]any{"enabled": true}})
		w.writes(early, "Still there?")
		w.mustHear("an episode that is open", early)
		id := w.writes(phone, "Hello")
		w.mustHear("a new episode", phone, "Hi Customer 0261!")
		w.writes(phone, "Are you there?")
		shown, episode := w.shown(id), w.episodes(id)[0]
		if shown["status"] != "open" || shown["seq"] != 2.0 || shown["waitingSince"] == nil || episode["firstAnswerAt"] != nil || episode["answerCount"] != 0.0 {
			w.t.Errorf("the conversation is %v, its episode %v", shown, episode)
		}
		if m := w.outbound(id)[0]; m["sentBy"].(map[string]any)["type"] != "system" || m["type"] != "text" {
			w.t.Errorf("the greeting is %v", m)
		}
		w.status(id, map[string]any{"status": "closed"})
		w.Advance(47 * time.Hour)
		w.writes(phone, "Hello")
		w.status(id, map[string]any{"status": "closed"})
		if n := len(w.heard(phone)); n != 1 {
			w.t.Errorf("the contact is greeted %d times within 48 hours", n)
		}
		w.Advance(2 * time.Hour)
		w.writes(phone, "Hello")
		if n := len(w.heard(phone)); n != 2 {
			w.t.Errorf("after 49 hours the contact was greeted %d times", n)
		}
		w.says(map[string]any{"greeting": map[string]any{"enabled": false}})
		w.writes("+14155550263", "Hello")
		w.mustHear("turned off", "+14155550263")
	})
}

// outbound are the messages of ours in a conversation, the newest first.
func (w automaticWorld) outbound(id string) (out []map[string]any) {
	w.t.Helper()
	for _, m := range w.do(http.StatusOK, http.MethodGet, "/v1/messages?conversationId="+id, w.Key, nil).JSON()["data"].([]any) {
		if m := m.(map[string]any); m["direction"] == "outbound" {
			out = append(out, m)
		}
	}
	return out
}

// Who wants nothing but answers, writes a stop word or reacts, or whose message came so
// late that the window has closed, is not greeted; nor is anybody while the calendar of
// the greeting is closed.
func TestWhoIsNotGreeted(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const refuses, stops, late, night = "+14155550264", "+14155550265", "+14155550266", "+14155550267"
		id, contact := w.conversation(refuses)
		w.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		w.status(id, map[string]any{"status": "closed"})
		w.do(http.StatusCreated, http.MethodPost, "/v1/contacts/"+contact+"/consent", w.Key, map[string]any{"purpose": "all", "state": "opted_out", "proof": "By telephone"})
		w.says(map[string]any{"greeting": map[string]any{"enabled": true, "text": "Welcome!"}})
		w.writes(refuses, "Hello")
		w.mustHear("who refuses all", refuses)
		w.CustomerWrites(stops, "STOP")
		if slices.Contains(w.heard(stops), "Welcome!") {
			w.t.Error("a stop word is greeted")
		}
		at := w.Now().Add(-25 * time.Hour)
		w.PostProvider("/provider/webhook", w.Secret(), testkit.Webhook(w.Tenant, "messages", testkit.Incoming("wamid.late", late, "Hello", at)))
		w.EventuallyStored("wamid.late")
		w.mustHear("a message from yesterday", late)
		now := w.Now().UTC()
		w.says(map[string]any{"greeting": map[string]any{"calendarId": w.calendar("Later", "UTC", now.Add(2*time.Hour).Format("15:04"), now.Add(3*time.Hour).Format("15:04"))}})
		w.writes(night, "Hello")
		w.mustHear("while the calendar is closed", night)
		w.Advance(130 * time.Minute)
		w.writes("+14155550268", "Hello")
		w.mustHear("while it is open", "+14155550268", "Welcome!")
	})
}

// Contacts who write while the business is closed are told when it opens, by the clock
// of its place, once in an episode and a closed stretch, instead of the greeting.
func TestContactsAreToldThatWeAreClosed(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const phone, day = "+14155550271", "+14155550272"
		berlin, err := time.LoadLocation("Europe/Berlin")
		w.Must(err)
		w.says(map[string]any{
			"greeting":   map[string]any{"enabled": true, "text": "Welcome!"},
			"outOfHours": map[string]any{"enabled": true, "text": "We open at {{opensAt.time}} ({{opensAt}}), {{contact.name}}.", "calendarId": w.calendar("Desk", "Europe/Berlin", "09:00", "17:00")}})
		eve := time.Date(w.Now().Year(), w.Now().Month(), w.Now().Day()+1, 20, 0, 0, 0, berlin)
		for offset(eve.AddDate(0, 0, 1)) <= offset(eve) { // to the night in which the clocks are set forward
			eve = eve.AddDate(0, 0, 1)
		}
		w.until(eve)
		id := w.writes(phone, "Hello")
		told := "We open at 09:00 (" + eve.AddDate(0, 0, 1).Format(time.DateOnly) + " 09:00), Customer 0271."
		w.mustHear("in the evening", phone, told)
		w.writes(phone, "Hello?")
		w.mustHear("the same evening", phone, told)
		w.until(time.Date(eve.Year(), eve.Month(), eve.Day()+1, 6, 59, 0, 0, time.UTC))
		w.writes(phone, "Still closed?")
		w.mustHear("a minute before it opens", phone, told)
		w.until(time.Date(eve.Year(), eve.Month(), eve.Day()+1, 7, 1, 0, 0, time.UTC)) // by winter time it would be 8:01
		w.writes(day, "Hello")
		w.mustHear("by day", day, "Welcome!")
		w.until(time.Date(eve.Year(), eve.Month(), eve.Day()+1, 18, 0, 0, 0, berlin))
		w.writes(phone, "Hello")
		if got := w.heard(phone); len(got) != 2 || !strings.Contains(got[1], eve.AddDate(0, 0, 2).Format(time.DateOnly)+" 09:00") {
			w.t.Errorf("the next evening the contact heard %q", got)
		}
		w.status(id, map[string]any{"status": "closed"})
		w.writes(phone, "One more thing")
		if got := w.heard(phone); len(got) != 3 || got[2] != got[1] {
			w.t.Errorf("in the next episode the contact heard %q", got)
		}
		w.says(map[string]any{"outOfHours": map[string]any{"enabled": false}})
		w.writes("+14155550273", "Hello")
		w.mustHear("turned off", "+14155550273", "Welcome!")
	})
}

func offset(t time.Time) int {
	_, seconds := t.Zone()
	return seconds
}

// A calendar that never opens leaves its variables out.
func TestACalendarThatNeverOpens(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		id := w.do(http.StatusCreated, http.MethodPost, "/v1/calendars", w.Key, map[string]any{"name": "Never", "timeZone": "UTC", "hours": []any{}}).Text("id")
		w.says(map[string]any{"outOfHours": map[string]any{"enabled": true, "text": "We are closed {{opensAt}}.", "calendarId": id}})
		w.writes("+14155550274", "Hello")
		w.mustHear("a calendar without hours", "+14155550274", "We are closed.")
		w.do(http.StatusConflict, http.MethodDelete, "/v1/calendars/"+id, w.Key, nil)
		w.says(map[string]any{"outOfHours": map[string]any{"enabled": false, "calendarId": ""}})
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/calendars/"+id, w.Key, nil)
	})
}

// An automatic message that the provider refuses changes nothing, and an answer of a
// machine to it sets off no other one.
func TestAutomaticMessagesDoNotLoop(t *testing.T) {
	onAutomatic(t, func(w automaticWorld) {
		const phone = "+14155550275"
		now := w.Now().UTC()
		closed := w.calendar("Closed", "UTC", now.Add(5*time.Hour).Format("15:04"), now.Add(6*time.Hour).Format("15:04"))
		w.says(map[string]any{"greeting": map[string]any{"enabled": true, "text": "Welcome!"}, "outOfHours": map[string]any{"enabled": true, "text": "We are closed.", "calendarId": closed}})
		id := w.writes(phone, "Hello")
		for i := range 5 {
			w.writes(phone, fmt.Sprint("Automatic reply ", i))
		}
		w.mustHear("a machine that answers", phone, "We are closed.")
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Code: 131026, Status: 400, Times: 1, Match: sandbox.Match{Kind: "send"}}))
		w.writes("+14155550276", "Hello")
		w.mustHear("refused by the provider", "+14155550276")
		if n := len(w.outbound(id)); n != 1 || w.shown(id)["status"] != string(crm.ConversationOpen) {
			w.t.Errorf("%d messages, %v", n, w.shown(id)["status"])
		}
	})
}
