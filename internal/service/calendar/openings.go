package calendar

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/holiday"
	"service.example/crm/internal/office"
)

const (
	// maxOpeningDays bounds the days of which openings are told.
	maxOpeningDays = 366
	// maxHolidayDays bounds the days in which holidays are looked for.
	maxHolidayDays = 5 * 366
)

// Openings are the openings of a calendar in a range of days.
type Openings struct {
	From, To string // the first and the last day
	List     []office.Opening
	// Closed are the exceptions of the range that have no hours.
	Closed  []crm.CalendarException
	OpenNow bool
	// NextChangeAt is when the office opens or closes next; nil if it does neither
	// within two years.
	NextChangeAt *time.Time
}

// Openings returns when a calendar is open on some days: today and the six days
// after it unless said otherwise.
func (s *Calendars) Openings(ctx context.Context, actor crm.Actor, id, from, to string) (o Openings, err error) {
	c, err := s.Calendar(ctx, actor, id)
	if err != nil {
		return o, err
	}
	hours, err := Compile(c.CalendarBody)
	if err != nil {
		return o, err
	}
	now := s.db.Source().Now()
	first, last, err := daysOf(from, to, "", hours.Today(now), 6, maxOpeningDays)
	if err != nil {
		return o, err
	}
	o = Openings{From: first.Format(time.DateOnly), To: last.Format(time.DateOnly), List: hours.Openings(office.DateOf(first), office.DateOf(last)), OpenNow: hours.OpenAt(now)}
	if next, ok := hours.NextChange(now); ok {
		next = next.UTC()
		o.NextChangeAt = &next
	}
	for _, e := range c.Exceptions {
		if len(e.Hours) == 0 && e.Date >= o.From && e.Date <= o.To {
			o.Closed = append(o.Closed, e)
		}
	}
	return o, nil
}

// daysOf reads a range of days, both of which may be left out. within is the
// prefix of their pointers.
func daysOf(from, to, within string, today office.Date, further, most int) (first, last time.Time, err error) {
	var f crm.Faults
	day := func(name, text string, otherwise time.Time) time.Time {
		if text == "" {
			return otherwise
		}
		t, ok := crm.CalendarDay(text)
		if !ok {
			f.Add(within+name, crm.CodeParameterInvalid, "%s must be a day, such as 2026-12-25.", name)
		}
		return t
	}
	first = day("from", from, time.Date(today.Year, today.Month, today.Day, 0, 0, 0, 0, time.UTC))
	last = day("to", to, first.AddDate(0, 0, further))
	if f.Empty() && (last.Before(first) || int(last.Sub(first).Hours()/24) >= most) {
		f.Add(within+"to", crm.CodeOutOfRange, "to must not be before from; from and to span at most %d days.", most)
	}
	return first, last, f.Err()
}

// Hours returns the hours of a calendar, ready to be asked, or a KindNotFound error.
func Hours(tx *db.Tx, workspaceID, id string) (*office.Calendar, error) {
	c, err := Calendar(tx, workspaceID, id)
	if err != nil {
		return nil, err
	}
	return Compile(c.CalendarBody)
}

// Compile makes the hours of a calendar that was checked ready for counting.
func Compile(c crm.CalendarBody) (*office.Calendar, error) {
	h := office.Hours{Zone: c.TimeZone}
	for _, one := range c.Hours {
		from, to := one.Minutes()
		h.Weekly[one.Weekday()] = append(h.Weekly[one.Weekday()], office.Interval{From: from, To: to})
	}
	for _, e := range c.Exceptions {
		day, _ := crm.CalendarDay(e.Date)
		x := office.Exception{Date: office.DateOf(day), Name: e.Name}
		for _, one := range e.Hours {
			from, to := one.Minutes()
			x.Hours = append(x.Hours, office.Interval{From: from, To: to})
		}
		h.Exceptions = append(h.Exceptions, x)
	}
	return office.New(h)
}

// Holiday is a day of a file that may become an exception.
type Holiday struct {
	holiday.Day
	Already bool // the calendar has an exception on the day
}

// Holidays are the days that a file names in a range.
type Holidays struct {
	From, To string
	List     []Holiday
	More     bool // there are others, which were left out
}

// PreviewHolidays reads an iCalendar file and stores nothing: public feeds call
// observances holidays, so people choose from it.
func (s *Calendars) PreviewHolidays(ctx context.Context, actor crm.Actor, id, text, from, to string) (h Holidays, err error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return h, err
	}
	c, err := s.Calendar(ctx, actor.With(crm.ScopeTeamsRead), id)
	if err != nil {
		return h, err
	}
	hours, err := Compile(c.CalendarBody)
	if err != nil {
		return h, err
	}
	var f crm.Faults
	first, last, err := daysOf(from, to, "/", hours.Today(s.db.Source().Now()), 365, maxHolidayDays)
	if err := f.Join(err); err != nil {
		return h, err
	}
	days, more, err := holiday.Read(text, first, last)
	var fault *holiday.Fault
	switch {
	case text == "":
		f.Add("/ics", crm.CodeRequired, "ics is required: the text of an iCalendar file.")
	case errors.As(err, &fault):
		f.Add("/ics", crm.CodeParameterInvalid, "%s", fault.Error())
	case err != nil:
		return h, err
	}
	if err := f.Err(); err != nil {
		return h, err
	}
	have := map[string]bool{}
	for _, e := range c.Exceptions {
		have[e.Date] = true
	}
	h = Holidays{From: first.Format(time.DateOnly), To: last.Format(time.DateOnly), More: more}
	for _, d := range days {
		h.List = append(h.List, Holiday{d, have[d.Date]})
	}
	return h, nil
}
