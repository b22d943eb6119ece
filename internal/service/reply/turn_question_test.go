package reply_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// said lets a customer write to people, and waits until it is stored.
func (d *desk) said(from, text string) {
	d.T.Helper()
	id := d.Writes(from, text)
	d.EventuallyStored(id)
	d.Decided(id)
	d.Settle()
}

// sweep looks for open questions as the janitor does.
func (d *desk) sweep() {
	d.T.Helper()
	d.Must(d.App.Service.Reply.HandOffOpenQuestions(context.Background()))
}

// told are the hand-offs of a customer's conversation.
func (d *desk) told(from string) []crm.ConversationHandedOffData {
	d.T.Helper()
	id := d.Conversation(from)
	return testshop.EventsOf(d.Kit, crm.EventConversationHandedOff, func(h crm.ConversationHandedOffData) bool { return h.ConversationID == id })
}

func (d *desk) ended(from string) (list []crm.ConversationHandedOffData) {
	for _, h := range d.told(from) {
		if h.Reason == string(crm.HandOffWindow) {
			list = append(list, h)
		}
	}
	return list
}

// closing is shortly after people are told of what was asked now.
const closing = crm.WindowLength - 29*time.Minute

func TestOpenQuestionsAreHandedOffBeforeTheWindowCloses(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		handed, silent, answered, thanked, replied, again := testshop.Customer(1), testshop.Customer(2), testshop.Customer(3), testshop.Customer(4), testshop.Customer(5), testshop.Customer(6)
		for _, from := range []string{handed, answered, thanked, again} {
			d.Ask(from, "I want to talk to a human")
		}
		d.Ask(silent, "When do you open?") // answered, and then people take over
		d.Post("/v1/conversations/"+d.Conversation(silent)+"/take-over", map[string]any{"until": d.Now().Add(48 * time.Hour)})
		d.said(silent, "Do you repair old lamps?")
		d.SendMessage(testkit.Text(answered, "How can I help?"))
		d.said(thanked, "ok thanks")
		d.Ask(replied, "When do you open?")
		d.Settle()

		d.Advance(closing - 2*time.Minute)
		d.sweep()
		if got := len(d.ended(handed)) + len(d.ended(silent)); got != 0 {
			t.Errorf("%d hand-offs came too early", got)
		}
		d.said(again, "Is anybody there?") // the window is open for another day
		d.Advance(2 * time.Minute)
		var both sync.WaitGroup // as two nodes would
		for range 2 {
			both.Go(d.sweep)
		}
		both.Wait()
		d.sweep()
		for from, want := range map[string]int{handed: 1, silent: 1, answered: 0, thanked: 1, replied: 0, again: 0} {
			if got := d.ended(from); len(got) != want {
				t.Errorf("%s was handed off %d times because of the window, want %d", from, len(got), want)
			}
		}
		got := d.ended(silent)[0]
		if !strings.Contains(got.Summary, "repair old lamps") || !strings.Contains(got.Evidence, "closes at") || got.AssistantID != d.Assistant ||
			got.TurnID == "" || got.MessageID == "" || got.AIMessageID != nil || got.AssistantRevision != 1 {
			t.Errorf("%+v", got)
		}
		if d.Do(http.MethodGet, "/v1/conversations/"+d.Conversation(handed), d.Key, nil).JSON()["assistant"].(map[string]any)["openSince"] == nil {
			t.Error("people were told, nobody has answered, and the question is not open any more")
		}
		if phone := d.Heard(handed); len(phone) != 1 {
			t.Errorf("the customer got %q", phone)
		}
		d.Advance(crm.WindowLength)
		d.sweep()
		for from, want := range map[string]int{handed: 1, silent: 1, again: 1, answered: 0} {
			if got := d.ended(from); len(got) != want {
				t.Errorf("a day later %s was handed off %d times, want %d", from, len(got), want)
			}
		}
		if e := d.ended(again)[0].Evidence; !strings.Contains(e, "closed at") {
			t.Error(e)
		}
	})
}

// A question that was handed off, and after which the conversation went back to the
// assistant, stays open however the contact says thanks; an answer ends it.
func TestOpenQuestionsAreShownAndEnd(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		open := func() any {
			r := d.Do(http.MethodGet, "/v1/conversations/"+d.Conversation(testshop.Customer(1)), d.Key, nil)
			return r.JSON()["assistant"].(map[string]any)["openSince"]
		}
		d.Ask(testshop.Customer(1), "Do you repair old lamps for dentists?")
		since := open()
		if since == nil {
			t.Fatal("the question that was handed off is not open")
		}
		d.Post("/v1/conversations/"+d.Conversation(testshop.Customer(1))+"/hand-back", nil)
		d.Ask(testshop.Customer(1), "thanks")
		if open() != since {
			t.Errorf("it is open since %v, want %v", open(), since)
		}
		d.SendMessage(testkit.OrderShipped(testshop.Customer(1))) // a program's
		if open() != since {
			t.Errorf("after a template it is open since %v, want %v", open(), since)
		}
		d.Ask(testshop.Customer(1), "When do you open?")
		if open() != nil {
			t.Errorf("it is answered and open since %v", open())
		}
		d.Ask(testshop.Customer(1), "gracias")
		if open() != nil {
			t.Errorf("thanks are open since %v", open())
		}
	})
}

// A turn that is not decided when the window is about to close is decided by the
// sweep, and its customer is told; what was being written is not sent.
func TestAPendingTurnIsHandedOffBeforeTheWindowCloses(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		asked, release := make(chan bool, 16), make(chan bool)
		model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			asked <- true
			<-release
		}))
		defer model.Close()
		defer close(release)
		r := k.Do(http.MethodPost, "/v1/ai/providers", k.Key, map[string]any{"name": "Slow", "kind": "openai", "baseUrl": model.URL + "/v1", "model": "slow"})
		d := newDesk(t, k, map[string]any{"providerIds": []string{r.Text("id")}})
		id := d.Writes(testshop.Customer(1), testshop.AsksDelivery)
		select {
		case <-asked:
		case <-time.After(testkit.Patience):
			t.Fatal("the model was not asked")
		}
		d.Advance(closing)
		d.sweep()
		u := d.Decided(id)
		d.Settle()
		if got := d.ended(testshop.Customer(1)); len(got) != 1 || u.AIMessageID == nil || !strings.HasPrefix(u.AIReply, "Thank you") {
			t.Fatalf("%+v, %+v", got, u)
		}
		d.Advance(crm.WindowLength)
		d.sweep()
		if got := d.HandOffs(); !slices.Equal(got, []string{"window_ending"}) || len(d.Heard(testshop.Customer(1))) != 1 {
			t.Errorf("%v, %q", got, d.Heard(testshop.Customer(1)))
		}
	})
}

// A question whose conversation is joined to another one waits there.
func TestOpenQuestionsFollowAMerge(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		contact := func(from string) string {
			return d.Rows("SELECT contact_id FROM conversations WHERE id = '%s'", d.Conversation(from))[0]["contact_id"].(string)
		}
		for _, from := range []string{testshop.Customer(1), testshop.Customer(2)} {
			d.Ask(from, "I want to talk to a human")
		}
		stays, gone := d.Conversation(testshop.Customer(1)), d.Conversation(testshop.Customer(2))
		d.Post("/v1/contacts/"+contact(testshop.Customer(1))+"/merge", map[string]any{"contactId": contact(testshop.Customer(2))})
		d.Advance(closing)
		for range 3 {
			d.sweep()
		}
		list := testshop.EventsOf(d.Kit, crm.EventConversationHandedOff, func(h crm.ConversationHandedOffData) bool { return h.Reason == string(crm.HandOffWindow) })
		if len(list) != 1 || list[0].ConversationID != stays {
			t.Errorf("%+v", list)
		}
		if n := d.Count("active_speakers", "ask_due_at > 0 AND conversation_id IN ('"+stays+"', '"+gone+"')"); n != 0 {
			t.Errorf("%d questions are still watched", n)
		}
	})
}

func TestTakingOverForANoteOrAnAssignee(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		d.Ask(testshop.Customer(1), "When do you open?")
		path := "/v1/conversations/" + d.Conversation(testshop.Customer(1))
		speaker := func(r testkit.Response) map[string]any { return r.JSON()["assistant"].(map[string]any) }
		if r := d.Do(http.MethodPost, path+"/take-over", d.Key, map[string]any{"until": d.Now().Add(-time.Second), "note": strings.Repeat("é", 2001), "assignee": strings.Repeat("é", 101)}); r.Status != http.StatusUnprocessableEntity || len(r.JSON()["errors"].([]any)) < 2 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		until := d.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
		got := speaker(d.Post(path+"/take-over", map[string]any{"until": until, "note": "Wants an invoice", "assignee": "Grace"}))
		if got["speaker"] != "person" || got["note"] != "Wants an invoice" || got["assignee"] != "Grace" || fmt.Sprint(got["takenBy"]) != fmt.Sprint(map[string]any{"type": "api_key", "id": d.KeyID}) || got["until"] != until.Format("2006-01-02T15:04:05.000Z") && got["until"] != until.Format(time.RFC3339Nano) {
			t.Errorf("%v", got)
		}
		d.Advance(time.Hour - time.Minute)
		if u := d.Decided(d.Ask(testshop.Customer(1), "And do you open on Saturday?")); u.AIReply != "" {
			t.Errorf("it answers although people are the active speaker: %+v", u)
		}
		d.SendMessage(testkit.Text(testshop.Customer(1), "I will look.")) // goes on for as long as the settings say
		if got := speaker(d.Do(http.MethodGet, path, d.Key, nil)); got["note"] != "Wants an invoice" || got["assignee"] != "Grace" {
			t.Errorf("an answer took the note away: %v", got)
		}
		d.Advance(crm.DefaultHandBack)
		if got := speaker(d.Do(http.MethodGet, path, d.Key, nil)); got["speaker"] != "assistant" {
			t.Errorf("the conversation did not go back: %v", got)
		}
		if u := d.Decided(d.Ask(testshop.Customer(1), "When do you open?")); u.AIReply != testshop.Hours {
			t.Errorf("it is the active speaker and does not answer: %+v", u)
		}
		if got := speaker(d.Do(http.MethodGet, path, d.Key, nil)); got["note"] != "" || got["assignee"] != "" || got["takenBy"] != nil || got["openSince"] != nil {
			t.Errorf("%v", got)
		}
		d.Post(path+"/take-over", map[string]any{"assignee": "Grace"})
		if got := speaker(d.Post(path+"/hand-back", nil)); got["speaker"] != "assistant" || got["assignee"] != "" {
			t.Errorf("%v", got)
		}
		echo := testkit.Incoming("wamid.ECHO", d.Number[1:], "From the phone", d.Now())
		echo["to"] = testshop.Customer(1)[1:]
		body := strings.Replace(string(testkit.Webhook(d.Tenant, "message_echoes", echo)), `"field":"messages"`, `"field":"smb_message_echoes"`, 1)
		if r := d.PostProvider(testkit.Callback, d.Secret(), []byte(body)); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		d.Quiet()
		if got := speaker(d.Do(http.MethodGet, path, d.Key, nil)); got["speaker"] != "person" || fmt.Sprint(got["takenBy"]) != fmt.Sprint(map[string]any{"type": "user", "id": ""}) {
			t.Errorf("after a message from the business's phone: %v", got)
		}
	})
}

// acts counts what the audit log has.
func (d *desk) acts() int {
	return len(d.Rows("SELECT seq FROM audit_log WHERE workspace_id = '%s'", d.WorkspaceID))
}
