package proposal_test

import (
	"net/http"
	"sync"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/proposal"
	"service.example/crm/internal/testkit"
)

var rewindSQL = db.SQL(`UPDATE proposal_positions SET position = 0, event_id = '' WHERE workspace_id = $1`)

// A node that dies after it stored something does it again when it comes back, and several
// may do the same at once: nothing is doubled.
func TestAgainAndAtOnceChangesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *shop) {
		s.allow("act", "label", "deal")
		s.allow("suggest", "team")
		c := s.asks("A refund for repairs of my chairs")
		s.expect(c, "label done, team open, deal done")
		before := s.must(http.MethodGet, "/v1/conversations/"+c, nil)
		message := s.list("/v1/proposals?conversationId=" + c)[0]["messageId"].(string)
		calls := s.Calls("purpose = 'proposal'")
		again := func() {
			s.Must(s.DB().Update(t.Context(), "again", func(tx *db.Tx) error { tx.Write(rewindSQL, s.WorkspaceID); return nil }))
			s.settle()
		}
		again()
		if s.expect(c, "label done, team open, deal done"); s.Calls("purpose = 'proposal'") != calls {
			t.Error("the model was asked again about what waits to be judged")
		}
		s.must(http.MethodPost, "/v1/proposals/"+s.list("/v1/proposals")[0]["id"].(string)+"/accept", nil)
		s.settle()
		again()
		s.expect(c, "label done, team accepted, deal done")
		s.expectEvidence("team", "suggest 1/1")

		var all sync.WaitGroup
		nodes := []*testkit.Kit{s.Kit}
		if s.DB().Engine() == "postgres" {
			nodes = append(nodes, s.Second())
		}
		for i := range 6 {
			all.Go(func() {
				node := nodes[i%len(nodes)]
				err := node.DB().Update(t.Context(), s.NumberID, func(tx *db.Tx) error {
					return node.App.Service.Proposal.Propose(tx, proposal.Found{WorkspaceID: s.WorkspaceID, ConversationID: c, AssistantID: s.Assistant, MessageID: message,
						Acts: []crm.ProposedAct{{Kind: crm.ProposeLabel, LabelID: s.labels["Offer"]}, {Kind: crm.ProposeDeal, StageID: s.stages["New"]}, {Kind: crm.ProposeTeam, TeamID: s.team}}})
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		s.expect(c, "label done, team accepted, deal done")
		if now := s.must(http.MethodGet, "/v1/conversations/"+c, nil); len(now.JSON()["labelIds"].([]any)) != len(before.JSON()["labelIds"].([]any)) || len(s.list("/v1/deals")) != 1 {
			t.Errorf("something was doubled: %s", now.Body)
		}

		label := s.list("/v1/proposals?status=done")
		undone := make(chan int, 8)
		for i := range cap(undone) {
			all.Go(func() {
				undone <- nodes[i%len(nodes)].Do(http.MethodPost, "/v1/proposals/"+label[len(label)-1]["id"].(string)+"/undo", s.ana.Key, nil).Status
			})
		}
		all.Wait()
		close(undone)
		times := map[int]int{}
		for status := range undone {
			times[status]++
		}
		if times[http.StatusOK] != 1 || times[http.StatusConflict] != 7 {
			t.Errorf("undone at once: %v", times)
		}
		s.expectEvidence("label", "act 0/1")
		again()
		s.expect(c, "label undone, team accepted, deal done")
		s.expectEvidence("label", "act 0/1")
	})
}
