package crashtest

import (
	"fmt"
	"maps"
	"net/http"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// Each contact is greeted, reminded and taken leave of exactly once, though processes
// are killed meanwhile; on PostgreSQL two nodes do it.
func TestAutomaticMessagesSurviveKills(t *testing.T) {
	const people = 80
	bothEngines(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		base := w.nodes[n-1].url
		var numbers struct{ Data []struct{ ID string } }
		w.api(base, "GET", "/v1/phone-numbers", nil, &numbers)
		w.api(base, "PATCH", "/v1/phone-numbers/"+numbers.Data[0].ID+"/automatic-messages", map[string]any{
			"greeting": map[string]any{"enabled": true, "text": "Welcome!"}, "reminder": map[string]any{"enabled": true, "text": "Still there?", "afterMinutes": 1},
			"closing": map[string]any{"enabled": true, "text": "Goodbye.", "afterMinutes": 2}}, &struct{}{})
		kills := 0
		kill := func() {
			w.nodes[0].p.kill()
			w.logs()
			w.start(w.nodes[0])
			kills++
		}
		phone := func(i int) string { return fmt.Sprintf("+1646556%04d", i) }
		for i := range people {
			w.control("POST", "/_sandbox/messages", map[string]any{"from": phone(i), "text": "Hello"})
			if i%40 == 20 {
				kill()
			}
		}
		open := w.openConversations(base, people)
		w.answerAll(base, people, phone)
		w.putOff(base, open)
		for i := range 11 { // over all that is due; who was just started hears for the grace before it does anything
			time.Sleep(grace + time.Duration(300+100*i)*time.Millisecond)
			kill()
		}
		for _, id := range open {
			w.verifySaid(base, id, map[string]int{"Welcome!": 1, "Here you are.": 1, "Still there?": 1, "Goodbye.": 1})
		}
		w.logs()
		t.Logf("%d contacts were greeted, reminded and taken leave of once over %d kills", len(open), kills)
	})
}

// answerAll answers everybody, and awaits that nobody waits.
func (w *world) answerAll(base string, people int, phone func(i int) string) {
	w.t.Helper()
	for i := range people {
		w.api(base, "POST", "/v1/messages", map[string]any{"to": phone(i), "type": "text", "text": map[string]any{"body": "Here you are."}}, &struct{}{})
	}
	awaitUntil(w.t, time.Minute, "everybody is answered", func() (bool, string) {
		var page struct {
			Data []struct{ WaitingSince *time.Time }
		}
		w.api(base, "GET", "/v1/conversations?view=all&limit=200", nil, &page)
		waiting := 0
		for _, c := range page.Data {
			if c.WaitingSince != nil {
				waiting++
			}
		}
		return waiting == 0, fmt.Sprint(waiting)
	})
}

// putOff makes conversations pending.
func (w *world) putOff(base string, open []string) {
	var all sync.WaitGroup
	work := make(chan string)
	for range 8 {
		all.Go(func() {
			for id := range work {
				for status := 0; status != http.StatusOK; {
					if status, _, _ = w.try(base, "PUT", "/v1/conversations/"+id+"/status", "", map[string]any{"status": "pending"}); status != http.StatusOK {
						time.Sleep(20 * time.Millisecond)
					}
				}
			}
		})
	}
	for _, id := range open {
		work <- id
	}
	close(work)
	all.Wait()
}

// verifySaid awaits that a conversation is closed, and counts what was said in it.
func (w *world) verifySaid(base, id string, want map[string]int) {
	w.t.Helper()
	awaitUntil(w.t, 2*time.Minute, id+" is closed", func() (bool, string) {
		var c struct{ Status string }
		w.api(base, "GET", "/v1/conversations/"+id, nil, &c)
		return c.Status == "closed", c.Status
	})
	var page struct {
		Data []struct {
			Direction string
			Text      struct{ Body string }
		}
	}
	w.api(base, "GET", "/v1/messages?conversationId="+id, nil, &page)
	said := map[string]int{}
	for _, m := range page.Data {
		if m.Direction == "outbound" {
			said[m.Text.Body]++
		}
	}
	if !maps.Equal(said, want) {
		w.t.Errorf("in %s was said %v, want %v", id, said, want)
	}
}
