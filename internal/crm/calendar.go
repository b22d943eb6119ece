package crm

import (
	"reflect"
	"strings"
	"time"
	"unicode/utf8"
)

// Calendar is when the business is open: hours of the week in a time zone, and
// the days on which they differ.
type Calendar struct {
	ID, WorkspaceID string
	// Version counts the changes, from 1. Each one is kept.
	Version int
	CalendarBody
	CreatedAt time.Time
	UpdatedAt time.Time
}

// CalendarBody is all of a calendar that people set. Its JSON is what is stored of
// every version.
type CalendarBody struct {
	Name       string              `json:"name"`
	TimeZone   string              `json:"timeZone"`
	Hours      []OfficeHours       `json:"hours"`
	Exceptions []CalendarException `json:"exceptions"`
}

// OfficeHours are hours of a day of the week, the end excluded. Those that end
// before they begin go on into the next day.
type OfficeHours struct {
	Day  string `json:"day" enum:"monday,tuesday,wednesday,thursday,friday,saturday,sunday" doc:"Day of the week on which the hours begin." example:"monday"`
	From string `json:"from" doc:"Local time of opening, HH:MM." example:"09:00"`
	To   string `json:"to" doc:"Local time of closing, HH:MM. 24:00 is the end of the day; a time before from is on the next day." example:"17:00"`
}

// CalendarException replaces the hours that begin on one day.
type CalendarException struct {
	Date  string     `json:"date" doc:"Local day." example:"2026-12-25"`
	Name  string     `json:"name" doc:"Name of the day, 1 to 100 characters." example:"Christmas Day"`
	Hours []DayHours `json:"hours" required:"false" nullable:"false" doc:"Hours of that day; closed if empty."`
}

// DayHours are hours of one day, the end excluded.
type DayHours struct {
	From string `json:"from" doc:"Local time of opening, HH:MM." example:"09:00"`
	To   string `json:"to" doc:"Local time of closing, HH:MM. 24:00 is the end of the day; a time before from is on the next day." example:"12:00"`
}

// Bounds of calendars.
const (
	MaxCalendars          = 100 // of a workspace
	maxOfficeHours        = 50
	maxCalendarExceptions = 400
	maxExceptionHours     = 10
)

// CalendarChange changes what is given of a calendar.
type CalendarChange struct {
	Name, TimeZone *string
	Hours          *[]OfficeHours
	Exceptions     *[]CalendarException
}

// Apply returns the calendar as it becomes, or every fault of the change.
func (ch CalendarChange) Apply(c CalendarBody) (CalendarBody, error) {
	var f Faults
	if ch.Name != nil {
		c.Name = strings.TrimSpace(*ch.Name)
	}
	if ch.TimeZone != nil {
		c.TimeZone = *ch.TimeZone
	}
	if ch.Hours != nil {
		c.Hours = *ch.Hours
	}
	if ch.Exceptions != nil {
		c.Exceptions = *ch.Exceptions
	}
	c = c.whole()
	checkName(c.Name, "the calendar", &f)
	c.check(&f)
	return c, f.Err()
}

// check adds the faults of all but the name.
func (c CalendarBody) check(f *Faults) {
	switch {
	case c.TimeZone == "":
		f.Add("/timeZone", CodeRequired, "timeZone is required: an IANA name, such as Europe/Berlin.")
	case !IsZone(c.TimeZone):
		f.Add("/timeZone", CodeParameterInvalid, "timeZone must be an IANA name, such as Europe/Berlin.")
	}
	c.checkHours(f)
	c.checkExceptions(f)
}

// whole is the calendar without nil lists, as it is stored and compared.
func (c CalendarBody) whole() CalendarBody {
	c.Hours = append([]OfficeHours{}, c.Hours...)
	c.Exceptions = append([]CalendarException{}, c.Exceptions...)
	for i := range c.Exceptions {
		e := &c.Exceptions[i]
		e.Name, e.Hours = strings.TrimSpace(e.Name), append([]DayHours{}, e.Hours...)
	}
	return c
}

// IsZone reports whether a text is an IANA zone. Local would be that of the machine.
func IsZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "" && name != "Local"
}

func (c CalendarBody) checkHours(f *Faults) {
	if len(c.Hours) > maxOfficeHours {
		f.Add("/hours", CodeOutOfRange, "hours may have at most %d entries.", maxOfficeHours)
		return
	}
	for i, h := range c.Hours {
		var own Faults
		h.check(&own)
		f.Below(Pointer("hours", i), own)
	}
}

func (c CalendarBody) checkExceptions(f *Faults) {
	if len(c.Exceptions) > maxCalendarExceptions {
		f.Add("/exceptions", CodeOutOfRange, "exceptions may have at most %d entries.", maxCalendarExceptions)
		return
	}
	seen := map[string]bool{}
	for i, e := range c.Exceptions {
		switch _, ok := CalendarDay(e.Date); {
		case !ok:
			f.Add(Pointer("exceptions", i, "date"), CodeParameterInvalid, "date must be a day, such as 2026-12-25.")
		case seen[e.Date]:
			f.Add(Pointer("exceptions", i, "date"), CodeNotAllowed, "Another exception has the date %s.", e.Date)
		}
		seen[e.Date] = true
		switch {
		case strings.TrimSpace(e.Name) == "":
			f.Add(Pointer("exceptions", i, "name"), CodeRequired, "name is required: what people call the day.")
		case utf8.RuneCountInString(e.Name) > maxName:
			f.Add(Pointer("exceptions", i, "name"), CodeTooLong, "name may have at most %d characters.", maxName)
		}
		if len(e.Hours) > maxExceptionHours {
			f.Add(Pointer("exceptions", i, "hours"), CodeOutOfRange, "hours may have at most %d entries.", maxExceptionHours)
			continue
		}
		for j, h := range e.Hours {
			var own Faults
			h.check(&own)
			f.Below(Pointer("exceptions", i, "hours", j), own)
		}
	}
}

func (h OfficeHours) check(f *Faults) {
	if _, ok := weekdays[h.Day]; !ok {
		f.Add("/day", CodeNotAllowed, "day must be monday to sunday.")
	}
	DayHours{h.From, h.To}.check(f)
}

func (h DayHours) check(f *Faults) {
	from, to, fromOK, toOK := h.minutes()
	if !fromOK {
		f.Add("/from", CodeParameterInvalid, "from must be a time, such as 09:00.")
	}
	if !toOK || fromOK && from == to {
		f.Add("/to", CodeParameterInvalid, "to must be a time, such as 17:00 or 24:00, and differ from from.")
	}
}

func (h DayHours) minutes() (from, to int, fromOK, toOK bool) {
	from, fromOK = minuteOfDay(h.From)
	to, toOK = minuteOfDay(h.To)
	return from, to, fromOK && from < 24*60, toOK
}

// Minutes are the hours in minutes of the day. They were validated before they
// were stored.
func (h DayHours) Minutes() (from, to int) {
	from, to, _, _ = h.minutes()
	return from, to
}

// Weekday is the day on which the hours begin, and Minutes are those of that day.
func (h OfficeHours) Weekday() time.Weekday { return weekdays[h.Day] }

// Minutes are the hours in minutes of the day.
func (h OfficeHours) Minutes() (from, to int) { return DayHours{h.From, h.To}.Minutes() }

// CalendarDay reads a day such as 2026-12-25, from 1970 to 2200.
func CalendarDay(text string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, text)
	return t, err == nil && t.Year() >= 1970 && t.Year() <= 2200
}

// Equal reports whether two calendars say the same.
func (c CalendarBody) Equal(o CalendarBody) bool { return reflect.DeepEqual(c, o) }

// Key is the name as it is compared: no two calendars of a workspace have it.
func (c CalendarBody) Key() string { return strings.ToLower(c.Name) }
