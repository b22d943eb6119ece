package segment_test

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
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/segment"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// BenchmarkCount measures counts of filters over 100,000 contacts, each with a
// conversation: go test ./internal/service/segment -run - -bench Count
func BenchmarkCount(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) { benchCount(b, engine, 100_000) })
	}
}

func benchCount(b *testing.B, engine string, contacts int) {
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
	update := func(fn func(*db.Tx) error) {
		b.Helper()
		if err := base.Update(context.Background(), "w", fn); err != nil {
			b.Fatal(err)
		}
	}
	update(func(tx *db.Tx) error {
		access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "w", CreatedAt: now})
		return nil
	})
	const part = 1000
	for n := 0; n < contacts; n += part {
		update(func(tx *db.Tx) error {
			var list []crm.Contact
			var pairs []contact.ListedConversation
			for i := n; i < n+part; i++ {
				c := crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", Phone: fmt.Sprintf("+4915%08d", i), Name: fmt.Sprint("Ada ", i), CreatedAt: now, UpdatedAt: now}
				if i%4 == 0 {
					c.Tags = []string{"vip"}
				}
				if i%100 == 0 {
					c.Tags = append(c.Tags, "rare")
				}
				if i%3 == 0 {
					at := now
					c.OptedOutAt = &at
				}
				c.Values = map[int]string{1: []string{"Berlin", "Hamburg"}[i%2]}
				wrote := now.Add(-time.Duration(i%90) * 24 * time.Hour)
				list = append(list, c)
				pairs = append(pairs, contact.ListedConversation{Conversation: crm.Conversation{ID: tx.NewID(crm.PrefixConversation), WorkspaceID: "w", ContactID: c.ID, PhoneNumberID: "n", LastInboundAt: &wrote}, CreatedAt: now})
			}
			return contact.SeedContacts(tx, list, pairs)
		})
	}
	room := segment.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)})
	thirty := 30
	filters := []struct {
		name   string
		filter crm.SegmentFilter
		want   int64
	}{
		{"country", crm.SegmentFilter{Country: &crm.SegmentCountry{AnyOf: []string{"49"}}}, 100_000},
		{"rareTag", crm.SegmentFilter{Tag: &crm.SegmentTag{AnyOf: []string{"rare"}}}, 1000},
		{"seen", crm.SegmentFilter{LastSeen: &crm.SegmentLastSeen{WithinDays: &thirty}}, 34_451},
		{"consent", crm.SegmentFilter{Consent: &crm.SegmentConsent{Marketing: crm.ConsentUnknown}}, 66_666},
		{"deal", crm.SegmentFilter{Deal: &crm.SegmentDeal{Status: crm.StageOpen}}, 0},
		{"vipSeenAgreed", crm.SegmentFilter{All: []crm.SegmentFilter{{Tag: &crm.SegmentTag{AnyOf: []string{"vip"}}}, {LastSeen: &crm.SegmentLastSeen{WithinDays: &thirty}}, {Consent: &crm.SegmentConsent{Marketing: crm.ConsentUnknown}}}}, 0},
		{"everyKind", crm.SegmentFilter{All: []crm.SegmentFilter{{Not: &crm.SegmentFilter{Tag: &crm.SegmentTag{AnyOf: []string{"vip"}}}}, {LastSeen: &crm.SegmentLastSeen{WithinDays: &thirty}},
			{Consent: &crm.SegmentConsent{Marketing: crm.ConsentUnknown}}, {Not: &crm.SegmentFilter{Deal: &crm.SegmentDeal{Status: crm.StageWon}}}}}, 0},
	}
	actor := crm.Insider("w", crm.ActorSystem, false)
	for _, f := range filters {
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				_, n, err := room.Preview(context.Background(), actor, f.filter)
				if err != nil || !n.Complete || f.want > 0 && n.Contacts != f.want {
					b.Fatalf("%+v %v", n, err)
				}
			}
		})
	}
}
