package office

import (
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

func calendar(t testing.TB, zone string, hours string, exceptions ...Exception) *Calendar {
	t.Helper()
	h := Hours{Zone: zone, Exceptions: exceptions}
	for _, part := range strings.Fields(hours) { // Mon-Fri/09:00-17:00
		days, when, _ := strings.Cut(part, "/")
		first, last, ok := strings.Cut(days, "-")
		if !ok {
			last = first
		}
		for d := dayNamed(t, first); ; d = (d + 1) % 7 {
			h.Weekly[d] = append(h.Weekly[d], interval(t, when))
			if d == dayNamed(t, last) {
				break
			}
		}
	}
	c, err := New(h)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func dayNamed(t testing.TB, name string) time.Weekday {
	t.Helper()
	for d := range time.Weekday(7) {
		if strings.HasPrefix(d.String(), name) {
			return d
		}
	}
	t.Fatal("no day ", name)
	return 0
}

func interval(t testing.TB, text string) (i Interval) {
	t.Helper()
	from, to, _ := strings.Cut(text, "-")
	minute := func(s string) int {
		if s == "24:00" {
			return DayMinutes
		}
		at, err := time.Parse("15:04", s)
		if err != nil {
			t.Fatal(err)
		}
		return at.Hour()*60 + at.Minute()
	}
	return Interval{minute(from), minute(to)}
}

func local(t testing.TB, c *Calendar, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, c.zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

const week9to5 = "Mon-Fri/09:00-17:00"

func TestDue(t *testing.T) {
	christmas := Exception{Date{2026, 12, 25}, "Christmas", nil}
	short := Exception{Date{2026, 12, 24}, "Christmas Eve", []Interval{{9 * 60, 12 * 60}}}
	for _, c := range []struct {
		name, zone, hours, from string
		after                   time.Duration
		want                    string
	}{
		{"over a weekend", "Europe/Berlin", week9to5, "2026-11-20 16:30", time.Hour, "2026-11-23 09:30"},
		{"to the very end of the day", "Europe/Berlin", week9to5, "2026-11-20 16:00", time.Hour, "2026-11-20 17:00"},
		{"from a closed moment", "Europe/Berlin", week9to5, "2026-11-21 12:00", time.Minute, "2026-11-23 09:01"},
		{"nothing", "Europe/Berlin", week9to5, "2026-11-21 12:00", 0, "2026-11-21 12:00"},
		{"lunch break", "Europe/Berlin", "Mon-Fri/09:00-12:00 Mon-Fri/13:00-17:00", "2026-11-20 11:30", time.Hour, "2026-11-20 13:30"},
		{"holidays", "Europe/Berlin", week9to5, "2026-12-24 11:00", 2 * time.Hour, "2026-12-28 10:00"},
		{"night shift, clock set forward", "Europe/Berlin", "Sat/22:00-06:00", "2026-03-28 22:00", 7 * time.Hour, "2026-03-29 06:00"},
		{"night shift, clock set back", "Europe/Berlin", "Sat/22:00-06:00", "2026-10-24 22:00", 9 * time.Hour, "2026-10-25 06:00"},
		{"13:00 on the day set forward", "Europe/Berlin", "Sun/00:00-24:00", "2026-03-29 00:00", 12 * time.Hour, "2026-03-29 13:00"},
		{"13:00 on the day set back", "Europe/Berlin", "Sun/00:00-24:00", "2026-10-25 00:00", 14 * time.Hour, "2026-10-25 13:00"},
		{"half an hour forward", "Australia/Lord_Howe", "Sun/00:00-24:00", "2026-10-04 00:00", 23*time.Hour + 30*time.Minute, "2026-10-05 00:00"},
		{"the day that Samoa left out", "Pacific/Apia", week9to5, "2011-12-29 16:00", 2 * time.Hour, "2012-01-02 10:00"},
		{"over midnight of the week", "Asia/Kathmandu", "Sun/22:00-02:00", "2026-11-22 23:00", 2 * time.Hour, "2026-11-23 01:00"},
	} {
		cal := calendar(t, c.zone, c.hours, christmas, short)
		got, ok := cal.Due(local(t, cal, c.from), c.after)
		if want := local(t, cal, c.want); !ok || !got.Equal(want) {
			t.Errorf("%s: %s, want %s", c.name, got.In(cal.zone), want)
		}
		if d := cal.Between(local(t, cal, c.from), got); d != c.after {
			t.Errorf("%s: %s lie between, want %s", c.name, d, c.after)
		}
	}
}

func TestOverlapsCountOnce(t *testing.T) {
	for hours, want := range map[string]time.Duration{
		"Mon/09:00-13:00 Mon/12:00-17:00 Mon/10:00-11:00": 8 * time.Hour,
		"Mon/22:00-06:00 Tue/04:00-08:00":                 10 * time.Hour,
		"Sun/22:00-06:00 Mon/00:00-24:00":                 26 * time.Hour, // over the end of a week
		"Mon-Sun/00:00-24:00":                             7 * 24 * time.Hour,
		"Mon-Sun/00:00-24:00 Mon-Sun/22:00-21:59":         7 * 24 * time.Hour,
	} {
		c := calendar(t, "America/New_York", hours)
		if got := c.Between(local(t, c, "2026-06-14 12:00"), local(t, c, "2026-06-21 12:00")); got != want {
			t.Errorf("%s: %s, want %s", hours, got, want)
		}
	}
}

// An exception replaces what begins on its day; the night before goes on into it.
func TestExceptionsReplaceWhatBeginsOnTheirDay(t *testing.T) {
	c := calendar(t, "Europe/Berlin", "Mon-Sun/22:00-06:00", Exception{Date{2026, 12, 25}, "Christmas", nil})
	if got := c.Between(local(t, c, "2026-12-25 00:00"), local(t, c, "2026-12-26 22:00")); got != 6*time.Hour {
		t.Error(got)
	}
	if got := c.Between(local(t, c, "2026-12-26 00:00"), local(t, c, "2026-12-25 00:00")); got != 0 {
		t.Error(got)
	}
}

func TestOpenAtAndNextChange(t *testing.T) {
	c := calendar(t, "Europe/Berlin", week9to5)
	for _, one := range []struct {
		at, next string
		open     bool
	}{
		{"2026-11-20 08:59", "2026-11-20 09:00", false}, {"2026-11-20 09:00", "2026-11-20 17:00", true},
		{"2026-11-20 16:59", "2026-11-20 17:00", true}, {"2026-11-20 17:00", "2026-11-23 09:00", false},
	} {
		next, ok := c.NextChange(local(t, c, one.at))
		if got := c.OpenAt(local(t, c, one.at)); got != one.open || !ok || !next.Equal(local(t, c, one.next)) {
			t.Errorf("%s: %v until %s", one.at, got, next)
		}
	}
	for hours, want := range map[string]string{
		"Sun/12:00-02:00 Mon/02:00-05:00":     "2026-11-23 05:00", // it goes on into the next week
		"Sun/12:00-24:00":                     "2026-11-23 00:00",
		"Sun/12:00-24:00 Mon/01:00-02:00":     "2026-11-23 00:00",
		"Sun-Sat/00:00-24:00":                 "",
		"Mon-Sat/00:00-24:00 Sun/00:00-23:00": "2026-11-22 23:00",
	} {
		c := calendar(t, "Europe/Berlin", hours)
		next, ok := c.NextChange(local(t, c, "2026-11-22 13:00"))
		if ok != (want != "") || ok && !next.Equal(local(t, c, want)) {
			t.Errorf("%s: %v %s", hours, ok, next)
		}
	}
}

func TestACalendarThatNeverOpens(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, c := range []*Calendar{calendar(t, "Europe/Berlin", ""), calendar(t, "Europe/Berlin", "", Exception{Date{2026, 1, 1}, "Once", []Interval{{0, DayMinutes}}})} {
		if at, ok := c.Due(now, time.Second); ok {
			t.Error(at)
		}
		if _, ok := c.NextChange(now); ok || c.OpenAt(now) {
			t.Error("it opens")
		}
	}
	soon := calendar(t, "Europe/Berlin", "", Exception{Date{2028, 11, 1}, "Opening day", []Interval{{0, DayMinutes}}})
	if at, ok := soon.Due(now, time.Hour); !ok || !at.Equal(local(t, soon, "2028-11-01 01:00")) {
		t.Error(at, ok)
	}
	if _, ok := soon.Due(now, 25*time.Hour); ok {
		t.Error("it opens for a day only")
	}
	far := calendar(t, "Europe/Berlin", "Mon/00:00-00:01")
	if _, ok := far.Due(now, 1000*time.Hour); ok {
		t.Error("that is more than a hundred years away")
	}
}

func TestOpenings(t *testing.T) {
	c := calendar(t, "Europe/Berlin", "Mon-Fri/09:00-12:00 Mon-Fri/12:00-17:00 Thu/22:00-02:00", Exception{Date{2026, 12, 25}, "Christmas", []Interval{{60, 4 * 60}}},
		Exception{Date{2026, 12, 26}, "Boxing Day", nil})
	var got []string
	for _, o := range c.Openings(Date{2026, 12, 23}, Date{2026, 12, 27}) {
		got = append(got, o.From.In(c.zone).Format("02 15:04")+"-"+o.To.In(c.zone).Format("02 15:04")+" "+o.Exception)
	}
	want := "23 09:00-23 17:00 |24 09:00-24 17:00 |24 22:00-25 02:00 |25 02:00-25 04:00 Christmas"
	if strings.Join(got, "|") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, "|"), want)
	}
}

func zones(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/zones.txt")
	list := strings.Fields(string(text))
	if err != nil || len(list) < 400 {
		t.Fatal(len(list), err)
	}
	return list
}

// randomHours are some hours of every shape: short, long, at night, overlapping,
// and exceptions of all kinds in one year.
func randomHours(r *rand.Rand, zone string, year int) Hours {
	some := func(most int) (out []Interval) {
		for range r.IntN(most + 1) {
			from, length := r.IntN(DayMinutes), 1+r.IntN(DayMinutes-1)
			to := from + length
			if to > DayMinutes {
				to -= DayMinutes
			}
			out = append(out, Interval{from, to})
		}
		return out
	}
	h := Hours{Zone: zone}
	for d := range h.Weekly {
		h.Weekly[d] = some(3)
	}
	h.Weekly[r.IntN(7)] = []Interval{{9 * 60, 17 * 60}}
	for range r.IntN(20) {
		d := time.Date(year, 1, 1+r.IntN(365), 0, 0, 0, 0, time.UTC)
		h.Exceptions = append(h.Exceptions, Exception{DateOf(d), "", some(2)})
	}
	return h
}

// What is due after some office time lies exactly so much office time ahead: in
// every zone, over every change of its clock.
func TestDueIsBetween(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, zone := range zones(t) {
		for _, year := range []int{1986, 2011, 2026} {
			c, err := New(randomHours(r, zone, year))
			if err != nil {
				t.Fatal(zone, err)
			}
			for range 6 {
				a := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.Int64N(int64(364 * 24 * time.Hour))))
				holdDue(t, r, c, zone, a)
			}
			if zone == "Pacific/Apia" {
				holdDue(t, r, c, zone, time.Date(2011, 12, 29, r.IntN(24), 0, 0, 0, time.UTC))
			}
		}
	}
}

func holdDue(t *testing.T, r *rand.Rand, c *Calendar, zone string, a time.Time) {
	t.Helper()
	d := time.Duration(1 + r.Int64N(int64(60*time.Hour)))
	due, ok := c.Due(a, d)
	if !ok {
		t.Fatalf("%s: %s after %s is never due", zone, d, a)
	}
	if got := c.Between(a, due); got != d {
		t.Errorf("%s: %s lie between %s and %s, want %s", zone, got, a, due, d)
	}
	if got := c.Between(a, due.Add(-1)); got != d-1 {
		t.Errorf("%s: due too late: %s after %s is %s", zone, d, a, due)
	}
	mid := a.Add(due.Sub(a) / 3)
	if got := c.Between(a, mid) + c.Between(mid, due); got != d {
		t.Errorf("%s: the parts of %s to %s are %s, want %s", zone, a, due, got, d)
	}
	next, ok := c.NextChange(a)
	if open := c.OpenAt(a); ok && (!next.After(a) || c.OpenAt(next) == open || c.OpenAt(next.Add(-1)) != open) {
		t.Errorf("%s: open %v at %s, and %s is no change", zone, open, a, next)
	}
}

// Where the clock does not change, every minute is open that the clock of the
// place says is.
func TestMinutesByTheLocalClock(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := zones(t)
	for range 60 {
		zone := list[r.IntN(len(list))]
		h := randomHours(r, zone, 2026)
		c, err := New(h)
		if err != nil {
			t.Fatal(err)
		}
		a := time.Date(2026, 1, 1+r.IntN(350), r.IntN(24), r.IntN(60), 0, 0, time.UTC)
		_, before := a.Add(-48 * time.Hour).In(c.zone).Zone()
		if _, end := a.Add(-48 * time.Hour).In(c.zone).ZoneBounds(); !end.IsZero() && end.Before(a.Add(6*24*time.Hour)) {
			continue
		}
		var want time.Duration
		b := a.Add(4 * 24 * time.Hour)
		for m := a; m.Before(b); m = m.Add(time.Minute) {
			if byTheClock(h, m.Add(time.Duration(before)*time.Second).UTC()) {
				want += time.Minute
			}
		}
		if got := c.Between(a, b); got != want {
			t.Errorf("%s from %s: %s, want %s", zone, a, got, want)
		}
	}
}

// byTheClock asks the hours of a day and of the one before.
func byTheClock(h Hours, wall time.Time) bool {
	hoursOf := func(day time.Time) []Interval {
		for i := len(h.Exceptions) - 1; i >= 0; i-- {
			if h.Exceptions[i].Date == DateOf(day) {
				return h.Exceptions[i].Hours
			}
		}
		return h.Weekly[day.Weekday()]
	}
	minute := wall.Hour()*60 + wall.Minute()
	for _, i := range hoursOf(wall) {
		if minute >= i.From && (minute < i.To || i.To <= i.From) {
			return true
		}
	}
	for _, i := range hoursOf(wall.AddDate(0, 0, -1)) {
		if i.To <= i.From && minute < i.To {
			return true
		}
	}
	return false
}

func TestCalendarsAreSharedBetweenGoroutines(t *testing.T) {
	c := calendar(t, "Europe/Berlin", week9to5)
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 200 {
				c.Between(time.Unix(int64(i*n)*1e6, 0), time.Unix(int64(i*n)*1e6+1e7, 0))
			}
		})
	}
	all.Wait()
	if len(c.weeks) > maxWeeks {
		t.Errorf("%d weeks are kept", len(c.weeks))
	}
}

func BenchmarkBetweenOverAWeek(b *testing.B) {
	c := calendar(b, "Europe/Berlin", "Mon-Fri/09:00-12:00 Mon-Fri/13:00-17:00")
	from := local(b, c, "2026-11-18 10:00")
	for b.Loop() {
		c.Between(from, from.Add(7*24*time.Hour))
	}
}

func BenchmarkDueOverAWeekend(b *testing.B) {
	c := calendar(b, "Europe/Berlin", week9to5)
	from := local(b, c, "2026-11-20 16:30")
	for b.Loop() {
		c.Due(from, time.Hour)
	}
}

func BenchmarkPlanOfAWeek(b *testing.B) {
	c := calendar(b, "Europe/Berlin", "Mon-Fri/09:00-12:00 Mon-Fri/13:00-17:00")
	for b.Loop() {
		c.plan(2967)
	}
}
