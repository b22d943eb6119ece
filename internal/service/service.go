// Package service makes the rooms of the product, in the order in which they may
// know each other: a room knows those before it and none behind it.
package service

import (
	"context"
	"log/slog"
	"time"

	"service.example/crm/internal/blob"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/scan"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/service/budget"
	"service.example/crm/internal/service/button"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/cannedreply"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/checklist"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/conversion"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/courtesy"
	"service.example/crm/internal/service/csvtable"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/dealrule"
	"service.example/crm/internal/service/dealtable"
	"service.example/crm/internal/service/deployment"
	"service.example/crm/internal/service/draft"
	"service.example/crm/internal/service/erasure"
	"service.example/crm/internal/service/evaluation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/model"
	"service.example/crm/internal/service/notification"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/service/personexport"
	"service.example/crm/internal/service/promise"
	"service.example/crm/internal/service/proposal"
	"service.example/crm/internal/service/rating"
	"service.example/crm/internal/service/reconciliation"
	"service.example/crm/internal/service/rehearsal"
	"service.example/crm/internal/service/reply"
	"service.example/crm/internal/service/report"
	"service.example/crm/internal/service/routing"
	"service.example/crm/internal/service/search"
	"service.example/crm/internal/service/segment"
	"service.example/crm/internal/service/servicelevel"
	"service.example/crm/internal/service/signon"
	"service.example/crm/internal/service/storefront"
	"service.example/crm/internal/service/template"
	"service.example/crm/internal/service/templatestats"
	"service.example/crm/internal/service/window"
	"service.example/crm/internal/spill"
	"service.example/crm/internal/webpush"
	"service.example/crm/internal/whatsapp"
)

// Options are what a deployment decides.
type Options struct {
	// Live and Test reach the provider for live and for test workspaces; nil
	// where a deployment has none.
	Live, Test *whatsapp.Client
	// TestToken is the token of this process's own simulator, which test
	// workspaces use when they name none; Simulator reaches its customers. Both
	// are empty where there is none.
	TestToken string
	Simulator account.Simulator
	// Guard opens the connections to what customers name; nil for one that
	// allows public addresses.
	Guard *egress.Guard
	// NameServer is asked for the records that prove domains, HOST:PORT; "" for
	// those of the system.
	NameServer string
	// UnknownGrace is how long a send whose outcome is unknown waits for a
	// status before it is made again. What became of other calls of which nobody knows
	// is found out after as long, at most a minute.
	UnknownGrace time.Duration
	// CallbackURL is where the provider posts webhooks; "" leaves the
	// subscription of connected accounts alone.
	CallbackURL, VerifyToken string
	// TestCallback is where this process's own simulator posts webhooks; nil where there
	// is none.
	TestCallback func() string
	// LiveApp and TestApp are the apps of the provider's embedded signup, of which
	// GraphVersion is the version; empty where there is none.
	LiveApp, TestApp whatsapp.App
	GraphVersion     string
	// RedeliveryRate is how many events per second and endpoint a bulk
	// redelivery puts on their way at most.
	RedeliveryRate int
	// Media keeps the bytes of files; Scanner is asked about each, nil for none.
	Media   *blob.Store
	Scanner scan.Scanner
	// Deployment names the objects that are put into Media.
	Deployment crm.Deployment
	// Outcomes keeps what the database cannot take; see KeepOutcomes.
	Outcomes *spill.File
	// KnowledgeMemory bounds the indexes of knowledge that this process keeps,
	// in bytes; 0 means 256 MiB.
	KnowledgeMemory int64
	// PushKey signs at push services, which find who runs this service at PushContact.
	PushKey     *webpush.Key
	PushContact func() string
	// People are passwords and letters.
	People  people.Options
	Metrics Metrics
}

// Metrics counts what operators watch, room by room. Every function may be nil.
type Metrics struct {
	Account      account.Metrics
	Conversation conversation.Metrics
	Inbound      inbound.Metrics
	Library      library.Metrics
	Message      message.Metrics
	Model        model.Metrics
	Reply        reply.Metrics
}

// Service has the rooms. Each is safe for concurrent use.
type Service struct {
	parts core.Parts

	Event      *event.Events
	Audit      *audit.Audit
	Access     *access.Access
	People     *people.People
	Members    *people.Members
	Teams      *people.Teams
	SignOn     *signon.SignOn
	Calendar   *calendar.Calendars
	Account    *account.Accounts
	Template   *template.Templates
	Onboarding *onboarding.Onboarding
	Storefront *storefront.Storefronts
	Checklist  *checklist.Checklists
	Media      *media.Media
	Contact    *contact.Contacts
	Model      *model.Models
	Library    *library.Library
	Assistant  *assistant.Assistants
	Inbox
	Outreach
	Reply      *reply.Replies
	Evaluation *evaluation.Evaluations
	Inbound    *inbound.Inbound
	Deployment *deployment.Deployment
}

// Inbox has the rooms in which people answer customers.
type Inbox struct {
	Conversation  *conversation.Conversations
	CannedReply   *cannedreply.CannedReplies
	Message       *message.Messages
	Promise       *promise.Promises
	Draft         *draft.Drafts
	Button        *button.Buttons
	Routing       *routing.Routing
	Rehearsal     *rehearsal.Rehearsals
	ServiceLevel  *servicelevel.Levels
	Report        *report.Reports
	Window        *window.Windows
	Rating        *rating.Ratings
	Courtesy      *courtesy.Courtesy
	Search        *search.Search
	Deal          *deal.Deals
	DealRule      *dealrule.Rules
	Proposal      *proposal.Proposals
	DealTable     *dealtable.Tables
	Notification  *notification.Notifications
	TemplateStats *templatestats.Statistics
}

// Outreach has the rooms about many messages at once, and about money.
type Outreach struct {
	Segment        *segment.Segments
	Erasure        *erasure.Erasures
	PersonExport   *personexport.Exports
	Conversion     *conversion.Conversions
	Broadcast      *broadcast.Broadcasts
	Charge         *charge.Charges
	Reconciliation *reconciliation.Reconciliations
	Budget         *budget.Budgets
}

// New makes the rooms on a database.
func New(base *db.DB, box *secret.Box, log *slog.Logger, opt Options) *Service {
	if opt.UnknownGrace == 0 {
		opt.UnknownGrace = time.Minute
	}
	if opt.Guard == nil {
		opt.Guard = new(egress.Guard)
	}
	p := core.Parts{DB: base, Box: box, Log: log, Calls: core.NewCalls(base, box)}
	m := opt.Metrics
	s := &Service{parts: p}
	s.Event = event.New(p, event.Options{Guard: opt.Guard, RedeliveryRate: opt.RedeliveryRate}, s.subjects(), audit.Record)
	s.Audit = audit.New(p)
	s.Access = access.New(p)
	opt.People.Requeue, opt.People.DropTeam, opt.People.Changed = releaseAgent, routing.DropTeam, routing.Changed
	opt.People.SetCapacity, opt.People.Capacities, opt.People.OwnCapacity = routing.SetCapacity, routing.Capacities, routing.OwnCapacity
	s.People = people.New(p, opt.People, s.Access)
	s.Members = &people.Members{People: s.People}
	s.Teams = &people.Teams{People: s.People}
	s.SignOn = signon.New(p, signon.Options{Guard: opt.Guard, NameServer: opt.NameServer}, s.Access)
	s.People.SetSignOnRule(signon.Rule)
	s.Access.SetPersonNow(s.People.PersonNow)
	s.Calendar = calendar.New(p)
	s.Account = account.New(p, account.Options{Live: opt.Live, Test: opt.Test, TestToken: opt.TestToken, Simulator: opt.Simulator}, m.Account, s.Access)
	s.Media = media.New(p, media.Options{Deployment: opt.Deployment, Guard: opt.Guard, Media: opt.Media, Scanner: opt.Scanner}, s.Access, s.Account)
	s.Template = template.New(p, s.Access, s.Account, s.Media)
	s.Onboarding = onboarding.New(p, onboarding.Options{CallbackURL: opt.CallbackURL, TestCallback: opt.TestCallback, VerifyToken: opt.VerifyToken, Test: opt.Test, TestToken: opt.TestToken,
		LiveApp: opt.LiveApp, TestApp: opt.TestApp, GraphVersion: opt.GraphVersion, SettleAfter: min(opt.UnknownGrace, time.Minute)}, s.Account, s.Template)
	s.Storefront = storefront.New(p, s.Account, s.Media)
	tables := csvtable.New(p, opt.Media, s.Media)
	s.Contact = contact.New(p, s.Access, tables)
	s.Model = model.New(p, model.Options{Guard: opt.Guard}, m.Model)
	s.Library = library.New(p, library.Options{Guard: opt.Guard, Media: opt.Media, KnowledgeMemory: opt.KnowledgeMemory}, m.Library, s.Access, s.Media, s.Model)
	s.Assistant = assistant.New(p, s.Account, s.Model, assistant.Measured{Newest: evaluation.NewestEvaluation, Drop: dropAssistant})
	s.Conversation = conversation.New(p, s.Assistant, m.Conversation)
	s.CannedReply = cannedreply.New(p)
	s.Message = message.New(p, message.Options{Outcomes: opt.Outcomes, UnknownGrace: opt.UnknownGrace, DropDraft: draft.Drop}, m.Message, s.Access, s.Account, s.Template, s.Media, s.Contact, s.Conversation)
	s.Checklist = checklist.New(p, opt.Guard, s.Account, s.Onboarding, s.Media)
	s.Promise = promise.New(p)
	s.Draft = draft.New(p)
	s.Button = button.New(p, button.Options{Guard: opt.Guard}, s.Access, s.Contact, s.Draft)
	s.Routing = routing.New(p, s.Assistant)
	s.Rehearsal = rehearsal.New(p)
	s.ServiceLevel = servicelevel.New(p)
	s.Report = report.New(p)
	s.Window = window.New(p)
	s.TemplateStats = templatestats.New(p)
	s.Charge = charge.New(p)
	s.Reconciliation = reconciliation.New(p, s.Account, s.Charge)
	s.Rating = rating.New(p, s.Template)
	s.Courtesy = courtesy.New(p, s.Account, s.Message)
	s.Search = search.New(p)
	s.Deal = deal.New(p)
	s.Segment = segment.New(p)
	s.DealRule = dealrule.New(p, s.Deal)
	s.DealTable = dealtable.New(p, s.Access, tables, s.Deal)
	s.Notification = notification.New(p, notification.Options{Guard: opt.Guard, Key: opt.PushKey, Contact: opt.PushContact, Mail: opt.People.Mail, Address: opt.People.Address})
	s.Conversion = conversion.New(p)
	s.Broadcast = broadcast.New(p, s.Access, s.Account, s.Template, s.Message, s.TemplateStats, s.Charge, tables, broadcast.After{Conversations: s.Conversation, Deals: s.Deal})
	s.Budget = budget.New(p, s.Account, s.Broadcast.Committed)
	s.Reply = reply.New(p, m.Reply, s.Account, s.Model, s.Library, s.Assistant, s.Conversation)
	s.Proposal = proposal.New(p, s.Assistant, s.Deal, s.Reply)
	s.Evaluation = evaluation.New(p, s.Account, s.Contact, s.Model, s.Assistant, s.Conversation, s.Reply)
	s.Inbound = inbound.New(p, m.Inbound, s.Access, s.Account, s.Template, s.Contact, s.Conversation, s.Message, s.Rating, s.Courtesy, s.Reply)
	s.Erasure = erasure.New(p, s.Access)
	s.PersonExport = personexport.New(p, personexport.Rooms{Access: s.Access, Contact: s.Contact, Conversation: s.Conversation, Message: s.Message, Media: s.Media, Promise: s.Promise, Routing: s.Routing, Proposal: s.Proposal, Deal: s.Deal, Conversion: s.Conversion})
	s.Deployment = deployment.New(p)
	return s
}

// subjects look up what subscriptions can be limited to.
func (s *Service) subjects() event.Subjects {
	return event.Subjects{
		Number: func(tx *db.Tx, workspaceID, id string) error {
			_, err := account.PhoneNumber(tx, workspaceID, id)
			return err
		},
		Assistant: func(tx *db.Tx, workspaceID, id string) error {
			_, err := assistant.Assistant(tx, workspaceID, id)
			return err
		},
		Numbers: func(ctx context.Context, workspaceID string) ([]crm.PhoneNumber, error) {
			return s.Account.KnownNumbers(ctx, workspaceID)
		},
	}
}

// DB is the database, for the engines that share it.
func (s *Service) DB() *db.DB { return s.parts.DB }

// SweepCaches forgets stale entries; call it now and then.
func (s *Service) SweepCaches() {
	s.Access.SweepCaches()
	s.People.SweepCaches()
	s.Account.SweepCaches()
	s.Template.SweepCaches()
	s.Contact.SweepCaches()
	s.Model.SweepCaches()
	s.Assistant.SweepCaches()
	s.ServiceLevel.SweepCaches()
	s.Routing.SweepCaches()
	s.Conversation.SweepCaches()
	s.Rating.SweepCaches()
}

// SweepCalls forgets the keys of requests whose life is over.
func (s *Service) SweepCalls(ctx context.Context) error { return s.parts.Calls.Sweep(ctx) }

// CheckActor returns an actor that was let in as it is now, or the error that it
// is refused with.
func (s *Service) CheckActor(ctx context.Context, a crm.Actor) (crm.Actor, error) {
	return s.Access.CheckActor(ctx, a)
}

// ForgetAccess drops what is remembered of keys and sessions, after something of
// them changed on another node.
func (s *Service) ForgetAccess() {
	s.Access.ForgetKeys()
	s.People.ForgetSeats()
}

// dropAssistant ends what was measured of an assistant that is gone, and what it might do.
func dropAssistant(tx *db.Tx, workspaceID, assistantID string) {
	evaluation.DropEvaluations(tx, workspaceID, assistantID)
	proposal.Drop(tx, workspaceID, assistantID)
}

// releaseAgent takes a user off every conversation that is assigned to them, and
// returns how many there were.
func releaseAgent(tx *db.Tx, workspaceID, userID string, by crm.DoneBy) (all int, err error) {
	const part = 1000
	for n := part; n == part && err == nil; all += n {
		n, err = conversation.ReleaseAgent(tx, workspaceID, userID, by, part)
	}
	return all, err
}
