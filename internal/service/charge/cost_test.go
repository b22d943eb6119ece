package charge_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// BenchmarkSummary measures summaries of what 10,000,000 charges of a year add up to: twelve
// markets, three categories, three numbers, ten templates a month, ten broadcasts a week:
// go test ./internal/service/charge -run - -bench Summary
func BenchmarkSummary(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) { benchSummary(b, engine) })
	}
}

func benchSummary(b *testing.B, engine string) {
	url := filepath.Join(b.TempDir(), "crm.db")
	if engine == "postgres" {
		url = testpg.NewLike(b, testdb.Migrate)
	}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	base, err := schema.Open(b.Context(), db.Options{URL: url, Key: testdb.Key, Source: crm.NewSource(func() time.Time { return now })})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = base.Close() })
	first := now.AddDate(0, 0, -365).Truncate(crm.SpanDay)
	charges := int64(0)
	for day := range 366 {
		at := first.AddDate(0, 0, day)
		err := base.Update(context.Background(), "w", func(tx *db.Tx) error {
			if day == 0 {
				access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "w", CreatedAt: now})
			}
			var list []charge.DaySum
			for market := range 12 {
				for category := range 3 {
					for number := range 3 {
						for template := range 10 {
							sum := crm.ChargeSum{Currency: "USD", Count: 25, Micros: 25 * 13_600}
							charges += sum.Count
							list = append(list, charge.DaySum{PhoneNumberID: fmt.Sprint("num_", number), Market: fmt.Sprint("Market ", market), Category: []string{"marketing", "utility", "service"}[category],
								Rule: crm.ChargePerMessage, TemplateName: fmt.Sprintf("template_%d_%d", at.Month(), template), BroadcastID: fmt.Sprintf("bro_%d_%d", day/7, template), ChargeSum: sum})
						}
					}
				}
			}
			charge.SeedDay(tx, "w", at, list)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	room := charge.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)})
	actor := crm.Insider("w", crm.ActorSystem, false)
	for _, by := range crm.ChargeDimensions {
		for name, from := range map[string]time.Time{"year": first, "thirty days": now.AddDate(0, 0, -29)} {
			b.Run(fmt.Sprint(by, " ", name), func(b *testing.B) {
				for b.Loop() {
					list, _, _, err := room.Summary(context.Background(), actor, by, from.Format(time.DateOnly), now.Format(time.DateOnly))
					n := int64(0)
					for _, s := range list {
						n += s.Count
					}
					if err != nil || name == "year" && n != charges {
						b.Fatalf("%d of %d charges: %v", n, charges, err)
					}
				}
			})
		}
	}
}
