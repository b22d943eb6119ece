package audit_test

import (
	"context"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/testkit/testdb"
)

// verdicts are what Verify says of every workspace.
func verdicts(t *testing.T, base *db.DB) map[string]audit.Verdict {
	t.Helper()
	out := map[string]audit.Verdict{}
	if err := audit.New(core.Parts{DB: base}).Verify(context.Background(), "", func(v audit.Verdict) { out[v.WorkspaceID] = v }); err != nil {
		t.Fatal(err)
	}
	return out
}

// Whoever takes the triggers away and changes the log is found out.
func TestVerifyFindsWhatWasChanged(t *testing.T) {
	for name, c := range map[string]struct{ sql, want string }{
		"a name":        {`UPDATE audit_log SET actor_name = 'Somebody' WHERE workspace_id = 'wsp_1' AND seq = 2`, "act 2 was changed"},
		"a time":        {`UPDATE audit_log SET occurred_at = occurred_at + 1 WHERE workspace_id = 'wsp_1' AND seq = 3`, "act 3 was changed"},
		"a hash":        {`UPDATE audit_log SET hash = 'x' WHERE workspace_id = 'wsp_1' AND seq = 1`, "act 1 was changed"},
		"removed":       {`DELETE FROM audit_log WHERE workspace_id = 'wsp_1' AND seq = 2`, "act 2 is missing"},
		"the last":      {`DELETE FROM audit_log WHERE workspace_id = 'wsp_1' AND seq = 4`, "act 4 is missing"},
		"all":           {`DELETE FROM audit_log WHERE workspace_id = 'wsp_1'`, "act 1 is missing"},
		"the head":      {`DELETE FROM audit_heads WHERE workspace_id = 'wsp_1'`, "the head of the log is missing"},
		"another head":  {`UPDATE audit_heads SET hash = 'x' WHERE workspace_id = 'wsp_1'`, "act 4 is not the one that the head of the log names"},
		"an older head": {`UPDATE audit_heads SET seq = 3 WHERE workspace_id = 'wsp_1'`, "act 3 is not the one that the head of the log names"},
	} {
		t.Run(name, func(t *testing.T) {
			testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
				record(t, base, "wsp_1", 4)
				record(t, base, "wsp_2", 2)
				if v := verdicts(t, base); v["wsp_1"].Problem != "" || v["wsp_1"].Acts != 4 || v["wsp_2"].Acts != 2 || len(v) != 2 {
					t.Fatalf("before: %+v", v)
				}
				tamper(t, base, c.sql)
				v := verdicts(t, base)
				if v["wsp_1"].Problem != c.want {
					t.Errorf("found %+v", v["wsp_1"])
				}
				if v["wsp_2"].Problem != "" {
					t.Errorf("of another workspace: %+v", v["wsp_2"])
				}
			})
		})
	}
}

// tamper changes the log as somebody would who owns the database.
func tamper(t *testing.T, base *db.DB, sql string) {
	t.Helper()
	list := []string{"DROP TRIGGER audit_log_no_update", "DROP TRIGGER audit_log_no_delete", "DROP TRIGGER audit_heads_no_return", "DROP TRIGGER audit_heads_no_delete"}
	if base.Engine() == "postgres" {
		list = []string{"ALTER TABLE audit_log DISABLE TRIGGER USER", "ALTER TABLE audit_heads DISABLE TRIGGER USER"}
	}
	for _, text := range append(list, sql) {
		stmt := db.SQL(text)
		if err := base.Update(context.Background(), "x", func(tx *db.Tx) error { _, err := tx.Exec(stmt); return err }); err != nil {
			t.Fatal(text, err)
		}
	}
}

// Filters go together, and a page goes on where the one before ended.
func TestEntriesAreFiltered(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		record(t, base, "wsp_1", 7)
		record(t, base, "wsp_2", 1)
		s, ctx := audit.New(core.Parts{DB: base}), context.Background()
		actor := actorOf("wsp_1")
		actor.Scopes = []crm.Scope{crm.ScopeAuditRead}
		for name, c := range map[string]struct {
			filter crm.AuditFilter
			want   int
		}{
			"all": {crm.AuditFilter{}, 7}, "action": {crm.AuditFilter{Action: "thing.changed"}, 7}, "noun": {crm.AuditFilter{Action: "thing.*"}, 7},
			"another": {crm.AuditFilter{Action: "thin.*"}, 0}, "actor": {crm.AuditFilter{ActorID: "key_1", ActorType: crm.ActorKey}, 7}, "no user": {crm.AuditFilter{ActorType: crm.ActorUser}, 0},
			"target": {crm.AuditFilter{TargetID: "thg_3", Action: "thing.*"}, 1}, "type": {crm.AuditFilter{TargetType: "thing"}, 7}, "no such target": {crm.AuditFilter{TargetType: "key", TargetID: "thg_3"}, 0},
		} {
			var seqs []int64
			for p := (crm.Page{Limit: 3}); ; {
				list, err := s.Entries(ctx, actor, c.filter, p)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range list.Items {
					if len(seqs) > 0 && e.Seq >= seqs[len(seqs)-1] {
						t.Errorf("%s: %d comes after %v", name, e.Seq, seqs)
					}
					seqs = append(seqs, e.Seq)
				}
				if p.After = list.Next; p.After == "" {
					break
				}
			}
			if len(seqs) != c.want {
				t.Errorf("%s: %v, not %d", name, seqs, c.want)
			}
		}
		var table strings.Builder
		write, err := s.Export(ctx, actor, crm.AuditFilter{})
		if err == nil {
			err = write(&table)
		}
		if lines := strings.Split(strings.TrimSpace(table.String()), "\n"); err != nil || len(lines) != 9 || !strings.Contains(lines[1], "audit_log.exported") {
			t.Errorf("%v\n%s", err, table.String())
		}
	})
}
