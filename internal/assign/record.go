package assign

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
)

// Choices of one queue are kept as a chain: the first one whole, each later one with
// the candidates that are not as in the one before. Replayed, they are the same inputs.

// ErrChainBroken says that a choice of a chain is missing before another one.
var ErrChainBroken = errors.New("a choice before it is missing")

// chainRecord is a choice as it is kept.
type chainRecord struct {
	Team      Team        `json:"team"`
	Required  []string    `json:"required,omitempty"`
	Preferred []string    `json:"preferred,omitempty"`
	Answered  Answered    `json:"answered"`
	Now       int64       `json:"now"`
	Claim     int         `json:"claim,omitempty"`
	Set       []Candidate `json:"set,omitempty"`
	Gone      []string    `json:"gone,omitempty"`
}

// Recorder writes a chain. Its zero value begins one. It is not safe for concurrent
// use.
type Recorder struct {
	n    int
	last []Candidate // by identifier
}

// Kept is a choice ready to be stored.
type Kept struct {
	N    int // its place in the chain, from 0
	Body string
	set  []Candidate
	gone []string
}

// Len is how many choices the chain has.
func (r *Recorder) Len() int { return r.n }

// Record returns a choice to store; claim is which of its claims got the
// conversation. Nothing is noted until Note: what was not stored has not been.
func (r *Recorder) Record(in Input, claim int) (Kept, error) {
	k := Kept{N: r.n}
	now := in.Candidates
	if !slices.IsSortedFunc(now, byID) {
		now = slices.SortedFunc(slices.Values(now), byID)
	}
	i := 0
	for _, c := range now {
		for i < len(r.last) && r.last[i].ID < c.ID {
			k.gone = append(k.gone, r.last[i].ID)
			i++
		}
		if i < len(r.last) && r.last[i].ID == c.ID {
			i++
			if r.last[i-1].Equal(c) {
				continue
			}
		}
		k.set = append(k.set, c)
	}
	for ; i < len(r.last); i++ {
		k.gone = append(k.gone, r.last[i].ID)
	}
	body, err := json.Marshal(chainRecord{Team: in.Team, Required: in.Match.Target.RequiredSkills, Preferred: in.Match.Target.PreferredSkills,
		Answered: in.Answered, Now: in.Now, Claim: claim, Set: k.set, Gone: k.gone})
	k.Body = string(body)
	return k, err
}

// Note says that a choice was stored.
func (r *Recorder) Note(k Kept) {
	r.n = k.N + 1
	r.last = change(r.last, k.set, k.gone)
}

// Replayer reads a chain from its beginning. It is not safe for concurrent use.
type Replayer struct {
	n    int
	last []Candidate
}

// Replay returns the input of the choice at a place of the chain, and which claim
// got the conversation. The input is valid until the next call.
func (p *Replayer) Replay(n int, body string) (in Input, claim int, err error) {
	if n != p.n {
		return in, 0, ErrChainBroken
	}
	var c chainRecord
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return in, 0, err
	}
	p.n++
	p.last = change(p.last, c.Set, c.Gone)
	target := crm.RoutingTarget{RequiredSkills: c.Required, PreferredSkills: c.Preferred}
	return Input{Match: Match{Target: target}, Team: c.Team, Candidates: p.last, Answered: c.Answered, Now: c.Now}, c.Claim, nil
}

// change returns candidates after some of them changed or went, all by identifier.
func change(list, set []Candidate, gone []string) []Candidate {
	if len(gone) > 0 {
		list = slices.DeleteFunc(list, func(c Candidate) bool { _, found := slices.BinarySearch(gone, c.ID); return found })
	}
	for _, c := range set {
		i, found := slices.BinarySearchFunc(list, c, byID)
		if !found {
			list = slices.Insert(list, i, c)
		}
		list[i] = c
	}
	return list
}

func byID(a, b Candidate) int { return strings.Compare(a.ID, b.ID) }

// Equal reports whether a decision sees no difference.
func (c Candidate) Equal(d Candidate) bool {
	return c.ID == d.ID && c.Member == d.Member && c.CanAnswer == d.CanAnswer && c.ReachesNumber == d.ReachesNumber && c.Deactivated == d.Deactivated &&
		c.Availability == d.Availability && c.Unreachable == d.Unreachable && c.OnShift == d.OnShift && c.Excluded == d.Excluded && c.Load == d.Load && c.Cap == d.Cap && c.OfTeam == d.OfTeam &&
		slices.Equal(c.Skills, d.Skills) && c.VirtualTime == d.VirtualTime && c.LastAssignedAt == d.LastAssignedAt
}

// Asked is a conversation as it came to be routed, with what the rules were asked. It
// is what is kept of it.
type Asked struct {
	// Rules says that the rules were asked; otherwise it stayed with its team.
	Rules bool  `json:"rules,omitempty"`
	Facts Facts `json:"facts"`
	// Cut says that more was written than the text of the facts.
	Cut   bool  `json:"cut,omitempty"`
	State State `json:"state"`
	// Answered is who answered last before.
	Answered Answered `json:"answered"`
	// Queued is how it waits.
	Queued Queued `json:"queued"`
	// TeamID is its team before, Lost who had it and lost it.
	TeamID   string   `json:"team,omitempty"`
	Lost     string   `json:"lost,omitempty"`
	Excluded []string `json:"excluded,omitempty"`
}
