package crm

import (
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // hours of duty must not depend on the machine
)

var weekdays = map[string]time.Weekday{"sunday": time.Sunday, "monday": time.Monday, "tuesday": time.Tuesday, "wednesday": time.Wednesday,
	"thursday": time.Thursday, "friday": time.Friday, "saturday": time.Saturday}

// OnDuty reports whether a moment is within the hours; no hours are always.
func (h *DutyHours) OnDuty(now time.Time) bool {
	if h == nil || len(h.Weekly) == 0 {
		return true
	}
	zone, err := time.LoadLocation(h.TimeZone)
	if err != nil {
		return false // validated when it was stored
	}
	local := now.In(zone)
	minute := local.Hour()*60 + local.Minute()
	for _, s := range h.Weekly {
		from, _ := minuteOfDay(s.From)
		to, _ := minuteOfDay(s.To)
		day := weekdays[s.Day]
		switch {
		case from < to && local.Weekday() == day && minute >= from && minute < to,
			from >= to && local.Weekday() == day && minute >= from,
			from >= to && local.Weekday() == (day+1)%7 && minute < to:
			return true
		}
	}
	return false
}

func (h *DutyHours) validate(f *Faults) {
	if h == nil {
		return
	}
	if !IsZone(h.TimeZone) {
		f.Add("/hours/timeZone", CodeParameterInvalid, "timeZone must be an IANA name, such as Europe/Berlin.")
	}
	if len(h.Weekly) > maxListed {
		f.Add("/hours/weekly", CodeOutOfRange, "weekly may have at most %d entries.", maxListed)
		return
	}
	for i, s := range h.Weekly {
		var own Faults
		OfficeHours(s).check(&own)
		f.Below(Pointer("hours", "weekly", i), own)
	}
}

// minuteOfDay reads HH:MM.
func minuteOfDay(text string) (int, bool) {
	hours, minutes, ok := strings.Cut(text, ":")
	if !ok || len(hours) != 2 || len(minutes) != 2 {
		return 0, false
	}
	h, err := strconv.ParseUint(hours, 10, 8)
	m, err2 := strconv.ParseUint(minutes, 10, 8)
	if err != nil || err2 != nil || h > 24 || m > 59 || h == 24 && m > 0 {
		return 0, false
	}
	return int(h*60 + m), true
}
