package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// AvailabilityStatus is whether a member takes conversations.
type AvailabilityStatus string

// The statuses. Somebody who is away gets nothing new; somebody offline has
// finished work.
const (
	AvailableOnline  AvailabilityStatus = "online"
	AvailableAway    AvailabilityStatus = "away"
	AvailableOffline AvailabilityStatus = "offline"
)

// AvailabilityStatuses lists every status.
var AvailabilityStatuses = []AvailabilityStatus{AvailableOnline, AvailableAway, AvailableOffline}

const (
	maxAvailabilityReason = 100 // characters
	maxAvailabilityLength = 7 * 24 * time.Hour
)

// Availability is what a member said, or what was said for them, of whether they
// take conversations. Who never said anything is online.
type Availability struct {
	WorkspaceID, UserID string
	Name                string // of the user
	Status              AvailabilityStatus
	Reason              string     // such as lunch; "" for none
	Since               *time.Time // nil if nothing was ever said
	// Until is when the member is online again by itself; nil for when they say so.
	Until *time.Time
	// ChangedBy is nobody once Until has passed, or if nothing was ever said.
	ChangedBy DoneBy
	// Capacity is how many conversations the member gets automatically at a time.
	Capacity int
	// OwnCapacity is what an entry of the log has of it; nil for that of the workspace,
	// or where none was noted.
	OwnCapacity *int
}

// At returns the availability as it is at a time: online again after Until.
func (a Availability) At(now time.Time) Availability {
	if a.Status == "" {
		a.Status = AvailableOnline
	}
	if a.Until != nil && !now.Before(*a.Until) {
		a.Status, a.Reason, a.Since, a.Until, a.ChangedBy = AvailableOnline, "", a.Until, nil, DoneBy{}
	}
	return a
}

// AvailabilityChange is a new availability.
type AvailabilityChange struct {
	Status AvailabilityStatus
	Reason string
	Until  *time.Time
	// Capacity is nil for one that stays as it is.
	Capacity *int
}

// Validate returns every fault.
func (ch AvailabilityChange) Validate(now time.Time) error {
	var f Faults
	if !slices.Contains(AvailabilityStatuses, ch.Status) {
		f.Add("/status", CodeNotAllowed, "status is online, away or offline.")
	}
	if utf8.RuneCountInString(strings.TrimSpace(ch.Reason)) > maxAvailabilityReason {
		f.Add("/reason", CodeTooLong, "reason may have at most %d characters.", maxAvailabilityReason)
	}
	if ch.Capacity != nil {
		checkCapacity(*ch.Capacity, &f)
	}
	if ch.Until != nil {
		switch {
		case ch.Status == AvailableOnline:
			f.Add("/until", CodeNotAllowed, "until is for away and offline: it is when the member is online again.")
		case !ch.Until.After(now):
			f.Add("/until", CodeOutOfRange, "until must be in the future.")
		case ch.Until.Sub(now) > maxAvailabilityLength:
			f.Add("/until", CodeOutOfRange, "until may be at most 7 days ahead.")
		}
	}
	return f.Err()
}

// AvailabilitySpan is what was said of a member, from one time to another. From
// To to the next one's From the member was online again.
type AvailabilitySpan struct {
	Status    AvailabilityStatus
	Reason    string
	From      time.Time
	To        *time.Time // nil while it holds
	ChangedBy DoneBy
	// Capacity was set for the member; nil for that of the workspace, or where none was
	// noted.
	Capacity *int
}

// Span is the span of an entry of the log. next is when the entry after it
// begins, nil for none.
func (a Availability) Span(next *time.Time, now time.Time) AvailabilitySpan {
	to := next
	if a.Until != nil && !now.Before(*a.Until) && (next == nil || a.Until.Before(*next)) {
		to = a.Until
	}
	return AvailabilitySpan{Status: a.Status, Reason: a.Reason, From: *a.Since, To: to, ChangedBy: a.ChangedBy, Capacity: a.OwnCapacity}
}
