package crm

import (
	"fmt"
	"time"
)

// HealthKind names what is wrong with a phone number.
type HealthKind string

// The kinds of health notices.
const (
	// HealthUnknownStatus: a status names a message that was never seen here.
	HealthUnknownStatus HealthKind = "unknown_message_status"
	// HealthUnknownQuote: a customer answers a message that was never seen here.
	HealthUnknownQuote HealthKind = "unknown_quoted_message"
	// HealthSilence: no webhook comes where traffic was steady.
	HealthSilence HealthKind = "silence"
	// HealthStatusesOverdue: messages that the provider took get no status.
	HealthStatusesOverdue HealthKind = "statuses_overdue"
	// HealthSignatures: posts about the number are signed wrongly.
	HealthSignatures HealthKind = "webhook_signature_failures"
	// HealthProviderErrors: the provider reports errors of the number.
	HealthProviderErrors HealthKind = "provider_errors"
	// What the provider tells of the number and its account.
	HealthQuality    HealthKind = "quality_drop"
	HealthLimit      HealthKind = "messaging_limit_drop"
	HealthName       HealthKind = "display_name_rejected"
	HealthRestricted HealthKind = "account_restricted"
	HealthDisabled   HealthKind = "account_disabled"
	HealthAlert      HealthKind = "account_alert"
	HealthSecurity   HealthKind = "security"
	// HealthDisconnected: the provider disconnected the number.
	HealthDisconnected HealthKind = "number_disconnected"
	// HealthGroup: a change of a group failed, in whole or in part.
	HealthGroup HealthKind = "group_change_failed"
	// HealthUnapplied: the provider told something that nothing here shows.
	HealthUnapplied HealthKind = "webhook_item_not_applied"
	// HealthToken: the provider refuses the token; messages wait.
	HealthToken HealthKind = "token_refused"
	// HealthHeld: the provider refuses every message of the number; messages wait.
	HealthHeld HealthKind = "sending_held"
	// HealthPayment: the account has no valid payment method; what costs something waits.
	HealthPayment HealthKind = "payment_missing"
)

// HealthKinds lists every kind of notice.
var HealthKinds = []HealthKind{HealthUnknownStatus, HealthUnknownQuote, HealthSilence, HealthStatusesOverdue, HealthSignatures,
	HealthProviderErrors, HealthQuality, HealthLimit, HealthName, HealthRestricted, HealthDisabled, HealthAlert, HealthSecurity,
	HealthDisconnected, HealthGroup, HealthUnapplied, HealthToken, HealthHeld, HealthPayment}

// Lasts is how long a notice stays open after it was last seen; 0 for one that
// ends when its cause does.
func (k HealthKind) Lasts() time.Duration {
	switch k {
	case HealthUnknownStatus, HealthUnknownQuote, HealthUnapplied:
		return 24 * time.Hour
	case HealthSignatures, HealthProviderErrors, HealthHeld: // messages that wait renew it
		return time.Hour
	case HealthAlert, HealthSecurity, HealthGroup:
		return 7 * 24 * time.Hour
	}
	return 0
}

// Severity says how bad a notice is.
type Severity string

// The severities. Info does not make a number less than healthy.
const (
	SeverityInfo     Severity = "info"
	SeverityWarning  Severity = "warning"
	SeverityCritical Severity = "critical"
)

// HealthNotice is one thing that is wrong with a number, for as long as it is.
type HealthNotice struct {
	WorkspaceID   string
	PhoneNumberID string
	Kind          HealthKind
	Severity      Severity
	Since         time.Time
	LastSeen      time.Time
	Count         int64
	Detail        string
	ResolvedAt    *time.Time
}

// Health is the worst of a number's open notices.
type Health string

// How a number is doing.
const (
	Healthy        Health = "healthy"
	HealthWarning  Health = "warning"
	HealthCritical Health = "critical"
)

// HealthOf returns how a number with these notices is doing.
func HealthOf(list []HealthNotice) Health {
	out := Healthy
	for _, n := range list {
		switch {
		case n.ResolvedAt != nil:
		case n.Severity == SeverityCritical:
			return HealthCritical
		case n.Severity == SeverityWarning:
			out = HealthWarning
		}
	}
	return out
}

// TrafficStep is how long one row of a number's traffic counts.
const TrafficStep = 5 * time.Minute

// Traffic is what went through a number in one step.
type Traffic struct {
	Start              time.Time
	Webhooks, Statuses int64
	Sent, Answered     int64 // of the messages taken in this step
}

// Sum adds up the steps that begin in [from, to).
func Sum(list []Traffic, from, to time.Time) (t Traffic) {
	t.Start = from
	for _, x := range list {
		if !x.Start.Before(from) && x.Start.Before(to) {
			t.Webhooks += x.Webhooks
			t.Statuses += x.Statuses
			t.Sent += x.Sent
			t.Answered += x.Answered
		}
	}
	return t
}

// Overdue is how many of the messages got no status so far.
func (t Traffic) Overdue() int64 { return max(0, t.Sent-t.Answered) }

const (
	// statusPatience is how long a status may take before it is overdue.
	statusPatience = 2 * time.Minute
	// overdueWindow is how far back overdue statuses are looked for.
	overdueWindow = time.Hour
	minOverdue    = 3
	// SilenceWindow is how long nothing must come to be called silence.
	SilenceWindow = 15 * time.Minute
	// silenceMemory is what traffic before the silence is measured over.
	silenceMemory  = 3 * time.Hour
	minExpected    = 20
	minSteadyDays  = 3
	TrafficMemory  = 25 * time.Hour // what the rules look back on
	TrafficDays    = 7
	settledTraffic = TrafficStep + statusPatience
)

// Settled is the part of the last hour whose messages had time for a status.
func Settled(list []Traffic, now time.Time) Traffic {
	return Sum(list, now.Add(-overdueWindow), now.Add(-settledTraffic))
}

// FindOverdue reports messages without a status beyond the usual share: at
// least three, a tenth of what was sent in the last hour, and twice the share
// of the day before.
func FindOverdue(list []Traffic, now time.Time) (n HealthNotice, found bool) {
	hour := Settled(list, now)
	day := Sum(list, now.Add(-TrafficMemory), now.Add(-overdueWindow))
	overdue := hour.Overdue()
	if overdue < minOverdue || overdue*10 < hour.Sent || day.Sent > 0 && overdue*day.Sent < 2*day.Overdue()*hour.Sent {
		return n, false
	}
	return HealthNotice{Kind: HealthStatusesOverdue, Severity: SeverityWarning, Count: overdue,
		Detail: fmt.Sprintf("%d of %d messages that the provider accepted in the last hour have no status yet.", overdue, hour.Sent)}, true
}

// FindSilence reports that no webhook came for a quarter of an hour where at
// least 20 were to be expected: by the same time of the last days, or half of
// what the hours before the silence had. Messages whose statuses are overdue
// make it certain; without any, at least three of the days must have been so.
func FindSilence(list []Traffic, days []int64, last, now time.Time) (n HealthNotice, found bool) {
	if last.IsZero() || now.Sub(last) < SilenceWindow {
		return n, false
	}
	steps := int64(silenceMemory / SilenceWindow)
	before := Sum(list, last.Add(-silenceMemory), last.Add(TrafficStep)).Webhooks / steps
	var total, steady int64
	for _, d := range days {
		total += d
		if d >= minExpected {
			steady++
		}
	}
	byDay := total / max(1, int64(len(days)))
	expected := max(byDay, before/2)
	overdue := Sum(list, last.Add(-TrafficStep), now.Add(-settledTraffic)).Overdue()
	if expected < minExpected || overdue == 0 && (byDay < minExpected || steady < minSteadyDays) {
		return n, false
	}
	n = HealthNotice{Kind: HealthSilence, Severity: SeverityWarning, Count: 1,
		Detail: fmt.Sprintf("No webhook has arrived since %s; about %d every 15 minutes are usual at this time.", last.UTC().Format(time.RFC3339), expected)}
	if overdue > 0 {
		n.Severity = SeverityCritical
		n.Detail += fmt.Sprintf(" %d messages wait for their status.", overdue)
	}
	return n, true
}
