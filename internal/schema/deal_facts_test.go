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

// Deals of before are in the forecast, and in the past since the last change of their
// pipeline; the bridge has them as recorded then.
func TestDealsHaveAPast(t *testing.T) {
	at := time.Now().Add(-48 * time.Hour).Truncate(time.Second)
	var rows []string
	rows = append(rows, `INSERT INTO workspaces (id, name, live, created_at) VALUES ('w', 'W', FALSE, 0)`,
		`INSERT INTO pipelines (workspace_id, id, name, currency, created_by, created_at, updated_at) VALUES ('w', 'pip_1', 'Sales', 'EUR', 'system:', 1, 1)`,
		`INSERT INTO stages (workspace_id, pipeline_id, id, rank, name, kind, probability, rots_after_days, requires, forecast_category) VALUES
		('w', 'pip_1', 'stg_1', 0, 'New', 'open', 50, 0, '', 'pipeline'), ('w', 'pip_1', 'stg_2', 1, 'Won', 'won', 100, 0, '', 'closed'), ('w', 'pip_1', 'stg_3', 2, 'Lost', 'lost', 0, 0, '', 'omitted')`)
	for i, d := range []struct {
		stage, status, currency, day string
		minor                        int
	}{{"stg_1", "open", "EUR", "2026-12-24", 1005}, {"stg_1", "open", "EUR", "", 20}, {"stg_1", "open", "", "", -1}, {"stg_2", "won", "EUR", "", 900}} {
		rows = append(rows, fmt.Sprintf(`INSERT INTO deals (workspace_id, id, version, pipeline_id, stage_id, position, status, title, amount_minor, currency, owner_id, contact_id, conversation_id, expected_close_on,
			reason_id, close_note, stage_since, closed_at, active_at, created_by, created_at, updated_at)
			VALUES ('w', 'dl_%d', 1, 'pip_1', '%s', 'V%d', '%s', 'Deal', %d, '%s', 'usr_1', '', '', '%s', '', '', 5, 0, 5, 'system:', 5, %d)`, i, d.stage, i, d.status, d.minor, d.currency, d.day, at.UnixMilli()-int64(i)))
	}
	onUpgraded(t, "0160_deal_facts.sql", always(rows), func(t *testing.T, base *db.DB) {
		room := deal.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)})
		actor := crm.Actor{Kind: crm.ActorKey, ID: "key_1", WorkspaceID: "w", Reach: crm.WholeReach(), Scopes: []crm.Scope{crm.ScopeDealsRead}}
		ctx, before := context.Background(), at.Add(-time.Millisecond)
		for _, by := range []crm.ForecastGroup{crm.ForecastByStage, crm.ForecastByMonth, crm.ForecastByOwner, crm.ForecastByCategory} {
			for _, owner := range []string{"", "usr_1"} {
				for moment, want := range map[*time.Time]string{nil: "3 1025", &at: "3 1025", &before: "0 0"} {
					f, err := room.Forecast(ctx, actor, crm.ForecastQuery{PipelineID: "pip_1", GroupBy: by, OwnerID: owner, At: moment})
					if err != nil {
						t.Fatal(err)
					}
					sum := int64(0)
					for _, l := range f.Whole.Lines {
						sum += l.Minor
					}
					if got := fmt.Sprint(f.Whole.Deals, " ", sum); got != want {
						t.Errorf("by %s of %q at %v it is %s, want %s", by, owner, moment, got, want)
					}
				}
			}
		}
		b, err := room.Bridge(ctx, actor, crm.PipelineQuery{PipelineID: "pip_1", Zone: "UTC"})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range b.Whole.Lines {
			if l.Start != (crm.Worth{}) || l.Parts[crm.PartRecorded] != l.End() {
				t.Errorf("the bridge of %q is %+v", l.Currency, l)
			}
		}
		if len(b.Whole.Lines) != 2 {
			t.Errorf("the bridge has %d currencies", len(b.Whole.Lines))
		}
	})
}
