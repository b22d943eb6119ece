package crashtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// Contacts are asked for a rating exactly once about each episode, though processes
// are killed while they are asked; on PostgreSQL two nodes ask.
func TestQuestionsForRatingsSurviveKills(t *testing.T) {
	const people = 150
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		base := w.nodes[n-1].url
		w.api(base, "PATCH", "/v1/rating-settings", map[string]any{"enabled": true, "onlyAnsweredByPeople": false}, &struct{}{})
		for i := range people {
			w.control("POST", "/_sandbox/messages", map[string]any{"from": fmt.Sprintf("+1646555%04d", i), "text": "Hello"})
		}
		open := w.openConversations(base, people)

		var closers sync.WaitGroup
		work := make(chan string)
		for range 8 {
			closers.Go(func() {
				for id := range work {
					for status := 0; status != http.StatusOK; {
						if status, _, _ = w.try(base, "PUT", "/v1/conversations/"+id+"/status", "", map[string]any{"status": "closed"}); status != http.StatusOK {
							time.Sleep(20 * time.Millisecond)
						}
					}
				}
			})
		}
		kills := 0
		for i, id := range open {
			work <- id
			if i%(people/4) == people/8 {
				w.nodes[0].p.kill()
				w.logs()
				w.start(w.nodes[0])
				kills++
			}
		}
		close(work)
		closers.Wait()
		for _, id := range open {
			w.verifyAsked(base, id)
		}
		w.logs()
		t.Logf("%d contacts were asked once over %d kills", len(open), kills)
	})
}

// openConversations awaits so many and returns them.
func (w *world) openConversations(base string, n int) (ids []string) {
	w.t.Helper()
	return w.conversations(base, n, "all")
}

// conversations awaits that there are n conversations in some views together.
func (w *world) conversations(base string, n int, views ...string) (ids []string) {
	w.t.Helper()
	awaitUntil(w.t, time.Minute, "all have written", func() (bool, string) {
		ids = ids[:0]
		for _, view := range views {
			var page struct{ Data []struct{ ID string } }
			w.api(base, "GET", "/v1/conversations?limit=200&view="+view, nil, &page)
			for _, c := range page.Data {
				ids = append(ids, c.ID)
			}
		}
		return len(ids) == n, fmt.Sprint(len(ids))
	})
	return ids
}

// verifyAsked awaits that the contact of a conversation was asked, and counts the
// questions.
func (w *world) verifyAsked(base, id string) {
	w.t.Helper()
	var question string
	awaitUntil(w.t, time.Minute, "the contact of "+id+" is asked", func() (bool, string) {
		status, answer, err := w.try(base, "GET", "/v1/conversations/"+id+"/episodes", "", nil)
		var page struct {
			Data []struct {
				Rating *struct{ State, MessageID string }
			}
		}
		if err != nil || status != http.StatusOK || json.Unmarshal(answer, &page) != nil || len(page.Data) != 1 || page.Data[0].Rating == nil {
			return false, string(answer)
		}
		question = page.Data[0].Rating.MessageID
		return page.Data[0].Rating.State == "asked", string(answer)
	})
	var page struct {
		Data []struct{ ID, Type, Direction string }
	}
	w.api(base, "GET", "/v1/messages?conversationId="+id, nil, &page)
	asked := 0
	for _, m := range page.Data {
		if m.Direction == "outbound" {
			asked++
		}
		if m.Direction == "outbound" && (m.ID != question || m.Type != "interactive") {
			w.t.Errorf("%s has the message %+v beside the question %s", id, m, question)
		}
	}
	if asked != 1 {
		w.t.Errorf("the contact of %s was asked %d times", id, asked)
	}
}
