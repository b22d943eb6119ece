// Package broadcast sends one template to many: it expands an audience, says beforehand
// what it costs and how long it takes, sends within the pace of the phone number and
// within limits, and counts what becomes of it. What it does goes on where it stopped,
// whatever stops it: each recipient gets one message.
package broadcast

import (
	"cmp"
	"log/slog"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/csvtable"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/template"
	"service.example/crm/internal/service/templatestats"
)

// Broadcasts has the use cases about broadcasts.
type Broadcasts struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls

	access     *access.Access
	account    *account.Accounts
	template   *template.Templates
	message    *message.Messages
	statistics *templatestats.Statistics
	charge     *charge.Charges
	tables     *csvtable.Tables
	after      After

	runs *longrun.Runner
}

// After has the rooms that do something after an answer.
type After struct {
	Conversations *conversation.Conversations
	Deals         *deal.Deals
}

// New returns the use cases.
func New(p core.Parts, access *access.Access, account *account.Accounts, template *template.Templates, message *message.Messages, statistics *templatestats.Statistics, charge *charge.Charges, tables *csvtable.Tables, after After) *Broadcasts {
	s := &Broadcasts{db: p.DB, log: p.Log, calls: p.Calls, access: access, account: account, template: template, message: message, statistics: statistics, charge: charge, tables: tables, after: after}
	s.runs = longrun.New(p.DB, p.Log, longrun.Kind{Table: runs, Job: jobBroadcast, Slice: slice, Open: s.open, Ended: failed, Tidy: s.tidy, GaveUp: "It failed again and again for a reason of our own."})
	return s
}

// jobBroadcast is the kind of the jobs of this room.
const jobBroadcast jobs.JobKind = "broadcast"

// slice is how long a broadcast goes on before others have a turn, if there are more than
// atOnce.
const (
	slice  = 10 * time.Second
	atOnce = 16
)

// Send prepares and sends broadcasts.
func Send(s *Broadcasts) jobs.Kind {
	return jobs.Kind{Name: jobBroadcast, Concurrency: atOnce, Hold: 256, Timeout: 2 * time.Minute, Handle: s.runs.Handle, GiveUp: s.runs.GiveUp}
}

// Currency is that of the prices and limits of a broadcast: of the messaging account that
// sends it, or USD where that was not known.
func Currency(b crm.Broadcast) string { return cmp.Or(b.Limits.Currency, templatestats.Currency) }

func keyOf(b crm.Broadcast) longrun.Key { return longrun.Key{b.WorkspaceID, b.ID} }

// target is a broadcast as the audit log names it.
func target(b crm.Broadcast) crm.ActTarget {
	return crm.ActTarget{Type: "broadcast", ID: b.ID, Name: b.Name}
}

// refuse says that a broadcast does not take something as it is.
func refuse(b crm.Broadcast, format string) error {
	return crm.Errorf(crm.KindConflict, crm.CodeBroadcastStatus, "The broadcast is %s; "+format, b.Status)
}

// change gives a broadcast another status and tells of it.
func change(tx *db.Tx, b *crm.Broadcast, to crm.BroadcastStatus, reason string, by crm.DoneBy) error {
	from, now := b.Status, tx.Now()
	b.Status, b.Reason, b.UpdatedAt = to, reason, now
	switch to {
	case crm.BroadcastRunning:
		if b.StartedAt == nil {
			b.StartedAt = &now
		}
	case crm.BroadcastCompleted:
		b.EndedAt = &now
	}
	saveStatus(tx, *b)
	return event.AppendEvent(tx, crm.EventBroadcastUpdated, b.WorkspaceID, b.ID, crm.EventScope{PhoneNumberID: b.PhoneNumberID}, crm.BroadcastUpdatedData{
		BroadcastID: b.ID, Name: b.Name, TemplateName: b.Template.Name, PhoneNumberID: b.PhoneNumberID, FromStatus: from, ToStatus: to, Reason: reason, ChangedBy: by})
}

// tellEnd tells that every recipient of a broadcast has an outcome.
func tellEnd(tx *db.Tx, b crm.Broadcast, from crm.BroadcastStatus) error {
	c := b.Counts
	return event.AppendEvent(tx, crm.EventBroadcastCompleted, b.WorkspaceID, b.ID, crm.EventScope{PhoneNumberID: b.PhoneNumberID}, crm.BroadcastCompletedData{
		BroadcastID: b.ID, Name: b.Name, TemplateName: b.Template.Name, PhoneNumberID: b.PhoneNumberID, FromStatus: string(from), ToStatus: string(b.Status),
		Recipients: int(c.Recipients()), Sent: int(c.Sent), Delivered: int(c.Delivered), Read: int(c.Read), Failed: int(c.Failed), Excluded: int(c.Excluded), ChangedBy: bySystem})
}

// bySystem is who changes what changes by itself.
var bySystem = crm.DoneBy{Type: crm.ActorSystem}
