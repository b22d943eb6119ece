package office

import (
	"slices"
	"time"
)

const (
	weekDays = 7
	// maxWeeks bounds the plans that are kept of one calendar.
	maxWeeks = 300
)

// week is the open time of one local week, from Monday to Sunday. Weeks touch and
// never overlap, so what lies in several of them is counted once.
type week struct {
	start, end time.Time
	open       []open // in order, apart from each other
	total      time.Duration
}

// open is a stretch of open time, counted from the begin of its week.
type open struct{ from, to time.Duration }

// weekAt returns the number of the week in which an instant lies, and its plan.
func (c *Calendar) weekAt(t time.Time) (int, *week) {
	_, offset := t.In(c.zone).Zone()
	n := int(floorDiv(floorDiv(t.Unix()+int64(offset), secondsOfDay)+3, weekDays))
	w := c.week(n)
	for t.Before(w.start) { // the clock was set back over midnight
		n--
		w = c.week(n)
	}
	for !t.Before(w.end) {
		n++
		w = c.week(n)
	}
	return n, w
}

// week returns the plan of a week; the first one begins on 1969-12-29.
func (c *Calendar) week(n int) *week {
	c.mu.RLock()
	w := c.weeks[n]
	c.mu.RUnlock()
	if w != nil {
		return w
	}
	w = c.plan(n)
	c.mu.Lock()
	if len(c.weeks) >= maxWeeks {
		clear(c.weeks)
	}
	c.weeks[n] = w
	c.mu.Unlock()
	return w
}

func (c *Calendar) plan(n int) *week {
	first := n*weekDays - 3
	w := &week{start: c.at(first, 0), end: c.at(first+weekDays, 0)}
	length := w.end.Sub(w.start)
	var all []open
	for day := first - 1; day < first+weekDays; day++ { // what began on the day before may last
		hours, _ := c.hoursOf(day)
		if len(hours) == 0 || !c.exists(day) {
			continue
		}
		for _, i := range hours {
			from, to := c.span(day, i)
			o := open{max(0, from.Sub(w.start)), min(length, to.Sub(w.start))}
			if o.from < o.to {
				all = append(all, o)
			}
		}
	}
	slices.SortFunc(all, func(a, b open) int { return int(a.from - b.from) })
	for _, o := range all {
		if last := len(w.open) - 1; last >= 0 && o.from <= w.open[last].to {
			w.open[last].to = max(w.open[last].to, o.to)
			continue
		}
		w.open = append(w.open, o)
	}
	for _, o := range w.open {
		w.total += o.to - o.from
	}
	return w
}

// between returns the open time of the week from one moment of it to another.
func (w *week) between(from, to time.Duration) (sum time.Duration) {
	for _, o := range w.open {
		if o.from >= to {
			break
		}
		sum += max(0, min(o.to, to)-max(o.from, from))
	}
	return sum
}

// after returns the moment of the week at which so much open time has passed
// since another one, or false and how much is left at the end of the week.
func (w *week) after(from, left time.Duration) (at, rest time.Duration, ok bool) {
	for _, o := range w.open {
		begin := max(o.from, from)
		switch has := o.to - begin; {
		case has <= 0:
		case has >= left:
			return begin + left, 0, true
		default:
			left -= has
		}
	}
	return 0, left, false
}
