package crm

import (
	"slices"
	"strings"
	"time"
)

// Role is a named set of scopes with a reach.
type Role struct {
	// ID is the name of a built-in role, or rol_… of one that a workspace made.
	ID             string
	WorkspaceID    string
	Name           string
	BuiltIn        bool
	Scopes         []Scope
	Reach          ReachKind
	PhoneNumberIDs []string
	// MasksPhoneNumbers shows people with the role contacts' phone numbers masked.
	MasksPhoneNumbers bool
	CreatedAt         time.Time
	UpdatedAt         time.Time
}

// The identifiers of the built-in roles.
const (
	RoleOwner      = "owner"
	RoleAdmin      = "admin"
	RoleSupervisor = "supervisor"
	RoleAgent      = "agent"
)

// BuiltInRoles are the roles that every workspace has, from the widest to the
// narrowest. The owner alone decides about single sign-on and other owners.
func BuiltInRoles() []Role {
	return []Role{
		{ID: RoleOwner, Name: "Owner", BuiltIn: true, Scopes: []Scope{ScopeAll}, Reach: ReachAll},
		{ID: RoleAdmin, Name: "Admin", BuiltIn: true, Scopes: scopesBut(ScopeAll, ScopeSecurityWrite), Reach: ReachAll},
		{ID: RoleSupervisor, Name: "Supervisor", BuiltIn: true, Reach: ReachTeams, Scopes: []Scope{ScopeMessagesRead, ScopeMessagesWrite,
			ScopeMediaRead, ScopeMediaWrite, ScopeTemplatesRead, ScopeEventsRead, ScopeNumbersRead, ScopeContactsRead, ScopeContactsWrite,
			ScopeKnowledgeRead, ScopeKnowledgeWrite, ScopeAIRead, ScopeAssistantsRead, ScopeConversationsRead, ScopeConversationsWrite,
			ScopeDealsRead, ScopeDealsWrite, ScopeUsersRead, ScopeTeamsRead, ScopeTeamsWrite, ScopeRolesRead}},
		{ID: RoleAgent, Name: "Agent", BuiltIn: true, Reach: ReachOwnAndUnassigned, Scopes: []Scope{ScopeMessagesRead, ScopeMessagesWrite,
			ScopeMediaRead, ScopeMediaWrite, ScopeTemplatesRead, ScopeEventsRead, ScopeNumbersRead, ScopeContactsRead, ScopeContactsWrite,
			ScopeKnowledgeRead, ScopeConversationsRead, ScopeConversationsWrite, ScopeDealsRead, ScopeDealsWrite, ScopeTeamsRead}},
	}
}

// BuiltInRole returns the built-in role of this identifier.
func BuiltInRole(id string) (Role, bool) {
	list := BuiltInRoles()
	if i := slices.IndexFunc(list, func(r Role) bool { return r.ID == id }); i >= 0 {
		return list[i], true
	}
	return Role{}, false
}

func scopesBut(without ...Scope) []Scope {
	return slices.DeleteFunc(slices.Clone(Scopes), func(s Scope) bool { return slices.Contains(without, s) })
}

// RoleChange changes what is given of a role.
type RoleChange struct {
	Name           *string
	Scopes         []Scope // nil leaves them
	Reach          *ReachKind
	PhoneNumberIDs *[]string

	MasksPhoneNumbers *bool
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
	if ch.MasksPhoneNumbers != nil {
		r.MasksPhoneNumbers = *ch.MasksPhoneNumbers
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
	maker.checkMask(r.MasksPhoneNumbers, &f)
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
	if a.MasksPhoneNumbers && !r.MasksPhoneNumbers {
		return Errorf(KindForbidden, CodeForbidden, "The role shows whole phone numbers, and %s them masked.", a.Address("this API key sees", "you see"))
	}
	return nil
}

// reachesRole reports whether the actor reaches as far as people of a role can.
func (a Actor) reachesRole(r Role) bool {
	own := a.Reach
	if len(own.PhoneNumberIDs) > 0 && (len(r.PhoneNumberIDs) == 0 || !allWithin(r.PhoneNumberIDs, own.PhoneNumberIDs)) {
		return false
	}
	mine := slices.Index(ReachKinds, own.Kind)
	return mine >= 0 && mine <= slices.Index(ReachKinds, r.Reach)
}

// JoinIDs renders identifiers for storage, separated by spaces.
func JoinIDs(ids []string) string { return strings.Join(ids, " ") }

// SplitIDs reads what JoinIDs wrote.
func SplitIDs(text string) []string { return strings.Fields(text) }
