package deal_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// BenchmarkForecast measures pages of a pipeline with ever more deals of two years, which
// 20 people have in three currencies: go test ./internal/service/deal -run - -bench Forecast -benchtime 200x
func BenchmarkForecast(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		for _, deals := range []int{20_000, 200_000} {
			b.Run(fmt.Sprint(engine, "/", deals), func(b *testing.B) { benchForecast(b, engine, deals) })
		}
	}
}

func benchForecast(b *testing.B, engine string, deals int) {
	url := filepath.Join(b.TempDir(), "crm.db")
	if engine == "postgres" {
		url = testpg.NewLike(b, testdb.Migrate)
	}
	var clock atomic.Int64
	end := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	clock.Store(end.AddDate(-2, 0, 0).UnixMilli())
	base, err := schema.Open(b.Context(), db.Options{URL: url, Key: testdb.Key, Source: crm.NewSource(func() time.Time { return time.UnixMilli(clock.Load()) })})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = base.Close() })
	room := deal.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)})
	actor := crm.Actor{Kind: crm.ActorKey, ID: "key_1", WorkspaceID: "w", Reach: crm.WholeReach(), Scopes: []crm.Scope{crm.ScopeDealsRead, crm.ScopeDealsWrite, crm.ScopePipelinesWrite}}
	p := seedPipeline(b, base, room, actor, deals, &clock, end)
	clock.Store(end.UnixMilli())
	at := end.Add(-100*24*time.Hour + 7*time.Minute)
	quarter := crm.PipelineQuery{PipelineID: p.ID, From: "2026-08-21", To: "2026-11-20", Zone: "UTC"}
	night := quarter
	night.Zone = "Asia/Kathmandu"
	pages := map[string]func(context.Context) error{
		"board": func(ctx context.Context) error {
			_, err := room.Board(ctx, actor, p.ID, "", crm.Page{Limit: 20})
			return err
		},
		"board at": func(ctx context.Context) error {
			_, err := room.BoardAt(ctx, actor, p.ID, "", at, crm.Page{Limit: 20})
			return err
		},
		"bridge":     func(ctx context.Context) error { _, err := room.Bridge(ctx, actor, quarter); return err },
		"bridge off": func(ctx context.Context) error { _, err := room.Bridge(ctx, actor, night); return err },
		"bridge items": func(ctx context.Context) error {
			_, err := room.Movements(ctx, actor, quarter, deal.Items{Metric: crm.MovementBridge, Parts: crm.BridgeParts}, crm.Page{Limit: 50})
			return err
		},
		"conversion": func(ctx context.Context) error { _, err := room.Conversion(ctx, actor, quarter); return err },
		"closings": func(ctx context.Context) error {
			_, err := room.Closings(ctx, actor, quarter, crm.PartLost)
			return err
		},
		"closing items": func(ctx context.Context) error {
			_, err := room.ClosingItems(ctx, actor, quarter, crm.PartLost, new("dlr_1"), crm.Page{Limit: 50})
			return err
		},
	}
	for _, by := range []crm.ForecastGroup{crm.ForecastByStage, crm.ForecastByMonth, crm.ForecastByOwner, crm.ForecastByCategory} {
		pages["forecast by "+string(by)] = func(ctx context.Context) error {
			_, err := room.Forecast(ctx, actor, crm.ForecastQuery{PipelineID: p.ID, GroupBy: by})
			return err
		}
		pages["forecast at by "+string(by)] = func(ctx context.Context) error {
			_, err := room.Forecast(ctx, actor, crm.ForecastQuery{PipelineID: p.ID, GroupBy: by, At: &at})
			return err
		}
	}
	names := []string{}
	for name := range pages {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			took := make([]time.Duration, 0, b.N)
			for b.Loop() {
				began := time.Now()
				if err := pages[name](b.Context()); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// seedPipeline makes deals that go through a pipeline; two of three are still open.
func seedPipeline(b *testing.B, base *db.DB, room *deal.Deals, actor crm.Actor, deals int, clock *atomic.Int64, end time.Time) crm.Pipeline {
	ctx := context.Background()
	var stages []crm.StageSpec
	for _, name := range []string{"New", "Offer", "Talk", "Paper"} {
		stages = append(stages, crm.StageSpec{Name: &name})
	}
	var p crm.Pipeline
	err := base.Update(ctx, "w", func(tx *db.Tx) error {
		tx.Write(workspaceSQL, "w")
		return nil
	})
	if err == nil {
		p, err = room.CreatePipeline(ctx, actor, crm.PipelineChange{Name: new("Sales"), Stages: &stages})
	}
	if err != nil {
		b.Fatal(err)
	}
	step, began := (end.UnixMilli()-clock.Load())/int64(deals), time.Now()
	for n := 0; n < deals; n += 500 {
		err := base.Update(ctx, "w", func(tx *db.Tx) error {
			return deal.SeedDeals(tx, p, 500, func(k int) (crm.Deal, int) {
				i, minor := n+k, int64(100+(n+k)%977*1000)
				d := crm.Deal{ID: tx.NewID(crm.PrefixDeal), WorkspaceID: "w", CreatedBy: actor.By(), CreatedAt: time.UnixMilli(clock.Add(step))}
				d.StageSince = d.CreatedAt
				d.Title, d.Amount, d.Currency, d.OwnerID = fmt.Sprint("Deal ", i), &minor, []string{"EUR", "JPY", "KWD"}[i%3], fmt.Sprint("usr_", i%20)
				d.ReasonID = fmt.Sprint("dlr_", i%12)
				d.ExpectedCloseOn = d.CreatedAt.AddDate(0, i%6, 0).UTC().Format(time.DateOnly)
				return d, i / 7 % 6
			})
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("%d deals were made and moved in %v, %v each", deals, time.Since(began).Round(time.Millisecond), time.Since(began)/time.Duration(deals))
	return p
}

var workspaceSQL = db.SQL(`INSERT INTO workspaces (id, name, live, created_at) VALUES ($1, 'W', FALSE, 0)`)
