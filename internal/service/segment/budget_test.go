package segment_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/segment"
	"service.example/crm/internal/testkit/testdb"
)

// A count that takes too long says so, and how many it found; with time it counts all.
func TestCountEndsAfterItsBudget(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		const all = segment.MaxLooked + 250
		err := base.Update(ctx, "w", func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "w", CreatedAt: tx.Now()})
			for i := range all {
				c := crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", Phone: fmt.Sprintf("+4915%08d", i), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
				if _, err := contact.InsertContact(tx, c); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		room := segment.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)})
		actor := crm.Insider("w", crm.ActorSystem, false)
		filter := crm.SegmentFilter{Country: &crm.SegmentCountry{AnyOf: []string{"49"}}}
		for budget, want := range map[time.Duration]segment.Count{0: {Contacts: segment.MaxLooked}, time.Minute: {Contacts: all, Complete: true}} {
			room.SetBudget(budget)
			first, n, err := room.Preview(ctx, actor, filter)
			if err != nil || n != want || len(first) != 20 {
				t.Errorf("with a budget of %v it counts %+v and shows %d (%v), want %+v", budget, n, len(first), err, want)
			}
		}
	})
}
