package conversation_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/testkit/testdb"
)

var (
	recountSQL = db.SQL(`SELECT count(*) FROM (SELECT phone_number_id, team_id, agent_id, status, waiting_since > 0 AS waiting, count(*) AS n FROM conversation_states WHERE workspace_id = $1 GROUP BY 1, 2, 3, 4, 5) s
		LEFT JOIN (SELECT phone_number_id, team_id, agent_id, status, waiting, sum(n) AS n FROM conversation_counts WHERE workspace_id = $1 GROUP BY 1, 2, 3, 4, 5) c
		ON c.phone_number_id = s.phone_number_id AND c.team_id = s.team_id AND c.agent_id = s.agent_id AND c.status = s.status AND c.waiting = s.waiting
		WHERE c.n IS NULL OR c.n <> s.n`)
	totalsSQL = db.SQL(`SELECT CAST((SELECT coalesce(sum(n), 0) FROM conversation_counts WHERE workspace_id = $1) AS BIGINT), (SELECT count(*) FROM conversation_states WHERE workspace_id = $1)`)
	// Whose a conversation is stands in two places.
	strayedSQL = db.SQL(`SELECT count(*) FROM conversations v JOIN conversation_states s ON s.workspace_id = v.workspace_id AND s.conversation_id = v.id
		WHERE v.workspace_id = $1 AND v.joined_to = '' AND (v.team_id <> s.team_id OR v.agent_id <> s.agent_id)`)
	unfoldedSQL = db.SQL(`SELECT count(*) FROM conversation_counts c WHERE workspace_id = $1 AND (n = 0 OR EXISTS (SELECT 1 FROM conversation_counts o WHERE o.workspace_id = c.workspace_id
		AND o.phone_number_id = c.phone_number_id AND o.team_id = c.team_id AND o.agent_id = c.agent_id AND o.status = c.status AND o.waiting = c.waiting AND o.lane <> c.lane))`)
	// Of episodes there is each number once, up to the latest, but for those that
	// moved to another conversation.
	episodesSQL = db.SQL(`SELECT count(*) FROM conversation_states s WHERE s.workspace_id = $1 AND s.status = 'closed' AND s.episode_no > 0
		AND NOT EXISTS (SELECT 1 FROM episodes e WHERE e.workspace_id = s.workspace_id AND e.conversation_id = s.conversation_id AND e.no = s.episode_no)
		AND NOT EXISTS (SELECT 1 FROM conversations v WHERE v.workspace_id = s.workspace_id AND v.id = s.conversation_id AND v.joined_to <> '')`)
)

// Whatever is done to conversations, by several at once and by a clock that steps back
// and forth: what is counted is what there is, whose they are is the same in both
// places, and timelines lead without a gap to how they are.
func TestWhatIsKeptOfConversationsIsTrue(t *testing.T) {
	unsteady := func() time.Time { return time.Now().Add(time.Duration(rand.IntN(10)-5) * time.Millisecond) }
	testdb.OnBothBy(t, unsteady, func(t *testing.T, base *db.DB) {
		const people, workers, acts = 24, 4, 150
		room := conversation.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)}, nil, conversation.Metrics{})
		ids := seedPeople(t, base, people)
		done := make(chan error, workers)
		for w := range workers {
			go func() {
				r := rand.New(rand.NewPCG(uint64(w), 5))
				for range acts {
					if err := act(base, room, r, ids); err != nil {
						done <- err
						return
					}
				}
				done <- nil
			}()
		}
		for left := workers; left > 0; {
			select {
			case err := <-done:
				if left--; err != nil {
					t.Fatal(err)
				}
			default:
				if err := room.Sweep(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := room.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
		err := base.View(context.Background(), func(tx *db.Tx) error {
			for name, check := range map[string]*db.Stmt{"counts differ from a recount": recountSQL, "assignments differ": strayedSQL, "episodes are missing": episodesSQL, "counts of nothing, or twice, are left": unfoldedSQL} {
				var n int
				if _, err := tx.One(check, []any{&n}, "w"); err != nil || n > 0 {
					t.Errorf("%s: %d, %v", name, n, err)
				}
			}
			var counted, there int
			if _, err := tx.One(totalsSQL, []any{&counted, &there}, "w"); err != nil || counted != there || there == 0 {
				t.Errorf("%d are counted, %d are there: %v", counted, there, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		checkTimelines(t, room, ids)
	})
}

// checkTimelines fails where an entry of a timeline begins with another value than the
// one before it led to, or the last does not lead to what is so now.
func checkTimelines(t *testing.T, room *conversation.Conversations, ids []contact.ListedConversation) {
	t.Helper()
	ctx, entries := context.Background(), 0
	for _, v := range ids {
		now, err := room.Conversation(ctx, wholeActor(), v.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]any{"status": string(now.Status), "teamId": now.TeamID, "agentId": now.AgentID, "priority": string(now.Priority)}
		for p := (crm.Page{Limit: 50}); ; {
			list, err := room.Timeline(ctx, wholeActor(), v.ID, p)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range list.Items {
				entries++
				for field := range want {
					ch, found := e.Changes[field]
					if !found {
						continue
					}
					if to := fmt.Sprint(cmp.Or(ch.To, any(""))); to != want[field] {
						t.Errorf("%s: the %s of %s leads to %q, what came after begins with %q", v.ID, field, e.ID, to, want[field])
					}
					want[field] = fmt.Sprint(cmp.Or(ch.From, any("")))
				}
			}
			if p.After = list.Next; p.After == "" {
				break
			}
		}
	}
	if entries < 300 {
		t.Errorf("only %d entries", entries)
	}
}

func seedPeople(t *testing.T, base *db.DB, n int) (list []contact.ListedConversation) {
	t.Helper()
	err := base.Update(context.Background(), "num_1", func(tx *db.Tx) error {
		for i := range n {
			c := crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", Phone: fmt.Sprintf("+1415555%04d", i), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
			v := contact.ListedConversation{CreatedAt: tx.Now()}
			v.ID, v.WorkspaceID, v.ContactID, v.PhoneNumberID = tx.NewID(crm.PrefixConversation), "w", c.ID, fmt.Sprintf("num_%d", i/2%2)
			if err := contact.SeedContacts(tx, []crm.Contact{c}, []contact.ListedConversation{v}); err != nil {
				return err
			}
			if i%3 > 0 {
				contact.Assign(tx, "w", v.ID, fmt.Sprintf("tem_%d", i%3), fmt.Sprintf("usr_%d", i%5))
			}
			list = append(list, v)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// act does something to some conversation, as the service does it.
func act(base *db.DB, room *conversation.Conversations, r *rand.Rand, list []contact.ListedConversation) error {
	ctx, v := context.Background(), list[r.IntN(len(list))]
	actor := wholeActor()
	m := &crm.Message{ID: fmt.Sprint("msg_", r.Int64()), WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text", Content: crm.Content{Text: &crm.Text{Body: "Hello"}}}
	update := func(do func(tx *db.Tx) error) error { return base.Update(ctx, v.PhoneNumberID, do) }
	status := func(ch crm.StatusChange) error {
		_, err := room.ChangeStatus(ctx, actor, v.ID, ch)
		if crm.AsError(err).Kind == crm.KindInvalid || crm.CodeOf(err) == crm.CodeUnavailable {
			return nil // it is closed, or was joined to another one just now
		}
		return err
	}
	switch r.IntN(10) {
	case 0, 1, 2:
		m.Direction = crm.Inbound
		return update(func(tx *db.Tx) error {
			of, err := contact.Conversation(tx, "w", v.ID)
			if err == nil {
				m.ConversationID = of.ID
				err = conversation.ContactWrote(tx, m, tx.Now())
			}
			return err
		})
	case 3:
		m.Direction = crm.Outbound
		return update(func(tx *db.Tx) error {
			conversation.Speaks(tx, m)
			if err := conversation.Answered(tx, m); err != nil || r.IntN(2) == 0 {
				return err
			}
			return conversation.AnswerFailed(tx, m)
		})
	case 4:
		until := time.Now().Add(time.Hour)
		return status(crm.StatusChange{Status: crm.ConversationSnoozed, Until: &until})
	case 5:
		return status(crm.StatusChange{Status: crm.ConversationPending})
	case 6:
		return status(crm.StatusChange{Status: crm.ConversationClosed})
	case 7:
		return status(crm.StatusChange{Status: crm.ConversationOpen})
	case 8:
		return actOnMany(room, r, list)
	}
	return update(func(tx *db.Tx) error {
		of, err := contact.Conversation(tx, "w", v.ID)
		if err == nil {
			err = conversation.HandedOff(tx, of, crm.DoneBy{Type: crm.ActorAssistant, ID: "ast_1"})
		}
		return err
	})
}

// actOnMany changes several conversations at once, and mostly undoes it.
func actOnMany(room *conversation.Conversations, r *rand.Rand, list []contact.ListedConversation) error {
	ctx, actor, ids := context.Background(), wholeActor(), []string{}
	for _, i := range r.Perm(len(list))[:8] {
		ids = append(ids, list[i].ID)
	}
	ch := crm.ActionChange{Status: &crm.ActionStatus{Status: crm.ConversationStatuses[r.IntN(4)]}}
	if r.IntN(2) == 0 {
		ch.Assignment = &crm.ActionAssignment{}
	}
	a, err := room.Act(ctx, actor, ids, ch)
	if err == nil && r.IntN(3) > 0 {
		_, err = room.UndoAction(ctx, actor, a.ID)
	}
	if crm.CodeOf(err) == crm.CodeUnavailable {
		return nil // one was joined to another one just now
	}
	return err
}

// A merge joins where two conversations stand, and its undo parts them: whoever
// waited is seen as waiting, before, between and after.
func TestJoinedConversationsPart(t *testing.T) {
	cases := []struct {
		name               string
		keptOpen, goneOpen bool
		snoozed            bool // the one that goes
	}{{name: "both", keptOpen: true, goneOpen: true}, {name: "the one that goes", goneOpen: true}, {name: "the one that stays", keptOpen: true}, {name: "a snoozed one goes", goneOpen: true, snoozed: true}}
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		room := conversation.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)}, nil, conversation.Metrics{})
		people := seedPeople(t, base, 2*len(cases))
		for i, c := range cases {
			kept, gone := people[2*i], people[2*i+1]
			gone.PhoneNumberID = kept.PhoneNumberID
			write := func(v contact.ListedConversation) {
				m := &crm.Message{ID: "msg_" + v.ID, WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Direction: crm.Inbound, Type: "text", Content: crm.Content{Text: &crm.Text{Body: c.name}}}
				update(t, base, func(tx *db.Tx) error { return conversation.ContactWrote(tx, m, tx.Now()) })
			}
			if c.keptOpen {
				write(kept)
			}
			if c.goneOpen {
				write(gone)
			}
			actor := wholeActor()
			if c.snoozed {
				until := time.Now().Add(time.Hour)
				if _, err := room.ChangeStatus(t.Context(), actor, gone.ID, crm.StatusChange{Status: crm.ConversationSnoozed, Until: &until}); err != nil {
					t.Fatal(err)
				}
			}
			before := waiting(t, room, actor)
			var merge string
			update(t, base, func(tx *db.Tx) error {
				a, err := contact.Contact(tx, "w", kept.ContactID)
				if err != nil {
					return err
				}
				b, err := contact.Contact(tx, "w", gone.ContactID)
				if err == nil {
					_, err = contact.MergeContacts(tx, a, b, crm.DoneBy{Type: crm.ActorSystem})
				}
				return err
			})
			check(t, base)
			update(t, base, func(tx *db.Tx) (err error) { merge, err = contact.LastMergeOf(tx, "w", gone.ContactID); return err })
			between := waiting(t, room, actor)
			if want := before - bothOf(c.keptOpen, c.goneOpen); between != want {
				t.Errorf("%s: %d wait after the merge, want %d", c.name, between, want)
			}
			// What is still under way for the one that went belongs to the one that stays.
			update(t, base, func(tx *db.Tx) error {
				return conversation.HandedOff(tx, crm.Conversation{WorkspaceID: "w", ID: gone.ID, ContactID: kept.ContactID, PhoneNumberID: kept.PhoneNumberID}, crm.DoneBy{Type: crm.ActorAssistant, ID: "ast_1"})
			})
			check(t, base)
			update(t, base, func(tx *db.Tx) error {
				m, err := contact.LockContactMerge(tx, "w", merge)
				if err == nil {
					_, _, err = contact.UndoContactMerge(tx, m)
				}
				return err
			})
			check(t, base)
			if after := waiting(t, room, actor); after < before {
				t.Errorf("%s: %d waited before, %d after the undo", c.name, before, after)
			}
		}
	})
}

// bothOf is how many fewer wait when two conversations become one.
func bothOf(a, b bool) int64 {
	if a && b {
		return 1
	}
	return 0
}

func wholeActor() crm.Actor {
	return crm.Actor{Kind: crm.ActorKey, ID: "key_1", WorkspaceID: "w", Reach: crm.WholeReach(), Scopes: []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite}}
}

func update(t *testing.T, base *db.DB, do func(tx *db.Tx) error) {
	t.Helper()
	if err := base.Update(context.Background(), "num_1", do); err != nil {
		t.Fatal(err)
	}
}

// waiting is how many conversations are open or snoozed.
func waiting(t *testing.T, room *conversation.Conversations, actor crm.Actor) int64 {
	t.Helper()
	c, err := room.Counts(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	return c.All
}

// check holds what is kept to what there is.
func check(t *testing.T, base *db.DB) {
	t.Helper()
	err := base.View(context.Background(), func(tx *db.Tx) error {
		for name, check := range map[string]*db.Stmt{"counts differ from a recount": recountSQL, "assignments differ": strayedSQL} {
			var n int
			if _, err := tx.One(check, []any{&n}, "w"); err != nil || n > 0 {
				t.Errorf("%s: %d, %v", name, n, err)
			}
		}
		var counted, there int
		if _, err := tx.One(totalsSQL, []any{&counted, &there}, "w"); err != nil || counted != there {
			t.Errorf("%d are counted, %d are there: %v", counted, there, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
