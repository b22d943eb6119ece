package window_test

import (
	"context"
	"encoding/json"
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
	"service.example/crm/internal/service/window"
	"service.example/crm/internal/testkit/testdb"
)

var (
	eventsSQL    = db.SQL(`SELECT body FROM events WHERE workspace_id = $1 AND kind = 'conversation.window_closing'`)
	standingSQL  = db.SQL(`SELECT s.conversation_id, v.last_inbound_at FROM conversation_states s JOIN conversations v ON v.workspace_id = s.workspace_id AND v.id = s.conversation_id WHERE s.workspace_id = $1 AND s.waiting_since > 0 AND s.status <> 'snoozed'`)
	workspaceSQL = db.SQL(`INSERT INTO workspaces (id, name, live, created_at) VALUES ($1, 'W', FALSE, 0)`)
)

func actor() crm.Actor {
	return crm.Actor{Kind: crm.ActorKey, ID: "key_1", WorkspaceID: "w", Reach: crm.WholeReach(), Scopes: []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite}}
}

func seed(t *testing.T, base *db.DB, n int) (list []contact.ListedConversation) {
	t.Helper()
	err := base.Update(context.Background(), "num_1", func(tx *db.Tx) error {
		list = nil
		tx.Write(workspaceSQL, "w")
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

// Messages that come late, answers, failures, hand-offs, snoozes and closes at once,
// while two nodes look for windows: each window that ends soon is told of, once.
func TestWindowsOfManyAtOnce(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const people, workers, acts = 12, 4, 60
		parts := core.Parts{DB: base, Calls: core.NewCalls(base, nil)}
		room, nodes := conversation.New(parts, nil, conversation.Metrics{}), []*window.Windows{window.New(parts), window.New(parts)}
		list := seed(t, base, people)
		var all, tellers sync.WaitGroup
		working := make(chan struct{})
		for _, node := range nodes {
			tellers.Go(func() {
				for {
					if err := node.TellClosing(context.Background()); err != nil {
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
				r := rand.New(rand.NewPCG(uint64(w), 11))
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
		for _, node := range nodes {
			if err := node.TellClosing(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		holdWindows(t, base)
	})
}

// act does something to a conversation, as the service does it. What contacts wrote is
// up to 23 hours old, so that many windows end within the two hours of warning.
func act(base *db.DB, room *conversation.Conversations, r *rand.Rand, v contact.ListedConversation) error {
	ctx := context.Background()
	m := &crm.Message{ID: fmt.Sprint("msg_", r.Int64()), WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text",
		Direction: crm.Outbound, CreatedAt: time.Now(), Content: crm.Content{Text: &crm.Text{Body: "Hello"}, SentBy: crm.Sender{Type: crm.ActorUser, ID: "usr_1"}}}
	update := func(do func(tx *db.Tx) error) error { return base.Update(ctx, v.PhoneNumberID, do) }
	ago := time.Duration(22*60+2+r.IntN(90)) * time.Minute // its window ends soon
	if v.PhoneNumberID == "num_0" {
		ago -= 80 * time.Minute // or may not
	}
	statuses := []crm.ConversationStatus{crm.ConversationClosed, crm.ConversationPending, crm.ConversationSnoozed, crm.ConversationOpen}
	switch n := r.IntN(11); n {
	case 0, 1, 2:
		m.Direction = crm.Inbound
		return update(func(tx *db.Tx) error {
			wrote := tx.Now().Add(-ago)
			contact.OpenWindow(tx, "w", v.ID, wrote)
			return conversation.ContactWrote(tx, m, wrote)
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
	case 6: // a reaction
		return update(func(tx *db.Tx) error { contact.OpenWindow(tx, "w", v.ID, tx.Now().Add(-ago)); return nil })
	default:
		_, err := room.ChangeStatus(ctx, actor(), v.ID, crm.StatusChange{Status: statuses[n-7]})
		if crm.AsError(err).Kind == crm.KindInvalid {
			return nil // it is closed
		}
		return err
	}
}

// holdWindows wants every window of a contact who waits to be told of, if it ends within
// two hours, and none twice.
func holdWindows(t *testing.T, base *db.DB) {
	t.Helper()
	told, ending := map[string]int{}, 0
	err := base.View(context.Background(), func(tx *db.Tx) error {
		err := tx.Each(eventsSQL, func(r db.Row) error {
			var body []byte
			var e struct {
				Data crm.ConversationWindowClosingData `json:"data"`
			}
			err := r.Scan(&body)
			if err == nil {
				err = json.Unmarshal(body, &e)
			}
			if price := e.Data.TemplatePrice.Utility; price == nil || *price != "0.0034" {
				t.Errorf("%s is told without its price", e.Data.ConversationID)
			}
			told[fmt.Sprint(e.Data.ConversationID, " ", e.Data.ClosesAt)]++
			return err
		}, "w")
		if err != nil {
			return err
		}
		return tx.Each(standingSQL, func(r db.Row) error {
			var id string
			var wrote int64
			err := r.Scan(&id, &wrote)
			closes := db.At(wrote).Add(crm.WindowLength)
			if left := closes.Sub(tx.Now()); wrote > 0 && left > 0 && left < crm.DefaultWindowWarning-time.Minute {
				ending++
				if told[fmt.Sprint(id, " ", closes.Unix())] != 1 {
					t.Errorf("the window of %s ends in %v and was told of %d times", id, left, told[fmt.Sprint(id, " ", closes.Unix())])
				}
			}
			return err
		}, "w")
	})
	if err != nil {
		t.Fatal(err)
	}
	for of, n := range told {
		if n > 1 {
			t.Errorf("%s was told of %d times", of, n)
		}
	}
	if len(told) < 8 || ending == 0 {
		t.Errorf("too little came of it: %d told, %d end soon", len(told), ending)
	}
}
