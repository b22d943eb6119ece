// Package reach says which conversations an actor may see. It is the only place
// that knows the rule: Where is the rule in SQL, Holds the same in Go. Whatever
// shows a conversation, or what belongs to one, asks here.
package reach

import (
	"slices"

	"service.example/crm/internal/crm"
)

// Subject is what the rule looks at of one conversation.
type Subject struct {
	AgentID, TeamID, PhoneNumberID string
}

// Holds reports whether the reach covers a conversation. follows says that the
// reach's user follows it.
func Holds(r crm.Reach, c Subject, follows bool) bool {
	if len(r.PhoneNumberIDs) > 0 && !slices.Contains(r.PhoneNumberIDs, c.PhoneNumberID) {
		return false
	}
	own := r.UserID != "" && c.AgentID == r.UserID
	switch r.Kind {
	case crm.ReachAll:
		return true
	case crm.ReachTeams:
		return ofTeams(r, c)
	case crm.ReachOwnAndUnassigned:
		return own || c.AgentID == "" && ofTeams(r, c)
	case crm.ReachOwnAndFollowed:
		return own || follows && r.UserID != ""
	}
	return false
}

// ofTeams reports whether a conversation belongs to one of the teams of the
// reach, or to none and came in on a number of theirs.
func ofTeams(r crm.Reach, c Subject) bool {
	if c.TeamID != "" {
		return slices.Contains(r.TeamIDs, c.TeamID)
	}
	return slices.Contains(r.TeamNumberIDs, c.PhoneNumberID)
}
