package servicelevel_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/servicelevel"
	"service.example/crm/internal/testkit/testdb"
)

var warningsSQL = db.SQL(`SELECT kind, body FROM events WHERE workspace_id = $1 AND kind IN ('conversation.sla_warned', 'conversation.sla_breached')`)

// However many look at once, each clock that runs warns once; what is late already,
// answered, or not that far yet does not. Who dies before the commit has told nothing.
func TestWarningsAreToldOnce(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const soon, late, early = 20, 3, 3
		parts := core.Parts{DB: base, Calls: core.NewCalls(base, nil)}
		levels := []*servicelevel.Levels{servicelevel.New(parts), servicelevel.New(parts)}
		_, err := levels[1].ReplacePolicies(t.Context(), actor(), crm.ServiceLevelBody{Policies: []crm.ServicePolicy{
			{Key: "all", Targets: crm.ServiceTargets{First: 60, Resolution: 600}, WarnMinutesBefore: 20}}}, "")
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for i, v := range seedConversations(t, base, soon+late+early+1) {
			ago := 50 * time.Minute
			switch {
			case i < soon:
				want[v.ID] = "conversation.sla_warned"
			case i < soon+late:
				want[v.ID], ago = "conversation.sla_breached", 70*time.Minute
			case i < soon+late+early:
				ago = 10 * time.Minute
			}
			m := &crm.Message{ID: "msg_" + v.ID, WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text", Direction: crm.Inbound}
			err := base.Update(t.Context(), v.PhoneNumberID, func(tx *db.Tx) error { return conversation.ContactWrote(tx, m, tx.Now().Add(-ago)) })
			if err == nil && i == soon+late+early {
				answer := &crm.Message{ID: "msg_answer", WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text", Direction: crm.Outbound,
					CreatedAt: time.Now(), Content: crm.Content{SentBy: crm.Sender{Type: crm.ActorUser, ID: "usr_1"}}}
				err = base.Update(t.Context(), v.PhoneNumberID, func(tx *db.Tx) error { return conversation.Answered(tx, answer) })
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				of := levels[i%2]
				if err := errors.Join(of.TellWarnings(context.Background()), of.TellBreaches(context.Background())); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		got := map[string]string{}
		err = base.View(t.Context(), func(tx *db.Tx) error {
			return tx.Each(warningsSQL, func(r db.Row) error {
				var kind string
				var body []byte
				var e struct {
					Data crm.ConversationSLAWarnedData `json:"data"`
				}
				err := r.Scan(&kind, &body)
				if err == nil {
					err = json.Unmarshal(body, &e)
				}
				if had := got[e.Data.ConversationID]; had != "" {
					t.Errorf("%s was told as %s and as %s", e.Data.ConversationID, had, kind)
				}
				got[e.Data.ConversationID] = kind
				if kind == "conversation.sla_warned" && (e.Data.DueAt-e.Data.WarnAt != 20*60 || e.Data.WarnAt > time.Now().Unix() || e.Data.Kind != crm.ClockFirst || e.Data.ClockID == "") {
					t.Errorf("the warning says %+v", e.Data)
				}
				return err
			}, "w")
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Errorf("told of %d, want %d", len(got), len(want))
		}
		for id, kind := range want {
			if got[id] != kind {
				t.Errorf("%s was told as %q, want %s", id, got[id], kind)
			}
		}
	})
}
