package report_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/report"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// BenchmarkReport measures a page of each kind over 92 days of 20 agents in 4 teams, with
// ever more messages: go test ./internal/service/report -run - -bench Report
func BenchmarkReport(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		for _, messages := range []int{20_000, 200_000} {
			b.Run(fmt.Sprint(engine, "/", messages), func(b *testing.B) { benchReport(b, engine, messages) })
		}
	}
}

func benchReport(b *testing.B, engine string, messages int) {
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
	room := report.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)})
	began, step := time.Now(), 91*24*time.Hour/time.Duration(messages)
	const part = 1000
	for n := 0; n < messages; n += part {
		var list []crm.Fact
		for i := n; i < n+part; i++ {
			at := now.Add(-91*24*time.Hour + time.Duration(i)*step)
			f := crm.Fact{Metric: crm.MetricMessages, At: at.UnixMilli(), ConversationID: fmt.Sprint("cnv_", i%5000), MessageID: fmt.Sprint("msg_", i), PhoneNumberID: fmt.Sprint("num_", i%2),
				TeamID: fmt.Sprint("tem_", i%4), AgentID: fmt.Sprint("usr_", i%20), Part: []string{"contact", "user", "assistant"}[i%3]}
			if i%5 == 0 {
				f.Metric, f.From, f.Wall = crm.MetricAnswers, at.UnixMilli(), int64(1000+i%977*3700)
			}
			list = append(list, f)
		}
		if err := base.Update(context.Background(), "reports", func(tx *db.Tx) error { return room.SeedFacts(tx, "w", int64(n), list) }); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("%d facts were counted in %v, %v each", messages, time.Since(began).Round(time.Millisecond), time.Since(began)/time.Duration(messages))
	week := crm.ReportQuery{Metric: crm.MetricAnswers, Zone: "Asia/Kathmandu"}
	months := crm.ReportQuery{Metric: crm.MetricAnswers, Zone: "Asia/Kathmandu", From: "2026-08-25", To: "2026-11-20"}
	month := crm.ReportQuery{Metric: crm.MetricAnswers, Zone: "Asia/Kathmandu", From: "2026-10-21", To: "2026-11-20"}
	by := func(q crm.ReportQuery, g crm.ReportGroup) crm.ReportQuery { q.GroupBy = g; return q }
	pages := []struct {
		name string
		q    crm.ReportQuery
	}{{"week", week}, {"weekByAgent", by(week, crm.GroupAgent)}, {"months", months}, {"monthsByAgent", by(months, crm.GroupAgent)}, {"monthByHour", by(month, crm.GroupHour)}}
	for _, p := range pages {
		b.Run(p.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if r, err := room.Report(context.Background(), owner(), p.q); err != nil || r.Whole.Count == 0 {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
	b.Run("items", func(b *testing.B) {
		q := months
		q.AgentID = "usr_10" // an agent of answers
		for b.Loop() {
			if l, err := room.Items(context.Background(), owner(), q, crm.Page{Limit: 50}); err != nil || len(l.Items) != 50 {
				b.Fatal(err, len(l.Items))
			}
		}
	})
}
