package assign

import (
	"cmp"
	"slices"

	"service.example/crm/internal/crm"
)

// Units are parts of a conversation, in hundredths: whole numbers, so that every
// machine compares the same.
type Units int64

// Conversation is the load of one that waits for an answer.
const Conversation Units = 100

// Candidate is a member who may get a conversation, as things are at the time of
// the decision.
type Candidate struct {
	ID            string                 `json:"id"`
	Member        bool                   `json:"member,omitempty"`  // of the team; true if the target is the member
	CanAnswer     bool                   `json:"answers,omitempty"` // has the scopes
	ReachesNumber bool                   `json:"reaches,omitempty"` // the reach covers the phone number and the team
	Deactivated   bool                   `json:"off,omitempty"`
	Availability  crm.AvailabilityStatus `json:"is,omitempty"`
	Unreachable   bool                   `json:"unreachable,omitempty"` // has had no live stream for too long
	OnShift       bool                   `json:"shift,omitempty"`       // true where the team has no shifts
	Excluded      bool                   `json:"excluded,omitempty"`    // declined or lost the conversation in this episode
	Load          Units                  `json:"load,omitempty"`
	Cap           Units                  `json:"cap,omitempty"`
	OfTeam        int                    `json:"ofTeam,omitempty"` // conversations of the team that the member has
	Skills        []string               `json:"skills,omitempty"`
	// VirtualTime is how much the member got of the team, as the decision before
	// left it; 0 for somebody new.
	VirtualTime Units `json:"turn,omitempty"`
	// LastAssignedAt is when the member got a conversation last, in milliseconds;
	// 0 for never.
	LastAssignedAt int64 `json:"last,omitempty"`
}

// Team is the target with its settings. A member who is the target is a team of
// one, without an identifier.
type Team struct {
	ID     string         `json:"id,omitempty"`
	Method crm.TeamMethod `json:"method"`
	// StickyDays is for how long whoever answered last comes first; 0 for never.
	StickyDays int `json:"sticky,omitempty"`
	// AgentLimit bounds the conversations of the team that a member has; 0 for none.
	AgentLimit int `json:"limit,omitempty"`
	// VirtualTime is that of the team, as the decision before left it. Who has less
	// was not there, and begins from it: nobody is given at once what they missed.
	VirtualTime Units `json:"turn,omitempty"`
}

// Answered is who answered the contact last, and when in milliseconds.
type Answered struct {
	By string `json:"by,omitempty"`
	At int64  `json:"at,omitempty"`
}

// Input is all that a decision rests on.
type Input struct {
	Match      Match
	Team       Team
	Candidates []Candidate // in any order, each once
	Answered   Answered
	Now        int64 // in milliseconds
	Weight     Units // of the conversation; 0 means Conversation
}

// Reason says why somebody cannot get a conversation.
type Reason uint8

// The reasons, in the order in which they are looked for: the first one counts.
const (
	Eligible Reason = iota
	NotMember
	NoScope
	NumberNotAllowed
	Deactivated
	Offline
	Away
	Unreachable
	OffShift
	Excluded
	AtCapacity
	TeamLimit
	SkillMissing
	reasons
)

var reasonNames = [reasons]string{"eligible", "not_member", "no_scope", "number_not_allowed", "deactivated", "offline", "away", "unreachable", "off_shift", "excluded", "at_capacity", "team_limit", "skill_missing"}

// String is the reason as it is stored and shown.
func (r Reason) String() string { return reasonNames[r] }

// Reasons counts candidates by reason.
type Reasons [reasons]int

// Map has the counts that are not 0, by name.
func (r Reasons) Map() map[string]int {
	out := map[string]int{}
	for i, n := range r {
		if n > 0 {
			out[reasonNames[i]] = n
		}
	}
	return out
}

// MaxTop is how many candidates a decision names.
const MaxTop = 20

// Score is what a candidate is compared by, the first part first.
type Score struct {
	Sticky bool
	Skills int // how many of the preferred ones
	// Start is the virtual time at which the candidate gets the conversation; less
	// comes first, with round robin.
	Start Units
	// Load of Cap; less comes first, with least load.
	Load, Cap      Units
	LastAssignedAt int64
}

// Scored is a candidate with all that the decision knows of them.
type Scored struct {
	AgentID string
	Reason  Reason
	Score   Score
}

// Decision is who gets a conversation, and why.
type Decision struct {
	Match  Match
	Method crm.TeamMethod
	// Winner comes first; "" if nobody is eligible, or if people of the team take
	// conversations themselves. Then the conversation waits.
	Winner     string
	Candidates int
	Reasons    Reasons
	// Top are up to MaxTop candidates: the eligible in their order, then others by
	// their identifier.
	Top []Scored
	// VirtualTime is that of the team from now on, whoever gets the conversation.
	VirtualTime Units
	// Weight is what the conversation adds to the load and the virtual time of
	// whoever gets it.
	Weight Units
	// InputsHash is of all that the decision rests on.
	InputsHash uint64
}

// Choose decides who of the candidates gets a conversation. The order of the
// candidates does not matter.
func Choose(in Input) Decision {
	if in.Weight == 0 {
		in.Weight = Conversation
	}
	d := Decision{Match: in.Match, Method: in.Team.Method, Candidates: len(in.Candidates), VirtualTime: in.Team.VirtualTime, Weight: in.Weight,
		InputsHash: hashOf(in), Top: make([]Scored, 0, min(len(in.Candidates), MaxTop)+1)}
	least, any := Units(0), false
	for i := range in.Candidates {
		c := &in.Candidates[i]
		s := Scored{AgentID: c.ID, Reason: c.reason(&in), Score: c.score(&in)}
		d.Reasons[s.Reason]++
		if s.Reason == Eligible && (!any || s.Score.Start < least) {
			least, any = s.Score.Start, true
		}
		d.keep(s)
	}
	if any {
		d.VirtualTime = max(d.VirtualTime, least)
		if d.Method != crm.TeamManual {
			d.Winner = d.Top[0].AgentID
		}
	}
	return d
}

// reason is the first one for which somebody cannot get the conversation.
func (c *Candidate) reason(in *Input) Reason {
	switch {
	case !c.Member:
		return NotMember
	case !c.CanAnswer:
		return NoScope
	case !c.ReachesNumber:
		return NumberNotAllowed
	case c.Deactivated:
		return Deactivated
	case c.Availability == crm.AvailableOffline:
		return Offline
	case c.Availability == crm.AvailableAway:
		return Away
	case c.Unreachable:
		return Unreachable
	case !c.OnShift:
		return OffShift
	case c.Excluded:
		return Excluded
	case c.Load+in.Weight > c.Cap:
		return AtCapacity
	case in.Team.AgentLimit > 0 && c.OfTeam >= in.Team.AgentLimit:
		return TeamLimit
	case has(c.Skills, in.Match.Target.RequiredSkills) < len(in.Match.Target.RequiredSkills):
		return SkillMissing
	}
	return Eligible
}

// has counts how many of some skills are there.
func has(skills, of []string) (n int) {
	for _, s := range of {
		if slices.Contains(skills, s) {
			n++
		}
	}
	return n
}

const dayMilliseconds = 24 * 60 * 60 * 1000

func (c *Candidate) score(in *Input) Score {
	days := int64(in.Team.StickyDays)
	return Score{
		Sticky: days > 0 && in.Answered.By == c.ID && in.Now-in.Answered.At <= days*dayMilliseconds,
		Skills: has(c.Skills, in.Match.Target.PreferredSkills),
		Start:  max(c.VirtualTime, in.Team.VirtualTime),
		Load:   c.Load, Cap: c.Cap, LastAssignedAt: c.LastAssignedAt,
	}
}

// keep puts a candidate among the top, if they belong there.
func (d *Decision) keep(s Scored) {
	n := len(d.Top)
	if n == MaxTop && d.compare(&d.Top[n-1], &s) <= 0 {
		return
	}
	i := n
	for i > 0 && d.compare(&s, &d.Top[i-1]) < 0 {
		i--
	}
	d.Top = append(d.Top, Scored{})
	copy(d.Top[i+1:], d.Top[i:])
	d.Top[i] = s
	d.Top = d.Top[:min(len(d.Top), MaxTop)]
}

// compare says who comes first: the eligible, by their score. No two candidates
// are equal, so the order in which they are given does not matter.
func (d *Decision) compare(a, b *Scored) int {
	if a.Reason != Eligible || b.Reason != Eligible {
		if (a.Reason == Eligible) != (b.Reason == Eligible) {
			return ordered(a.Reason == Eligible)
		}
		return cmp.Compare(a.AgentID, b.AgentID)
	}
	x, y := &a.Score, &b.Score
	switch {
	case x.Sticky != y.Sticky:
		return ordered(x.Sticky)
	case x.Skills != y.Skills:
		return cmp.Compare(y.Skills, x.Skills)
	}
	if c := d.compareMethod(x, y); c != 0 {
		return c
	}
	if c := cmp.Compare(x.LastAssignedAt, y.LastAssignedAt); c != 0 {
		return c
	}
	return cmp.Compare(a.AgentID, b.AgentID)
}

func (d *Decision) compareMethod(x, y *Score) int {
	switch d.Method {
	case crm.TeamRoundRobin:
		return cmp.Compare(x.Start, y.Start)
	case crm.TeamLeastLoad: // load/cap, without a fraction; an eligible cap is more than 0
		return cmp.Compare(x.Load*y.Cap, y.Load*x.Cap)
	}
	return 0
}

// ordered is what compare returns if the first one comes first, or the second.
func ordered(first bool) int {
	if first {
		return -1
	}
	return 1
}
