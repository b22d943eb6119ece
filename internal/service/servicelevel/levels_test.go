package servicelevel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/servicelevel"
	"service.example/crm/internal/testkit/testdb"
)

var (
	clocksSQL = db.SQL(`SELECT id, conversation_id, kind, due_at, paused_at, ended_at, ended, raise_at, breached_at, stepped, step_at FROM clocks WHERE workspace_id = $1`)
	keptSQL   = db.SQL(`SELECT conversation_id, clocks, due_at FROM conversation_states WHERE workspace_id = $1`)
	eventsSQL = db.SQL(`SELECT body FROM events WHERE workspace_id = $1 AND kind = 'conversation.sla_breached'`)
)

func actor() crm.Actor {
	return crm.Actor{Kind: crm.ActorKey, ID: "key_1", WorkspaceID: "w", Reach: crm.WholeReach(), Scopes: []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeTeamsRead, crm.ScopeTeamsWrite}}
}

func seedConversations(t *testing.T, base *db.DB, n int) (list []contact.ListedConversation) {
	t.Helper()
	err := base.Update(context.Background(), "num_1", func(tx *db.Tx) error {
		for i := range n {
			c := crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", Phone: fmt.Sprintf("+1415555%04d", i), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
			v := contact.ListedConversation{CreatedAt: tx.Now()}
			v.ID, v.WorkspaceID, v.ContactID, v.PhoneNumberID = tx.NewID(crm.PrefixConversation), "w", c.ID, fmt.Sprintf("num_%d", i%2)
			if err := contact.SeedContacts(tx, []crm.Contact{c}, []contact.ListedConversation{v}); err != nil {
				return err
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

// Messages, answers, failures, hand-offs, snoozes and closes at once, while two look
// for breaches and steps: every clock ends once, each breach is told once and no other,
// each step that is due is run, and what is kept with the conversation is what runs.
func TestClocksOfManyAtOnce(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const people, workers, acts = 12, 4, 60
		parts := core.Parts{DB: base, Calls: core.NewCalls(base, nil)}
		room, levels := conversation.New(parts, nil, conversation.Metrics{}), servicelevel.New(parts)
		_, err := levels.ReplacePolicies(t.Context(), actor(), crm.ServiceLevelBody{Policies: []crm.ServicePolicy{
			{Key: "all", Targets: crm.ServiceTargets{First: 1, Next: 60, Person: 1, Resolution: 90}, Steps: []crm.ServiceStep{
				{Kind: crm.ClockFirst, AtPercent: 300, Do: crm.ServiceAction{Priority: crm.PriorityUrgent}},
				{Kind: crm.ClockFirst, AtPercent: 50, Do: crm.ServiceAction{Priority: crm.PriorityLow, Unassign: true}},
				{Kind: crm.ClockNext, AtPercent: 100, Do: crm.ServiceAction{Priority: crm.PriorityHigh}}}}}}, "")
		if err != nil {
			t.Fatal(err)
		}
		list := seedConversations(t, base, people)
		var all sync.WaitGroup
		working, tellers := make(chan struct{}), sync.WaitGroup{}
		for range 2 {
			tellers.Go(func() {
				for {
					if err := errors.Join(levels.TellBreaches(context.Background()), levels.RunSteps(context.Background())); err != nil {
						t.Error(err)
					}
					select {
					case <-working:
						return
					default:
					}
				}
			})
		}
		for w := range workers {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(w), 7))
				for range acts {
					if err := act(base, room, r, list[r.IntN(len(list))]); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		close(working)
		tellers.Wait()
		if err := errors.Join(levels.TellBreaches(t.Context()), levels.RunSteps(t.Context())); err != nil {
			t.Fatal(err)
		}
		holdClocks(t, base)
	})
}

// act does something to a conversation, as the service does it. The contact wrote two
// hours ago, so that clocks are late at once, or just now.
func act(base *db.DB, room *conversation.Conversations, r *rand.Rand, v contact.ListedConversation) error {
	ctx := context.Background()
	m := &crm.Message{ID: fmt.Sprint("msg_", r.Int64()), WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text",
		Direction: crm.Outbound, CreatedAt: time.Now(), Content: crm.Content{Text: &crm.Text{Body: "Hello"}, SentBy: crm.Sender{Type: crm.ActorUser, ID: "usr_1"}}}
	update := func(do func(tx *db.Tx) error) error { return base.Update(ctx, v.PhoneNumberID, do) }
	statuses := []crm.ConversationStatus{crm.ConversationClosed, crm.ConversationPending, crm.ConversationSnoozed, crm.ConversationOpen}
	switch n := r.IntN(10); n {
	case 0, 1, 2:
		m.Direction = crm.Inbound
		return update(func(tx *db.Tx) error {
			return conversation.ContactWrote(tx, m, tx.Now().Add(-time.Duration(r.IntN(2))*2*time.Hour))
		})
	case 3, 4:
		if err := update(func(tx *db.Tx) error { conversation.Speaks(tx, m); return conversation.Answered(tx, m) }); err != nil || n == 3 {
			return err
		}
		return update(func(tx *db.Tx) error { return conversation.AnswerFailed(tx, m) })
	case 5:
		return update(func(tx *db.Tx) error {
			return conversation.HandedOff(tx, v.Conversation, crm.DoneBy{Type: crm.ActorAssistant, ID: "ast_1"})
		})
	default:
		_, err := room.ChangeStatus(ctx, actor(), v.ID, crm.StatusChange{Status: statuses[n-6]})
		if crm.AsError(err).Kind == crm.KindInvalid {
			return nil // it is closed
		}
		return err
	}
}

func holdClocks(t *testing.T, base *db.DB) {
	t.Helper()
	running, told, late, ends := map[string]bool{}, map[string]int{}, 0, map[string]int{}
	due, stepped, ran := map[string]int64{}, map[string]int{}, 0
	err := base.View(context.Background(), func(tx *db.Tx) error {
		err := tx.Each(eventsSQL, func(r db.Row) error {
			var body []byte
			var e struct {
				Data crm.ConversationSLABreachedData `json:"data"`
			}
			err := r.Scan(&body)
			if err == nil {
				err = json.Unmarshal(body, &e)
			}
			told[e.Data.ClockID]++
			return err
		}, "w")
		if err != nil {
			return err
		}
		err = tx.Each(clocksSQL, func(r db.Row) error {
			var id, of, kind, end string
			var dueAt, paused, ended, raise, breached, steps, stepAt int64
			if err := r.Scan(&id, &of, &kind, &dueAt, &paused, &ended, &end, &raise, &breached, &steps, &stepAt); err != nil {
				return err
			}
			stepped[id], ran = int(steps), ran+int(steps)
			if stepAt > 0 && (end != "" || stepAt <= db.Ms(tx.Now())-1000) {
				t.Errorf("%s %s waits for a step of %d, and ended as %q", kind, id, stepAt, end)
			}
			if (ended > 0) != (end != "") {
				t.Errorf("%s ended at %d as %q", id, ended, end)
			}
			ends[end]++
			if end == "" {
				running[of+" "+kind] = true
				if paused == 0 && (due[of] == 0 || dueAt < due[of]) {
					due[of] = dueAt
				}
			}
			if end == "missed" || end == "" && paused == 0 && dueAt <= db.Ms(tx.Now()) {
				late++
				if told[id] != 1 || breached != dueAt {
					t.Errorf("%s %s is late and was told %d times, breached at %d", kind, id, told[id], breached)
				}
			} else if end == "met" && told[id] > 0 && ended <= dueAt {
				t.Errorf("%s was met and told of", id)
			}
			if told[id] > 1 {
				t.Errorf("%s was told %d times", id, told[id])
			}
			return nil
		}, "w")
		if err != nil {
			return err
		}
		return tx.Each(keptSQL, func(r db.Row) error {
			var of, text string
			var dueAt int64
			if err := r.Scan(&of, &text, &dueAt); err != nil {
				return err
			}
			var c crm.Clocks
			if text != "" {
				if err := json.Unmarshal([]byte(text), &c); err != nil {
					return err
				}
			}
			for _, one := range c.Running {
				if !running[of+" "+string(one.Kind)] {
					t.Errorf("%s is kept of %s and does not run", one.Kind, of)
				}
				delete(running, of+" "+string(one.Kind))
				if one.Stepped != stepped[one.ID] {
					t.Errorf("%s has run %d steps, and %d are stored", one.ID, one.Stepped, stepped[one.ID])
				}
			}
			if dueAt != due[of] {
				t.Errorf("%s is due at %d, its clocks at %d", of, dueAt, due[of])
			}
			return nil
		}, "w")
	})
	if err != nil || len(running) > 0 {
		t.Errorf("%v run and are not kept: %v", running, err)
	}
	if ran < 10 {
		t.Errorf("%d steps were run only", ran)
	}
	if late < 10 || ends["met"] == 0 || ends["stopped"] == 0 || ends["missed"] == 0 {
		t.Errorf("too little came of it: %d late, %v", late, ends)
	}
}

// Where nothing was promised, a conversation has no clock and nothing is due.
func TestNothingIsPromised(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		parts := core.Parts{DB: base, Calls: core.NewCalls(base, nil)}
		levels := servicelevel.New(parts)
		v := seedConversations(t, base, 1)[0]
		m := &crm.Message{ID: "msg_1", WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text", Direction: crm.Inbound}
		if err := base.Update(t.Context(), v.PhoneNumberID, func(tx *db.Tx) error { return conversation.ContactWrote(tx, m, tx.Now()) }); err != nil {
			t.Fatal(err)
		}
		list, err := levels.Clocks(t.Context(), actor(), v.ID, crm.Page{Limit: 10})
		if err != nil || len(list.Items) > 0 {
			t.Errorf("%v, %v", list.Items, err)
		}
	})
}
