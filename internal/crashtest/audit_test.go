package crashtest

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
)

// Nodes are killed while people and systems administer a workspace. What was
// answered is in the audit log once, and nothing is there that did not happen; the
// chain verifies, until somebody changes one row of it.
// CRM_AUDIT_ACTS says how many acts there are; 10000 is the long form.
func TestTheAuditLogSurvivesKills(t *testing.T) {
	acts := 400
	if text := os.Getenv("CRM_AUDIT_ACTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		acts = n
	}
	eachEngine(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		began, kills := time.Now(), 0
		a := w.startAdministrators(4, acts)
		for most := min(40, 3+acts/250); kills < most && !a.done(); kills++ {
			time.Sleep(lull() / 2) // the kill comes at a random moment
			w.nodes[0].p.kill()
			w.start(w.nodes[0])
		}
		a.wait()
		took := time.Since(began)

		told := w.renamings()
		for name, client := range a.answered {
			if !slices.Equal(told[name], []string{client}) {
				t.Errorf("%s was answered, and is in the log for %v", name, told[name])
			}
		}
		unheard := 0
		for name, of := range told {
			if _, answered := a.answered[name]; !answered {
				unheard++
			}
			if len(of) != 1 || !a.asked[name] {
				t.Errorf("%s is in the log for %v", name, of)
			}
		}
		for id, name := range w.keyNames() {
			if last := a.last[id]; last != "" && len(told[name]) == 0 {
				t.Errorf("%s is called %s, and no act says so", id, name)
			}
		}
		out, code := w.auditVerify()
		if code != 0 || !strings.Contains(out, w.workspace) {
			t.Fatalf("crm audit verify: %d %s", code, out)
		}
		t.Logf("%d acts were answered in %v over %d kills; %d more took effect without an answer; %s", len(a.answered), took.Round(time.Millisecond), kills, unheard, strings.TrimSpace(out))

		w.nodes[0].p.kill()
		w.changeAct(7)
		if out, code = w.auditVerify(); code != 1 || !strings.Contains(out, "act 7 was changed") {
			t.Errorf("crm audit verify after a change of act 7: %d %s", code, out)
		}
	})
}

// administrators rename API keys, each its own.
type administrators struct {
	w        *world
	left     atomic.Int64
	group    sync.WaitGroup
	mu       sync.Mutex
	asked    map[string]bool   // by name
	answered map[string]string // the key, by name
	last     map[string]string // the name asked for last, by key
}

func (w *world) startAdministrators(clients, acts int) *administrators {
	a := &administrators{w: w, asked: map[string]bool{}, answered: map[string]string{}, last: map[string]string{}}
	a.left.Store(int64(acts))
	for range clients {
		var key struct{ ID string }
		w.api(w.nodes[0].url, "POST", "/v1/api-keys", map[string]any{"name": "of an administrator", "scopes": []string{"messages:read"}}, &key)
		a.group.Go(func() { a.rename(key.ID) })
	}
	return a
}

func (a *administrators) rename(id string) {
	for i := 0; a.left.Add(-1) >= 0; i++ {
		name := fmt.Sprintf("%s no. %d", id, i)
		time.Sleep(rand.N(10 * time.Millisecond)) // people administer, so that kills come between
		a.mu.Lock()
		a.asked[name], a.last[id] = true, name
		a.mu.Unlock()
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			status, answer, err := a.w.try(a.w.nodes[0].url, "PATCH", "/v1/api-keys/"+id, "", map[string]any{"name": name})
			if err == nil && status == 200 {
				a.mu.Lock()
				a.answered[name] = id
				a.mu.Unlock()
				break
			}
			if err == nil && status < 500 || time.Now().After(deadline) {
				a.w.t.Errorf("renaming %s: %d %v %s", id, status, err, answer)
				return
			}
		}
	}
}

func (a *administrators) done() bool { return a.left.Load() < 0 }
func (a *administrators) wait()      { a.group.Wait() }

// renamings are the keys of the acts in the audit log that gave a key a name, by
// that name.
func (w *world) renamings() map[string][]string {
	w.t.Helper()
	status, answer, err := w.try(w.nodes[0].url, "GET", "/v1/audit-log/export?action=api_key.updated", "", nil)
	if err != nil || status != 200 {
		w.t.Fatalf("the audit log is answered %d %v %.300s", status, err, answer)
	}
	rows, err := csv.NewReader(strings.NewReader(string(answer))).ReadAll()
	if err != nil {
		w.t.Fatal(err)
	}
	changes, targets := slices.Index(rows[0], "changes"), slices.Index(rows[0], "targets")
	out := map[string][]string{}
	for _, row := range rows[1:] {
		var c struct{ Name struct{ To string } }
		if err := json.Unmarshal([]byte(row[changes]), &c); err != nil {
			w.t.Fatalf("%v in %v", err, row)
		}
		out[c.Name.To] = append(out[c.Name.To], regexp.MustCompile(`key_\w+`).FindString(row[targets]))
	}
	return out
}

func (w *world) keyNames() map[string]string {
	var list struct{ Data []struct{ ID, Name string } }
	w.api(w.nodes[0].url, "GET", "/v1/api-keys?limit=200", nil, &list)
	out := map[string]string{}
	for _, k := range list.Data {
		out[k.ID] = k.Name
	}
	return out
}

// auditVerify runs crm audit verify, and returns what it printed and its exit code.
func (w *world) auditVerify() (out string, code int) {
	w.t.Helper()
	cmd := exec.Command(w.bin, "audit", "verify")
	cmd.Env = w.env
	text, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		w.t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// changeAct changes an act as somebody would who has the database and its key.
func (w *world) changeAct(seq int) {
	w.t.Helper()
	ctx, base := context.Background(), w.open()
	defer func() { _ = base.Close() }()
	free := "DROP TRIGGER audit_log_no_update"
	if base.Engine() == "postgres" {
		free = "ALTER TABLE audit_log DISABLE TRIGGER USER"
	}
	for _, text := range []string{free, fmt.Sprintf("UPDATE audit_log SET ip = '192.0.2.1' WHERE workspace_id = '%s' AND seq = %d", w.workspace, seq)} {
		stmt := db.SQL(text)
		if err := base.Update(ctx, "x", func(tx *db.Tx) error { _, err := tx.Exec(stmt); return err }); err != nil {
			w.t.Fatal(text, err)
		}
	}
}

// open opens the database beside the service.
func (w *world) open() *db.DB {
	w.t.Helper()
	key, err := app.MasterKey(config.Database{Database: w.database, MasterKey: w.master()}, true)
	if err != nil {
		w.t.Fatal(err)
	}
	base, err := schema.Open(context.Background(), db.Options{URL: w.database, Key: key.DatabaseKey()})
	if err != nil {
		w.t.Fatal(err)
	}
	return base
}
