package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// ratingWorld has conversations that are closed, and contacts who say what they think.
type ratingWorld struct{ noteWorld }

func (w ratingWorld) settings(body map[string]any) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPatch, "/v1/rating-settings", w.Key, body)
}

func (w ratingWorld) status(id string, body map[string]any) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", w.Key, body)
}

// served is a conversation in which the contact wrote and was answered.
func (w ratingWorld) served(phone string) (id, contact string) {
	w.t.Helper()
	id, contact = w.conversation(phone)
	w.SendMessage(w.text(phone, "Here you are."))
	w.Eventually("the contact is answered", func() bool { return w.waits(id) == nil })
	return id, contact
}

// finish closes the conversation of a contact who was answered.
func (w ratingWorld) finish(phone string) (id, contact string) {
	w.t.Helper()
	id, contact = w.served(phone)
	w.status(id, map[string]any{"status": "closed"})
	return id, contact
}

func (w ratingWorld) episodes(id string) (out []map[string]any) {
	w.t.Helper()
	for _, e := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/episodes", w.Key, nil).JSON()["data"].([]any) {
		out = append(out, e.(map[string]any))
	}
	return out
}

// rating is the one of the latest episode, nil for none.
func (w ratingWorld) rating(id string) map[string]any {
	w.t.Helper()
	r, _ := w.episodes(id)[0]["rating"].(map[string]any)
	return r
}

func (w ratingWorld) awaitState(id, state, reason string) {
	w.t.Helper()
	w.Eventually("the rating is "+state+" "+reason, func() bool {
		r := w.rating(id)
		return r != nil && r["state"] == state && r["reason"] == reason
	})
}

// questions are how often a contact was asked.
func (w ratingWorld) questions(phone string) (n int) {
	for _, m := range w.Sandbox().Phone(phone) {
		if m.Type == "interactive" {
			n++
		}
	}
	return n
}

// taps has a contact answer the newest question.
func (w ratingWorld) taps(phone, label string) {
	w.t.Helper()
	var sent sandbox.Sent
	w.Eventually("the question is on the phone", func() bool {
		var err error
		sent, err = w.Sandbox().Tap(phone, label, nil)
		return err == nil
	})
	w.EventuallyStored(sent.MessageID)
}

// forges has a contact send an answer of their own making.
func (w ratingWorld) forges(phone, mark string) (conversation string) {
	w.t.Helper()
	sent, err := w.Sandbox().CustomerSends(sandbox.CustomerMessage{From: phone, To: w.Number, Type: "interactive",
		Content: map[string]any{"type": "button_reply", "button_reply": map[string]any{"id": mark, "title": "Good"}}})
	w.Must(err)
	return w.Message(w.EventuallyStored(sent.MessageID))["conversationId"].(string)
}

func (w ratingWorld) told() (out []map[string]any) {
	w.t.Helper()
	for _, row := range w.Rows("SELECT body FROM events WHERE kind = 'conversation.rated' ORDER BY position") {
		var e struct {
			Data map[string]any `json:"data"`
		}
		w.Must(json.Unmarshal([]byte(wholeText(row["body"])), &e))
		out = append(out, e.Data)
	}
	return out
}

func (w ratingWorld) shown(id string) map[string]any {
	w.t.Helper()
	return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, w.Key, nil).JSON()
}

// A contact is asked once about an episode, may change their mind for a day, and may
// say why. None of that opens the conversation or waits for an answer.
func TestAnEpisodeIsRated(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		const phone = "+14155550161"
		w.settings(map[string]any{"enabled": true, "thanks": "Thank you!"})
		id, contact := w.finish(phone)
		w.awaitState(id, "asked", "")
		k.Quiet()
		before := w.shown(id)
		w.taps(phone, "Good")
		r, episode := w.rating(id), w.episodes(id)[0]["id"]
		if r["state"] != "rated" || r["score"] != 5.0 || r["comment"] != "" || r["ratedAt"] == nil {
			t.Errorf("after the tap it is %v", r)
		}
		w.taps(phone, "Bad")
		k.CustomerWrites(phone, strings.Repeat("é", 2500))
		k.Eventually("the comment is there", func() bool { return w.rating(id)["comment"] != "" })
		if r := w.rating(id); r["score"] != 1.0 || r["comment"] != strings.Repeat("é", 2000) {
			t.Errorf("after the change and the comment it is %v", r["score"])
		}
		k.Quiet()
		after := w.shown(id)
		for _, field := range []string{"status", "waitingSince", "unreadCount", "inboundCount", "seq", "activityAt", "episode", "lastMessage"} {
			if fmt.Sprint(before[field]) != fmt.Sprint(after[field]) {
				t.Errorf("%s was %v and is %v", field, before[field], after[field])
			}
		}
		thanks := 0
		for _, m := range k.Sandbox().Phone(phone) {
			if m.Text == "Thank you!" {
				thanks++
			}
		}
		if n := w.questions(phone); n != 1 || thanks != 1 || len(w.episodes(id)) != 1 {
			t.Errorf("%d questions, %d thanks, %d episodes", n, thanks, len(w.episodes(id)))
		}
		told := w.told()
		if len(told) != 3 || told[0]["score"] != 5.0 || told[1]["score"] != 1.0 || told[1]["comment"] != "" || told[2]["comment"] == "" {
			t.Errorf("told was %v", told)
		}
		if e := told[0]; e["conversation_id"] != id || e["contact_id"] != contact || e["episode_id"] != episode || e["rated_at"] == nil {
			t.Errorf("the event is %v", e)
		}

		k.CustomerWrites(phone, "Something else") // there is a comment already
		k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		k.Advance(25 * time.Hour)
		w.taps(phone, "OK")
		if r := w.episodes(id)[1]["rating"].(map[string]any); r["score"] != 1.0 || len(w.told()) != 3 || len(w.episodes(id)) != 2 {
			t.Errorf("a day later it is %v, with %d events", r["score"], len(w.told()))
		}
		question := k.Message(w.episodes(id)[1]["rating"].(map[string]any)["messageId"].(string))
		if by, _ := question["sentBy"].(map[string]any); by["type"] != "system" {
			t.Errorf("the question is sent by %v", by)
		}
	})
}

// A text is the comment only for so long after the tap, and while nothing is open.
func TestALateTextIsNoComment(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		w.settings(map[string]any{"enabled": true, "method": "list", "commentMinutes": 5})
		const late, busy = "+14155550162", "+14155550163"
		id, _ := w.finish(late)
		w.taps(late, "2 ★★")
		k.Advance(6 * time.Minute)
		k.CustomerWrites(late, "Hello again")
		k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		if r := w.episodes(id)[1]["rating"].(map[string]any); r["score"] != 2.0 || r["comment"] != "" {
			t.Errorf("it is %v", r)
		}
		id, _ = w.finish(busy)
		w.awaitState(id, "asked", "")
		k.Quiet()
		w.status(id, map[string]any{"status": "open"})
		w.taps(busy, "4 ★★★★")
		if w.waits(id) != nil {
			t.Error("the tap waits for an answer")
		}
		k.CustomerWrites(busy, "One more thing")
		k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		if r := w.episodes(id)[1]["rating"].(map[string]any); r["score"] != 4.0 || r["comment"] != "" {
			t.Errorf("it is %v", r)
		}
	})
}

// Who cannot, or shall not, be asked is not; where they were to be, it says why.
func TestWhoIsNotAskedForARating(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		phone := func(i int) string { return fmt.Sprintf("+1415555017%d", i) }
		off, _ := w.finish(phone(0)) // ratings are off
		w.settings(map[string]any{"enabled": true, "delayMinutes": 10})

		spam, _ := w.served(phone(1))
		w.status(spam, map[string]any{"status": "closed", "reason": "spam"})
		unanswered, _ := w.conversation(phone(2))
		k.Eventually("the contact waits", func() bool { return w.waits(unanswered) != nil })
		w.status(unanswered, map[string]any{"status": "closed"})
		refusing, contact := w.finish(phone(3))
		w.do(http.StatusCreated, http.MethodPost, "/v1/contacts/"+contact+"/consent", k.Key, map[string]any{"purpose": "all", "state": "opted_out", "proof": "By telephone"})
		again, _ := w.finish(phone(4))
		k.CustomerWrites(phone(4), "And another thing")
		k.Eventually("the contact waits", func() bool { return w.waits(again) != nil })
		asked, _ := w.finish(phone(5))
		if r := w.rating(asked); r["state"] != "pending" || w.questions(phone(5)) != 0 {
			t.Errorf("before its time it is %v", r)
		}
		k.Advance(11 * time.Minute)
		w.awaitState(asked, "asked", "")
		w.awaitState(refusing, "not_sent", "contact_opted_out")
		k.Eventually("who wrote again is not asked", func() bool {
			r := w.episodes(again)[1]["rating"].(map[string]any)
			return r["state"] == "not_sent" && r["reason"] == "conversation_open"
		})
		closed, _ := w.served(phone(6))
		k.Advance(25 * time.Hour)
		w.status(closed, map[string]any{"status": "closed"})
		k.Advance(11 * time.Minute)
		w.awaitState(closed, "window_closed", "")

		w.settings(map[string]any{"onlyAnsweredByPeople": false, "delayMinutes": 0})
		lonely, _ := w.conversation(phone(7))
		k.Eventually("the contact waits", func() bool { return w.waits(lonely) != nil })
		w.status(lonely, map[string]any{"status": "closed"})
		w.awaitState(lonely, "asked", "")
		w.settings(map[string]any{"phoneNumberIds": []string{k.NumberID}})
		w.do(http.StatusUnprocessableEntity, http.MethodPatch, "/v1/rating-settings", k.Key, map[string]any{"phoneNumberIds": []string{k.Other.NumberID}})
		k.Quiet()
		for name, id := range map[string]string{"without ratings": off, "spam": spam, "unanswered": unanswered} {
			if r := w.rating(id); r != nil {
				t.Errorf("%s: it is %v", name, r)
			}
		}
		for i, want := range []int{0, 0, 0, 0, 0, 1, 0, 1} {
			if n := w.questions(phone(i)); n != want {
				t.Errorf("%s was asked %d times, want %d", phone(i), n, want)
			}
		}
	})
}

// Whoever closes a conversation with their answer, before the provider has it, has
// answered all the same.
func TestAnAnswerOnItsWayCounts(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		w.settings(map[string]any{"enabled": true})
		const phone = "+14155550164"
		id, _ := w.conversation(phone)
		k.Eventually("the contact waits", func() bool { return w.waits(id) != nil })
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Status: 500, Times: 2, Match: sandbox.Match{Kind: "send"}}))
		k.SendMessage(w.text(phone, "Here you are."))
		w.status(id, map[string]any{"status": "closed"})
		if e := w.episodes(id)[0]; e["firstPersonAnswerAt"] != nil {
			t.Fatalf("the provider has the answer already: %v", e)
		}
		w.awaitState(id, "asked", "")
	})
}

// An answer that names an episode of somebody else, one that does not exist or a score
// that was not offered is what any message is.
func TestForgedRatingsAreOrdinaryMessages(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		w.settings(map[string]any{"enabled": true})
		id, _ := w.finish("+14155550165")
		w.awaitState(id, "asked", "")
		k.Quiet()
		episode := w.episodes(id)[0]["id"].(string)
		for i, mark := range []string{"rating:" + episode + ":5", "rating:eps_01jd5k3v6rf0w8m2a4t9x7bq1z:5", "rating:" + episode + ":9", "rating:"} {
			other := w.forges(fmt.Sprintf("+1415555018%d", i), mark)
			k.Eventually(mark+" of somebody else waits", func() bool { return w.waits(other) != nil })
		}
		if r := w.rating(id); r["state"] != "asked" || len(w.told()) != 0 {
			t.Errorf("it is %v", r)
		}
		w.forges("+14155550165", "rating:"+episode+":4") // there is no such button
		k.Eventually("a score that was not offered waits", func() bool { return w.waits(id) != nil })
		w.forges("+14155550165", "rating:"+episode+":3")
		if r := w.episodes(id)[1]["rating"].(map[string]any); r["score"] != 3.0 {
			t.Errorf("it is %v", r)
		}
	})
}

// The episodes of contacts who turn out to be one person are rated by that person.
func TestRatingsFollowAMerge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		w.settings(map[string]any{"enabled": true})
		kept, contact := w.finish("+14155550166")
		gone, other := w.finish("+14155550167")
		w.awaitState(kept, "asked", "")
		w.awaitState(gone, "asked", "")
		k.Quiet()
		episode := w.episodes(gone)[0]["id"].(string)
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", k.Key, map[string]any{"contactId": other})
		if at := w.forges("+14155550166", "rating:"+episode+":3"); at != kept {
			t.Fatalf("the contact writes in %s", at)
		}
		k.CustomerWrites("+14155550166", "It was fine")
		k.Eventually("the comment is there", func() bool { return len(w.told()) == 2 })
		if w.waits(kept) != nil || w.shown(kept)["status"] != "closed" {
			t.Errorf("the conversation is %v", w.shown(kept))
		}
		scores := map[string]any{}
		for _, e := range w.episodes(kept) {
			scores[e["id"].(string)] = e["rating"].(map[string]any)["score"]
		}
		if len(scores) != 2 || scores[episode] != 3.0 {
			t.Errorf("the ratings of the episodes are %v", scores)
		}
		for _, e := range w.told() {
			if e["conversation_id"] != kept || e["contact_id"] != contact || e["episode_id"] != episode {
				t.Errorf("told was %v", e)
			}
		}
	})
}

// However many nodes run the job of an episode, and however often, its contact is
// asked once.
func TestOneQuestionAboutAnEpisode(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		w.settings(map[string]any{"enabled": true, "delayMinutes": 60})
		const phone = "+14155550168"
		id, _ := w.finish(phone)
		episode := w.episodes(id)[0]["id"].(string)
		k.Must(k.DB().Update(context.Background(), k.NumberID, func(tx *db.Tx) error {
			for i := range 8 {
				jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: k.WorkspaceID, Kind: "ask_rating", Queue: k.NumberID, Key: fmt.Sprint(episode, i), Payload: episode})
			}
			return nil
		}))
		k.Quiet()
		k.Advance(61 * time.Minute)
		w.awaitState(id, "asked", "")
		k.Quiet()
		if n := w.questions(phone); n != 1 {
			t.Errorf("the contact was asked %d times", n)
		}
	})
}

// The list has what contacts said, the latest first, as far as somebody reaches.
func TestRatingsAreListed(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		w.settings(map[string]any{"enabled": true})
		anna := k.NewPerson(k.WorkspaceID, w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Own", "reach": crm.ReachOwnAndFollowed,
			"scopes": []crm.Scope{crm.ScopeConversationsRead, crm.ScopeMessagesWrite}}).Text("id"))
		team := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Returns"}).Text("id")
		var all []string
		var times []string
		for i, label := range []string{"Good", "Bad", "Good", "OK", "Bad"} {
			phone := fmt.Sprintf("+1415555019%d", i)
			id, _ := w.served(phone)
			body := map[string]any{"agentId": anna.ID}
			if i%2 == 1 {
				body = map[string]any{"teamId": team}
			}
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, body)
			w.status(id, map[string]any{"status": "closed"})
			w.taps(phone, label)
			all = append([]string{w.episodes(id)[0]["id"].(string)}, all...)
			times = append([]string{w.rating(id)["ratedAt"].(string)}, times...)
			k.Advance(time.Minute)
			if i == 0 { // hers again
				w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, body)
			}
		}
		list := func(key, query string) (out []string) {
			t.Helper()
			for cursor := ""; ; {
				r := w.do(http.StatusOK, http.MethodGet, "/v1/ratings?limit=2&"+query+cursor, key, nil).JSON()
				for _, one := range r["data"].([]any) {
					out = append(out, one.(map[string]any)["episodeId"].(string))
				}
				next, more := r["nextCursor"].(string)
				if !more {
					return out
				}
				cursor = "&cursor=" + next
			}
		}
		for query, want := range map[string][]string{
			"":                       all,
			"agentId=" + anna.ID:     {all[0], all[2], all[4]},
			"teamId=" + team:         {all[1], all[3]},
			"score=1":                {all[0], all[3]},
			"score=1&teamId=" + team: {all[3]},
			"since=" + times[2]:      all[:3],
			"until=" + times[2]:      all[3:],
			"until=" + times[0] + "&since=" + times[2] + "&agentId=" + anna.ID: {all[2]},
			"score=4": nil,
		} {
			if got := list(k.Key, query); !slices.Equal(got, want) {
				t.Errorf("%q lists %v, want %v", query, got, want)
			}
		}
		if got := list(anna.Key, ""); !slices.Equal(got, all[4:]) {
			t.Errorf("who has one conversation lists %v", got)
		}
		k.CustomerWrites("+14155550194", "Not nice")
		k.Eventually("the comment is there", func() bool { return len(w.told()) == 6 })
		key := k.NewKey(k.WorkspaceID, crm.ScopeConversationsRead)
		r := w.do(http.StatusOK, http.MethodGet, "/v1/ratings?limit=1", key, nil).JSON()["data"].([]any)[0].(map[string]any)
		whole := w.do(http.StatusOK, http.MethodGet, "/v1/ratings?limit=1", k.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
		if r["comment"] != "" || whole["comment"] != "Not nice" || r["score"] != 1.0 || r["agentId"] != anna.ID || r["contactId"] == "" {
			t.Errorf("without messages:read it is %v, else %v", r, whole)
		}
	})
}
