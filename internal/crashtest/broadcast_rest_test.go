package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/secret"
)

var (
	experimentSQL = db.SQL(`SELECT experiment FROM broadcasts WHERE workspace_id = $1 AND id = $2`)
	endEarlierSQL = db.SQL(`UPDATE broadcasts SET experiment = $3 WHERE workspace_id = $1 AND id = $2`)
)

// Who waits for the winner of a test gets one message, though every node is killed while
// the rest is let go, and while it is sent.
func TestTheRestOfABroadcastSurvivesKills(t *testing.T) {
	const people, testShare, kills = 800, 20, 2
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newLeasedWorld(t, bin, database, n, 2*time.Second)
		base := w.nodes[n-1].url
		var list []any
		for i := range people {
			list = append(list, map[string]any{"to": fmt.Sprintf("+1646%07d", 5590000+i)})
		}
		tried := map[string]any{"goal": map[string]any{"event": "answered", "windowHours": 1}, "variantB": map[string]any{"templateName": "hello_world", "language": "en_US"},
			"sampleSize": 10, "rest": map[string]any{"testShare": testShare, "withoutWinner": "variant_a"}}
		var b broadcastView
		w.api(base, "POST", "/v1/broadcasts", map[string]any{"name": "Hello", "templateName": "hello_world", "language": "en_US", "audience": map[string]any{"recipients": list}, "experiment": tried}, &b)
		path := "/v1/broadcasts/" + b.ID
		await := func(what, path string, into any, is func() bool) {
			t.Helper()
			awaitUntil(t, 2*time.Minute, what, func() (bool, string) {
				if status, answer, err := w.try(base, "GET", path, "", nil); err == nil && status == http.StatusOK {
					_ = json.Unmarshal(answer, into)
				}
				return is(), fmt.Sprintf("%+v", into)
			})
		}
		var results struct {
			DecidesAt *time.Time
			Rest      struct {
				Variant               string
				Recipients, Delivered int
			}
		}
		w.api(base, "POST", path+"/start", map[string]any{}, &b)
		await("the test was sent", path+"/results", &results, func() bool { return results.DecidesAt != nil })
		await("everybody of it got it", path, &b, func() bool { return b.Counts.Delivered == b.Counts.Sent })
		tested := b.Counts.Sent
		if tested < people/10 || tested > people*3/10 {
			t.Fatalf("%d of %d are in the test", tested, people)
		}

		w.api(base, "POST", path+"/pause", map[string]any{}, &b)
		killed := 0
		for _, dies := range w.nodes {
			dies.p.kill()
			killed++
		}
		w.endTestEarlier(b.ID, 3*time.Hour)
		for _, n := range w.nodes {
			w.start(n)
		}
		w.api(base, "POST", path+"/resume", map[string]any{}, &b) // it looks at the clock again
		time.Sleep(rand.N(150 * time.Millisecond))                // while it is decided, or let go
		killed += w.restartEach()
		for i := range kills {
			await("the rest is sent", path, &b, func() bool { return b.Counts.Sent > tested+i*(people-tested)/kills })
			time.Sleep(rand.N(100 * time.Millisecond)) // anywhere, and not just where it was looked
			killed += w.restartEach()
		}
		await("everybody got it", path, &b, func() bool { return b.Status == "completed" && b.Counts.Delivered >= people })
		await("it is counted", path+"/results", &results, func() bool { return results.Rest.Delivered >= people-tested })
		if r, c := results.Rest, b.Counts; r.Variant != "a" || r.Recipients != people-tested || c.Sent != people || c.Delivered != people || c.Failed+c.Queued+c.Sending+c.Canceled != 0 {
			t.Errorf("the rest is %+v, and counted are %+v", r, c)
		}
		w.tookOnce(b.ID, people)
		w.logs()
		t.Logf("%d in the test and %d behind it got one message each over %d kills", tested, people-tested, killed)
	})
}

// endTestEarlier lets the test of a broadcast have ended earlier by so long. No node runs.
func (w *world) endTestEarlier(id string, by time.Duration) {
	w.t.Helper()
	var master secret.MasterKey
	for _, e := range w.env {
		if text, found := strings.CutPrefix(e, "CRM_MASTER_KEY="); found {
			var err error
			if master, err = secret.ParseMasterKey(text); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	base, err := schema.Connect(w.t.Context(), db.Options{URL: w.database, Key: master.DatabaseKey()})
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = base.Close() }()
	if err := base.Update(w.t.Context(), w.workspace, func(tx *db.Tx) error {
		var text string
		if found, err := tx.One(experimentSQL, []any{&text}, w.workspace, id); err != nil || !found {
			return fmt.Errorf("the broadcast was not found: %w", err)
		}
		var x crm.BroadcastExperiment
		if err := json.Unmarshal([]byte(text), &x); err != nil {
			return err
		}
		x.Decision.TestEndedAt = x.Decision.TestEndedAt.Add(-by)
		tx.Write(endEarlierSQL, w.workspace, id, db.Text(x))
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
}

// tookOnce holds that the provider took one message for each of so many recipients, and
// nothing else.
func (w *world) tookOnce(id string, people int) {
	w.t.Helper()
	w.calls.read()
	seen := map[string]bool{}
	w.pages(w.nodes[0].url, "/v1/broadcasts/"+id+"/recipients", func(item json.RawMessage) {
		var r struct{ To, MessageID string }
		if err := json.Unmarshal(item, &r); err != nil {
			w.t.Fatal(err)
		}
		if got := w.calls.of(r.MessageID); r.MessageID == "" || seen[r.MessageID] || got.accepted != 1 {
			w.t.Errorf("the provider took the message of %s %d times: %s", r.To, got.accepted, item)
		}
		seen[r.MessageID] = true
	})
	if ids := w.calls.ids(); len(seen) != people || len(ids) != people {
		w.t.Errorf("of %d recipients %d are listed, and the provider got %d messages", people, len(seen), len(ids))
	}
	if s := w.stats(); s.DuplicateCount != 0 {
		w.t.Errorf("the provider got %d messages twice: %v", s.DuplicateCount, s.Duplicates)
	}
}
