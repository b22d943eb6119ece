package stream

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/core/reach"
)

// reordered is told between nodes like presence; nodes that do not know it leave it out.
// Another place on the same stage is in no event of the log: it tells nothing of the deal,
// but a board that is looked at is to follow it.
const reordered crm.PresenceState = "reordered"

// Reordered tells the streams of whoever reaches a deal, here and on other nodes, that it
// has another place on its stage. It does not block, and promises nothing: the board is
// what counts.
func (h *Hub) Reordered(workspaceID, dealID, pipelineID, stageID string) {
	p := crm.Presence{WorkspaceID: workspaceID, ConversationID: dealID, PhoneNumberID: pipelineID, UserID: stageID, State: reordered, At: h.db.Source().Now()}
	h.present.tell(p, true, h.db.Engine() != "sqlite")
}

// hearsReordered reports whether the listener reaches the deal, and wants to know when it
// changes its stage.
func (s *Stream) hearsReordered(p crm.Presence, sight *reach.Sight) bool {
	within := *s.within.Load()
	return s.want.Matches(crm.EventDealStageUpdated, crm.EventScope{PipelineID: p.PhoneNumberID}) && (within.IsWhole() || sight != nil && sight.Within(within))
}

// reorderedText is what somebody is told, without an id: it is in no log.
func reorderedText(p crm.Presence) []byte {
	body, err := json.Marshal(map[string]string{"dealId": p.ConversationID, "pipelineId": p.PhoneNumberID, "stageId": p.UserID})
	if err != nil {
		panic(err) // strings can be written
	}
	return append(append([]byte("event: deal.reordered\ndata: "), body...), "\n\n"...)
}
