package crm

import (
	"fmt"
	"strings"
	"testing"
)

func TestCalendarChange(t *testing.T) {
	name, zone := " Support ", "Europe/Berlin"
	hours := []OfficeHours{{"monday", "09:00", "24:00"}, {"friday", "22:00", "02:00"}}
	days := []CalendarException{{Date: "2026-12-25", Name: " Christmas "}}
	c, err := CalendarChange{&name, &zone, &hours, &days}.Apply(CalendarBody{})
	if err != nil || c.Name != "Support" || c.Exceptions[0].Name != "Christmas" || c.Exceptions[0].Hours == nil || c.Key() != "support" || days[0].Name != " Christmas " {
		t.Fatalf("%+v %v", c, err)
	}
	same, err := CalendarChange{Name: &name, Exceptions: &days}.Apply(c)
	if err != nil || !same.Equal(c) {
		t.Errorf("%+v %v", same, err)
	}
	if from, to := c.Hours[0].Minutes(); from != 540 || to != 1440 || c.Hours[1].Weekday().String() != "Friday" {
		t.Error(from, to)
	}
}

func TestCalendarBounds(t *testing.T) {
	name, zone := "Support", "UTC"
	hours, days := make([]OfficeHours, 51), make([]CalendarException, 401)
	_, err := CalendarChange{&name, &zone, &hours, &days}.Apply(CalendarBody{})
	if got := fmt.Sprint(AsError(err).Fields); len(AsError(err).Fields) != 2 || !strings.Contains(got, "at most 50") || !strings.Contains(got, "at most 400") {
		t.Error(got)
	}
	days = []CalendarException{{Date: "2026-12-25", Name: "Day", Hours: make([]DayHours, 11)}}
	if _, err := (CalendarChange{Exceptions: &days}).Apply(CalendarBody{Name: name, TimeZone: zone}); CodeOf(err) != CodeOutOfRange {
		t.Error(err)
	}
	for _, text := range []string{"", "2026-1-1", "1969-12-31", "2201-01-01", "2026-02-29"} {
		if _, ok := CalendarDay(text); ok {
			t.Error(text)
		}
	}
}
