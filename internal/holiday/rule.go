package holiday

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// rule repeats a day every year, or every few years.
type rule struct {
	interval, count int // count 0: for ever
	until           time.Time
	months          []time.Month
	monthDays       []int // negative ones count from the end
	weekdays        []nth // in each of the months
}

// nth is a weekday of a month: the fourth, the last (-1), or each (0).
type nth struct {
	n   int
	day time.Weekday
}

var dayNames = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// parseRule reads a yearly rule. What it cannot read is reported by false, because
// days that are left out unseen would be worse.
func parseRule(text string, first time.Time) (r rule, ok bool) {
	r.interval, ok = 1, true
	yearly := false
	for part := range strings.SplitSeq(strings.ToUpper(text), ";") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "FREQ":
			yearly = value == "YEARLY"
		case "INTERVAL":
			r.interval, ok = number(value, 1, 1000)
		case "COUNT":
			r.count, ok = number(value, 1, 1_000_000)
		case "UNTIL":
			r.until, ok = dayOf(value)
		case "BYMONTH":
			var months []int
			months, ok = numbers(value, 1, 12)
			for _, m := range months {
				r.months = append(r.months, time.Month(m))
			}
		case "BYMONTHDAY":
			r.monthDays, ok = numbers(value, -31, 31)
		case "BYDAY":
			r.weekdays, ok = weekdaysOf(value)
		case "WKST", "":
		default:
			ok = false
		}
		if !ok {
			return r, false
		}
	}
	if len(r.months) == 0 {
		// Days of the week count within the year then, and days of the month in each
		// month: holidays are not told like that.
		if len(r.weekdays) > 0 || len(r.monthDays) > 0 {
			return r, false
		}
		r.months = []time.Month{first.Month()}
	}
	if len(r.weekdays) == 0 && len(r.monthDays) == 0 {
		r.monthDays = []int{first.Day()}
	}
	slices.Sort(r.months)
	r.months = slices.Compact(r.months)
	return r, yearly
}

func number(text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}

func numbers(text string, low, high int) (out []int, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		n, ok := number(part, low, high)
		if !ok || n == 0 || len(out) >= 62 {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

func weekdaysOf(text string) (out []nth, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		if len(part) < 2 || len(out) >= 62 {
			return nil, false
		}
		which, name := part[:len(part)-2], part[len(part)-2:]
		day, n, ok := slices.Index(dayNames, name), 0, true
		if which != "" {
			n, ok = number(which, -5, 5)
			ok = ok && n != 0
		}
		if day < 0 || !ok {
			return nil, false
		}
		out = append(out, nth{n, time.Weekday(day)})
	}
	return out, true
}

// days calls each with the days of the rule that lie between two days, in order,
// as long as there is time for another step.
func (r rule) days(first, from, to time.Time, step func() bool, each func(time.Time)) {
	if !r.until.IsZero() && r.until.Before(to) {
		to = r.until
	}
	year, seen := first.Year(), 0
	if r.count == 0 && from.Year() > year { // nothing to count: begin where it matters
		year += (from.Year() - year) / r.interval * r.interval
	}
	for ; year <= to.Year(); year += r.interval {
		for _, month := range r.months {
			if !step() {
				return
			}
			for _, day := range r.daysOfMonth(year, month) {
				if day.Before(first) {
					continue
				}
				seen++
				if day.After(to) || r.count > 0 && seen > r.count {
					return
				}
				if !day.Before(from) {
					each(day)
				}
			}
		}
	}
}

// daysOfMonth are the days of the rule in one month, in order. Where the rule has
// both, a day is one of the month's days and of the weekdays.
func (r rule) daysOfMonth(year int, month time.Month) (out []time.Time) {
	length := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
	for d := 1; d <= length; d++ {
		day := time.Date(year, month, d, 0, 0, 0, 0, time.UTC)
		byDate := len(r.monthDays) == 0 || slices.Contains(r.monthDays, d) || slices.Contains(r.monthDays, d-length-1)
		if byDate && r.isWeekday(day, length) {
			out = append(out, day)
		}
	}
	return out
}

func (r rule) isWeekday(day time.Time, length int) bool {
	return len(r.weekdays) == 0 || slices.ContainsFunc(r.weekdays, func(w nth) bool {
		return w.day == day.Weekday() && (w.n == 0 || w.n == (day.Day()-1)/7+1 || w.n == -((length-day.Day())/7+1))
	})
}
