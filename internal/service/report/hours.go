package report

import (
	"fmt"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/routing"
)

// knownHours is how many versions of calendars are kept ready for counting.
const knownHours = 500

func hoursKey(workspaceID, calendarID string, version int) string {
	return fmt.Sprint(workspaceID, "/", calendarID, "/", version)
}

// promisedHours are the hours of the version of a calendar by which an episode is
// timed; always, if it was deleted.
func (s *Reports) promisedHours(tx *db.Tx, workspaceID string, f *crm.Fact) (crm.OfficeTime, error) {
	key := hoursKey(workspaceID, f.CalendarID, f.CalendarVersion)
	if known, ok := s.hours.Get(key); ok {
		return known, nil
	}
	hours, err := calendar.HoursOf(tx, workspaceID, f.CalendarID, f.CalendarVersion)
	if err != nil || hours == nil {
		return crm.AlwaysOpen{}, err
	}
	s.hours.Keep(key, hours)
	return hours, nil
}

// shiftHours are the hours in which a team works; always, if nobody said.
func shiftHours(tx *db.Tx, workspaceID, teamID string) (crm.OfficeTime, error) {
	if teamID == "" {
		return crm.AlwaysOpen{}, nil
	}
	id, err := routing.ShiftCalendar(tx, workspaceID, teamID)
	if err != nil || id == "" {
		return crm.AlwaysOpen{}, err
	}
	_, hours, err := calendar.HoursNow(tx, workspaceID, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return crm.AlwaysOpen{}, nil
	}
	if err != nil {
		return crm.AlwaysOpen{}, err
	}
	return hours, nil
}
