package audit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/testkit/testdb"
)

func actorOf(workspaceID string) crm.Actor {
	return crm.Actor{WorkspaceID: workspaceID, Kind: crm.ActorKey, ID: "key_1", Name: "Order service\x00"}
}

// record adds acts to the log of a workspace, each in an update of its own.
func record(t *testing.T, base *db.DB, workspaceID string, n int) {
	t.Helper()
	for i := range n {
		err := base.Update(context.Background(), workspaceID, func(tx *db.Tx) error {
			return audit.Record(tx, actorOf(workspaceID), crm.Act{Action: "thing.changed", Targets: []crm.ActTarget{{Type: "thing", ID: fmt.Sprint("thg_", i), Name: "Thing"}},
				Changes: crm.ActChanges{}.Set("size", i, i+1)})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func rows(t *testing.T, base *db.DB, sql string, args ...any) (out []string) {
	t.Helper()
	err := base.View(context.Background(), func(tx *db.Tx) (err error) {
		out, err = tx.Texts(db.SQL(sql), args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRecordLinksActsOfAWorkspace(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		record(t, base, "wsp_1", 3)
		record(t, base, "wsp_2", 1)
		record(t, base, "wsp_1", 1)
		seqs := rows(t, base, `SELECT workspace_id || ' ' || CAST(seq AS TEXT) FROM audit_log ORDER BY workspace_id, seq`)
		if got := strings.Join(seqs, ", "); got != "wsp_1 1, wsp_1 2, wsp_1 3, wsp_1 4, wsp_2 1" {
			t.Errorf("the acts are %s", got)
		}
		hashes := rows(t, base, `SELECT hash FROM audit_log WHERE workspace_id = 'wsp_1' ORDER BY seq`)
		before := rows(t, base, `SELECT prev_hash FROM audit_log WHERE workspace_id = 'wsp_1' ORDER BY seq`)
		if before[0] != "" || len(hashes[0]) != 64 || strings.Join(before[1:], " ") != strings.Join(hashes[:3], " ") {
			t.Errorf("the hashes are %v, those before %v", hashes, before)
		}
		if head := rows(t, base, `SELECT hash FROM audit_heads WHERE workspace_id = 'wsp_1'`); head[0] != hashes[3] {
			t.Errorf("the head is %v", head)
		}
		if n := len(rows(t, base, `SELECT id FROM events WHERE kind = 'audit.recorded' AND workspace_id = 'wsp_1'`)); n != 4 {
			t.Errorf("%d events tell of it", n)
		}
	})
}

// What is undone leaves no act, and no gap.
func TestRecordIsUndoneWithItsTransaction(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		record(t, base, "wsp_1", 1)
		refused := errors.New("refused")
		err := base.Update(context.Background(), "wsp_1", func(tx *db.Tx) error {
			if err := audit.Record(tx, actorOf("wsp_1"), crm.Act{Action: "thing.lost"}); err != nil {
				return err
			}
			return refused
		})
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}
		record(t, base, "wsp_1", 1)
		if got := rows(t, base, `SELECT action || ' ' || CAST(seq AS TEXT) FROM audit_log ORDER BY seq`); strings.Join(got, ", ") != "thing.changed 1, thing.changed 2" {
			t.Errorf("the acts are %v", got)
		}
	})
}

// Many at once, of one workspace and of several, in one transaction or many.
func TestRecordTogether(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const each = 40
		done := make(chan error)
		for w := range 5 {
			for range each {
				go func() {
					id := fmt.Sprint("wsp_", w%2)
					done <- base.Update(context.Background(), fmt.Sprint("key", w), func(tx *db.Tx) error {
						return audit.Record(tx, actorOf(id), crm.Act{Action: "thing.changed"})
					})
				}()
			}
		}
		for range 5 * each {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		for id, want := range map[string]string{"wsp_0": "120", "wsp_1": "80"} {
			if got := rows(t, base, `SELECT CAST(count(*) AS TEXT) FROM audit_log a WHERE workspace_id = $1
				AND prev_hash = coalesce((SELECT hash FROM audit_log b WHERE b.workspace_id = $1 AND b.seq = a.seq - 1), '')`, id); got[0] != want {
				t.Errorf("%s acts of %s follow the one before, not %s", got[0], id, want)
			}
		}
	})
}

// Neither we nor whoever writes SQL by hand changes what was recorded.
func TestTheLogRefusesChange(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		record(t, base, "wsp_1", 2)
		before := rows(t, base, `SELECT hash FROM audit_log`)
		list := []string{
			`UPDATE audit_log SET actor_name = 'Somebody' WHERE seq = 1`, `DELETE FROM audit_log WHERE seq = 2`, `DELETE FROM audit_log`,
			`UPDATE audit_targets SET target_id = 'x'`, `DELETE FROM audit_targets`,
			`UPDATE audit_heads SET seq = 1`, `DELETE FROM audit_heads`,
		}
		if base.Engine() == "sqlite" {
			list = append(list, `INSERT OR REPLACE INTO audit_log SELECT * FROM audit_log WHERE seq = 1`)
		} else {
			list = append(list, `TRUNCATE audit_log`, `TRUNCATE audit_targets`, `TRUNCATE audit_heads`)
		}
		for _, sql := range list {
			stmt := db.SQL(sql)
			err := base.Update(context.Background(), "wsp_1", func(tx *db.Tx) error { _, err := tx.Exec(stmt); return err })
			if err == nil || !strings.Contains(err.Error(), "the audit log never changes") {
				t.Errorf("%s: %v", sql, err)
			}
		}
		if after := rows(t, base, `SELECT hash FROM audit_log`); strings.Join(after, " ") != strings.Join(before, " ") || len(after) != 2 {
			t.Errorf("the hashes are %v", after)
		}
	})
}
