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
	CreatedAt      time.Time
	UpdatedAt      time.Time
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
			ScopeUsersRead, ScopeTeamsRead, ScopeTeamsWrite, ScopeRolesRead}},
		{ID: RoleAgent, Name: "Agent", BuiltIn: true, Reach: ReachOwnAndUnassigned, Scopes: []Scope{ScopeMessagesRead, ScopeMessagesWrite,
			ScopeMediaRead, ScopeMediaWrite, ScopeTemplatesRead, ScopeEventsRead, ScopeNumbersRead, ScopeContactsRead, ScopeContactsWrite,
			ScopeKnowledgeRead, ScopeConversationsRead, ScopeConversationsWrite, ScopeTeamsRead}},
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

// JoinIDs renders identifiers for storage, separated by spaces.
func JoinIDs(ids []string) string { return strings.Join(ids, " ") }

// SplitIDs reads what JoinIDs wrote.
func SplitIDs(text string) []string { return strings.Fields(text) }
