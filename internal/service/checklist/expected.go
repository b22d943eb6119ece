package checklist

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/office"
	"service.example/crm/internal/service/calendar"
)

// A verification takes the provider 24 hours to 3 business days (specification 1).
const (
	soonest      = 24 * time.Hour
	businessDays = 3
	horizon      = 60 * 24 * time.Hour
)

// usualHours count where a workspace has no calendar.
func usualHours() (*office.Calendar, error) {
	h := office.Hours{Zone: "UTC"}
	for day := time.Monday; day <= time.Friday; day++ {
		h.Weekly[day] = []office.Interval{{From: 9 * 60, To: 17 * 60}}
	}
	return office.New(h)
}

// expected says when an item that the provider reviews is decided: by the first calendar
// of the workspace.
func expected(tx *db.Tx, workspaceID string, e crm.ChecklistEntry) (crm.ChecklistEntry, error) {
	if e.SubmittedAt == nil || e.State != crm.ItemSubmitted && e.State != crm.ItemInReview {
		return e, nil
	}
	hours, err := calendar.First(tx, workspaceID)
	if err == nil && hours == nil {
		hours, err = usualHours()
	}
	if err != nil {
		return e, err
	}
	from, by := decidedBy(hours, *e.SubmittedAt)
	e.ExpectedFrom, e.ExpectedBy = &from, &by
	return e, nil
}

// decidedBy returns the earliest and the latest time of a decision: the latest is the end
// of the third business day after the one on which it was asked for.
func decidedBy(hours *office.Calendar, asked time.Time) (from, by time.Time) {
	from = asked.Add(soonest).UTC()
	days, last := 0, office.Date{}
	for _, o := range hours.Openings(hours.Today(asked.Add(soonest)), hours.Today(asked.Add(horizon))) {
		if day := hours.Today(o.From); day != last {
			if last, days = day, days+1; days > businessDays {
				break
			}
		}
		by = o.To.UTC()
	}
	if days < businessDays { // a calendar that hardly ever opens
		by = asked.Add(5 * 24 * time.Hour).UTC()
	}
	if by.Before(from) {
		by = from
	}
	return from, by
}
