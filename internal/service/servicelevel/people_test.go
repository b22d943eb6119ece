package servicelevel_test

import (
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

// An assistant's answer ends the waiting of a contact, unless the policy of the episode
// counts people's answers only: then the first of these does, also if the policy was
// changed since.
func TestWaitingFollowsThePolicy(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		parts := core.Parts{DB: base, Calls: core.NewCalls(base, nil)}
		levels := servicelevel.New(parts)
		promise := func(list ...crm.ServicePolicy) {
			t.Helper()
			if _, err := levels.ReplacePolicies(t.Context(), actor(), crm.ServiceLevelBody{Policies: list}, ""); err != nil {
				t.Fatal(err)
			}
		}
		never := false
		policies := []crm.ServicePolicy{{Key: "people", Targets: crm.ServiceTargets{First: 60}, CountsAutomated: &never}, {Key: "all", Targets: crm.ServiceTargets{First: 60}}}
		list := seedConversations(t, base, len(policies))
		wrote := time.Now().Add(-10 * time.Minute).Truncate(time.Millisecond)
		update := func(v contact.ListedConversation, do func(tx *db.Tx) error) {
			t.Helper()
			if err := base.Update(t.Context(), v.PhoneNumberID, do); err != nil {
				t.Fatal(err)
			}
		}
		say := func(v contact.ListedConversation, by crm.ActorKind) {
			m := &crm.Message{ID: "msg_" + string(by) + v.ID, WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text", Direction: crm.Outbound,
				CreatedAt: time.Now(), Content: crm.Content{Text: &crm.Text{Body: "Hi"}, SentBy: crm.Sender{Type: by, ID: "x"}}}
			update(v, func(tx *db.Tx) error { conversation.Speaks(tx, m); return conversation.Answered(tx, m) })
		}
		stands := func(v contact.ListedConversation) (s crm.InboxState) {
			t.Helper()
			if err := base.View(t.Context(), func(tx *db.Tx) (err error) { s, _, err = conversation.State(tx, "w", v.ID); return err }); err != nil {
				t.Fatal(err)
			}
			return s
		}
		for i, v := range list {
			promise(policies[i])
			m := &crm.Message{ID: "msg_" + v.ID, WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Type: "text", Direction: crm.Inbound}
			update(v, func(tx *db.Tx) error { return conversation.ContactWrote(tx, m, wrote) })
		}
		promise() // episodes keep theirs
		for _, v := range list {
			say(v, crm.ActorAssistant)
		}
		kept, cleared := stands(list[0]), stands(list[1])
		if kept.WaitingSince == nil || !kept.WaitingSince.Equal(wrote) || kept.Clocks.NextDue() == nil || kept.Episode.Answers != 1 || kept.Episode.Waited != 0 {
			t.Errorf("people's answers count only, and after the assistant's it is %+v", kept)
		}
		if cleared.WaitingSince != nil || cleared.Clocks.NextDue() != nil {
			t.Errorf("every answer counts, and the contact still waits since %v", cleared.WaitingSince)
		}
		say(list[0], crm.ActorUser)
		if s := stands(list[0]); s.WaitingSince != nil || s.Clocks.NextDue() != nil || s.Episode.Waited < 10*time.Minute || s.Waiting.Sums[crm.WaitAssistant] < (10*time.Minute).Milliseconds() {
			t.Errorf("after a person's answer it is %+v", s)
		}
	})
}
