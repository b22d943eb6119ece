package crm

import (
	"slices"
	"strings"
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
	ScopeKnowledgeRead  Scope = "knowledge:read"
	ScopeKnowledgeWrite Scope = "knowledge:write"
	ScopeAIRead         Scope = "ai:read"
	ScopeAIWrite        Scope = "ai:write"

	ScopeAssistantsRead     Scope = "assistants:read"
	ScopeAssistantsWrite    Scope = "assistants:write"
	ScopeConversationsRead  Scope = "conversations:read"
	ScopeConversationsWrite Scope = "conversations:write"
	ScopeSandboxRead        Scope = "sandbox:read"
	ScopeSandboxWrite       Scope = "sandbox:write"
)

// Scopes lists every scope that a key may be given.
var Scopes = []Scope{ScopeAll, ScopeMessagesRead, ScopeMessagesWrite, ScopeMediaRead, ScopeMediaWrite, ScopeTemplatesRead,
	ScopeTemplatesWrite, ScopeWebhooksRead, ScopeWebhooksWrite, ScopeEventsRead,
	ScopeKeysRead, ScopeKeysWrite, ScopeNumbersRead, ScopeAccountsWrite,
	ScopeContactsRead, ScopeContactsWrite, ScopeKnowledgeRead, ScopeKnowledgeWrite, ScopeAIRead, ScopeAIWrite,
	ScopeAssistantsRead, ScopeAssistantsWrite, ScopeConversationsRead, ScopeConversationsWrite, ScopeSandboxRead, ScopeSandboxWrite}

// Actor is who asks: an API key of one workspace. Every use case takes one and
// touches rows of its workspace only.
type Actor struct {
	WorkspaceID string
	KeyID       string
	Live        bool
	Scopes      []Scope
}

// Require returns nil when the actor holds the scope, else a KindForbidden
// error that names the scope.
func (a Actor) Require(s Scope) error {
	if slices.Contains(a.Scopes, ScopeAll) || slices.Contains(a.Scopes, s) {
		return nil
	}
	return Errorf(KindForbidden, CodeForbidden, "This API key lacks the scope %s.", s)
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
