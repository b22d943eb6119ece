package crm

import (
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Scope is one permission of an API key, such as messages:write.
type Scope string

// The scopes of this version. ScopeAll stands for every one of them.
const (
	ScopeAll            Scope = "*"
	ScopeMessagesRead   Scope = "messages:read"
	ScopeMessagesWrite  Scope = "messages:write"
	ScopeMediaRead      Scope = "media:read"
	ScopeMediaWrite     Scope = "media:write"
	ScopeTemplatesRead  Scope = "templates:read"
	ScopeTemplatesWrite Scope = "templates:write"
	ScopeWebhooksRead   Scope = "webhooks:read"
	ScopeWebhooksWrite  Scope = "webhooks:write"
	ScopeEventsRead     Scope = "events:read"
	ScopeKeysRead       Scope = "keys:read"
	ScopeKeysWrite      Scope = "keys:write"
	ScopeNumbersRead    Scope = "numbers:read"
	ScopeAccountsWrite  Scope = "accounts:write"
	ScopeContactsRead   Scope = "contacts:read"
	ScopeContactsWrite  Scope = "contacts:write"
	// What is known of a person, for good.
	ScopeContactsErase  Scope = "contacts:erase"
	ScopeKnowledgeRead  Scope = "knowledge:read"
	ScopeKnowledgeWrite Scope = "knowledge:write"
	ScopeAIRead         Scope = "ai:read"
	ScopeAIWrite        Scope = "ai:write"

	ScopeAssistantsRead     Scope = "assistants:read"
	ScopeAssistantsWrite    Scope = "assistants:write"
	ScopeConversationsRead  Scope = "conversations:read"
	ScopeConversationsWrite Scope = "conversations:write"
	ScopeDealsRead          Scope = "deals:read"
	ScopeDealsWrite         Scope = "deals:write"
	// Pipelines, their stages, and the reasons why deals are won and lost.
	ScopePipelinesWrite Scope = "pipelines:write"
	ScopeSandboxRead    Scope = "sandbox:read"
	ScopeSandboxWrite   Scope = "sandbox:write"
	ScopeUsersRead      Scope = "users:read"
	ScopeUsersWrite     Scope = "users:write"
	ScopeTeamsRead      Scope = "teams:read"
	ScopeTeamsWrite     Scope = "teams:write"
	ScopeRolesRead      Scope = "roles:read"
	ScopeRolesWrite     Scope = "roles:write"
	// How people sign in: single sign-on.
	ScopeSecurityRead  Scope = "security:read"
	ScopeSecurityWrite Scope = "security:write"
	ScopeAuditRead     Scope = "audit:read"
	// What the provider charges, and the rate cards that say what it costs.
	ScopeChargesRead  Scope = "charges:read"
	ScopeChargesWrite Scope = "charges:write"
)

// Scopes lists every scope that a key may be given.
var Scopes = []Scope{ScopeAll, ScopeMessagesRead, ScopeMessagesWrite, ScopeMediaRead, ScopeMediaWrite, ScopeTemplatesRead,
	ScopeTemplatesWrite, ScopeWebhooksRead, ScopeWebhooksWrite, ScopeEventsRead,
	ScopeKeysRead, ScopeKeysWrite, ScopeNumbersRead, ScopeAccountsWrite,
	ScopeContactsRead, ScopeContactsWrite, ScopeContactsErase, ScopeKnowledgeRead, ScopeKnowledgeWrite, ScopeAIRead, ScopeAIWrite,
	ScopeAssistantsRead, ScopeAssistantsWrite, ScopeConversationsRead, ScopeConversationsWrite, ScopeDealsRead, ScopeDealsWrite, ScopePipelinesWrite, ScopeSandboxRead, ScopeSandboxWrite,
	ScopeUsersRead, ScopeUsersWrite, ScopeTeamsRead, ScopeTeamsWrite, ScopeRolesRead, ScopeRolesWrite, ScopeSecurityRead, ScopeSecurityWrite, ScopeAuditRead, ScopeChargesRead, ScopeChargesWrite}

// ActorKind says what sort of actor did something.
type ActorKind string

// Who may ask for something. The first two are callers of the API.
const (
	// ActorKey is an API key: one of the customer's systems.
	ActorKey ActorKind = "api_key"
	// ActorUser is a person who signed in, or one who writes in the provider's
	// own app and so has no identifier here.
	ActorUser ActorKind = "user"
	// ActorAssistant is an assistant that answers contacts.
	ActorAssistant ActorKind = "assistant"
	// ActorOperator is somebody at the command line of the service.
	ActorOperator ActorKind = "operator"
	// ActorSystem is the service itself.
	ActorSystem ActorKind = "system"
)

// Who does something here and never asks.
const (
	// ActorContact is a contact who wrote or chose something.
	ActorContact ActorKind = "contact"
	// ActorImport is an import of contacts, or of deals, from a file.
	ActorImport ActorKind = "import"
	// ActorProvider is the provider, which has no identifier.
	ActorProvider ActorKind = "provider"
)

// ActorKinds lists every kind.
var ActorKinds = []ActorKind{ActorContact, ActorKey, ActorUser, ActorAssistant, ActorOperator, ActorImport, ActorProvider, ActorSystem}

// Actor is who asks, in one workspace. Every use case takes one and touches
// rows of its workspace only.
type Actor struct {
	WorkspaceID string
	Kind        ActorKind
	// ID is the key's or the user's; "" for the operator and the service.
	ID string
	// Name is what the audit log shows: of the key, or of the person.
	Name   string
	Live   bool
	Scopes []Scope
	// Reach is which conversations the actor may see. The zero Reach sees none.
	Reach Reach
	// MasksPhoneNumbers is set for who sees contacts' phone numbers masked only.
	MasksPhoneNumbers bool
	// RoleID is the role of a user in the workspace; "" for others.
	RoleID string
	// Operator is set for a user who may see how the whole deployment stands.
	Operator bool
	// SessionID is the session of a user who signed in, and SignedInAt when they
	// last proved who they are; both are empty for others.
	SessionID  string
	SignedInAt time.Time
	// Origin is where the request came from.
	Origin Origin
}

// Origin is where a request came from.
type Origin struct {
	IP, UserAgent, RequestID string
}

// Network is what counts as one network of callers: an IPv4 address, or an IPv6 /64.
func (o Origin) Network() string {
	if a, err := netip.ParseAddr(o.IP); err == nil {
		return NetworkOf(a).String()
	}
	return o.IP
}

// NetworkOf is Origin.Network of an address.
func NetworkOf(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits)
	return p
}

// Insider returns the operator or the service itself, who may do and see
// everything in a workspace.
func Insider(workspaceID string, kind ActorKind, live bool) Actor {
	return Actor{WorkspaceID: workspaceID, Kind: kind, Live: live, Scopes: []Scope{ScopeAll}, Reach: WholeReach()}
}

// SignedInLately returns nil unless the actor is a user whose last sign-in is
// too long ago for what matters: keys, roles, exports.
func (a Actor) SignedInLately(now time.Time) error {
	if a.Kind != ActorUser || now.Sub(a.SignedInAt) <= RecentSignIn {
		return nil
	}
	return Errorf(KindForbidden, CodeSignInAgain, "This needs a sign-in within the last 10 minutes. Confirm that it is you (POST /v1/session/confirm), then retry.")
}

// UserID returns the user who acts; "" for anybody else.
func (a Actor) UserID() string {
	if a.Kind != ActorUser {
		return ""
	}
	return a.ID
}

// By is the actor as whatever it does is recorded.
func (a Actor) By() DoneBy { return DoneBy{a.Kind, a.ID} }

// Require returns nil when the actor holds the scope, else a KindForbidden
// error that names the scope.
func (a Actor) Require(s Scope) error {
	if slices.Contains(a.Scopes, ScopeAll) || slices.Contains(a.Scopes, s) {
		return nil
	}
	return Errorf(KindForbidden, CodeForbidden, "%s the scope %s.", a.Address("This API key lacks", "You lack"), s)
}

// RequireOperator returns a KindForbidden error unless the actor may see how the
// whole deployment stands. No role and no scope gives that.
func (a Actor) RequireOperator() error {
	if a.Kind == ActorUser && a.Operator {
		return nil
	}
	return Errorf(KindForbidden, CodeForbidden, "Only operators of this deployment may ask for this. Whoever runs it makes somebody one on the server: crm admin add-operator.")
}

// RequireWholeReach returns a KindForbidden error unless the actor sees every
// conversation of the workspace.
func (a Actor) RequireWholeReach() error {
	if a.Reach.IsWhole() {
		return nil
	}
	return Errorf(KindForbidden, CodeReachRequired, "This is about every conversation of the workspace, and your reach is limited.")
}

// RequireFigures returns a KindForbidden error that says what to ask for, unless the figures
// of a team, an agent and a phone number, each "" for all of them, are in the actor's reach.
func (a Actor) RequireFigures(teamID, agentID, phoneNumberID string) error {
	if a.Reach.CoversFigures(teamID, agentID, phoneNumberID) {
		return nil
	}
	var ask []string
	if a.Reach.Kind == ReachTeams && len(a.Reach.TeamIDs) > 0 {
		ask = append(ask, "of one of your teams (teamId) or your own (agentId="+a.Reach.UserID+")")
	} else if a.Reach.Kind != ReachAll && a.Reach.UserID != "" {
		ask = append(ask, "that are your own (agentId="+a.Reach.UserID+")")
	}
	if len(a.Reach.PhoneNumberIDs) > 0 {
		ask = append(ask, "of one of your phone numbers (phoneNumberId)")
	}
	return Errorf(KindForbidden, CodeReachRequired, "Your reach is limited. Ask for the figures %s.", strings.Join(ask, ", "))
}

// Address returns the words for an API key, or those for a person, who is
// spoken to.
func (a Actor) Address(key, person string) string {
	if a.Kind == ActorKey {
		return key
	}
	return person
}

// With is the actor with these scopes only, for what a use case looks up on the
// way.
func (a Actor) With(scopes ...Scope) Actor {
	a.Scopes = scopes
	return a
}

// JoinScopes renders scopes for storage, separated by spaces.
func JoinScopes(scopes []Scope) string {
	parts := make([]string, len(scopes))
	for i, s := range scopes {
		parts[i] = string(s)
	}
	return strings.Join(parts, " ")
}

// SplitScopes reads what JoinScopes wrote.
func SplitScopes(text string) []Scope {
	fields := strings.Fields(text)
	out := make([]Scope, len(fields))
	for i, f := range fields {
		out[i] = Scope(f)
	}
	return out
}
