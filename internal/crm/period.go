package crm

import "time"

// MaxPeriodDays is how many days a period may have.
const MaxPeriodDays = 366

// ReadPeriod reads a period of whole days in UTC from its first and last day, as
// 2006-01-02, or returns every fault of it. Without a last day it ends today, without a
// first one it has thirty days.
func ReadPeriod(now time.Time, from, to string) (first, last time.Time, err error) {
	return ReadPeriodIn("", now, from, to)
}

// ReadPeriodIn is ReadPeriod of a body, whose fields are named with a "/" before them.
func ReadPeriodIn(before string, now time.Time, from, to string) (first, last time.Time, err error) {
	var f Faults
	read := func(field, text string, otherwise time.Time) time.Time {
		if text == "" {
			return otherwise
		}
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			f.Add(before+field, CodeParameterInvalid, "%s must be a day such as 2026-11-01.", field)
		}
		return at
	}
	last = read("to", to, now.Truncate(SpanDay))
	first = read("from", from, last.AddDate(0, 0, -29))
	switch {
	case !f.Empty():
	case first.After(last):
		f.Add(before+"from", CodeOutOfRange, "from must not be after to.")
	case last.Sub(first) >= MaxPeriodDays*SpanDay:
		f.Add(before+"from", CodeOutOfRange, "A period has %d days at most.", MaxPeriodDays)
	}
	return first, last, f.Err()
}
