package crashtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// broadcastRecipients is to how many a broadcast goes; CRM_BROADCAST_RECIPIENTS sets it,
// 10,000 is the long form.
func broadcastRecipients(t *testing.T) int {
	text := os.Getenv("CRM_BROADCAST_RECIPIENTS")
	if text == "" {
		return 400
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 100 {
		t.Fatalf("CRM_BROADCAST_RECIPIENTS=%q is no number of recipients", text)
	}
	return n
}

// heldPercent of the people are held out, and sharePercent of the others get variant B.
const (
	heldPercent  = 10
	sharePercent = 40
)

// broadcastView is a broadcast as the API shows it.
type broadcastView struct {
	ID, Status, Reason string
	Preparation        struct{ State string }
	Counts             struct{ Recipients, Excluded, Queued, Sending, Sent, Delivered, Read, Failed, Canceled, HeldOut int }
}

// Each recipient of a broadcast gets one message, though processes are killed while its
// audience is expanded and while it is sent, and is counted once; on PostgreSQL there are
// two nodes, and each of them is killed. Who is held out gets none, and everybody is in the
// arm in which the hash puts them.
func TestBroadcastsSurviveKills(t *testing.T) {
	people := broadcastRecipients(t)
	kills := min(40, people/100)
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		killed := 0
		kill := func() {
			dies := w.nodes[killed%n]
			dies.p.kill()
			w.logs()
			w.start(dies)
			killed++
		}
		var list []any
		for i := range people {
			list = append(list, map[string]any{"to": fmt.Sprintf("+1646%07d", 5570000+i)})
			if i%10 == 0 {
				list = append(list, map[string]any{"to": fmt.Sprintf("+1646%07d", 5570000+i)})
			}
		}
		base := w.nodes[n-1].url
		tried := map[string]any{"goal": map[string]any{"event": "answered"}, "holdout": heldPercent, "variantB": map[string]any{"templateName": "hello_world", "language": "en_US"}, "share": sharePercent, "sampleSize": 10}
		var b broadcastView
		w.api(base, "POST", "/v1/broadcasts", map[string]any{"name": "Hello", "templateName": "hello_world", "language": "en_US", "audience": map[string]any{"recipients": list}, "experiment": tried}, &b)
		path := "/v1/broadcasts/" + b.ID
		look := func() string {
			status, answer, err := w.try(base, "GET", path, "", nil)
			if err == nil && status == http.StatusOK {
				_ = json.Unmarshal(answer, &b)
			}
			return fmt.Sprintf("%+v", b)
		}
		kill()
		w.api(base, "POST", path+"/start", map[string]any{}, &b)
		// It is paused at its beginning, while nobody is killed: the pace of the number
		// leaves seconds for that, and later it may end while a process starts.
		awaitUntil(t, 2*time.Minute, "the broadcast has begun", func() (bool, string) {
			at := look()
			return b.Counts.Sent > 0, at
		})
		w.api(base, "POST", path+"/pause", map[string]any{}, &b)
		kill()
		w.api(base, "POST", path+"/resume", map[string]any{}, &b)
		for i := range kills {
			awaitUntil(t, 2*time.Minute, "the broadcast goes on", func() (bool, string) {
				at := look()
				return b.Counts.Sent >= (i+1)*people*8/10/(kills+2), at
			})
			kill()
		}
		awaitUntil(t, 2*time.Minute+time.Duration(people/40)*time.Second, "everybody got it", func() (bool, string) {
			at := look()
			return b.Status == "completed" && b.Counts.Delivered+b.Counts.Failed+b.Counts.HeldOut == people, at
		})
		w.verifyBroadcast(base, b, people)
		w.logs()
		t.Logf("%d people got one message each over %d kills, and %d none", people-b.Counts.HeldOut, killed, b.Counts.HeldOut)
	})
}

// verifyBroadcast holds a broadcast that has ended against its recipients, and these
// against what the provider saw.
func (w *world) verifyBroadcast(base string, b broadcastView, people int) {
	w.t.Helper()
	w.calls.read()
	seen, states, arms := map[string]bool{}, map[string]int{}, map[string]int{}
	of := crm.BroadcastExperiment{Holdout: heldPercent, B: &crm.TemplateContent{}, Share: sharePercent}
	w.pages(base, "/v1/broadcasts/"+b.ID+"/recipients", func(item json.RawMessage) {
		var r struct{ To, State, MessageID, Variant string }
		if err := json.Unmarshal(item, &r); err != nil {
			w.t.Fatal(err)
		}
		states[r.State]++
		variant, held := of.Place(b.ID, crm.LookupKey(r.To))
		if held {
			if arms["holdout"]++; r.State != "held_out" || r.MessageID != "" || r.Variant != "" {
				w.t.Errorf("%s is to be held out: %s", r.To, item)
			}
			return
		}
		if arms[r.Variant]++; r.Variant != string(variant) {
			w.t.Errorf("%s is to get variant %s: %s", r.To, variant, item)
		}
		if seen[r.To] || seen[r.MessageID] || r.MessageID == "" {
			w.t.Errorf("%s is a recipient twice, or has no message: %s", r.To, item)
		}
		seen[r.To], seen[r.MessageID] = true, true
		if got := w.calls.of(r.MessageID); got.accepted != 1 {
			w.t.Errorf("the provider took the message of %s %d times: %+v", r.To, got.accepted, got)
		}
	})
	for _, id := range w.calls.ids() {
		if !seen[id] {
			w.t.Errorf("the provider got %s, which is no recipient's", id)
		}
	}
	c := b.Counts
	sent := people - arms["holdout"]
	if states["delivered"]+states["read"] != sent || c.HeldOut != arms["holdout"] || c.Recipients != sent || c.Sent != sent || c.Delivered != sent || c.Failed+c.Queued+c.Sending+c.Canceled != 0 || c.Excluded != (people+9)/10 {
		w.t.Errorf("the recipients are %v, and counted are %+v", states, c)
	}
	var shown struct {
		Variants []struct {
			Variant                     string
			Recipients, Sent, Delivered int
		}
		Holdout struct{ Recipients, Counted int }
	}
	w.api(base, "GET", "/v1/broadcasts/"+b.ID+"/results", nil, &shown)
	for _, v := range shown.Variants {
		if n := arms[v.Variant]; v.Recipients != n || v.Sent != n || v.Delivered != n {
			w.t.Errorf("%d recipients have a variant of which is counted %+v", n, v)
		}
	}
	if h := shown.Holdout; len(shown.Variants) != 2 || h.Recipients != arms["holdout"] || h.Counted != arms["holdout"] {
		w.t.Errorf("the arms are %v, and the results %+v", arms, shown)
	}
	if s := w.stats(); s.DuplicateCount != 0 {
		w.t.Errorf("the provider got %d messages twice: %v", s.DuplicateCount, s.Duplicates)
	}
}
