package broadcast

import (
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/calendar"
)

// laterPage is how many recipients one step lets wait where nobody can be sent.
const laterPage = 500

// turns are whose turn it is.
type turns struct {
	list []crm.Recipient // who gets a message
	held []crm.Recipient // who gets none, to compare with
	// later are those whose time has not come; Turn is when it does.
	later []crm.Recipient
	// next is when to look again where there is nobody.
	next time.Time
}

func (t turns) none() bool { return len(t.list)+len(t.held)+len(t.later) == 0 }

// clocksOf are the clocks of the recipients of a broadcast.
func clocksOf(tx *db.Tx, b crm.Broadcast) (crm.BroadcastClocks, error) {
	local, err := calendar.LocalTime(tx, b.WorkspaceID, tx.Now())
	return b.Clocks(local.Location()), err
}

// turnsOf are up to room recipients to whom a message goes now: in the order of numbers, or
// by their clocks.
func turnsOf(tx *db.Tx, b crm.Broadcast, room int) (t turns, err error) {
	if !b.Timed() {
		t.list, err = recipients(tx, b.WorkspaceID, b.ID, crm.RecipientQueued, 0, room)
		return t, err
	}
	clocks, err := clocksOf(tx, b)
	if err != nil {
		return t, err
	}
	for limit := room; ; limit = laterPage {
		found, err := due(tx, b, tx.Now(), limit)
		if err != nil {
			return t, err
		}
		t = divide(found, clocks, tx.Now(), room)
		if len(t.list)+len(t.held) > 0 || len(found) < limit || limit >= laterPage {
			break // else nearly everybody here sleeps: let many wait by one step
		}
	}
	if t.none() {
		t.next, err = nextTurn(tx, b)
	}
	return t, err
}

// divide finds out for whom it is time.
func divide(found []crm.Recipient, clocks crm.BroadcastClocks, now time.Time, room int) (t turns) {
	opens := map[string]time.Time{}
	for _, r := range found {
		at, known := opens[r.Zone]
		if !known {
			at = clocks.Opens(r.Zone, now)
			opens[r.Zone] = at
		}
		switch {
		case at.After(now):
			r.Turn = db.Ms(at)
			t.later = append(t.later, r)
		case r.State == crm.RecipientHeldOut:
			t.held = append(t.held, r)
		case len(t.list) < room:
			t.list = append(t.list, r)
		default:
			return t
		}
	}
	return t
}

// turnPosition is a position of a broadcast that goes by clocks: how many turns have come,
// and a sign that no other step has.
func turnPosition(before string, taken int64) string {
	_, step, _ := strings.Cut(before, ".")
	n, _ := strconv.ParseInt(step, 10, 64)
	return sendPosition(taken) + "." + strconv.FormatInt(n+1, 10)
}

// beginsAt is when a broadcast begins in the first zone that it has recipients in; the zero
// time for at once.
func beginsAt(tx *db.Tx, b crm.Broadcast) (at time.Time, err error) {
	clocks, err := clocksOf(tx, b)
	if err != nil || b.ScheduledAt == nil || b.Delivery.TimeZone != crm.ZoneOfRecipient {
		return clocks.BeginsIn(""), err
	}
	found, err := zones(tx, b)
	for _, z := range found {
		if begins := clocks.BeginsIn(z.Zone); at.IsZero() || begins.Before(at) {
			at = begins
		}
	}
	if at.IsZero() {
		at = clocks.Earliest()
	}
	return at, err
}
