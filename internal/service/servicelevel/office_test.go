package servicelevel_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/office"
)

// zones have every kind of change of the clock: an hour, half an hour, at midnight,
// around Ramadan, a day that was left out, and none.
var zones = []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Casablanca", "Pacific/Apia", "Asia/Kathmandu", "UTC"}

// A clock of the resolution is due when it ran for its target of office time, however
// often it stood still, on whatever night the clocks on the walls changed; and what it
// used is the office time in which it ran.
func TestClocksRunInOfficeTime(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, zone := range zones {
		h := office.Hours{Zone: zone}
		for d := range h.Weekly {
			h.Weekly[d] = []office.Interval{{From: 9 * 60, To: 12 * 60}, {From: 13 * 60, To: 17 * 60}, {From: 22 * 60, To: 4 * 60}}
		}
		hours, err := office.New(h)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.Int64N(int64(360 * 24 * time.Hour)))).Truncate(time.Millisecond)
			target := 1 + r.IntN(5000)
			run(t, r, hours, zone, at, target)
		}
	}
}

// run lets a clock run, stand still and run again, and closes the episode when it is
// due, or a minute of office time later.
func run(t *testing.T, r *rand.Rand, hours *office.Calendar, zone string, at time.Time, target int) {
	t.Helper()
	s := crm.InboxState{Status: crm.ConversationClosed}
	var clock crm.Clock
	move := func(at time.Time, do func()) {
		ch := crm.InboxChange{Before: s, After: &s, Now: at}
		do()
		if ch.Opened() {
			s.Clocks = crm.NewClocks(crm.ServicePolicy{Targets: crm.ServiceTargets{Resolution: target}}, 1, 1)
		}
		for _, c := range s.Clocks.Move(ch, hours, func() string { return "clk_1" }) {
			clock = c
		}
	}
	id := func() string { return "eps_1" }
	by := crm.DoneBy{Type: crm.ActorSystem}
	move(at, func() { s.Reopen(by, crm.ReasonRequest, at, id) })
	var ran time.Duration
	since, want := at, time.Duration(target)*time.Minute
	for range r.IntN(5) {
		stops := since.Add(time.Duration(r.Int64N(int64(30 * time.Hour))))
		if ran+hours.Between(since, stops) >= want {
			break
		}
		ran += hours.Between(since, stops)
		goes := stops.Add(time.Duration(r.Int64N(int64(90 * time.Hour))))
		move(stops, s.PutOff)
		if clock.RaiseAt() != nil {
			t.Fatalf("%s: a clock that stands still is to be told of", zone)
		}
		move(goes, func() { s.Reopen(by, crm.ReasonRequest, goes, id) })
		since = goes
	}
	if got := ran + hours.Between(since, clock.DueAt); got != want {
		t.Fatalf("%s: after %s of office time it is due, want %s (from %s)", zone, got, want, at)
	}
	ends, end := clock.DueAt, crm.ClockMet
	if r.IntN(2) == 0 {
		late, _ := hours.Due(clock.DueAt, time.Minute)
		ends, end, want = late, crm.ClockMissed, want+time.Minute
	}
	move(ends, func() { s.Close(by, "resolved", "", "", ends) })
	if clock.End != end || clock.Used != want {
		t.Fatalf("%s: %s after %s, want %s after %s", zone, clock.End, clock.Used, end, want)
	}
}
