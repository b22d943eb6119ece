package crashtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// What a system of the business answers to a press takes effect once, or, where the
// process was killed between the call and its end, never; on PostgreSQL presses go to
// two nodes, of which one is killed.
func TestPressesSurviveKills(t *testing.T) {
	const people, presses = 10, 200
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		base := w.nodes[n-1].url
		system := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			time.Sleep(10 * time.Millisecond)
			_, _ = fmt.Fprintf(rw, `{"note":%q}`, r.Header.Get("webhook-id"))
		}))
		defer system.Close()
		var buttons [2]struct{ ID string }
		for i := range buttons {
			w.api(base, "POST", "/v1/action-buttons", map[string]any{"label": fmt.Sprint(i), "kind": "post", "url": system.URL}, &buttons[i])
		}
		for i := range people {
			w.control("POST", "/_sandbox/messages", map[string]any{"from": fmt.Sprintf("+1646555%04d", i), "text": "Hello"})
		}
		open := w.openConversations(base, people)

		var pressers sync.WaitGroup
		work := make(chan int)
		for range 6 {
			pressers.Go(func() {
				for i := range work {
					path := "/v1/conversations/" + open[i%people] + "/buttons/" + buttons[i%2].ID + "/press"
					for status := 0; status != http.StatusOK; { // one press, however often it is asked for
						if status, _, _ = w.try(w.nodes[i%n].url, "POST", path, fmt.Sprintf("press-%d", i), nil); status != http.StatusOK {
							time.Sleep(20 * time.Millisecond)
						}
					}
				}
			})
		}
		kills := 0
		for i := range presses {
			work <- i
			if i%(presses/4) == presses/8 {
				w.nodes[0].p.kill()
				w.logs()
				w.start(w.nodes[0])
				kills++
			}
		}
		close(work)
		pressers.Wait()
		done, lost := w.verifyPresses(base, open, buttons[0].ID, buttons[1].ID)
		if done+lost != presses {
			t.Errorf("%d presses are kept of %d", done+lost, presses)
		}
		w.logs()
		t.Logf("%d presses took effect once, and %d did not, over %d kills", done, lost, kills)
	})
}

// verifyPresses holds the notes that presses wrote against what is kept of these.
func (w *world) verifyPresses(base string, conversations []string, buttons ...string) (done, lost int) {
	w.t.Helper()
	notes := map[string]int{}
	for _, id := range conversations {
		w.pages(base, "/v1/conversations/"+id+"/notes", func(item json.RawMessage) {
			var n struct{ Body string }
			_ = json.Unmarshal(item, &n)
			notes[n.Body]++
		})
	}
	for _, id := range buttons {
		w.pages(base, "/v1/action-buttons/"+id+"/presses", func(item json.RawMessage) {
			var p struct{ ID, State string }
			_ = json.Unmarshal(item, &p)
			switch {
			case p.State == "done" && notes[p.ID] == 1:
				done++
			case (p.State == "calling" || p.State == "unknown") && notes[p.ID] == 0:
				lost++
			default:
				w.t.Errorf("the press %s is %s and wrote %d notes", p.ID, p.State, notes[p.ID])
			}
			delete(notes, p.ID)
		})
	}
	for body := range notes {
		w.t.Errorf("no press is kept of the note %s", body)
	}
	return done, lost
}

// pages calls do with every item of a list.
func (w *world) pages(base, path string, do func(item json.RawMessage)) {
	w.t.Helper()
	for next := "?limit=200"; next != ""; {
		var page struct {
			Data       []json.RawMessage
			NextCursor string
		}
		w.api(base, "GET", path+next, nil, &page)
		for _, item := range page.Data {
			do(item)
		}
		if next = ""; page.NextCursor != "" {
			next = "?limit=200&cursor=" + page.NextCursor
		}
	}
}
