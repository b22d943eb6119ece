package schema_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/deal"
)

// Deals that were closed before reasons were counted are counted, each at its moment: with
// what they were then if this was kept, or with what they were when their past began.
func TestClosingsOfBeforeAreCounted(t *testing.T) {
	at := time.Date(2026, 11, 10, 12, 0, 0, 0, time.UTC)
	day := func(n int) int64 { return at.AddDate(0, 0, n).UnixMilli() }
	rows := []string{`INSERT INTO workspaces (id, name, live, created_at) VALUES ('w', 'W', FALSE, 0)`,
		`INSERT INTO pipelines (workspace_id, id, name, currency, created_by, created_at, updated_at) VALUES ('w', 'pip_1', 'Sales', 'EUR', 'system:', 1, 1)`,
		`INSERT INTO stages (workspace_id, pipeline_id, id, rank, name, kind, probability, rots_after_days, requires, forecast_category) VALUES
		('w', 'pip_1', 'stg_1', 0, 'New', 'open', 50, 0, '', 'pipeline'), ('w', 'pip_1', 'stg_2', 1, 'Won', 'won', 100, 0, '', 'closed'), ('w', 'pip_1', 'stg_3', 2, 'Lost', 'lost', 0, 0, '', 'omitted')`,
		`INSERT INTO deal_reasons (workspace_id, id, kind, name, name_key, created_by, created_at) VALUES ('w', 'dlr_1', 'lost', 'Dear', 'dear', 'system:', 1)`}
	fact := func(id string, number int, status, currency, reason string, minor int, closed, from, to int64) {
		rows = append(rows, fmt.Sprintf(`INSERT INTO deal_facts (workspace_id, deal_id, number, pipeline_id, stage_id, status, title, amount_minor, currency, amount_source, owner_id, contact_id, conversation_id, expected_close_on,
			forecast_category, reason_id, close_note, stage_since, closed_at, created_by, created_at, from_at, to_at)
			VALUES ('w', '%s', %d, 'pip_1', 'stg_1', '%s', 'Deal', %d, '%s', '', '', '', '', '', '', '%s', 'So', %d, %d, 'system:', 1, %d, %d)`, id, number, status, minor, currency, reason, from, closed, from, to))
	}
	closed := func(id string, number int, part string, at int64) {
		rows = append(rows, fmt.Sprintf(`INSERT INTO deal_movements (workspace_id, pipeline_id, metric, part, at, deal_id, number, value, amount) VALUES ('w', 'pip_1', 'closed', '%s', %d, '%s', %d, '', 7)`, part, at, id, number))
	}
	// Lost before the past was kept, reopened since, and lost once more.
	fact("dl_1", 4, "lost", "EUR", "dlr_1", 1000, day(-3), day(-1), day(0))
	fact("dl_1", 5, "open", "EUR", "", 1000, 0, day(0), day(1))
	fact("dl_1", 6, "lost", "JPY", "dlr_1", 70, day(1), day(1), day(2))
	closed("dl_1", 6, "lost", day(1))
	// Of what came later nothing is counted.
	fact("dl_1", 7, "lost", "JPY", "dlr_1", 99, day(1), day(2), 0)
	// Lost as soon as it was made, without an amount; and won.
	fact("dl_2", 1, "lost", "", "", -1, day(2), day(2), 0)
	closed("dl_2", 1, "lost", day(2))
	fact("dl_3", 1, "open", "KWD", "", 5, 0, day(0), day(2))
	fact("dl_3", 2, "won", "KWD", "", 5, day(2), day(2), 0)
	closed("dl_3", 2, "won", day(2))
	onUpgraded(t, "0260_closings.sql", always(rows), func(t *testing.T, base *db.DB) {
		room := deal.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)})
		actor := crm.Actor{Kind: crm.ActorKey, ID: "key_1", WorkspaceID: "w", Reach: crm.WholeReach(), Scopes: []crm.Scope{crm.ScopeDealsRead}}
		for of, want := range map[[3]string]string{
			{"lost", "2026-11-01", "2026-11-20"}: "[{dlr_1 Dear 2 [{EUR {1 1000}} {JPY {1 70}}]} {  1 [{ {1 0}}]}]",
			{"won", "2026-11-01", "2026-11-20"}:  "[{  1 [{KWD {1 5}}]}]",
			{"lost", "2026-11-07", "2026-11-07"}: "[{dlr_1 Dear 1 [{EUR {1 1000}}]}]",
			{"lost", "2026-11-08", "2026-11-10"}: "[]",
			{"lost", "2026-11-11", "2026-11-11"}: "[{dlr_1 Dear 1 [{JPY {1 70}}]}]",
		} {
			q, part := crm.PipelineQuery{PipelineID: "pip_1", From: of[1], To: of[2], Zone: "UTC"}, crm.MovementPart(of[0])
			c, err := room.Closings(context.Background(), actor, q, part)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(c.Reasons); got != want {
				t.Errorf("%v is %s, want %s", of, got, want)
			}
			list, err := room.ClosingItems(context.Background(), actor, q, part, nil, crm.Page{Limit: 10})
			if err != nil || int64(len(list.Items)) != c.Count {
				t.Errorf("%v lists %v, %v", of, list.Items, err)
			}
		}
	})
}
