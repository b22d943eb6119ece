package assign

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// desk gives conversations to people, as live routing does.
type desk struct {
	team   Team
	people []Candidate
	got    map[string]int
}

func newDesk(n int) *desk {
	d := &desk{team: Team{ID: support, Method: crm.TeamRoundRobin}, got: map[string]int{}}
	for i := range n {
		d.people = append(d.people, able(fmt.Sprintf("usr_%02d", i)))
	}
	return d
}

// assign gives a conversation to the winner, as live routing does.
func (d *desk) assign(weight Units, at int64) string {
	decision := Choose(Input{Team: d.team, Candidates: d.people, Weight: weight, Now: at})
	if decision.Winner == "" {
		return ""
	}
	d.team.VirtualTime = decision.VirtualTime
	i := slices.IndexFunc(d.people, func(c Candidate) bool { return c.ID == decision.Winner })
	d.people[i].VirtualTime, d.people[i].LastAssignedAt = decision.Top[0].Score.Start+decision.Weight, at
	d.got[decision.Winner]++
	return decision.Winner
}

func (d *desk) spread() int {
	least, most := 1<<30, 0
	for _, c := range d.people {
		least, most = min(least, d.got[c.ID]), max(most, d.got[c.ID])
	}
	return most - least
}

// Equals get the same share, within one, after any number of conversations.
func TestRoundRobinIsFair(t *testing.T) {
	for n := 1; n < 12; n++ {
		d := newDesk(n)
		for i := range 200 {
			d.assign(0, int64(i+1))
			if d.spread() > 1 {
				t.Fatalf("%d people, %d conversations: %v", n, i+1, d.got)
			}
		}
	}
}

// Shares stay within one of each other although people go away and come back, for
// those who are there all the time; who comes back or joins takes turns with them
// and is not given what they missed.
func TestNewcomersAreNotFlooded(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 2 + r.IntN(5)
		d := newDesk(n)
		for i := range 50 + r.IntN(400) {
			d.assign(0, int64(i+1))
		}
		joins := able("usr_new")
		if r.IntN(2) == 0 { // back from a holiday
			joins.VirtualTime = Units(r.IntN(int(d.team.VirtualTime) + 1))
		}
		d.people, d.got = append(d.people, joins), map[string]int{}
		run := 0
		for i := range 100 {
			who := d.assign(0, int64(1000+i))
			if who != joins.ID {
				run = 0
			} else if run++; run > 1 {
				t.Fatalf("seed %d: the newcomer gets %d in a row", seed, run)
			}
			if d.spread() > 2 { // one of the others may be ahead by a turn when they join
				t.Fatalf("seed %d: %v after %d", seed, d.got, i+1)
			}
		}
	}
}

// Nobody who is there is left out for long, whatever fails and whoever comes and
// goes: between two conversations of somebody, each of the others gets few.
func TestRoundRobinStarvesNobody(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 4))
		d := newDesk(6)
		always, since := d.people[0].ID, 0
		for i := range 1000 {
			for j := 1; j < len(d.people); j++ {
				if r.IntN(10) == 0 {
					d.people[j].Availability = crm.AvailabilityStatuses[r.IntN(3)]
				}
			}
			if since++; d.assign(Units(25+25*r.IntN(4)), int64(i+1)) == always {
				since = 0
			}
			if since > 6*5 { // a turn of the others weighs at most four times as much
				t.Fatalf("seed %d: nothing for %d turns", seed, since)
			}
		}
	}
}

// A queue is served in order, each minute, while others keep coming in with more
// boost: nobody waits much longer than a queue without boosts would have them wait.
func TestQueueStarvesNobody(t *testing.T) {
	a := DefaultAgeing
	const minute = int64(60_000)
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 6))
		var queue []Queued
		low := Queued{ConversationID: "low", WaitingSince: 0, Priority: crm.PriorityLow}
		queue = append(queue, low)
		served := false
		for now := int64(0); now <= (a.Most()+time.Minute).Milliseconds()+minute; now += minute {
			p := crm.Priorities[r.IntN(3)]
			queue = append(queue, Queued{ConversationID: fmt.Sprint(now), WaitingSince: now, Priority: p, ClosesAt: now + int64(r.IntN(25))*60*minute})
			next := slices.MinFunc(queue, a.Compare)
			if next == low {
				served = true
				break
			}
			queue = slices.DeleteFunc(queue, func(q Queued) bool { return q == next })
		}
		if !served {
			t.Fatalf("seed %d: still waiting after %v", seed, a.Most())
		}
	}
	for range 20_000 { // who waits that much longer is always before the other
		r := rand.New(rand.NewPCG(rand.Uint64(), 7))
		any := func(since int64) Queued {
			return Queued{ConversationID: fmt.Sprint(r.IntN(9)), WaitingSince: since, Priority: crm.Priorities[r.IntN(4)], ClosesAt: r.Int64N(2) * (since + r.Int64N(100*60*minute) - 10*60*minute)}
		}
		x := any(r.Int64N(1000 * minute))
		y := any(x.WaitingSince + a.Most().Milliseconds() + 1)
		if a.Compare(x, y) >= 0 || a.Compare(y, x) <= 0 {
			t.Fatalf("%+v is not before %+v", x, y)
		}
	}
}

// What closes sooner is served sooner, and a priority counts as time waited.
func TestQueueOrder(t *testing.T) {
	const hour = int64(3_600_000)
	a := DefaultAgeing
	now := 1000 * hour
	order := []Queued{
		{"urgent", now, crm.PriorityUrgent, now + 24*hour},
		{"closing", now, crm.PriorityNormal, now + hour},
		{"high", now, crm.PriorityHigh, now + 24*hour},
		{"half", now + 1, crm.PriorityNormal, now + 12*hour}, // an hour too, and a little later
		{"older", now - 1, crm.PriorityNormal, now + 24*hour},
		{"a", now, crm.PriorityNormal, now + 24*hour}, {"b", now, "", now + 72*hour}, {"closed", now, "", 0},
		{"low", now, crm.PriorityLow, now + 24*hour},
	}
	list := slices.Clone(order)
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	slices.SortFunc(list, a.Compare)
	if !slices.Equal(list, order) {
		t.Errorf("%+v", list)
	}
	for closes, want := range map[int64]int64{now - 1: 0, now: 0, now + 12*hour: hour, now + 6*hour: 90 * hour / 60} {
		if got := now - a.QueueAt(Queued{"x", now, "", closes}); got != want {
			t.Errorf("a window that closes after %v: %v", time.Duration(closes-now)*time.Millisecond, time.Duration(got)*time.Millisecond)
		}
	}
}

// A conversation weighs what people have to do for it.
func TestLoad(t *testing.T) {
	w := DefaultWeights
	idle := w.IdleAfter.Milliseconds()
	for _, c := range []struct {
		work   Work
		now    int64
		load   Units
		idleAt int64
	}{
		{Work{Open: true, Waiting: true, QuietSince: 5}, 5 + 2*idle, 100, 0},
		{Work{Open: true, QuietSince: 5}, 5, 100, 5 + idle},
		{Work{Open: true, QuietSince: 5}, 4 + idle, 100, 5 + idle},
		{Work{Open: true, QuietSince: 5}, 5 + idle, 25, 0},
		{Work{QuietSince: 5, Waiting: true}, 5, 0, 0},
	} {
		if load, at := w.Load(c.work, c.now); load != c.load || at != c.idleAt {
			t.Errorf("%+v at %d: %d, %d", c.work, c.now, load, at)
		}
	}
	if o, ok := OverflowOf(crm.RoutingTarget{TeamID: support}, &crm.RoutingOverflow{AfterMinutes: 5, TeamID: sales}); !ok || o.TeamID != sales || o.After() != 5*time.Minute {
		t.Error(o, ok)
	}
	if o, _ := OverflowOf(crm.RoutingTarget{TeamID: support, Overflow: &crm.RoutingOverflow{AfterMinutes: 1, TeamID: "x"}}, &crm.RoutingOverflow{TeamID: sales}); o.TeamID != "x" {
		t.Error(o)
	}
	for _, target := range []crm.RoutingTarget{{AgentID: ada}, {TeamID: sales}} {
		if o, ok := OverflowOf(target, &crm.RoutingOverflow{AfterMinutes: 5, TeamID: sales}); ok {
			t.Error(o)
		}
	}
}
