package contact_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/testkit/testdb"
)

// Whatever people, assignments, followers and merges there are: the rule in SQL,
// the rule in Go, what the live stream looks up, and the lists say the same.
func TestReachIsOneRule(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		r := rand.New(rand.NewPCG(7, 11))
		contacts, conversations := fillPeople(t, base, r)
		for range 30 {
			within := randomReach(r)
			view(t, base, func(tx *db.Tx) error { return sameForAll(t, tx, within, contacts, conversations) })
		}
	})
}

func pick(r *rand.Rand, prefix string, n int) string {
	if n = r.IntN(n + 1); n == 0 {
		return ""
	}
	return fmt.Sprintf("%s_%d", prefix, n)
}

func some(r *rand.Rand, prefix string, n int) (out []string) {
	for i := range n {
		if r.IntN(2) == 0 {
			out = append(out, fmt.Sprintf("%s_%d", prefix, i+1))
		}
	}
	return out
}

func randomReach(r *rand.Rand) crm.Reach {
	kinds := []crm.ReachKind{crm.ReachAll, crm.ReachTeams, crm.ReachOwnAndUnassigned, crm.ReachOwnAndFollowed, ""}
	out := crm.Reach{Kind: kinds[r.IntN(len(kinds))], UserID: pick(r, "usr", 3), TeamIDs: some(r, "tem", 3), TeamNumberIDs: some(r, "num", 4)}
	if r.IntN(2) == 0 {
		out.PhoneNumberIDs = some(r, "num", 4)
	}
	return out
}

// fillPeople stores people with conversations on several numbers, lets users
// follow some, and merges some people, one after another.
func fillPeople(t *testing.T, base *db.DB, r *rand.Rand) (contacts, conversations []string) {
	err := base.Update(context.Background(), "w", func(tx *db.Tx) error {
		for i := range 30 {
			c := crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", Phone: fmt.Sprintf("+1415555%04d", i), Name: fmt.Sprintf("Person %d", i), Tags: []string{"vip"}, CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
			v := contact.ListedConversation{CreatedAt: tx.Now()}
			v.ID, v.WorkspaceID, v.ContactID, v.PhoneNumberID = tx.NewID(crm.PrefixConversation), "w", c.ID, fmt.Sprintf("num_%d", 1+r.IntN(4))
			if err := contact.SeedContacts(tx, []crm.Contact{c}, []contact.ListedConversation{v}); err != nil {
				return err
			}
			contacts, conversations = append(contacts, c.ID), append(conversations, v.ID)
			contact.Assign(tx, "w", v.ID, pick(r, "tem", 3), pick(r, "usr", 3))
			for _, user := range some(r, "usr", 3) {
				contact.Follow(tx, "w", v.ID, user)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		err := base.Update(context.Background(), "w", func(tx *db.Tx) error {
			kept, err := contact.Contact(tx, "w", contacts[r.IntN(len(contacts))])
			if err != nil {
				return err
			}
			gone, err := contact.Contact(tx, "w", contacts[r.IntN(len(contacts))])
			if err == nil && kept.ID != gone.ID {
				_, err = contact.MergeContacts(tx, kept, gone, crm.DoneBy{Type: crm.ActorOperator})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return contacts, conversations
}

func sameForAll(t *testing.T, tx *db.Tx, r crm.Reach, contacts, conversations []string) error {
	sights := reach.Sights{}
	seenPeople := map[string]bool{}
	var roots []string
	for _, id := range conversations {
		c, err := contact.Conversation(tx, "w", id)
		if err != nil {
			return err
		}
		want, err := reach.Covers(tx, "w", r, c.ID, contact.SubjectOf(c))
		if err != nil {
			return err
		}
		if want {
			seenPeople[c.ContactID] = true
			if !slices.Contains(roots, c.ID) {
				roots = append(roots, c.ID)
			}
		}
		inSQL, err := reach.SeesConversation(tx, "w", r, id)
		if err != nil {
			return err
		}
		sight, err := sights.Look(tx, "w", id)
		if err != nil {
			return err
		}
		if _, err := contact.ConversationFor(tx, crm.Actor{WorkspaceID: "w", Reach: r}, id); (err == nil) != want || inSQL != want || sight.Within(r) != want {
			t.Errorf("%+v, %+v: Go says %v, SQL %v, the stream %v, a read %v", r, c, want, inSQL, sight.Within(r), err)
		}
	}
	for _, id := range contacts {
		c, err := contact.Contact(tx, "w", id)
		if err != nil {
			return err
		}
		sight, err := sights.Look(tx, "w", id)
		if err != nil {
			return err
		}
		_, err = contact.ContactFor(tx, crm.Actor{WorkspaceID: "w", Reach: r}, id)
		if want := seenPeople[c.ID] || r.IsWhole(); (err == nil) != want || sight.Within(r) != want {
			t.Errorf("%+v, contact %s: a conversation is seen: %v, a read %v, the stream %v", r, id, want, err, sight.Within(r))
		}
	}
	slices.Sort(roots)
	slices.Reverse(roots)
	if listed, err := listConversations(tx, r, conversation.Filter{}); !slices.Equal(listed, roots) || err != nil {
		t.Errorf("%+v: %v is listed, %v is in reach: %v", r, listed, roots, err)
	}
	for _, f := range []crm.ContactFilter{{}, {Tag: "vip"}, {Query: "Pers"}, {Query: "+1415"}} {
		if people, err := contact.ListContacts(tx, "w", r, f, crm.Page{Limit: 100}); err != nil || !r.IsWhole() && len(people.Items) != len(seenPeople) {
			t.Errorf("%+v, %+v: %d contacts are listed, %d are in reach: %v", r, f, len(people.Items), len(seenPeople), err)
		}
	}
	return nil
}

func listConversations(tx *db.Tx, r crm.Reach, f conversation.Filter) (out []string, err error) {
	for p := (crm.Page{Limit: 3}); ; {
		page, err := conversation.List(tx, crm.Actor{WorkspaceID: "w", Reach: r}, f, p)
		for _, c := range page.Items {
			out = append(out, c.ID)
		}
		if p.After = page.Next; err != nil || p.After == "" {
			return out, err
		}
	}
}

func view(t *testing.T, base *db.DB, look func(*db.Tx) error) {
	t.Helper()
	if err := base.View(context.Background(), look); err != nil {
		t.Fatal(err)
	}
}
