package rehearse

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/office"
)

// fate is what becomes of an arrival.
type fate struct {
	state      fateState
	queue      string
	target     crm.RoutingTarget
	visited    []string
	asks       string // what somebody must be to get it
	turn       int
	agent      string
	load       assign.Units
	givenAt    int64
	answeredAt int64 // 0 for never
}

type fateState uint8

const (
	notYet fateState = iota
	waiting
	given
	gone // people took it, or it came to be routed again
	toAssistant
	nowhere
)

// person is a member as the model has them.
type person struct {
	candidate  assign.Candidate
	base, load assign.Units
	hours      *office.Calendar // nil for the recorded presence
	recorded   bool             // of the past, not extra
	turns      map[string]assign.Units
	ofTeam     map[string]int
	queues     map[string]bool
	caps       map[string]assign.Candidate // as the queue knows them
	online     int64                       // how long they were online
	area, peak float64
	changed    int64 // when load was last added up
	assigned   int
}

// play is the past on a virtual clock.
type play struct {
	past    *Past
	change  *Change
	seed    uint64
	queue   moments
	now     int64
	fates   []fate
	people  map[string]*person
	order   []string            // of the people
	members map[string][]string // by queue, in order
	lines   map[string][]int    // arrivals that wait, by queue
	teams   map[string]Team
	turns   map[string]assign.Units // of the queues
	latest  map[string]int          // arrival, by conversation
	pools   map[string][]*Work
	drawn   bool
	dirty   map[string]bool  // queues in which somebody may be free now
	fresh   map[string][]int // who came into a queue since it was served
	ruled   []ruled          // by arrival
	effort  int              // what it took so far
}

// mostEffort bounds one run: about 10 seconds of a processor.
const mostEffort = 1_000_000_000

// ErrTooMuch says that a period has too much in it to be played.
var ErrTooMuch = errors.New("too many conversations waited at the same time")

// run plays the past with changes to its end.
func run(ctx context.Context, past *Past, change *Change, rules []ruled, seed uint64) (*play, error) {
	p := &play{past: past, change: change, ruled: rules, seed: seed, fates: make([]fate, len(past.Arrivals)), people: map[string]*person{}, members: map[string][]string{},
		lines: map[string][]int{}, teams: map[string]Team{}, turns: map[string]assign.Units{}, latest: map[string]int{}, pools: map[string][]*Work{}, dirty: map[string]bool{}, fresh: map[string][]int{}}
	p.setUp()
	for len(p.queue) > 0 {
		if p.effort > mostEffort {
			return nil, ErrTooMuch
		} else if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m := heap.Pop(&p.queue).(moment)
		if m.at > past.To {
			break
		}
		p.now = max(m.at, past.From)
		p.happen(m)
		if len(p.queue) == 0 || p.queue[0].at > m.at {
			p.serveAll()
		}
	}
	p.now = past.To
	for _, id := range p.order {
		p.addUp(p.people[id])
	}
	return p, nil
}

func (p *play) setUp() {
	for id, t := range p.past.Teams {
		if other, ok := p.change.Teams[id]; ok {
			t = other
		}
		p.teams[id] = t
		p.shifts(id)
	}
	for i, k := range p.past.Known {
		if who := p.people[k.Candidate.ID]; who == nil || !who.queues[k.Queue] { // as they were known first
			p.know(&p.past.Known[i], true)
		}
		p.at(moment{at: k.At, kind: known, i: i})
	}
	for i, e := range p.change.Extra {
		c := assign.Candidate{ID: e.Name, Member: true, CanAnswer: true, ReachesNumber: true, Cap: e.Cap, Skills: e.Skills}
		p.join(e.TeamID, c).hours = e.Hours
		p.at(moment{at: p.past.From, kind: presenceChanged, i: i, name: e.Name})
	}
	for id := range p.people {
		if list := p.past.Presence[id]; p.people[id].hours == nil {
			for _, one := range list {
				p.at(moment{at: max(one.From, p.past.From), kind: presenceChanged, name: id})
			}
		} else {
			p.at(moment{at: p.past.From, kind: presenceChanged, name: id})
		}
	}
	for i, a := range p.past.Arrivals {
		p.at(moment{at: a.At, kind: came, i: i})
		if a.Work != nil {
			p.pools[a.Work.Agent] = append(p.pools[a.Work.Agent], a.Work)
			p.pools[""] = append(p.pools[""], a.Work)
		}
	}
}

func (p *play) at(m moment) { heap.Push(&p.queue, m) }

// shifts lets a team be looked at when its shift begins or ends.
func (p *play) shifts(id string) {
	if hours := p.teams[id].Shift; hours != nil {
		if next, changes := hours.NextChange(at(max(p.now, p.past.From))); changes {
			p.at(moment{at: next.UnixMilli(), kind: shiftChanged, name: id})
		}
	}
}

// join puts somebody into a queue.
func (p *play) join(queue string, c assign.Candidate) *person {
	who := p.people[c.ID]
	if who == nil {
		who = &person{candidate: c, turns: map[string]assign.Units{}, ofTeam: map[string]int{}, queues: map[string]bool{}, caps: map[string]assign.Candidate{}, changed: p.past.From}
		who.candidate.Availability = crm.AvailableOffline
		who.hours = p.change.Agents[c.ID].Hours
		p.people[c.ID] = who
		i, _ := slices.BinarySearch(p.order, c.ID)
		p.order = slices.Insert(p.order, i, c.ID)
	}
	if !who.queues[queue] {
		who.queues[queue] = true
		i, _ := slices.BinarySearch(p.members[queue], c.ID)
		p.members[queue] = slices.Insert(p.members[queue], i, c.ID)
	}
	who.caps[queue] = c
	return who
}

// know notes a member as a choice knew them.
func (p *play) know(k *Known, first bool) {
	c := k.Candidate
	who := p.join(k.Queue, c)
	who.recorded = true
	if k.Gone {
		c.Member = false
		who.caps[k.Queue] = c
		return
	}
	if first {
		who.turns[k.Queue] = c.VirtualTime
		who.candidate.LastAssignedAt = max(who.candidate.LastAssignedAt, c.LastAssignedAt)
	}
	p.addUp(who)
	who.base = k.base
}

func (p *play) happen(m moment) {
	switch m.kind {
	case presenceChanged:
		p.appear(m.name)
	case shiftChanged:
		p.dirty[m.name] = true
		p.shifts(m.name)
	case known:
		p.know(&p.past.Known[m.i], false)
		p.dirty[p.past.Known[m.i].Queue] = true
	case came:
		p.arrive(m.i)
	case workChanged, left, overflowed:
		if f := &p.fates[m.i]; f.turn == m.turn {
			p.goOn(m, f)
		}
	}
}

// goOn lets an arrival go on: its work changes, people take it, or it moves to
// another queue.
func (p *play) goOn(m moment, f *fate) {
	switch {
	case m.kind == workChanged && f.state == given:
		p.weigh(f, m.load)
	case m.kind == left && f.state == waiting:
		p.leave(m.i, gone)
	case m.kind == overflowed && f.state == waiting:
		to := m.name
		visited := append(slices.Clone(f.visited), f.queue)
		target := f.target
		target.TeamID, target.AgentID, target.Overflow = to, "", nil
		p.leave(m.i, gone)
		p.enter(m.i, target, visited)
	}
}

// appear sets whether somebody is there now.
func (p *play) appear(id string) {
	who := p.people[id]
	if who == nil {
		return
	}
	is := crm.AvailableOffline
	if who.hours != nil {
		if who.hours.OpenAt(at(p.now)) {
			is = crm.AvailableOnline
		}
		if next, changes := who.hours.NextChange(at(p.now)); changes {
			p.at(moment{at: next.UnixMilli(), kind: presenceChanged, name: id})
		}
	} else {
		for _, one := range p.past.Presence[id] {
			if one.From > p.now {
				break
			}
			is = one.Status
		}
	}
	p.addUp(who)
	who.candidate.Availability = is
	for queue := range who.queues {
		p.dirty[queue] = true
	}
}

// arrive lets a conversation come to be routed.
func (p *play) arrive(i int) {
	a, f := &p.past.Arrivals[i], &p.fates[i]
	if before, had := p.latest[a.ConversationID]; had {
		was := &p.fates[before]
		if a.Lost != "" && (was.state != given || was.agent != a.Lost) {
			f.state = gone // somebody else had it: they did not lose it
			return
		}
		p.end(before)
	}
	p.latest[a.ConversationID] = i
	target, outcome := p.ruled[i].target, p.ruled[i].outcome
	switch outcome {
	case crm.OutcomeAssistant:
		f.state = toAssistant
	case crm.OutcomeNoRule, crm.OutcomeUnavailable, crm.OutcomeTooOften:
		f.state = nowhere
	default:
		p.enter(i, target, nil)
		if a.LeftAt > 0 {
			p.at(moment{at: a.LeftAt, kind: left, i: i, turn: f.turn})
		}
	}
}

// end ends what an arrival still is.
func (p *play) end(i int) {
	f := &p.fates[i]
	switch f.state {
	case waiting:
		p.leave(i, gone)
	case given:
		p.weigh(f, 0)
	}
	f.turn++
}

func (p *play) enter(i int, target crm.RoutingTarget, visited []string) {
	f := &p.fates[i]
	f.state, f.target, f.visited = waiting, target, visited
	f.asks = strings.Join(target.RequiredSkills, ",") + "/" + strings.Join(p.past.Arrivals[i].Excluded, ",")
	f.queue = cmp.Or(target.TeamID, target.AgentID)
	line := p.lines[f.queue]
	place, _ := slices.BinarySearchFunc(line, i, p.compare)
	p.lines[f.queue] = slices.Insert(line, place, i)
	p.fresh[f.queue] = append(p.fresh[f.queue], i)
	if o, there := assign.OverflowOf(target, p.teams[target.TeamID].Overflow); there && !slices.Contains(visited, o.TeamID) {
		p.at(moment{at: p.now + o.After().Milliseconds(), kind: overflowed, i: i, turn: f.turn, name: o.TeamID})
	}
}

// compare orders a queue.
func (p *play) compare(a, b int) int {
	x, y := p.past.Arrivals[a].Queued, p.past.Arrivals[b].Queued
	x.Priority, y.Priority = p.priority(a), p.priority(b)
	return cmp.Or(assign.DefaultAgeing.Compare(x, y), cmp.Compare(a, b))
}

func (p *play) priority(i int) crm.Priority {
	if t := p.fates[i].target.Priority; t != "" && t != crm.PriorityNormal {
		return t
	}
	return p.past.Arrivals[i].Queued.Priority
}

// leave takes an arrival out of its queue.
func (p *play) leave(i int, state fateState) {
	f := &p.fates[i]
	p.lines[f.queue] = slices.DeleteFunc(p.lines[f.queue], func(j int) bool { return j == i })
	f.state = state
	f.turn++
}

// weigh sets the load of an arrival.
func (p *play) weigh(f *fate, load assign.Units) {
	who := p.people[f.agent]
	p.addUp(who)
	who.load += load - f.load
	if f.load > 0 && load == 0 {
		who.ofTeam[f.queue]--
	}
	less := load < f.load
	f.load = load
	if less {
		for queue := range who.queues {
			p.dirty[queue] = true
		}
	}
}

// addUp adds up what somebody had until now.
func (p *play) addUp(who *person) {
	if who.candidate.Availability == crm.AvailableOnline {
		who.online += p.now - who.changed
		who.area += float64(max(0, who.base+who.load)) * float64(p.now-who.changed)
	}
	who.peak = max(who.peak, float64(who.base+who.load))
	who.changed = p.now
}

// draw is the work that somebody has with an arrival: what they had with it, or else
// one of theirs by chance.
func (p *play) draw(i int, agent string) *Work {
	if w := p.past.Arrivals[i].Work; w != nil && w.Agent == agent {
		return w
	}
	p.drawn = true
	const enough = 5
	pool := p.pools[agent]
	if len(pool) < enough {
		pool = p.pools[""]
	}
	if len(pool) == 0 { // nobody ever had any
		const minute = 60_000
		return &Work{Answer: 2 * minute, Steps: []Step{{0, assign.Conversation}, {10 * minute, 0}}}
	}
	return pool[rand.New(rand.NewPCG(p.seed, uint64(i))).IntN(len(pool))]
}
