// Package search finds messages, notes, contacts and deals by their words. A follower of
// the log keeps the index; what it says is checked against the rows as they are
// now, so what was deleted or changed is never shown as it was.
package search

import (
	"log/slog"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/words"
)

// Search has the use case, and keeps the index.
type Search struct {
	db       *db.DB
	log      *slog.Logger
	pageTime time.Duration
}

// New returns the use cases.
func New(p core.Parts) *Search { return &Search{db: p.DB, log: p.Log, pageTime: pageTime} }

// Kind is what was found.
type Kind string

// The kinds, as they are named in the API.
const (
	KindMessage Kind = "message"
	KindNote    Kind = "note"
	KindContact Kind = "contact"
	KindDeal    Kind = "deal"
)

// Kinds lists every kind.
var Kinds = []Kind{KindMessage, KindNote, KindContact, KindDeal}

// scope is what an actor needs to find items of the kind.
func (k Kind) scope() crm.Scope {
	switch k {
	case KindMessage:
		return crm.ScopeMessagesRead
	case KindContact:
		return crm.ScopeContactsRead
	case KindDeal:
		return crm.ScopeDealsRead
	}
	return crm.ScopeConversationsRead
}

// Query is what somebody looks for; empty fields match everything.
type Query struct {
	Text                                     string
	Kind                                     Kind
	ConversationID, ContactID, PhoneNumberID string
	Direction                                crm.Direction
	From, To                                 time.Time // To is the first moment that does not count
}

// Hit is an item that was found.
type Hit struct {
	Kind Kind
	// ID is the message's, the note's, the contact's or the deal's.
	ID, ConversationID, ContactID, PhoneNumberID string
	Direction                                    crm.Direction // of a message
	At                                           time.Time
	Snippet                                      words.Snippet
	number                                       int64
}

// Found is a page of hits, newest first. The page may have fewer hits than asked
// for although more follow.
type Found struct {
	crm.List[Hit]
	// IndexedUntil is the time up to which everything is found.
	IndexedUntil time.Time
	// Complete is false while what is older than the index has yet to be indexed.
	Complete bool
}
