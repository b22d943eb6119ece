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

const (
	maxTeamName    = 100
	maxTeamMembers = 500
)

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
	case utf8.RuneCountInString(name) > maxTeamName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxTeamName)
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

// RoleChange changes what is given of a role.
type RoleChange struct {
	Name           *string
	Scopes         []Scope // nil leaves them
	Reach          *ReachKind
	PhoneNumberIDs *[]string
}

// Apply returns the role as it becomes, or every fault of the change. maker has
// every scope of the role, and reaches as far, as it was and as it becomes.
func (ch RoleChange) Apply(r Role, maker Actor) (Role, error) {
	var f Faults
	if ch.Name != nil {
		r.Name = strings.TrimSpace(*ch.Name)
	}
	if ch.Scopes != nil {
		r.Scopes = ch.Scopes
	}
	if ch.Reach != nil {
		r.Reach = *ch.Reach
	}
	if ch.PhoneNumberIDs != nil {
		r.PhoneNumberIDs = *ch.PhoneNumberIDs
	}
	checkName(r.Name, "the role", &f)
	if slices.ContainsFunc(BuiltInRoles(), func(b Role) bool { return strings.EqualFold(b.Name, r.Name) }) {
		f.Add("/name", CodeNotAllowed, "name is that of a built-in role.")
	}
	if len(r.Scopes) == 0 {
		f.Add("/scopes", CodeRequired, "scopes needs at least one scope.")
	}
	for i, s := range r.Scopes {
		p := Pointer("scopes", i)
		if s == ScopeAll || !slices.Contains(Scopes, s) {
			f.Add(p, CodeNotAllowed, "%q is not a scope of a role.", clip(string(s)))
		} else if maker.Require(s) != nil {
			f.Add(p, CodeForbidden, "%s the scope %s and cannot grant it.", maker.Address("This API key lacks", "You lack"), s)
		}
	}
	if !slices.Contains(ReachKinds, r.Reach) {
		f.Add("/reach", CodeNotAllowed, "reach is all, teams, own_and_unassigned_of_teams or own_and_followed.")
	} else if !maker.reachesRole(r) {
		f.Add("/reach", CodeForbidden, "%s less and cannot grant this reach.", maker.Address("This API key reaches", "You reach"))
	}
	CheckIDs("phoneNumberIds", PrefixPhoneNumber, r.PhoneNumberIDs, &f)
	return r, f.Err()
}

// Masters returns nil when the actor has every scope of a role and reaches as far
// as it does, so that the actor may give, change or take it.
func (a Actor) Masters(r Role) error {
	for _, s := range r.Scopes {
		if err := a.Require(s); err != nil {
			return err
		}
	}
	if !a.reachesRole(r) {
		return Errorf(KindForbidden, CodeForbidden, "The role reaches more than %s.", a.Address("this API key does", "you do"))
	}
	return nil
}

// reachesRole reports whether the actor reaches as far as people of a role can.
func (a Actor) reachesRole(r Role) bool {
	own := a.Reach
	if len(own.PhoneNumberIDs) > 0 && (len(r.PhoneNumberIDs) == 0 || !allWithin(r.PhoneNumberIDs, own.PhoneNumberIDs)) {
		return false
	}
	return own.Kind != "" && slices.Index(ReachKinds, own.Kind) <= slices.Index(ReachKinds, r.Reach)
}
