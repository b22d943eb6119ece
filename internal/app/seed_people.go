package app

import (
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/people"
)

// Who works in a seeded workspace at most; one with few contacts has fewer, one with
// none has nobody.
const (
	seededAgents  = 200
	seededTeams   = 100
	seededLabels  = 20
	contactsOfOne = 50 // that an agent looks after at least
)

// agents is how many work in each workspace, teams in how many teams.
func (f *filling) agents() int {
	if f.Contacts == 0 {
		return 0
	}
	return min(seededAgents, 1+f.Contacts/f.Workspaces/contactsOfOne)
}

func (f *filling) teams() int { return min(seededTeams, (f.agents()+1)/2) }

// agentID is that of the n-th agent of a workspace; so are the others.
func (f *filling) agentID(w, n int) string {
	return seededID(crm.PrefixUser, f.start().Add(-48*time.Hour), w*seededAgents+n)
}

func (f *filling) teamID(w, n int) string {
	return seededID(crm.PrefixTeam, f.start().Add(-48*time.Hour), w*seededTeams+n)
}

func (f *filling) labelID(w, n int) string {
	return seededID(crm.PrefixLabel, f.start().Add(-48*time.Hour), w*seededLabels+n)
}

// people writes those who work in the workspaces from first to end, with their teams
// and labels. An agent is in one team; every number goes to a team at least.
func (f *filling) people(first, end int) func(*db.Tx) error {
	return func(tx *db.Tx) error {
		for w := first; w < end; w++ {
			f.peopleOf(tx, w)
		}
		return nil
	}
}

func (f *filling) peopleOf(tx *db.Tx, w int) {
	made, id := f.start().Add(-48*time.Hour), f.workspaces[w].id
	members := make([][]string, f.teams())
	for n := range f.agents() {
		user := f.agentID(w, n)
		u := crm.User{ID: user, Email: user + "@seeded.invalid", Name: firstNames[n%len(firstNames)] + " " + lastNames[n/3%len(lastNames)], Handle: user, VerifiedAt: &made, CreatedAt: made}
		people.SeedMember(tx, id, u, crm.RoleAgent)
		members[n%len(members)] = append(members[n%len(members)], user)
	}
	numbers := f.workspaces[w].numbers
	for n, of := range members {
		people.SeedTeam(tx, crm.Team{ID: f.teamID(w, n), WorkspaceID: id, Name: fmt.Sprintf("Team %d", n+1), Method: crm.TeamRoundRobin, LeadUserID: of[0], UserIDs: of,
			PhoneNumberIDs: []string{numbers[n%len(numbers)].ID}, CreatedAt: made, UpdatedAt: made})
	}
	for n := range seededLabels {
		conversation.SeedLabel(tx, crm.Label{ID: f.labelID(w, n), WorkspaceID: id, Name: fmt.Sprintf("%s %d", seededWords[n], n+1), Color: "#64748b",
			CreatedBy: crm.DoneBy{Type: crm.ActorOperator}, CreatedAt: made, UpdatedAt: made})
	}
}
