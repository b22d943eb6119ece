package crashtest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// rounds is how often the service is killed; CRM_CRASH_ROUNDS sets it.
func rounds(t *testing.T, otherwise int) int {
	text := os.Getenv("CRM_CRASH_ROUNDS")
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("CRM_CRASH_ROUNDS=%q is no number of rounds", text)
	}
	return n
}

// lull is a random time that the service lives under load before it is killed.
func lull() time.Duration { return 50*time.Millisecond + rand.N(950*time.Millisecond) }

// lull is the same for a world. On PostgreSQL a node works with what its former
// self held only when that one's lease has run out, so half of the lives are
// longer than it.
func (w *world) lull() time.Duration {
	if db.IsPostgres(w.database) {
		return 50*time.Millisecond + rand.N(2*w.lease)
	}
	return lull()
}

func TestNothingIsLostOrDoubledOverKills(t *testing.T) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		if db.IsPostgres(database) {
			defer w.showJobs()
		}
		w.subscribe("one by one", "endpoint", "messages.status_updated")
		w.subscribe("unordered", "none", "messages.received")
		began, n := time.Now(), rounds(t, 8)
		l, c := w.startLoad(6), w.startCrowd(4)
		calm := w.faultScript(survivable)
		for range n {
			time.Sleep(w.lull()) // the kill comes at a random moment
			w.nodes[0].p.kill()
			w.senderDied()
			w.logs()
			w.start(w.nodes[0])
		}
		calm()
		c.end()
		l.end()
		r := w.verify(w.nodes[0].url, l, 3*time.Minute)
		c.verify(w.nodes[0].url, 2*time.Minute)
		w.verifySubscribers(w.nodes[0].url, n)
		w.logs()
		t.Logf("%d rounds in %s: %s; %d requests were made again", n, time.Since(began).Round(time.Millisecond), r, l.retried.Load())
		t.Logf("ready after a kill: %s", spread(w.ready[1:]))
		w.showsNothing(filepath.Dir(database))
	})
}

// showsNothing checks that the files of an embedded database, the log of the
// killed processes included, show nothing of what is stored.
func (w *world) showsNothing(dir string) {
	w.t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "crm.db*")) // none on PostgreSQL
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, secret := range []string{w.key, token, "sandbox-app-secret", w.receiver.secret, "Maria", "Question", "order_shipped", "+1415555", "load-0-"} {
			if bytes.Contains(text, []byte(secret)) {
				w.t.Errorf("%s shows %q in plain text", path, secret)
			}
		}
	}
}

func spread(list []time.Duration) string {
	list = slices.Sorted(slices.Values(list))
	return fmt.Sprintf("%s to %s, median %s", list[0].Round(time.Millisecond), list[len(list)-1].Round(time.Millisecond), list[len(list)/2].Round(time.Millisecond))
}

// A call that took effect but whose answer and statuses are both lost cannot
// be told from one that had none: after the grace it is made again. Exactly
// these messages may be doubled, and the service counts them.
func TestOnlyLostStatusesDouble(t *testing.T) {
	bothEngines(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		const lost, plain = 15, 15
		l := &load{w: w, accepted: map[string]string{}, bodies: map[string]map[string]any{}, targets: func() []string { return []string{w.nodes[0].url} }}
		for i := range lost + plain {
			key, to := fmt.Sprintf("lost-%d", i), fmt.Sprintf("+1415555%04d", i)
			if i%2 == 0 { // many failures in a row would let the account rest
				w.control("POST", "/_sandbox/faults", map[string]any{"match": map[string]any{"kind": "send", "to": to}, "drop": "after", "statuses": "lost", "times": 1})
			}
			l.send(key, message(to, key))
		}
		views := w.settle(w.nodes[0].url, l.ids(), 30*time.Second+grace)
		w.calls.read()
		var doubled []string
		for id, v := range views {
			if v.Status != "delivered" {
				t.Errorf("%s is %s", id, v.Status)
			}
			if w.calls.of(id).accepted > 1 {
				doubled = append(doubled, id)
			}
		}
		s := w.stats()
		slices.Sort(doubled)
		slices.Sort(s.Duplicates)
		if len(doubled) != lost || !slices.Equal(doubled, s.Duplicates) {
			t.Errorf("%d messages were doubled, want the %d whose answer and statuses were lost", len(doubled), lost)
		}
		if n := w.metric(w.nodes[0], "crm_send_attempts_repeated_total"); n < lost {
			t.Errorf("crm_send_attempts_repeated_total is %d, want at least %d", n, lost)
		}
		w.logs()
	})
}

func TestGracefulStopUnderLoad(t *testing.T) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		l := w.startLoad(4)
		calm := w.faultScript(survivable)
		for range 3 {
			time.Sleep(lull()) // the end comes at a random moment
			w.terminate(w.nodes[0])
			w.start(w.nodes[0])
		}
		calm()
		l.end()
		r := w.verify(w.nodes[0].url, l, 60*time.Second)
		w.terminate(w.nodes[0])
		t.Logf("3 restarts: %s", r)
	})
}

// terminate asks a node to end, as an operator or an orchestrator does.
func (w *world) terminate(n *node) {
	w.t.Helper()
	since := time.Now()
	if err := n.p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		w.t.Fatal(err)
	}
	select {
	case <-n.p.done:
		if n.p.err != nil {
			w.t.Errorf("SIGTERM: the service ended with %v, want code 0: %v", n.p.err, n.p.log.lines())
		}
	case <-time.After(30 * time.Second):
		w.t.Fatal("SIGTERM: the service has not ended after 30 s")
	}
	w.t.Logf("stopped within %s", time.Since(since).Round(time.Millisecond))
	w.logs()
}

func TestStartOnAnEmptyDatabaseIsQuick(t *testing.T) {
	bin := build(t)
	var took []time.Duration
	for range 3 {
		url := "http://127.0.0.1:" + strconv.Itoa(freePort(t))
		since := time.Now()
		p := spawn(t, bin, []string{"CRM_DATABASE=" + filepath.Join(t.TempDir(), "crm.db")}, nil, "serve", "--listen", url[len("http://"):])
		took = append(took, awaitReady(t, p, url, since))
		p.kill()
	}
	t.Logf("ready on an empty database: %s (target: 500ms)", spread(took))
	if best := slices.Min(took); best > time.Second {
		t.Errorf("the quickest of three starts took %s", best)
	}
}
