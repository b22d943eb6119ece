package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// waits reports since when the contact of a conversation waits, as JSON has it.
func (w noteWorld) waits(conversation string) any {
	w.t.Helper()
	return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+conversation, w.Key, nil).JSON()["waitingSince"]
}

func (w noteWorld) text(phone, body string) map[string]any {
	return map[string]any{"to": phone, "type": "text", "text": map[string]any{"body": body}}
}

// Who waits stops waiting when the provider took an answer, also if only a status
// tells so, because its own answer was lost; and waits again if the message failed.
func TestAnAnswerEndsTheWaiting(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550131"
		id, _ := w.conversation(phone)
		k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		since := w.waits(id)
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Drop: "after", Times: 1, Match: sandbox.Match{Kind: "send"}}))
		k.SendMessage(w.text(phone, "On its way."))
		k.Eventually("a status tells of the answer", func() bool { return w.waits(id) == nil })
		episode := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/episodes", k.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
		if episode["answerCount"] != 1.0 || episode["firstPersonAnswerAt"] == nil {
			t.Errorf("the episode is %v after one answer", episode)
		}
		if since == nil {
			t.Error("nobody waited")
		}
	})
}

// Whoever writes two messages in a row has not been overtaken by the first one; somebody
// else has.
func TestNobodyOvertakesThemselves(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550131"
		id, _ := w.conversation(phone)
		seq := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).JSON()["seq"]
		ada, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		answer := func(status int, key, text string) {
			t.Helper()
			body := w.text(phone, text)
			body["expectedSeq"] = seq
			w.do(status, http.MethodPost, "/v1/messages", key, body)
		}
		answer(http.StatusAccepted, ada.Key, "First the green lamp.")
		answer(http.StatusAccepted, ada.Key, "Then the red lamp.")
		answer(http.StatusConflict, bob.Key, "Which lamp?")
		answer(http.StatusConflict, k.Key, "Which lamp?")
	})
}

// A message for later counts as an answer from when it is sent, not before.
func TestAScheduledAnswerIsSeen(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550132"
		id, _ := w.conversation(phone)
		shown := func() map[string]any {
			return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).JSON()
		}
		k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		later := w.text(phone, "As promised.")
		later["scheduledAt"] = k.Now().Add(time.Minute).Format(time.RFC3339)
		k.SendMessage(later)
		seq := shown()["seq"].(float64)
		k.Advance(2 * time.Minute)
		k.Eventually("it is sent", func() bool { return shown()["seq"].(float64) == seq+1 && w.waits(id) == nil })
		late := w.text(phone, "Me too.")
		late["expectedSeq"] = seq
		r := w.do(http.StatusConflict, http.MethodPost, "/v1/messages", k.Key, late)
		if answer, _ := r.JSON()["answer"].(map[string]any); answer["text"] != "As promised." {
			t.Errorf("the other answer is %v", answer)
		}
	})
}

// What a conversation is shown with goes by what the key may read.
func TestPreviewsNeedTheirScopes(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		id, _ := w.conversation("+14155550133")
		k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		key := w.do(http.StatusCreated, http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Lists", "scopes": []string{"conversations:read"}}).Text("key")
		for _, path := range []string{"/v1/conversations/" + id, "/v1/conversations", "/v1/conversations?view=all"} {
			r := w.do(http.StatusOK, http.MethodGet, path, key, nil).JSON()
			if list, ok := r["data"].([]any); ok {
				r = list[0].(map[string]any)
			}
			if last, _ := r["lastMessage"].(map[string]any); last == nil || last["text"] != "" || r["contactName"] != "" {
				t.Errorf("%s shows %v of %v to a key that reads no messages and no contacts", path, last, r["contactName"])
			}
		}
	})
}

// Of several people who answer the same at once, on two nodes, one message is sent; each
// of the others is told of that one: what it says, which message it is, and whose.
func TestOneAnswersFirst(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const agents, rounds = 8, 6
		nodes := []*testkit.Kit{k, k.Second()}
		var people []testkit.Person
		for range agents {
			people = append(people, k.NewPerson(k.WorkspaceID, crm.RoleAdmin))
		}
		type answer struct {
			who  int
			text string
			r    testkit.Response
		}
		first := map[int]int{} // how often who was the first
		for round := range rounds {
			phone := fmt.Sprintf("+1415555%04d", 4100+round)
			id, _ := w.conversation(phone)
			k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
			seq := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).JSON()["seq"]
			answers, begin := make(chan answer, agents), make(chan struct{})
			for who := range agents {
				go func() {
					a := answer{who: who, text: fmt.Sprintf("I am number %d, and I can help.", who)}
					body := w.text(phone, a.text)
					body["expectedSeq"] = seq
					<-begin
					a.r = nodes[who%2].Do(http.MethodPost, "/v1/messages", people[who].Key, body)
					answers <- a
				}()
			}
			close(begin)
			var sent, refused []answer
			for range agents {
				switch a := <-answers; a.r.Status {
				case http.StatusAccepted:
					sent = append(sent, a)
				case http.StatusConflict:
					refused = append(refused, a)
				default:
					t.Errorf("%d %s", a.r.Status, a.r.Body)
				}
			}
			if len(sent) != 1 || len(refused) != agents-1 {
				t.Fatalf("%d answers were taken, %d refused", len(sent), len(refused))
			}
			first[sent[0].who]++
			for _, a := range refused {
				other, _ := a.r.JSON()["answer"].(map[string]any)
				by, _ := other["sentBy"].(map[string]any)
				if a.r.Code() != string(crm.CodeAnsweredMeanwhile) || other["text"] != sent[0].text || other["messageId"] != sent[0].r.Text("messageId") || by["id"] != people[sent[0].who].ID {
					t.Errorf("%q is refused with %s; sent was %s as %s by %s", a.text, a.r.Body, sent[0].text, sent[0].r.Text("messageId"), people[sent[0].who].ID)
				}
			}
			if n := k.Count("messages", fmt.Sprintf("conversation_id = '%s' AND direction = 'outbound'", id)); n != 1 {
				t.Errorf("%d messages are stored", n)
			}
		}
		t.Logf("who was the first, how often: %v", first)
	})
}

// What is counted of a phone number, and what is pending, is told with the rest.
func TestCountsByPhoneNumber(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		first, _ := w.conversation("+14155550141")
		w.conversation("+14155550142")
		k.Eventually("the contact waits", func() bool { return w.waits(first) != nil })
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+first+"/status", k.Key, map[string]any{"status": "pending"})
		counts := w.do(http.StatusOK, http.MethodGet, "/v1/conversation-counts", k.Key, nil).JSON()
		numbers := counts["phoneNumbers"].([]any)
		if counts["pending"] != 1.0 || counts["all"] != 2.0 || len(numbers) != 1 {
			t.Fatalf("counted: %v", counts)
		}
		if n := numbers[0].(map[string]any); n["phoneNumberId"] != k.NumberID || n["all"] != 2.0 || n["needsAnswer"] != counts["needsAnswer"] {
			t.Errorf("of the number: %v", n)
		}
	})
}

// A conversation that somebody marked as unread is unread for them alone, until they
// read it again or answer in it.
func TestMarkedAsUnread(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550143"
		id, _ := w.conversation(phone)
		ada, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		unread := func(who testkit.Person) any {
			return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, who.Key, nil).JSON()["unreadCount"]
		}
		read := func(who testkit.Person, body map[string]any) any {
			return w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/read", who.Key, body).JSON()["unreadCount"]
		}
		mark, seen := map[string]any{"inboundCount": 1, "unread": true}, map[string]any{"inboundCount": 1}
		if n := read(bob, mark); n != 1.0 {
			t.Errorf("marked before it was opened: %v", n)
		}
		if n := read(ada, seen); n != 0.0 {
			t.Errorf("read: %v", n)
		}
		if n := read(ada, mark); n != 1.0 || unread(ada) != 1.0 {
			t.Errorf("marked: %v", n)
		}
		if n := read(bob, seen); n != 0.0 || unread(ada) != 1.0 {
			t.Errorf("read by a colleague: %v, for her %v", n, unread(ada))
		}
		if n := read(ada, seen); n != 0.0 {
			t.Errorf("read again: %v", n)
		}
		read(ada, mark)
		if r := k.Do(http.MethodPost, "/v1/messages", ada.Key, w.text(phone, "On its way.")); r.Status != http.StatusAccepted {
			t.Fatal(r.Status, string(r.Body))
		}
		k.Eventually("her answer counts as reading", func() bool { return unread(ada) == 0.0 })
		w.do(http.StatusForbidden, http.MethodPut, "/v1/conversations/"+id+"/read", k.Key, mark)
	})
}
