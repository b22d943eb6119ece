// Package office counts time by office hours: how much of it lies between two
// instants, and when so much of it has passed. It knows time zones and no rows.
package office

import (
	"sync"
	"time"
	_ "time/tzdata" // office hours must not depend on the machine
)

// DayMinutes is how many minutes a day has on the clock, however long it lasts.
const DayMinutes = 24 * 60

// Interval is a part of a local day, in minutes from its midnight, the end
// excluded. One whose end is not after its begin goes on into the next day.
type Interval struct {
	From, To int
}

// end is the end in minutes from the midnight at which the day began.
func (i Interval) end() int {
	if i.To <= i.From {
		return i.To + DayMinutes
	}
	return i.To
}

// Date is a day of the local calendar.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the day of a time, in its own zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// number counts the day from 1970-01-01, which is 0.
func (d Date) number() int {
	return int(floorDiv(time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Unix(), secondsOfDay))
}

// Exception replaces the hours of one day. Without hours the day is closed.
type Exception struct {
	Date  Date
	Name  string
	Hours []Interval
}

// Hours are what a calendar is made of.
type Hours struct {
	Zone       string // IANA
	Weekly     [7][]Interval
	Exceptions []Exception
}

// Calendar counts time by office hours. It is safe for concurrent use.
type Calendar struct {
	zone       *time.Location
	weekly     [7][]Interval
	exceptions map[int]Exception // by number of the day

	mu    sync.RWMutex
	weeks map[int]*week
}

// New returns the calendar of some hours, or an error for a zone that is unknown.
func New(h Hours) (*Calendar, error) {
	zone, err := time.LoadLocation(h.Zone)
	if err != nil {
		return nil, err
	}
	c := &Calendar{zone: zone, weekly: h.Weekly, exceptions: make(map[int]Exception, len(h.Exceptions)), weeks: map[int]*week{}}
	for _, e := range h.Exceptions {
		c.exceptions[e.Date.number()] = e
	}
	return c, nil
}

// Today returns the local day of an instant.
func (c *Calendar) Today(t time.Time) Date { return DateOf(t.In(c.zone)) }

// Local returns an instant as the clock of the place shows it.
func (c *Calendar) Local(t time.Time) time.Time { return t.In(c.zone) }

// hoursOf returns the hours that begin on a day, with the name of its exception.
func (c *Calendar) hoursOf(day int) (hours []Interval, exception string) {
	if e, ok := c.exceptions[day]; ok {
		return e.Hours, e.Name
	}
	return c.weekly[weekday(day)], ""
}

// weekday of a day by its number; 1970-01-01 was a Thursday.
func weekday(day int) time.Weekday {
	return time.Weekday(day - 7*int(floorDiv(int64(day)+4, 7)) + 4)
}

// span returns the instants at which an interval of a day begins and ends. Where
// the clock is set forward or back, it is shorter or longer than it looks.
func (c *Calendar) span(day int, i Interval) (from, to time.Time) {
	return c.at(day, i.From), c.at(day, i.end())
}

// at returns the first instant at which the local clock has come to a minute of a
// day. A minute that is skipped is the moment of the jump; of one that comes
// twice it is the first.
func (c *Calendar) at(day, minute int) time.Time {
	t := time.Date(1970, 1, 1+day, 0, minute, 0, 0, c.zone)
	want := int64(day)*secondsOfDay + int64(minute)*60
	_, offset := t.Zone()
	switch local := t.Unix() + int64(offset); {
	case local > want: // skipped, and Go took the time after the jump
		start, _ := t.ZoneBounds()
		return start
	case local < want:
		_, end := t.ZoneBounds()
		return end
	}
	start, _ := t.ZoneBounds()
	if start.IsZero() {
		return t
	}
	_, before := start.Add(-time.Second).Zone()
	if first := t.Add(time.Duration(offset-before) * time.Second); before > offset && first.Before(start) {
		return first
	}
	return t
}

// exists reports whether a local day has any time: zones that cross the date line
// leave one out.
func (c *Calendar) exists(day int) bool { return c.at(day, 0).Before(c.at(day+1, 0)) }

const secondsOfDay = 24 * 60 * 60

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
