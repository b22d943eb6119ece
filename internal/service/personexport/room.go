// Package personexport hands a person all that is stored about them: one ZIP, written
// while it is read, a page at a time.
package personexport

import (
	"context"
	"io"
	"maps"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/conversion"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/promise"
	"service.example/crm/internal/service/proposal"
	"service.example/crm/internal/service/routing"
)

// Rooms are those whose lists an export has.
type Rooms struct {
	Access       *access.Access
	Contact      *contact.Contacts
	Conversation *conversation.Conversations
	Message      *message.Messages
	Media        *media.Media
	Promise      *promise.Promises
	Routing      *routing.Routing
	Proposal     *proposal.Proposals
	Deal         *deal.Deals
	Conversion   *conversion.Conversions
}

// Exports has the use case of exporting a person.
type Exports struct {
	db *db.DB
	Rooms
}

// New returns the use case.
func New(p core.Parts, rooms Rooms) *Exports { return &Exports{db: p.DB, Rooms: rooms} }

// Person is a contact with those that were merged into it, as they are stored.
type Person struct {
	contact.ContactDetail
	Merged []crm.Contact
	Fields []crm.CustomField // that the workspace has
}

// Of is what a conversation has, where it does not say itself which one that is.
type Of[T any] struct {
	ConversationID string
	Value          T
}

func of[T any](conversationID string, list []T) []Of[T] {
	out := make([]Of[T], len(list))
	for i, v := range list {
		out[i] = Of[T]{conversationID, v}
	}
	return out
}

// Form turns what a room lists into a line of JSON, as the actor may see it.
type Form func(v any) ([]byte, error)

// needed are the scopes without which something would be left out of an export.
var needed = []crm.Scope{crm.ScopeContactsRead, crm.ScopeMessagesRead, crm.ScopeConversationsRead, crm.ScopeMediaRead, crm.ScopeDealsRead}

// Export returns a function that writes all that is stored about a contact as a ZIP. A
// merged contact leads to the remaining one. The actor needs the whole reach and every
// scope that a part of it needs: it has all or is refused. Phone numbers are masked for
// who sees them masked. When the function fails, the ZIP has no directory and no program
// takes it for whole.
func (s *Exports) Export(ctx context.Context, actor crm.Actor, contactID string, form Form) (func(io.Writer) error, error) {
	for _, scope := range needed {
		if err := actor.Require(scope); err != nil {
			return nil, err
		}
	}
	if err := actor.RequireWholeReach(); err != nil {
		return nil, err
	}
	p, err := s.person(ctx, actor, contactID)
	if err != nil {
		return nil, err
	}
	workspace, err := s.Access.Workspace(ctx, actor.WorkspaceID)
	if err != nil {
		return nil, err
	}
	e := &export{Exports: s, ctx: ctx, actor: actor, person: p, workspace: workspace.Name, form: form, met: map[string]bool{}}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		e.at = tx.Now()
		return audit.Record(tx, actor, crm.Act{Action: "contact.exported", Targets: []crm.ActTarget{{Type: "contact", ID: p.Contact.ID}}})
	})
	if err != nil {
		return nil, err
	}
	return e.write, nil
}

// person returns who a contact is, or a KindNotFound error.
func (s *Exports) person(ctx context.Context, actor crm.Actor, id string) (p Person, err error) {
	if p.ContactDetail, err = s.Contact.Contact(ctx, actor, id); err != nil {
		return p, err
	}
	if p.Fields, err = s.Contact.FieldsOf(ctx, actor); err != nil {
		return p, err
	}
	id = p.Contact.ID
	err = s.db.View(ctx, func(tx *db.Tx) error {
		merged, err := contact.MergedInto(tx, actor.WorkspaceID, []string{id}, false)
		if err != nil {
			return err
		}
		stored, err := contact.ContactsAsStored(tx, actor.WorkspaceID, merged[id])
		for _, id := range slices.Sorted(maps.Keys(stored)) {
			p.Merged = append(p.Merged, stored[id])
		}
		return err
	})
	return p, err
}
