package office

import (
	"slices"
	"time"
)

// Opening is a stretch of time in which the office is open, the end excluded.
type Opening struct {
	From, To  time.Time
	Exception string // the name of the exception that says so
}

// Openings returns what begins on the days from one to another, in order. Where
// hours overlap, they are told once: those that begin first go on to their end.
func (c *Calendar) Openings(from, to Date) (out []Opening) {
	var all []Opening
	for day := from.number(); day <= to.number(); day++ {
		hours, exception := c.hoursOf(day)
		if len(hours) == 0 || !c.exists(day) {
			continue
		}
		for _, i := range hours {
			begin, end := c.span(day, i)
			all = append(all, Opening{begin, end, exception})
		}
	}
	slices.SortStableFunc(all, func(a, b Opening) int { return a.From.Compare(b.From) })
	for _, o := range all {
		if n := len(out) - 1; n >= 0 && !o.From.After(out[n].To) {
			last := &out[n]
			if last.Exception == o.Exception || !o.To.After(last.To) {
				if o.To.After(last.To) {
					last.To = o.To
				}
				continue
			}
			o.From = last.To
		}
		if o.From.Before(o.To) {
			out = append(out, o)
		}
	}
	return out
}
