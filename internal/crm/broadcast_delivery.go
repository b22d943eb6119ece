package crm

import (
	"math"
	"slices"
	"time"
)

// Whose clock the time is by at which a broadcast begins.
const (
	ZoneOfRecipient = "recipient"
	ZoneOfWorkspace = "workspace"
)

// BroadcastDelivery says when the messages of a broadcast may leave, and who had enough of
// them.
type BroadcastDelivery struct {
	// Quiet are hours in which nobody is written to, by the clock of each recipient.
	Quiet *BroadcastQuiet `json:"quiet,omitempty"`
	// TimeZone says by whose clock the broadcast begins; "" is that of the workspace.
	TimeZone string `json:"timeZone,omitempty"`
	// Cap is nil for none.
	Cap *FrequencyCap `json:"cap,omitempty"`
}

// BroadcastQuiet are hours of each day, HH:MM; a To before From is on the next day.
type BroadcastQuiet struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Check finds every fault.
func (d *BroadcastDelivery) Check(f *Faults) {
	if d.TimeZone != "" && d.TimeZone != ZoneOfRecipient && d.TimeZone != ZoneOfWorkspace {
		f.Add("/timeZone", CodeNotAllowed, "timeZone must be recipient or workspace.")
	}
	if d.TimeZone == ZoneOfWorkspace {
		d.TimeZone = ""
	}
	d.Cap.check(f)
	q := d.Quiet
	if q == nil {
		return
	}
	for _, at := range []struct{ name, text string }{{"from", q.From}, {"to", q.To}} {
		if _, ok := timeOfDay(at.text); at.text == "" {
			f.Add("/quietHours/"+at.name, CodeRequired, "%s is required: a local time HH:MM.", at.name)
		} else if !ok {
			f.Add("/quietHours/"+at.name, CodeParameterInvalid, "%s must be a time of a day, from 00:00 to 23:59.", at.name)
		}
	}
	if q.From == q.To && q.From != "" {
		f.Add("/quietHours/to", CodeNotAllowed, "to is the same time as from.")
	}
}

// Timed reports whether recipients have their own times.
func (b *BroadcastBody) Timed() bool {
	return b.Delivery.Quiet != nil || b.Delivery.TimeZone == ZoneOfRecipient && b.ScheduledAt != nil
}

// BroadcastClocks tell by the clocks of its recipients when a broadcast may write to them.
type BroadcastClocks struct {
	BroadcastDelivery
	// ScheduledAt is when it begins; nil for at once.
	ScheduledAt *time.Time
	// Own is the zone of the workspace: it is that of who has no other one, and by its
	// clock ScheduledAt is read.
	Own    *time.Location
	places map[string]*time.Location
}

// Clocks are those of a broadcast of a workspace.
func (b *BroadcastBody) Clocks(own *time.Location) BroadcastClocks {
	return BroadcastClocks{BroadcastDelivery: b.Delivery, ScheduledAt: b.ScheduledAt, Own: own, places: map[string]*time.Location{}}
}

func (c BroadcastClocks) place(zone string) *time.Location {
	at, known := c.places[zone]
	if !known {
		at = c.Own
		if IsZone(zone) {
			at, _ = time.LoadLocation(zone)
		}
		c.places[zone] = at
	}
	return at
}

// BeginsIn is when the broadcast begins in a zone; the zero time for at once.
func (c BroadcastClocks) BeginsIn(zone string) time.Time { return c.begins(c.place(zone)) }

// Earliest is before it begins in any zone.
func (c BroadcastClocks) Earliest() time.Time { return c.begins(time.FixedZone("", 14*60*60)) }

func (c BroadcastClocks) begins(place *time.Location) time.Time {
	if c.ScheduledAt == nil || c.TimeZone != ZoneOfRecipient {
		return value(c.ScheduledAt)
	}
	at := c.ScheduledAt.In(c.Own)
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), place)
}

func value(at *time.Time) (out time.Time) {
	if at != nil {
		out = *at
	}
	return out
}

// Opens is from when on, at a time or later, somebody in a zone may be written to.
func (c BroadcastClocks) Opens(zone string, at time.Time) time.Time {
	place := c.place(zone)
	if begins := c.begins(place); at.Before(begins) {
		at = begins
	}
	if c.Quiet == nil {
		return at
	}
	from, _ := timeOfDay(c.Quiet.From)
	to, _ := timeOfDay(c.Quiet.To)
	for days := -1; days <= 0; days++ {
		begin, over := onDay(at, place, days, from), onDay(at, place, days, to)
		if to < from {
			over = onDay(at, place, days+1, to)
		}
		if !at.Before(begin) && at.Before(over) {
			return over
		}
	}
	return at
}

// closes is when the next quiet hours of a zone begin.
func (c BroadcastClocks) closes(zone string, at time.Time) time.Time {
	if c.Quiet == nil {
		return at.AddDate(100, 0, 0)
	}
	place, days := c.place(zone), 0
	from, _ := timeOfDay(c.Quiet.From)
	for !onDay(at, place, days, from).After(at) {
		days++
	}
	return onDay(at, place, days, from)
}

// onDay is a local time of the day of at in a place, so many days later.
func onDay(at time.Time, place *time.Location, days, minutes int) time.Time {
	local := at.In(place)
	return time.Date(local.Year(), local.Month(), local.Day()+days, minutes/60, minutes%60, 0, 0, place)
}

// FirstTurn is the turn of who has not waited yet.
const FirstTurn = 1

// WaitsUntil is when a recipient may be written to whose own time has not come; nil for
// others.
func (r Recipient) WaitsUntil() *time.Time {
	if r.Turn <= FirstTurn || r.State != RecipientQueued {
		return nil
	}
	return new(time.UnixMilli(r.Turn).UTC())
}

// BroadcastZone is how many recipients are in a time zone.
type BroadcastZone struct {
	Zone       string
	Recipients int64
	left       float64
	opened     time.Time
	waits      bool
}

// Plan says how many of the recipients wait for their time if a broadcast starts at a time
// and a number takes so many messages in a second, and when the last one would be sent. Who
// waits is sent in the order in which their hours end.
func (c BroadcastClocks) Plan(zones []BroadcastZone, start time.Time, perSecond int64) (waiting int64, end time.Time) {
	zones = slices.Clone(zones)
	for i := range zones {
		zones[i].left = float64(zones[i].Recipients)
	}
	for at := start; ; {
		var open []*BroadcastZone
		var next time.Time
		for i := range zones {
			z := &zones[i]
			if z.left <= 0 {
				continue
			}
			if opens := c.Opens(z.Zone, at); opens.After(at) {
				if z.opened = opens; !z.waits {
					z.waits = true
					waiting += int64(math.Ceil(z.left))
				}
				if next.IsZero() || opens.Before(next) {
					next = opens
				}
				continue
			}
			if len(open) > 0 && z.opened.Before(open[0].opened) {
				open = nil
			}
			if len(open) == 0 || z.opened.Equal(open[0].opened) {
				open = append(open, z)
			}
		}
		switch {
		case len(open) > 0:
			at = c.serve(open, at, float64(perSecond))
		case next.IsZero():
			return waiting, at
		default:
			at = next
		}
	}
}

// serve sends to zones that are open until one closes or all got theirs, and returns when
// that is.
func (c BroadcastClocks) serve(open []*BroadcastZone, at time.Time, perSecond float64) time.Time {
	left, until := 0.0, time.Time{}
	for _, z := range open {
		left += z.left
		if closes := c.closes(z.Zone, at); until.IsZero() || closes.Before(until) {
			until = closes
		}
	}
	part := until.Sub(at).Seconds() * perSecond / left
	if part >= 1 {
		part, until = 1, at.Add(time.Duration(left/perSecond*float64(time.Second)))
	}
	for _, z := range open {
		if z.left *= 1 - part; z.left < 1e-6 {
			z.left = 0
		}
	}
	return until
}
