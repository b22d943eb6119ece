package crm

import "slices"

// ReachKind says which conversations an actor may see, beside its scopes, which
// say what it may do.
type ReachKind string

// The kinds of reach. The zero kind sees no conversation.
const (
	// ReachAll sees every conversation.
	ReachAll ReachKind = "all"
	// ReachTeams sees the conversations of the actor's teams, and those without a
	// team on a phone number of one of these teams.
	ReachTeams ReachKind = "teams"
	// ReachOwnAndUnassigned sees the conversations of the actor, and those of
	// ReachTeams that nobody is assigned to.
	ReachOwnAndUnassigned ReachKind = "own_and_unassigned_of_teams"
	// ReachOwnAndFollowed sees the conversations that the actor is assigned to or
	// follows.
	ReachOwnAndFollowed ReachKind = "own_and_followed"
)

// ReachKinds lists every kind, from the widest to the narrowest.
var ReachKinds = []ReachKind{ReachAll, ReachTeams, ReachOwnAndUnassigned, ReachOwnAndFollowed}

// Reach is which conversations an actor may see. A contact is in reach if one
// of their conversations is.
type Reach struct {
	Kind ReachKind
	// UserID is whose conversations, and files that no message has yet, are the
	// actor's own: a user's, or an API key's that does not reach everything.
	UserID string
	// TeamIDs are the actor's teams, and TeamNumberIDs the phone numbers of these.
	TeamIDs, TeamNumberIDs []string
	// PhoneNumberIDs narrow the reach to these numbers; empty for every number.
	PhoneNumberIDs []string
}

// WholeReach sees every conversation of the workspace.
func WholeReach() Reach { return Reach{Kind: ReachAll} }

// IsWhole reports whether every conversation of the workspace is in reach.
func (r Reach) IsWhole() bool { return r.Kind == ReachAll && len(r.PhoneNumberIDs) == 0 }

// CoversFigures reports whether the figures of a team, an agent and a phone number, each ""
// for all of them, are of what is in reach: of the actor's teams where these are, and
// always the actor's own.
func (r Reach) CoversFigures(teamID, agentID, phoneNumberID string) bool {
	if len(r.PhoneNumberIDs) > 0 && !slices.Contains(r.PhoneNumberIDs, phoneNumberID) {
		return false
	}
	switch {
	case r.Kind == ReachAll:
		return true
	case agentID != "":
		return agentID == r.UserID
	}
	return r.Kind == ReachTeams && teamID != "" && slices.Contains(r.TeamIDs, teamID)
}

// Covers reports whether everything that other sees is in this reach too, so that
// the holder may hand other on.
func (r Reach) Covers(other Reach) bool {
	if r.IsWhole() {
		return true
	}
	if len(r.PhoneNumberIDs) > 0 && (len(other.PhoneNumberIDs) == 0 || !allWithin(other.PhoneNumberIDs, r.PhoneNumberIDs)) {
		return false
	}
	switch {
	case r.Kind == ReachAll:
		return true
	case r.Kind == ReachTeams && other.Kind == ReachTeams:
		return allWithin(other.TeamIDs, r.TeamIDs)
	}
	return r.Kind == other.Kind && r.UserID == other.UserID && allWithin(other.TeamIDs, r.TeamIDs)
}

func allWithin(list, all []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(all, s) })
}

// SeesTeam reports whether what belongs to a team is for the actor; "" is for
// everybody, which only who sees all teams speaks for.
func (a Actor) SeesTeam(id string) bool {
	return a.Reach.Kind == ReachAll || slices.Contains(a.Reach.TeamIDs, id)
}
