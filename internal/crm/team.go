package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Team is people who work on the same conversations, and the phone numbers whose
// conversations come to them.
type Team struct {
	ID, WorkspaceID, Name string
	// Method is how conversations of the team find a person.
	Method TeamMethod
	// LeadUserID is one of UserIDs; "" for nobody.
	LeadUserID     string
	UserIDs        []string
	PhoneNumberIDs []string
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// TeamMethod is how conversations of a team find a person.
type TeamMethod string

// The methods; with the first, people take conversations themselves.
const (
	TeamManual     TeamMethod = "manual"
	TeamRoundRobin TeamMethod = "round_robin"
	TeamLeastLoad  TeamMethod = "least_load"
)

// TeamMethods lists every method.
var TeamMethods = []TeamMethod{TeamManual, TeamRoundRobin, TeamLeastLoad}

const maxTeamMembers = 500

// maxName is how many characters a name or title may have that people give to a
// thing of the workspace: a team, a role, a calendar, a canned reply.
const maxName = 100

// TeamChange changes what is given of a team.
type TeamChange struct {
	Name   *string
	Method *TeamMethod
}

// Apply returns the team as it becomes, or every fault of the change.
func (ch TeamChange) Apply(t Team) (Team, error) {
	var f Faults
	if ch.Name != nil {
		t.Name = strings.TrimSpace(*ch.Name)
	}
	if ch.Method != nil {
		t.Method = *ch.Method
	}
	if t.Method == "" {
		t.Method = TeamManual
	}
	checkName(t.Name, "the team", &f)
	if !slices.Contains(TeamMethods, t.Method) {
		f.Add("/method", CodeNotAllowed, "method is manual, round_robin or least_load.")
	}
	return t, f.Err()
}

func checkName(name, of string, f *Faults) {
	switch {
	case strings.TrimSpace(name) == "":
		f.Add("/name", CodeRequired, "name is required: what people call %s.", of)
	case utf8.RuneCountInString(name) > maxName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxName)
	}
}

// TeamMembers are the people of a team.
type TeamMembers struct {
	UserIDs    []string
	LeadUserID string
}

// Validate returns every fault that can be seen without looking the people up.
func (m TeamMembers) Validate() error {
	var f Faults
	if len(m.UserIDs) > maxTeamMembers {
		f.Add("/userIds", CodeOutOfRange, "userIds may have at most %d entries.", maxTeamMembers)
		return f.Err()
	}
	for i, id := range m.UserIDs {
		if !ValidID(PrefixUser, id) {
			f.Add(Pointer("userIds", i), CodeNotAllowed, "%q is not an identifier: usr_…", clip(id))
		}
	}
	if m.LeadUserID != "" && !slices.Contains(m.UserIDs, m.LeadUserID) {
		f.Add("/leadUserId", CodeNotAllowed, "leadUserId is one of userIds.")
	}
	return f.Err()
}
