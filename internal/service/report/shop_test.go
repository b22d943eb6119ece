package report_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/report"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

var (
	workspaceSQL = db.SQL(`INSERT INTO workspaces (id, name, live, created_at) VALUES ($1, 'W', FALSE, 0)`)
	rewindSQL    = db.SQL(`UPDATE report_positions SET position = 0, event_id = '' WHERE workspace_id = $1`)
	loseSumSQL   = db.SQL(`DELETE FROM report_sums WHERE workspace_id = $1 AND metric = $2 AND kind = '' AND phone_number_id = '' AND span = 1440
		AND (at, part) = (SELECT at, part FROM report_sums WHERE workspace_id = $1 AND metric = $2 AND kind = '' AND phone_number_id = '' AND span = 1440 AND n > 0 ORDER BY at, part LIMIT 1)`)
	strangeSumSQL = db.SQL(`INSERT INTO report_sums (workspace_id, metric, kind, value, phone_number_id, span, at, part, n, wall_ms, office_ms, walls, offices, expires_at)
		VALUES ($1, $2, 'team', 'tem_gone', '', 60, $3, 'contact', 7, 0, 0, '', '', 0)`)
	spoilSumSQL = db.SQL(`UPDATE report_sums SET n = n + 1 WHERE workspace_id = $1 AND metric = $2 AND kind = '' AND phone_number_id = '' AND span = 60
		AND (at, part) = (SELECT at, part FROM report_sums WHERE workspace_id = $1 AND metric = $2 AND kind = '' AND phone_number_id = '' AND span = 60 AND n > 0 ORDER BY at, part LIMIT 1)`)
)

// shop is a workspace whose time is the test's.
type shop struct {
	t      *testing.T
	base   *db.DB
	room   *conversation.Conversations
	report *report.Reports
	clock  *atomic.Int64 // in Unix milliseconds
	list   []contact.ListedConversation
	r      *rand.Rand

	wrote    []said         // every message that there was
	answered []*crm.Message // that may fail
	rated    map[string]crm.Rating
}

// said is a message as the test knows it.
type said struct {
	at           time.Time
	number, part string
}

// onBoth runs a test in a shop on either engine, which opened on a Monday in summer.
func onBoth(t *testing.T, test func(s *shop)) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			url := filepath.Join(t.TempDir(), "crm.db")
			if engine == "postgres" {
				url = testpg.NewLike(t, testdb.Migrate)
			}
			test(openShop(t, url))
		})
	}
}

func openShop(t *testing.T, url string) *shop {
	s := &shop{t: t, clock: &atomic.Int64{}, r: rand.New(rand.NewPCG(11, 12)), rated: map[string]crm.Rating{}}
	s.clock.Store(time.Date(2026, 9, 28, 3, 7, 11, 5e6, time.UTC).UnixMilli())
	base, err := schema.Open(t.Context(), db.Options{URL: url, Key: testdb.Key, Source: crm.NewSource(func() time.Time { return time.UnixMilli(s.clock.Load()) })})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = base.Close() })
	parts := core.Parts{DB: base, Calls: core.NewCalls(base, nil)}
	s.base, s.room, s.report = base, conversation.New(parts, nil, conversation.Metrics{}), report.New(parts)
	s.update(func(tx *db.Tx) error {
		tx.Write(workspaceSQL, "w")
		for i := range 12 {
			c := crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", Phone: fmt.Sprintf("+1415555%04d", i), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
			v := contact.ListedConversation{CreatedAt: tx.Now()}
			v.ID, v.WorkspaceID, v.ContactID, v.PhoneNumberID = tx.NewID(crm.PrefixConversation), "w", c.ID, fmt.Sprintf("num_%d", i%3)
			if err := contact.SeedContacts(tx, []crm.Contact{c}, []contact.ListedConversation{v}); err != nil {
				return err
			}
			if i%3 > 0 {
				conversation.SeedLabels(tx, "w", v.ID, []string{fmt.Sprintf("lbl_%d", i%3), "lbl_all"}[:1+i%2])
			}
			s.list = append(s.list, v)
		}
		return nil
	})
	grace := 30
	if _, err := s.room.UpdateInboxSettings(t.Context(), owner(), crm.InboxSettingsChange{ClosingGraceMinutes: &grace}); err != nil {
		t.Fatal(err)
	}
	return s
}

func owner() crm.Actor {
	return crm.Actor{Kind: crm.ActorKey, ID: "key_1", WorkspaceID: "w", Reach: crm.WholeReach(), Scopes: []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeTeamsWrite}}
}

func (s *shop) update(do func(tx *db.Tx) error) {
	s.t.Helper()
	if err := s.base.Update(context.Background(), "num_1", do); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) count() {
	s.t.Helper()
	if err := s.report.CountFacts(context.Background()); err != nil {
		s.t.Fatal(err)
	}
}

// pass lets time pass, at most so much.
func (s *shop) pass(most time.Duration) { s.clock.Add(1 + s.r.Int64N(most.Milliseconds())) }

func (s *shop) message(v contact.ListedConversation, direction crm.Direction, by crm.Sender) *crm.Message {
	now := time.UnixMilli(s.clock.Load())
	return &crm.Message{ID: fmt.Sprint("msg_", s.r.Int64()), WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text",
		Direction: direction, CreatedAt: now, Content: crm.Content{Text: &crm.Text{Body: "Hello"}, SentBy: by}}
}

// write lets the contact write.
func (s *shop) write(v contact.ListedConversation) {
	m := s.message(v, crm.Inbound, crm.Sender{})
	s.update(func(tx *db.Tx) error {
		err := event.AppendEvent(tx, crm.EventMessagesReceived, "w", v.ID, m.EventScope(), crm.MessageReceivedData{MessageID: "wamid." + m.ID, ConversationID: v.ID, ContactID: v.ContactID, Type: "text"})
		if err == nil {
			err = conversation.ContactWrote(tx, m, tx.Now())
		}
		return err
	})
	s.wrote = append(s.wrote, said{time.UnixMilli(s.clock.Load()), v.PhoneNumberID, "contact"})
}

// answer lets somebody answer, whom the provider takes at once and tells of twice.
func (s *shop) answer(v contact.ListedConversation, by crm.Sender) {
	m := s.message(v, crm.Outbound, by)
	s.update(func(tx *db.Tx) error {
		conversation.Speaks(tx, m)
		err := conversation.Answered(tx, m)
		for _, step := range [][2]crm.Status{{crm.StatusQueued, crm.StatusAccepted}, {crm.StatusAccepted, crm.StatusSent}, {crm.StatusSent, crm.StatusDelivered}} {
			if err == nil {
				err = event.AppendEvent(tx, crm.EventMessagesStatusUpdated, "w", v.ID, m.EventScope(), crm.MessageStatusData{MessageID: m.ID, Status: step[1], PreviousStatus: step[0],
					ConversationID: v.ID, ContactID: v.ContactID, SentBy: m.Content.SentBy.DoneBy(), Metadata: map[string]string{}})
			}
		}
		return err
	})
	s.wrote = append(s.wrote, said{time.UnixMilli(s.clock.Load()), v.PhoneNumberID, string(by.Type)})
	s.answered = append(s.answered, m)
}

// act does something, as the service does it.
func (s *shop) act() {
	v := s.list[s.r.IntN(len(s.list))]
	senders := []crm.Sender{{Type: crm.ActorUser, ID: "usr_1"}, {Type: crm.ActorUser, ID: "usr_2"}, {Type: crm.ActorAssistant, ID: "ast_1"}, {Type: crm.ActorKey, ID: "key_1"}}
	switch s.r.IntN(14) {
	case 0, 1, 2, 3:
		s.write(v)
	case 4, 5, 6:
		s.answer(v, senders[s.r.IntN(len(senders))])
	case 7:
		if n := len(s.answered); n > 0 {
			s.update(func(tx *db.Tx) error { return conversation.AnswerFailed(tx, s.answered[n-1]) })
		}
	case 8, 9:
		s.status(v, crm.ConversationClosed)
	case 10:
		s.status(v, crm.ConversationOpen)
	case 11:
		s.update(func(tx *db.Tx) error {
			return conversation.HandedOffFor(tx, v.Conversation, crm.DoneBy{Type: crm.ActorAssistant, ID: "ast_1"}, []string{"asked_for_person", "no_evidence"}[s.r.IntN(2)])
		})
	case 12:
		to := conversation.Assignment{TeamID: fmt.Sprint("tem_", s.r.IntN(2)), AgentID: fmt.Sprint("usr_", s.r.IntN(3))}
		s.update(func(tx *db.Tx) error { return conversation.Route(tx, v.Conversation, to, "dec_1") })
	case 13:
		s.rateOrUndo(v)
	}
}

func (s *shop) status(v contact.ListedConversation, to crm.ConversationStatus) {
	if _, err := s.room.ChangeStatus(context.Background(), owner(), v.ID, crm.StatusChange{Status: to}); err != nil {
		s.t.Fatal(err)
	}
}

// rateOrUndo lets the contact say what they think, maybe again, or closes the
// conversation and takes that back.
func (s *shop) rateOrUndo(v contact.ListedConversation) {
	if s.r.IntN(2) == 0 {
		id := fmt.Sprint("eps_", s.r.IntN(6))
		_, again := s.rated[id]
		r := crm.Rating{WorkspaceID: "w", EpisodeID: id, ConversationID: v.ID, PhoneNumberID: v.PhoneNumberID, TeamID: "tem_1", AgentID: "usr_1", Score: 1 + s.r.IntN(5)}
		s.rated[id] = r
		s.update(func(tx *db.Tx) error { report.NoteRating(tx, r, again); return nil })
		return
	}
	a, err := s.room.Act(context.Background(), owner(), []string{v.ID}, crm.ActionChange{Status: &crm.ActionStatus{Status: crm.ConversationClosed}})
	if err == nil {
		_, err = s.room.UndoAction(context.Background(), owner(), a.ID)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}
