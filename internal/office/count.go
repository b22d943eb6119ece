package office

import (
	"slices"
	"time"
)

const (
	// idleWeeks is how long a calendar may be closed before it counts as one that
	// never opens: a little more than two years.
	idleWeeks = 106
	// farWeeks is how far a time that is due may lie ahead: a hundred years.
	farWeeks = 5218
)

// Between returns the office time between two instants; 0 if the second is not
// after the first.
func (c *Calendar) Between(a, b time.Time) (sum time.Duration) {
	if !a.Before(b) {
		return 0
	}
	n, w := c.weekAt(a)
	from := a.Sub(w.start)
	for b.After(w.end) {
		if from == 0 {
			sum += w.total
		} else {
			sum += w.between(from, w.end.Sub(w.start))
		}
		n, from = n+1, 0
		w = c.week(n)
	}
	return sum + w.between(from, b.Sub(w.start))
}

// Due returns the instant at which so much office time has passed since another
// one. It is false for a calendar that does not open within two years, and for a
// time that lies a hundred years ahead.
func (c *Calendar) Due(a time.Time, d time.Duration) (time.Time, bool) {
	if d <= 0 {
		return a, true
	}
	n, w := c.weekAt(a)
	from, idle := a.Sub(w.start), 0
	for range farWeeks {
		at, left, ok := w.after(from, d)
		if ok {
			return w.start.Add(at), true
		}
		if idle++; left < d {
			idle = 0
		}
		if idle > idleWeeks {
			break
		}
		n, from, d = n+1, 0, left
		w = c.week(n)
	}
	return time.Time{}, false
}

// OpenAt reports whether an instant is within the hours.
func (c *Calendar) OpenAt(t time.Time) bool {
	_, w := c.weekAt(t)
	at := t.Sub(w.start)
	for _, o := range w.open {
		if o.from <= at && at < o.to {
			return true
		}
	}
	return false
}

// NextChange returns the first instant after another one at which the office
// opens or closes, or false if it does neither within two years.
func (c *Calendar) NextChange(t time.Time) (time.Time, bool) {
	n, w := c.weekAt(t)
	isOpen, at := c.OpenAt(t), t.Sub(w.start)
	for range idleWeeks {
		i := slices.IndexFunc(w.open, func(o open) bool { return o.to > at && (isOpen || o.from >= at) })
		switch {
		case isOpen && (i < 0 || w.open[i].from > at): // open to the end of the week before, and no more
			return w.start.Add(at), true
		case isOpen && w.open[i].to < w.end.Sub(w.start):
			return w.start.Add(w.open[i].to), true
		case !isOpen && i >= 0:
			return w.start.Add(w.open[i].from), true
		}
		n, at = n+1, 0 // it stays as it is to the end of the week
		w = c.week(n)
	}
	return time.Time{}, false
}
