package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/calendar"
)

var calendarsTag = tag{"Calendars", "Office hours of the business, with the days on which they differ."}

// Calendar is when the business is open.
type Calendar struct {
	ID         string                  `json:"id" doc:"Identifier of the calendar; begins with cal_."`
	Name       string                  `json:"name" doc:"Name of the calendar."`
	TimeZone   string                  `json:"timeZone" doc:"The IANA time zone of all hours and days."`
	Hours      []crm.OfficeHours       `json:"hours" nullable:"false" doc:"Hours of the week. Where they overlap, the time counts once."`
	Exceptions []crm.CalendarException `json:"exceptions" nullable:"false" doc:"Days with other hours."`
	Version    int                     `json:"version" doc:"Counts the changes, starting at 1."`
	CreatedAt  time.Time               `json:"createdAt" doc:"When the calendar was created."`
	UpdatedAt  time.Time               `json:"updatedAt" doc:"When the calendar was last changed."`
}

// CreateCalendar is what a caller chooses of a new calendar.
type CreateCalendar struct {
	Name       string                  `json:"name,omitempty" needed:"true" maxLength:"100" doc:"Name of the calendar; no other calendar has it, in upper or lower case." example:"Support"`
	TimeZone   string                  `json:"timeZone,omitempty" needed:"true" maxLength:"64" doc:"The IANA time zone of all hours and days." example:"Europe/Berlin"`
	Hours      []crm.OfficeHours       `json:"hours,omitempty" nullable:"false" maxItems:"50" doc:"Hours of the week; never open if empty."`
	Exceptions []crm.CalendarException `json:"exceptions,omitempty" nullable:"false" maxItems:"400" doc:"Days with other hours, each day once. They replace the hours that begin on the day."`
}

// UpdateCalendar changes what is given.
type UpdateCalendar struct {
	Name       *string                  `json:"name,omitempty" maxLength:"100" doc:"Name of the calendar."`
	TimeZone   *string                  `json:"timeZone,omitempty" maxLength:"64" doc:"The IANA time zone of all hours and days."`
	Hours      *[]crm.OfficeHours       `json:"hours,omitempty" nullable:"false" maxItems:"50" doc:"The complete new hours of the week."`
	Exceptions *[]crm.CalendarException `json:"exceptions,omitempty" nullable:"false" maxItems:"400" doc:"The complete new list of days with other hours."`
}

// CalendarOpenings is when a calendar is open in a range of days.
type CalendarOpenings struct {
	From         string                  `json:"from" doc:"First day." example:"2026-12-21"`
	To           string                  `json:"to" doc:"Last day." example:"2026-12-27"`
	Openings     []Opening               `json:"openings" nullable:"false" doc:"What begins on these days, in order. Overlapping hours are one opening."`
	Closed       []crm.CalendarException `json:"closed" nullable:"false" doc:"The exceptions on these days that have no hours."`
	OpenNow      bool                    `json:"openNow" doc:"Whether the business is open at this moment."`
	NextChangeAt *time.Time              `json:"nextChangeAt" doc:"When it opens or closes next; null if it does neither within two years."`
}

// Opening is a stretch of time in which the business is open.
type Opening struct {
	OpensAt   time.Time `json:"opensAt" doc:"When the business opens."`
	ClosesAt  time.Time `json:"closesAt" doc:"When it closes."`
	Exception string    `json:"exception,omitempty" doc:"Name of the exception that these hours are from; absent for those of the week." example:"Christmas Eve"`
}

// PreviewHolidays is an iCalendar file and the days in which to look.
type PreviewHolidays struct {
	ICS  string `json:"ics,omitempty" needed:"true" maxLength:"1048576" doc:"The text of an iCalendar file (.ics)."`
	From string `json:"from,omitempty" maxLength:"10" doc:"First day; today by default." example:"2027-01-01"`
	To   string `json:"to,omitempty" maxLength:"10" doc:"Last day, at most five years later; a year after from by default." example:"2027-12-31"`
}

// HolidayPreview has the days of a file.
type HolidayPreview struct {
	From     string    `json:"from" doc:"First day in which was looked." example:"2027-01-01"`
	To       string    `json:"to" doc:"Last day in which was looked." example:"2027-12-31"`
	Holidays []Holiday `json:"holidays" nullable:"false" doc:"The days that the file names, by date and name; at most 500."`
	More     bool      `json:"more" doc:"Whether days were left out. Look in a shorter range then."`
}

// Holiday is a day of a file that may become an exception.
type Holiday struct {
	Date        string `json:"date" doc:"The day." example:"2027-12-25"`
	Name        string `json:"name" doc:"Name of the day." example:"Christmas Day"`
	Kind        string `json:"kind" enum:"public_holiday,observance,unknown" doc:"What the description or the categories of the entry say."`
	Already     bool   `json:"already" doc:"Whether the calendar has an exception on that day."`
	RuleUnknown bool   `json:"ruleUnknown" doc:"Whether the file repeats the day by a rule that is not read. Only the first day is shown then."`
}

type (
	// CalendarInput names a calendar in the path.
	CalendarInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the calendar."`
	}
	createCalendarInput struct{ Body CreateCalendar }
	updateCalendarInput struct {
		CalendarInput
		Body UpdateCalendar
	}
	openingsInput struct {
		CalendarInput
		From string `query:"from" maxLength:"10" doc:"First day in the calendar's time zone, such as 2026-12-21; today by default."`
		To   string `query:"to" maxLength:"10" doc:"Last day, at most 366 days in all; six days after from by default."`
	}
	previewHolidaysInput struct {
		CalendarInput
		Body PreviewHolidays
	}
	calendarOutput       struct{ Body Calendar }
	openingsOutput       struct{ Body CalendarOpenings }
	holidayPreviewOutput struct{ Body HolidayPreview }
)

func calendarRoutes(s *Server) {
	const path = "/v1/calendars"
	register(s, operation{id: "create-calendar", method: http.MethodPost, path: path, tag: calendarsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeTeamsWrite, act: "calendar.created", summary: "Create a calendar", description: "Office hours of the week in a time zone, with exceptions by day. A workspace has at most 100 calendars.",
		example: CreateCalendar{Name: "Support", TimeZone: "Europe/Berlin", Hours: []crm.OfficeHours{{Day: "monday", From: "09:00", To: "17:00"}, {Day: "friday", From: "22:00", To: "02:00"}},
			Exceptions: []crm.CalendarException{{Date: "2026-12-25", Name: "Christmas Day", Hours: []crm.DayHours{}}}}},
		func(ctx context.Context, a crm.Actor, in *createCalendarInput) (*calendarOutput, error) {
			b := &in.Body
			return answerCalendar(s.svc.Calendar.CreateCalendar(ctx, a, crm.CalendarChange{Name: &b.Name, TimeZone: &b.TimeZone, Hours: &b.Hours, Exceptions: &b.Exceptions}))
		})
	register(s, operation{id: "list-calendars", method: http.MethodGet, path: path, tag: calendarsTag,
		scope: crm.ScopeTeamsRead, summary: "List calendars", description: "Oldest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Calendar], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Calendar.Calendars(ctx, a, p)
			return answerPage(list, renderCalendar), err
		})
	register(s, operation{id: "get-calendar", method: http.MethodGet, path: path + "/{id}", tag: calendarsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get a calendar", description: "With its hours and exceptions."},
		func(ctx context.Context, a crm.Actor, in *CalendarInput) (*calendarOutput, error) {
			return answerCalendar(s.svc.Calendar.Calendar(ctx, a, in.ID))
		})
	register(s, operation{id: "update-calendar", method: http.MethodPatch, path: path + "/{id}", tag: calendarsTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "calendar.updated", summary: "Change a calendar", description: "Changes only the fields you send; a list replaces the whole list. Each change makes a new version.",
		example: UpdateCalendar{Hours: &[]crm.OfficeHours{{Day: "monday", From: "08:00", To: "12:00"}, {Day: "monday", From: "13:00", To: "18:00"}}}},
		func(ctx context.Context, a crm.Actor, in *updateCalendarInput) (*calendarOutput, error) {
			return answerCalendar(s.svc.Calendar.UpdateCalendar(ctx, a, in.ID, crm.CalendarChange(in.Body)))
		})
	register(s, operation{id: "delete-calendar", method: http.MethodDelete, path: path + "/{id}", tag: calendarsTag, status: http.StatusNoContent, errors: []int{404, 409},
		scope: crm.ScopeTeamsWrite, act: "calendar.deleted", summary: "Delete a calendar", description: "With all of its versions. A calendar that routing names cannot be deleted."},
		func(ctx context.Context, a crm.Actor, in *CalendarInput) (*struct{}, error) {
			return nil, s.svc.Calendar.DeleteCalendar(ctx, a, in.ID)
		})
	register(s, operation{id: "get-calendar-openings", method: http.MethodGet, path: path + "/{id}/openings", tag: calendarsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get the openings of a calendar", description: "Shows what the hours mean: when the business opens and closes on each day, where the clock changes too."},
		func(ctx context.Context, a crm.Actor, in *openingsInput) (*openingsOutput, error) {
			o, err := s.svc.Calendar.Openings(ctx, a, in.ID, in.From, in.To)
			if err != nil {
				return nil, err
			}
			return &openingsOutput{renderOpenings(o)}, nil
		})
	register(s, operation{id: "preview-calendar-holidays", method: http.MethodPost, path: path + "/{id}/holiday-previews", tag: calendarsTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, summary: "Read holidays from a file", description: "Returns the days of an iCalendar file and stores nothing. Public files have observances among the holidays, so choose the days on which you are closed and add them to the exceptions. Events of several days count with up to 31 days; yearly rules are read, other rules give the first day only.",
		example: PreviewHolidays{ICS: "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20271225\r\nSUMMARY:Christmas Day\r\nDESCRIPTION:Public holiday\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", From: "2027-01-01", To: "2027-12-31"}},
		func(ctx context.Context, a crm.Actor, in *previewHolidaysInput) (*holidayPreviewOutput, error) {
			h, err := s.svc.Calendar.PreviewHolidays(ctx, a, in.ID, in.Body.ICS, in.Body.From, in.Body.To)
			if err != nil {
				return nil, err
			}
			return &holidayPreviewOutput{renderHolidays(h)}, nil
		})
}

func renderCalendar(c crm.Calendar) Calendar {
	return Calendar{ID: c.ID, Name: c.Name, TimeZone: c.TimeZone, Hours: c.Hours, Exceptions: c.Exceptions, Version: c.Version, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt}
}

func answerCalendar(c crm.Calendar, err error) (*calendarOutput, error) {
	if err != nil {
		return nil, err
	}
	return &calendarOutput{renderCalendar(c)}, nil
}

func renderOpenings(o calendar.Openings) CalendarOpenings {
	out := CalendarOpenings{From: o.From, To: o.To, Openings: make([]Opening, 0, len(o.List)), Closed: append([]crm.CalendarException{}, o.Closed...), OpenNow: o.OpenNow, NextChangeAt: o.NextChangeAt}
	for _, one := range o.List {
		out.Openings = append(out.Openings, Opening{one.From.UTC(), one.To.UTC(), one.Exception})
	}
	return out
}

func renderHolidays(h calendar.Holidays) HolidayPreview {
	out := HolidayPreview{From: h.From, To: h.To, Holidays: make([]Holiday, 0, len(h.List)), More: h.More}
	for _, d := range h.List {
		out.Holidays = append(out.Holidays, Holiday{d.Date, d.Name, string(d.Kind), d.Already, d.RuleUnknown})
	}
	return out
}
