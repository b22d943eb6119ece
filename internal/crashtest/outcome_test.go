package crashtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sys/unix"
	"service.example/crm/internal/db"
)

// The provider took the message, and then the database takes nothing: what is
// known must not become unknown, or the message would be sent a second time.
func TestAKnownOutcomeOutlivesADatabaseThatTakesNothing(t *testing.T) {
	bothEngines(t, func(t *testing.T, bin, database string) {
		for _, killed := range []bool{false, true} {
			if killed && db.IsPostgres(database) {
				continue // there it is in memory only
			}
			t.Run(map[bool]string{false: "freed", true: "killed"}[killed], func(t *testing.T) {
				t.Parallel()
				database := database
				if !db.IsPostgres(database) {
					database = filepath.Join(t.TempDir(), "crm.db")
				}
				w := newWorld(t, bin, database, 1)
				n := w.nodes[0]
				// Without a word of the provider nothing else tells what came of it.
				w.control("POST", "/_sandbox/faults", onSends(map[string]any{"delayMs": 1500, "statuses": "lost", "times": 3}))
				l := &load{w: w, accepted: map[string]string{}, bodies: map[string]map[string]any{}, targets: func() []string { return []string{n.url} }}
				for i := range 3 {
					key := fmt.Sprintf("outcome-%d", i)
					l.send(key, message(fmt.Sprintf("+1415555%04d", i), key))
				}
				awaitUntil(t, 10*time.Second, "every message is being sent", func() (bool, string) {
					return w.count(n, l.ids(), "sending") == 3, ""
				})
				free := w.refuseWrites(n)
				awaitUntil(t, 10*time.Second, "the outcomes cannot be recorded", func() (bool, string) {
					if db.IsPostgres(database) {
						return n.p.log.count("the database does not accept writes") > 0, ""
					}
					kept := keptOutcomes(t, database+".outcomes")
					return kept == 3, fmt.Sprint(kept)
				})
				if killed {
					n.p.kill()
					w.start(n)
				} else {
					free()
				}
				awaitUntil(t, grace/2, "the outcomes are recorded", func() (bool, string) {
					return w.count(n, l.ids(), "accepted") == 3, ""
				})
				ended := time.Now()
				awaitUntil(t, 2*grace, "the grace is over", func() (bool, string) { return time.Since(ended) > grace+time.Second, "" })
				w.calls.read()
				for _, id := range l.ids() {
					if got := w.calls.of(id).accepted; got != 1 {
						t.Errorf("the provider took %s %d times", id, got)
					}
				}
			})
		}
	})
}

// keptOutcomes counts the slots of the spill file that hold a record.
func keptOutcomes(t *testing.T, path string) (kept int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const slot = 1 << 10
	for at := 0; at+slot <= len(text); at += slot {
		if text[at] != 0 || text[at+1] != 0 {
			kept++
		}
	}
	return kept
}

// count returns how many of the messages have the status.
func (w *world) count(n *node, ids []string, status string) (count int) {
	w.t.Helper()
	for _, id := range ids {
		var v view
		w.api(n.url, "GET", "/v1/messages/"+id, nil, &v)
		if v.Status == status {
			count++
		}
	}
	return count
}

// refuseWrites lets the database of a node take nothing any more, until free.
func (w *world) refuseWrites(n *node) (free func()) {
	w.t.Helper()
	if !db.IsPostgres(w.database) {
		limit := func(size uint64) {
			now := unix.Rlimit{Cur: size, Max: unix.RLIM_INFINITY}
			if err := unix.Prlimit(n.p.cmd.Process.Pid, unix.RLIMIT_FSIZE, &now, nil); err != nil {
				w.t.Fatal(err)
			}
		}
		limit(4096) // as on a full disk: files cannot grow, nor be written behind this
		return func() { limit(unix.RLIM_INFINITY) }
	}
	c, err := pgx.Connect(context.Background(), w.database)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = c.Close(context.Background()) })
	do := func(sql string) {
		if _, err := c.Exec(context.Background(), sql); err != nil {
			w.t.Fatal(err)
		}
	}
	do(`CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$`)
	do(`CREATE TRIGGER no_room BEFORE UPDATE ON message_states FOR EACH ROW EXECUTE FUNCTION no_room()`)
	return func() { do(`DROP TRIGGER no_room ON message_states`) }
}
