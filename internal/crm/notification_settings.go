package crm

import (
	"slices"
	"time"
)

// NotificationChannels says by which ways a member is told of one kind.
type NotificationChannels struct {
	Kind NotificationKind `json:"kind" enum:"assigned,mentioned,waiting,warned,breached,handed_off,new_in_team,too_often,promise_due,deal,system" doc:"The kind. Each may be named once; what is left out is as by default."`
	// InApp makes the notification; the other channels tell of it beside.
	InApp bool `json:"inApp" doc:"Whether there are notifications of this kind, in the list and on the live stream."`
	Push  bool `json:"push" doc:"Whether browsers are told, too, that have a push subscription. Needs inApp."`
	Mail  bool `json:"mail" doc:"Whether the digest has them, too, while they are unread. Needs inApp and digest."`
}

// QuietHours are hours of each day in which nobody is disturbed.
type QuietHours struct {
	From string `json:"from" doc:"Local time at which they begin, HH:MM." example:"20:00"`
	To   string `json:"to" doc:"Local time at which they end, HH:MM; a time before from is on the next day." example:"07:30"`
	// BreachesPass lets breaches be told all the same.
	BreachesPass bool `json:"breachesPass" doc:"Whether notifications of the kind breached are pushed all the same."`
}

// NotificationDigest says when a member is mailed what they have not read: once a day,
// or every so many hours while there is something.
type NotificationDigest struct {
	At         string `json:"at" doc:"Local time of each day, HH:MM; empty with everyHours." example:"08:00"`
	EveryHours int    `json:"everyHours" minimum:"0" maximum:"168" doc:"How many hours are between two at least; 0 with at." example:"0"`
}

// NotificationSettings are how one member is told of something in a workspace.
type NotificationSettings struct {
	Kinds    []NotificationChannels `json:"kinds" nullable:"false" maxItems:"20" doc:"Each kind with its channels."`
	TimeZone string                 `json:"timeZone" maxLength:"64" doc:"IANA time zone of quietHours and digest." example:"Europe/Berlin"`
	// QuietHours are when nothing is pushed or mailed; nil for never.
	QuietHours *QuietHours `json:"quietHours" doc:"When nothing is pushed or mailed; null for never."`
	// ShowText lets pushes have words of contacts and colleagues.
	ShowText bool `json:"showText" doc:"Whether pushes show what contacts and colleagues wrote, and names. They pass through the maker of the browser, encrypted, and stand on a locked screen."`
	// Digest says when there is a mail; nil for never.
	Digest *NotificationDigest `json:"digest" doc:"When you get a mail of what you have not read; null for never."`
}

// DefaultNotificationSettings hold for who has chosen nothing.
func DefaultNotificationSettings() NotificationSettings {
	s := NotificationSettings{TimeZone: "UTC", Kinds: []NotificationChannels{}}
	return s.whole()
}

func defaultChannels(k NotificationKind) NotificationChannels {
	quiet := k == NotifyNewInTeam || k == NotifyWarned || k == NotifySystem
	return NotificationChannels{Kind: k, InApp: true, Push: !quiet}
}

// whole returns the settings with every kind, in one order.
func (s NotificationSettings) whole() NotificationSettings {
	given := s.Kinds
	s.Kinds = make([]NotificationChannels, len(NotificationKinds))
	for i, k := range NotificationKinds {
		s.Kinds[i] = defaultChannels(k)
		if n := slices.IndexFunc(given, func(c NotificationChannels) bool { return c.Kind == k }); n >= 0 {
			s.Kinds[i] = given[n]
		}
	}
	return s
}

// Channels says how the member is told of a kind.
func (s NotificationSettings) Channels(k NotificationKind) NotificationChannels {
	if i := slices.IndexFunc(s.Kinds, func(c NotificationChannels) bool { return c.Kind == k }); i >= 0 {
		return s.Kinds[i]
	}
	return defaultChannels(k)
}

// Normalize returns the settings with every kind, or every fault of them.
func (s NotificationSettings) Normalize() (NotificationSettings, error) {
	var f Faults
	if len(s.Kinds) > 2*len(NotificationKinds) {
		f.Add("/kinds", CodeOutOfRange, "kinds may have each kind once.")
		s.Kinds = nil
	}
	for i, c := range s.Kinds {
		switch at := Pointer("kinds", i, "kind"); {
		case c.Kind == "":
			f.Add(at, CodeRequired, "kind is required.")
		case !slices.Contains(NotificationKinds, c.Kind):
			f.Add(at, CodeNotAllowed, "%q is no kind of notification.", clip(string(c.Kind)))
		case slices.ContainsFunc(s.Kinds[:i], func(o NotificationChannels) bool { return o.Kind == c.Kind }):
			f.Add(at, CodeNotAllowed, "%s is there twice.", c.Kind)
		}
		if c.Push && !c.InApp {
			f.Add(Pointer("kinds", i, "push"), CodeNotAllowed, "push needs inApp.")
		}
		if c.Mail && !c.InApp {
			f.Add(Pointer("kinds", i, "mail"), CodeNotAllowed, "mail needs inApp.")
		}
	}
	if s.TimeZone == "" {
		s.TimeZone = "UTC"
	}
	if !IsZone(s.TimeZone) {
		f.Add("/timeZone", CodeNotAllowed, "%q is not an IANA time zone.", clip(s.TimeZone))
	}
	if q := s.QuietHours; q != nil {
		checkTimeOfDay("/quietHours/from", q.From, &f)
		checkTimeOfDay("/quietHours/to", q.To, &f)
		if q.From == q.To && q.From != "" {
			f.Add("/quietHours/to", CodeNotAllowed, "to is the same time as from.")
		}
	}
	if d := s.Digest; d != nil {
		switch {
		case d.At == "" && d.EveryHours == 0:
			f.Add("/digest/at", CodeRequired, "at or everyHours is required.")
		case d.At != "" && d.EveryHours != 0:
			f.Add("/digest/everyHours", CodeNotAllowed, "at and everyHours exclude each other.")
		case d.At != "":
			checkTimeOfDay("/digest/at", d.At, &f)
		case d.EveryHours < 1 || d.EveryHours > 168:
			f.Add("/digest/everyHours", CodeOutOfRange, "everyHours is from 1 to 168.")
		}
	}
	if err := f.Err(); err != nil {
		return s, err
	}
	return s.whole(), nil
}

// timeOfDay reads HH:MM, before 24:00.
func timeOfDay(text string) (minutes int, ok bool) {
	minutes, ok = minuteOfDay(text)
	return minutes, ok && minutes < 24*60
}

func checkTimeOfDay(pointer, text string, f *Faults) {
	if _, ok := timeOfDay(text); !ok {
		f.Add(pointer, CodeNotAllowed, "%q is no time of a day: HH:MM, to 23:59.", clip(text))
	}
}

func (s NotificationSettings) zone() *time.Location {
	if zone, err := time.LoadLocation(s.TimeZone); err == nil && s.TimeZone != "Local" {
		return zone
	}
	return time.UTC
}

// onDay is a local time of the day of at, so many days later. A time that a day does not
// have, when clocks go forward, is an hour later.
func (s NotificationSettings) onDay(at time.Time, days, minutes int) time.Time {
	local := at.In(s.zone())
	return time.Date(local.Year(), local.Month(), local.Day()+days, minutes/60, minutes%60, 0, 0, s.zone())
}

// QuietUntil returns when the quiet hours end in which a time is; it reports false
// outside of them.
func (s NotificationSettings) QuietUntil(at time.Time) (end time.Time, quiet bool) {
	if s.QuietHours == nil {
		return at, false
	}
	from, _ := timeOfDay(s.QuietHours.From)
	to, _ := timeOfDay(s.QuietHours.To)
	for days := -1; days <= 0; days++ {
		begin, over := s.onDay(at, days, from), s.onDay(at, days, to)
		if to < from {
			over = s.onDay(at, days+1, to)
		}
		if !at.Before(begin) && at.Before(over) {
			return over, true
		}
	}
	return at, false
}

// Disturbs reports whether the member may be disturbed at a time by a kind.
func (s NotificationSettings) Disturbs(k NotificationKind, at time.Time) bool {
	_, quiet := s.QuietUntil(at)
	return !quiet || k == NotifyBreached && s.QuietHours.BreachesPass
}

// DigestAt returns when the next digest is due for what came at a time; last is when the
// one before was, the zero time for none. It reports false where there is none.
func (s NotificationSettings) DigestAt(came, last time.Time) (due time.Time, wanted bool) {
	if s.Digest == nil {
		return due, false
	}
	if s.Digest.EveryHours > 0 {
		due = last.Add(time.Duration(s.Digest.EveryHours) * time.Hour)
		if due.Before(came) || last.IsZero() {
			due = came.Add(DigestPause)
		}
	} else {
		minutes, _ := timeOfDay(s.Digest.At)
		for days := 0; !due.After(came); days++ {
			due = s.onDay(came, days, minutes)
		}
	}
	if end, quiet := s.QuietUntil(due); quiet {
		due = end
	}
	return due, true
}

// DigestPause is how long a digest waits for more, where none was sent for long.
const DigestPause = 10 * time.Minute
