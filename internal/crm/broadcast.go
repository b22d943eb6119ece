package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// BroadcastStatus is how far a broadcast has come.
type BroadcastStatus string

// The statuses of broadcasts.
const (
	BroadcastDraft     BroadcastStatus = "draft"
	BroadcastScheduled BroadcastStatus = "scheduled"
	BroadcastRunning   BroadcastStatus = "running"
	BroadcastPaused    BroadcastStatus = "paused"
	BroadcastCompleted BroadcastStatus = "completed"
	BroadcastCanceled  BroadcastStatus = "canceled"
)

// BroadcastStatuses lists every status.
var BroadcastStatuses = []BroadcastStatus{BroadcastDraft, BroadcastScheduled, BroadcastRunning, BroadcastPaused, BroadcastCompleted, BroadcastCanceled}

// Why somebody of the audience gets nothing. What a message is refused for when its turn
// comes is told by the code of the refusal.
const (
	ExcludedDuplicate  = "duplicate"
	ExcludedNumber     = "invalid_number"
	ExcludedContact    = "unknown_contact"
	ExcludedAddress    = "no_number"
	ExcludedOptedOut   = "opted_out"
	ExcludedElsewhere  = "already_in_running_broadcast"
	ExcludedMissing    = "parameters_missing"
	ExcludedParameters = "parameters_invalid"
	ExcludedPrice      = "price_unknown"
	ExcludedFrequency  = "frequency_cap"
	ExcludedRow        = "row_unreadable"
)

// Why a broadcast pauses by itself. Faults of its template, number or account pause it,
// too, by the code of the fault.
const (
	PausedByRequest  = "request"
	PausedByFailures = "too_many_failures"
	PausedByQuality  = "quality_red"
	PausedByMessages = "message_limit_reached"
	PausedByAmount   = "amount_limit_reached"
	PausedByNoWinner = "no_winner"
	PausedByOptOuts  = "too_many_opt_outs"
	PausedByPacing   = "held_by_provider"
)

// Bounds of broadcasts.
const (
	MaxBroadcastRecipients = 100_000
	maxBroadcastName       = 100
	// BroadcastFailures of the last BroadcastWatched outcomes, of which there must be
	// BroadcastJudged, pause a broadcast.
	BroadcastWatched  = 100
	BroadcastJudged   = 20
	BroadcastFailures = 30 // percent
	// BroadcastOptOuts of those delivered, of whom there must be BroadcastHeard, pause a
	// broadcast, too.
	BroadcastHeard   = 100
	BroadcastOptOuts = 3 // percent
)

// BroadcastRecipient is somebody whom a request names, with what fills the template for
// them beside what fills it for all.
type BroadcastRecipient struct {
	ContactID  string            `json:"contactId,omitempty"`
	To         string            `json:"to,omitempty"`
	Parameters map[string]string `json:"parameters,omitempty"`
	// Line is where the row of a table begins; Detail says what is wrong with it. One that is
	// Unread has nothing else.
	Line   int64  `json:"line,omitempty"`
	Detail string `json:"detail,omitempty"`
	Unread bool   `json:"unread,omitempty"`
	// Arm is the variant of a test.
	Arm BroadcastArm `json:"-"`
}

// BroadcastAudience is to whom a broadcast goes: exactly one of these. Named are how many
// a request named.
type BroadcastAudience struct {
	ContactIDs []string             `json:"-"`
	Recipients []BroadcastRecipient `json:"-"`
	SegmentID  string               `json:"segmentId,omitempty"`
	// Filter is the one of a request, or the segment's as it was when it was named.
	Filter *SegmentFilter `json:"filter,omitempty"`
	Named  int64          `json:"named,omitempty"`
	// Table is one that was uploaded; once it was read, it is no more than what it was.
	Table *BroadcastTable `json:"table,omitempty"`
	// Way says which of them it is.
	Way string `json:"way"`
}

// The ways to say to whom a broadcast goes.
const (
	AudienceContacts   = "contactIds"
	AudienceRecipients = "recipients"
	AudienceSegment    = "segmentId"
	AudienceFilter     = "filter"
	AudienceTable      = "table"
)

// Entries are those whom a request named.
func (a *BroadcastAudience) Entries() []BroadcastRecipient {
	if a.Way != AudienceContacts {
		return a.Recipients
	}
	out := make([]BroadcastRecipient, len(a.ContactIDs))
	for i, id := range a.ContactIDs {
		out[i].ContactID = id
	}
	return out
}

// Check finds out which way is used, and every fault of it.
func (a *BroadcastAudience) Check(f *Faults) {
	var used []string
	for _, way := range []struct {
		name string
		used bool
	}{{AudienceContacts, a.ContactIDs != nil}, {AudienceRecipients, a.Recipients != nil}, {AudienceSegment, a.SegmentID != ""}, {AudienceFilter, a.Filter != nil}, {AudienceTable, a.Table != nil}} {
		if way.used {
			used = append(used, way.name)
		}
	}
	a.Named = int64(len(a.ContactIDs) + len(a.Recipients))
	switch {
	case len(used) == 0:
		f.Add("/audience", CodeRequired, "audience is required: contactIds, recipients, segmentId or filter.")
	case len(used) > 1:
		f.Add("/audience", CodeNotAllowed, "audience has one way to say who gets it, not %s.", strings.Join(used, " and "))
	case a.Named == 0 && (used[0] == AudienceContacts || used[0] == AudienceRecipients):
		f.Add("/audience/"+used[0], CodeOutOfRange, "%s has 1 to %d entries, not 0.", used[0], MaxBroadcastRecipients)
	case a.Named > MaxBroadcastRecipients:
		f.Add("/audience/"+used[0], CodeOutOfRange, "%s has 1 to %d entries, not %d.", used[0], MaxBroadcastRecipients, a.Named)
	}
	if len(used) == 1 {
		a.Way = used[0]
	}
}

// BroadcastLimits are hard bounds: a broadcast pauses before it passes one. Zero is none.
type BroadcastLimits struct {
	Micros int64 `json:"micros,omitempty"`
	// Currency is that of the account that sends, as prices are in it, too.
	Currency string `json:"currency,omitempty"`
	Messages int64  `json:"messages,omitempty"`
}

// NoLimitAmount are the micros of limits whose amount is none, which is a fault.
const NoLimitAmount = -1

// BroadcastBody is what people say of a broadcast.
type BroadcastBody struct {
	Name          string
	Template      TemplateContent
	PhoneNumberID string
	Audience      BroadcastAudience
	Limits        BroadcastLimits
	ScheduledAt   *time.Time
	Experiment    BroadcastExperiment
	Delivery      BroadcastDelivery
	// FollowUp is nil for nothing.
	FollowUp *BroadcastFollowUp
}

// Check returns every fault that can be seen without looking anything up.
func (b *BroadcastBody) Check(now time.Time, f *Faults) {
	switch b.Name = strings.TrimSpace(b.Name); {
	case b.Name == "":
		f.Add("/name", CodeRequired, "name is required: what people call the broadcast.")
	case utf8.RuneCountInString(b.Name) > maxBroadcastName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxBroadcastName)
	}
	if b.Template.Name == "" {
		f.Add("/templateName", CodeRequired, "templateName is required: the template that is sent.")
	}
	if at := b.ScheduledAt; at != nil {
		switch {
		case at.After(now.Add(MaxScheduleAhead)):
			f.Add("/scheduledAt", CodeOutOfRange, "scheduledAt may be at most 90 days ahead.")
		case at.Before(now.Add(-ScheduleGrace)):
			f.Add("/scheduledAt", CodeOutOfRange, "scheduledAt is in the past; omit it to start when you say so.")
		}
	}
	if b.Limits.Micros == NoLimitAmount {
		f.Add("/limits/amount", CodeParameterInvalid, "amount must be a decimal number above 0, such as 250.00, and at most 100000.")
	}
	b.Experiment.Check(f)
	b.Delivery.Check(f)
	b.FollowUp.Check(f)
}

// In takes the currency of the account that sends; another one is a fault where there is an
// amount.
func (l *BroadcastLimits) In(currency string, f *Faults) {
	if l.Micros != 0 && l.Currency != "" && l.Currency != currency {
		f.Add("/limits/currency", CodeNotAllowed, "currency must be %s: that of the messaging account.", currency)
		return
	}
	l.Currency = currency
}

// BroadcastCounts is what became of the recipients of a broadcast. Sent has the delivered
// ones, too, and Delivered those that were read.
type BroadcastCounts struct {
	Excluded, Queued, Sending, Sent, Delivered, Read, Failed, Canceled, Answered, HeldOut int64
	// Micros is what those that were not refused may cost at most at list price.
	Micros int64
}

// Add adds other counts.
func (c *BroadcastCounts) Add(o BroadcastCounts) {
	c.Excluded += o.Excluded
	c.Queued += o.Queued
	c.Sending += o.Sending
	c.Sent += o.Sent
	c.Delivered += o.Delivered
	c.Read += o.Read
	c.Failed += o.Failed
	c.Canceled += o.Canceled
	c.Answered += o.Answered
	c.HeldOut += o.HeldOut
	c.Micros += o.Micros
}

// Less is the counts without others.
func (c BroadcastCounts) Less(o BroadcastCounts) BroadcastCounts {
	return BroadcastCounts{c.Excluded - o.Excluded, c.Queued - o.Queued, c.Sending - o.Sending, c.Sent - o.Sent, c.Delivered - o.Delivered,
		c.Read - o.Read, c.Failed - o.Failed, c.Canceled - o.Canceled, c.Answered - o.Answered, c.HeldOut - o.HeldOut, c.Micros - o.Micros}
}

// CountRecipient is what one recipient in a state counts as. micros is what its message
// costs at list price.
func CountRecipient(s RecipientState, answered bool, micros int64) (c BroadcastCounts) {
	switch s {
	case RecipientExcluded:
		c.Excluded = 1
	case RecipientQueued, RecipientAwaiting:
		c.Queued = 1
	case RecipientSending:
		c.Sending, c.Micros = 1, micros
	case RecipientSent:
		c.Sent, c.Micros = 1, micros
	case RecipientDelivered:
		c.Sent, c.Delivered, c.Micros = 1, 1, micros
	case RecipientRead:
		c.Sent, c.Delivered, c.Read, c.Micros = 1, 1, 1, micros
	case RecipientFailed:
		c.Failed = 1
	case RecipientCanceled:
		c.Canceled = 1
	case RecipientHeldOut:
		c.HeldOut = 1
	}
	if answered {
		c.Answered = 1
	}
	return c
}

// Recipients are all who get something, or were to.
func (c BroadcastCounts) Recipients() int64 {
	return c.Queued + c.Sending + c.Sent + c.Failed + c.Canceled
}

// Broadcast is one template that is sent to many.
type Broadcast struct {
	ID, WorkspaceID string
	BroadcastBody
	Status BroadcastStatus
	// Reason is why it is paused.
	Reason string
	Counts BroadcastCounts
	// PreparedAt is when its audience was expanded; nil while it is not.
	PreparedAt *time.Time
	// WatchedFrom is the number behind which failures pause it, Numbered how many of the
	// audience were looked at.
	WatchedFrom, Numbered int64
	// WatchedAt is since when opting out pauses it, WatchedDelivered how many were delivered
	// before; zero is since it started.
	WatchedAt            time.Time
	WatchedDelivered     int64
	Run                  Run
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
	StartedAt, EndedAt   *time.Time
}

// Recipient is somebody of the audience of a broadcast.
type Recipient struct {
	Number                           int64
	Person, ContactID, Phone, UserID string
	Parameters                       map[string]string
	State                            RecipientState
	Reason                           string
	MessageID, ConversationID        string
	Micros                           int64
	Answered, Tapped, Reached        bool
	Arm                              BroadcastArm
	// Zone is the time zone; Turn is of broadcasts that go by the clocks of recipients: above
	// 0 the time in milliseconds to which it waits, below 0 its place among those before it.
	Zone              string
	Turn              int64
	SentAt, UpdatedAt time.Time
	// AcceptedAt is when its message was accepted.
	AcceptedAt time.Time
	// Line is where its row begins in a table, Detail what is wrong with who is left out.
	Line   int64
	Detail string
	// FollowUp is what was done after the answer; nil where none counted.
	FollowUp *FollowUpRun
}

// Count is what the recipient counts as.
func (r Recipient) Count() BroadcastCounts { return CountRecipient(r.State, r.Answered, r.Micros) }
