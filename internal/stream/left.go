package stream

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
)

// What leaves somebody's sight is told to them by its id alone, in the place of the
// event that they may not hear: else their list would show it until it is read again.

// unfollowed is told between nodes like presence; nodes that do not know it leave it
// out. Following is in no event of the log.
const unfollowed crm.PresenceState = "unfollowed"

// subjectBefore is whose a conversation was before an event assigned it; nil for other
// events.
func subjectBefore(ev *event.LoggedEvent) *reach.Subject {
	var body struct{ Data crm.ConversationAssignedData }
	if ev.Kind != crm.EventConversationAssigned || json.Unmarshal(ev.Body, &body) != nil {
		return nil
	}
	d := body.Data
	if d.FromAssignee != nil && d.FromAgentID+d.FromTeamID == "" {
		return nil // an earlier version wrote it, which did not say both
	}
	return &reach.Subject{AgentID: d.FromAgentID, TeamID: d.FromTeamID, PhoneNumberID: ev.Scope.PhoneNumberID}
}

// loses reports whether the listener saw a conversation until this event, and sees it
// no more.
func (s *Stream) loses(e *entry) bool {
	if e.before == nil || e.sight == nil || e.ID < s.first || !s.want.Matches(e.Kind, e.Scope) {
		return false
	}
	within := *s.within.Load()
	return !e.sight.Within(within) && reach.Holds(within, *e.before, false)
}

// leftText is what somebody is told who sees a conversation no more, without an id:
// whoever comes again later is told of it again.
func leftText(conversationID string) []byte {
	body, err := json.Marshal(map[string]string{"conversationId": conversationID})
	if err != nil {
		panic(err) // strings can be written
	}
	return append(append([]byte("event: conversation.left\ndata: "), body...), "\n\n"...)
}

// Unfollow tells the user who follows a conversation no more, on their other devices,
// if they do not see it for another reason.
func (h *Hub) Unfollow(workspaceID, conversationID, phoneNumberID, userID string) {
	h.present.tell(crm.Presence{WorkspaceID: workspaceID, ConversationID: conversationID, PhoneNumberID: phoneNumberID, UserID: userID, State: unfollowed, At: h.db.Source().Now()},
		true, h.db.Engine() != "sqlite")
}

// misses reports whether the listener is the one who unfollowed, and sees the
// conversation no more.
func (s *Stream) misses(p crm.Presence, sight *reach.Sight) bool {
	return s.actor.UserID() == p.UserID && sight != nil && !sight.Within(*s.within.Load()) &&
		s.want.Matches(crm.EventConversationAssigned, crm.EventScope{PhoneNumberID: p.PhoneNumberID})
}
