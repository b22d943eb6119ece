// Package inbound takes what the provider posts, cuts it into items, and has
// the rooms apply them. It is the only room that may call all others.
package inbound

import (
	"log/slog"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/courtesy"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/rating"
	"service.example/crm/internal/service/reply"
	"service.example/crm/internal/service/template"
)

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	// ItemsUnrouted counts what is about no account or number of ours.
	ItemsUnrouted func()
	// ItemsUnsupported counts what is kept raw only, by kind.
	ItemsUnsupported func(kind string)
}

// Inbound has the use cases about what the provider posts.
type Inbound struct {
	db      *db.DB
	log     *slog.Logger
	metrics Metrics

	access       *access.Access
	account      *account.Accounts
	template     *template.Templates
	contact      *contact.Contacts
	conversation *conversation.Conversations
	message      *message.Messages
	rating       *rating.Ratings
	courtesy     *courtesy.Courtesy
	reply        *reply.Replies

	bodies      recentBodies
	largeBodies chan struct{} // a place for each large body that is taken apart
}

// New returns the use cases.
func New(
	p core.Parts, metrics Metrics,
	access *access.Access, account *account.Accounts, template *template.Templates,
	contact *contact.Contacts, conversation *conversation.Conversations, message *message.Messages,
	rating *rating.Ratings, courtesy *courtesy.Courtesy, reply *reply.Replies,
) *Inbound {
	return &Inbound{
		db: p.DB, log: p.Log, metrics: metrics,
		access: access, account: account, template: template, contact: contact, conversation: conversation,
		message: message, rating: rating, courtesy: courtesy, reply: reply,
		bodies:      newRecentBodies(),
		largeBodies: make(chan struct{}, largeAtOnce),
	}
}

func (s *Inbound) now() time.Time { return s.db.Source().Now() }
