// Package message accepts messages, sends them, and follows what becomes of
// them.
package message

import (
	"log/slog"
	"time"

	"golang.org/x/sync/singleflight"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/template"
	"service.example/crm/internal/spill"
)

// Options are what a deployment decides.
type Options struct {
	// Outcomes keeps what the database cannot take; see KeepOutcomes.
	Outcomes *spill.File
	// UnknownGrace is how long a send whose outcome is unknown waits for a status
	// before it is made again.
	UnknownGrace time.Duration
	// DropDraft removes what a user has begun to write in a conversation.
	DropDraft func(tx *db.Tx, workspaceID, conversationID, userID string)
}

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	// Every call to the provider ends as exactly one of these three; Repeated
	// counts the calls that followed an unknown one after its grace.
	AttemptsKnown    func()
	AttemptsRefused  func()
	AttemptsRepeated func()
	AttemptsUnknown  func()
	MessagesAccepted func()
	MessagesFailed   func()
	StatusesParked   func()
}

// Messages has the use cases about messages.
type Messages struct {
	db      *db.DB
	box     *secret.Box
	log     *slog.Logger
	calls   *core.Calls
	opt     Options
	metrics Metrics

	access       *access.Access
	account      *account.Accounts
	template     *template.Templates
	media        *media.Media
	contact      *contact.Contacts
	conversation *conversation.Conversations

	uploads singleflight.Group // of files to the provider
	hearing hearing
}

// New returns the use cases.
func New(
	p core.Parts, opt Options, metrics Metrics,
	access *access.Access, account *account.Accounts, template *template.Templates, media *media.Media,
	contact *contact.Contacts, conversation *conversation.Conversations,
) *Messages {
	s := &Messages{
		db: p.DB, box: p.Box, log: p.Log, calls: p.Calls, opt: opt, metrics: metrics,
		access: access, account: account, template: template, media: media, contact: contact,
		conversation: conversation,
		hearing:      hearing{began: p.DB.Source().Now()},
	}
	rooms.Set(p.DB, s)
	conversation.SetViewed(s.Viewed)
	return s
}

func (s *Messages) now() time.Time { return s.db.Source().Now() }

// The kinds of jobs of this room.
const (
	JobSendMessage jobs.JobKind = "send_message"
	JobIngest      jobs.JobKind = "ingest"
	jobFetchMedia  jobs.JobKind = "fetch_media"
	jobMarkRead    jobs.JobKind = "mark_read"
)

// The groups of updates that run side by side (db.Beside): those about one
// message each, then those about one phone number each, whose statuses may be
// about the same messages, then those that end one turn each, then those that route
// one conversation each.
const (
	BesideMessages db.Group = iota + 1
	BesideNumbers
	BesideTurns
	BesideRoutes
)
