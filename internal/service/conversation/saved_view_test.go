package conversation_test

import (
	"fmt"
	"slices"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/testkit/testdb"
)

// However many conversations there are, a page of a saved view and its count look at
// a bounded number; the pages together have all that the view has.
func TestASavedViewIsBounded(t *testing.T) {
	const all = 5600
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		room, actor := conversation.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)}, nil, conversation.Metrics{}), wholeActor()
		people := seedPeople(t, base, all)
		for part := range slices.Chunk(people, 400) {
			update(t, base, func(tx *db.Tx) error {
				for _, v := range part {
					m := &crm.Message{ID: "msg_" + v.ID, WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Direction: crm.Inbound, Type: "text", Content: crm.Content{Text: &crm.Text{Body: "Hello"}}}
					if err := conversation.ContactWrote(tx, m, tx.Now()); err != nil {
						return err
					}
				}
				return nil
			})
		}
		var urgent []string // the oldest and the newest
		for _, v := range append(slices.Clone(people[:3]), people[all-2:]...) {
			urgent = append(urgent, v.ID)
		}
		if _, err := room.Act(t.Context(), actor, urgent, crm.ActionChange{Priority: crm.PriorityUrgent}); err != nil {
			t.Fatal(err)
		}
		name, waiting := "A view", crm.OrderWaiting
		for _, c := range []struct {
			filter crm.SavedFilter
			order  *crm.ViewOrder
			count  int64
			more   bool
			found  int
		}{
			{filter: crm.SavedFilter{}, count: crm.MaxViewCount, more: true, found: all},
			{filter: crm.SavedFilter{Priority: []crm.Priority{crm.PriorityUrgent}}, count: 2, more: true, found: 5},
			{filter: crm.SavedFilter{Priority: []crm.Priority{crm.PriorityUrgent}}, order: &waiting, count: 3, more: true, found: 5},
			{filter: crm.SavedFilter{Priority: []crm.Priority{crm.PriorityLow}}, more: true},
			{filter: crm.SavedFilter{Status: []crm.ConversationStatus{crm.ConversationClosed}}},
		} {
			v, err := room.CreateSavedView(t.Context(), actor, crm.SavedViewChange{Name: &name, Filter: &c.filter, Order: c.order})
			if err != nil {
				t.Fatal(err)
			}
			if count, more, err := room.CountSaved(t.Context(), actor, v.ID); err != nil || count != c.count || more != c.more {
				t.Errorf("%+v counts %d, more %v: %v", c.filter, count, more, err)
			}
			seen := map[string]bool{}
			pages := 0
			for p := (crm.Page{Limit: 200}); pages == 0 || p.After != ""; pages++ {
				list, err := room.ViewSaved(t.Context(), actor, v.ID, conversation.ViewFilter{}, p)
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range list.Items {
					if seen[one.ID] {
						t.Errorf("%+v lists %s twice", c.filter, one.ID)
					}
					seen[one.ID] = true
				}
				p.After = list.Next
			}
			if len(seen) != c.found {
				t.Errorf("%s lists %d in %d pages, want %d", fmt.Sprint(c.filter), len(seen), pages, c.found)
			}
		}
	})
}
