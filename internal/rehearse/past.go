// Package rehearse goes through the past of routing again. It makes the recorded
// decisions anew and compares them, and it plays the past on a virtual clock with
// other rules, people or hours. It is pure: what happened is an argument.
package rehearse

import (
	"slices"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/office"
)

// Past is what happened in a period. Times are in milliseconds.
type Past struct {
	From, To int64
	Arrivals []Arrival // by time
	Known    []Known   // by time
	Presence map[string][]Presence
	Teams    map[string]Team
	// Rules returns a version of the rules, nil if it cannot be read.
	Rules func(version int) *assign.Rules
	// Calendar returns the hours of a calendar, nil if it is gone.
	Calendar func(id string) *office.Calendar
}

// Arrival is a conversation as it came to be routed, and what became of it.
type Arrival struct {
	assign.Asked
	ConversationID string
	At             int64
	Cause          crm.RoutingCause
	Outcome        crm.RoutingOutcome
	Version        int // of the rules
	Target         crm.RoutingTarget
	// LeftAt is when people took it out of its queue themselves; 0 for never.
	LeftAt int64
	Work   *Work // nil if routing gave it to nobody
}

// Work is what somebody had to do for a conversation that they were given.
type Work struct {
	Agent string
	At    int64
	Turn  int // of the choice that gave it
	// Answer is how long after At they answered; below 0 for never.
	Answer int64
	// Steps are the load of it from At on, the last one nothing.
	Steps []Step
}

// Step is a load from a time on, so long after the work began.
type Step struct {
	After int64
	Load  assign.Units
}

// loadAt is the load so long after the work began.
func (w *Work) loadAt(after int64) (load assign.Units) {
	for _, s := range w.Steps {
		if s.After > after {
			break
		}
		load = s.Load
	}
	return load
}

// Known is a member as a choice for a queue knew them, from a time on.
type Known struct {
	At        int64
	Queue     string
	Candidate assign.Candidate
	Gone      bool // they are not of the queue any more
	// Turn counts the choices: the load of what earlier ones gave is not in the base.
	Turn int
	base assign.Units
}

// settle says how much members had beside what routing gave them in the period: what
// the choices knew, without that.
func (p *Past) settle() {
	works := map[string][]*Work{}
	for i := range p.Arrivals {
		if w := p.Arrivals[i].Work; w != nil {
			works[w.Agent] = append(works[w.Agent], w)
		}
	}
	for i := range p.Known {
		k := &p.Known[i]
		k.base = k.Candidate.Load
		had := works[k.Candidate.ID]
		for _, w := range had {
			if w.Turn < k.Turn {
				k.base -= w.loadAt(max(0, k.At-w.At))
			}
		}
		// What is over adds nothing any more.
		works[k.Candidate.ID] = slices.DeleteFunc(had, func(w *Work) bool { return w.Turn < k.Turn && w.over(k.At-w.At) })
	}
}

// over reports whether work has ended so long after it began.
func (w *Work) over(after int64) bool {
	return len(w.Steps) == 0 || w.Steps[len(w.Steps)-1].After <= after && w.Steps[len(w.Steps)-1].Load == 0
}

// Presence is how a member was from a time on.
type Presence struct {
	From   int64
	Status crm.AvailabilityStatus
}

// Team is how a team shares work.
type Team struct {
	assign.Team
	Overflow *crm.RoutingOverflow
	Shift    *office.Calendar // nil for always
}

// Change is what is to be different. Its zero value is nothing.
type Change struct {
	Rules *assign.Rules // nil for those of the past
	// Calendars are those with other hours.
	Calendars map[string]*office.Calendar
	Teams     map[string]Team
	Agents    map[string]AgentChange
	Extra     []Extra
}

// AgentChange is a member as they were not; nil stays.
type AgentChange struct {
	Cap    *assign.Units
	Skills []string
	Hours  *office.Calendar
}

// Extra is somebody who was not there.
type Extra struct {
	Name, TeamID string
	Cap          assign.Units
	Skills       []string
	Hours        *office.Calendar
}

// ruled is where the rules lead an arrival.
type ruled struct {
	target  crm.RoutingTarget
	outcome crm.RoutingOutcome
}

// match is where the rules lead an arrival with the changes, and whether anywhere.
func (p *Past) match(a *Arrival, c *Change) (target crm.RoutingTarget, outcome crm.RoutingOutcome) {
	if c.Rules == nil && len(c.Calendars) == 0 || !a.Rules || a.Cut || a.Outcome == crm.OutcomeTooOften {
		return a.Target, a.Outcome
	}
	if a.Outcome == crm.OutcomeAssistant && !a.Cause.PeopleHadIt() {
		return a.Target, a.Outcome // it answers whatever the rules say
	}
	rules := c.Rules
	if rules == nil {
		rules = p.Rules(a.Version)
	}
	if rules == nil {
		return a.Target, a.Outcome
	}
	state := assign.State{Open: map[string]bool{}, Gone: map[string]bool{}}
	for id := range a.State.Gone {
		state.Gone[id] = true
	}
	for _, id := range rules.Calendars() {
		hours := c.Calendars[id]
		if hours == nil {
			hours = p.Calendar(id)
		}
		if hours != nil {
			state.Open[id] = hours.OpenAt(at(a.At))
		}
	}
	for _, id := range rules.Named() {
		if a.Cause.PeopleHadIt() && crm.ValidID(crm.PrefixAssistant, id) {
			state.Gone[id] = true
		}
	}
	switch m := rules.Match(a.Facts, state); {
	case m.Target.AssistantID != "":
		return m.Target, crm.OutcomeAssistant
	case m.None():
		return m.Target, crm.OutcomeNoRule
	default:
		return m.Target, crm.OutcomeQueued
	}
}

func at(ms int64) time.Time { return time.UnixMilli(ms) }
