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
	Set       []Candidate `json:"set,omitempty"`
	Gone      []string    `json:"gone,omitempty"`
}

// Recorder writes a chain. Its zero value begins one. It is not safe for concurrent
// use.
type Recorder struct {
	n    int
	last []Candidate // by identifier
}

// Len is how many choices the chain has.
func (r *Recorder) Len() int { return r.n }

// Clone returns a recorder that goes on with the same chain.
func (r *Recorder) Clone() Recorder { return Recorder{r.n, slices.Clone(r.last)} }

// Record adds a choice, and returns its place in the chain, from 0, and what to store
// of it.
func (r *Recorder) Record(in Input) (n int, body string, err error) {
	var set []Candidate
	var gone []string
	now := in.Candidates
	if !slices.IsSortedFunc(now, byID) {
		now = slices.SortedFunc(slices.Values(now), byID)
	}
	i := 0
	for _, c := range now {
		for i < len(r.last) && r.last[i].ID < c.ID {
			gone = append(gone, r.last[i].ID)
			i++
		}
		if i < len(r.last) && r.last[i].ID == c.ID {
			i++
			if r.last[i-1].Equal(c) {
				continue
			}
		}
		set = append(set, c)
	}
	for ; i < len(r.last); i++ {
		gone = append(gone, r.last[i].ID)
	}
	text, err := json.Marshal(chainRecord{Team: in.Team, Required: in.Match.Target.RequiredSkills, Preferred: in.Match.Target.PreferredSkills,
		Answered: in.Answered, Now: in.Now, Set: set, Gone: gone})
	if err != nil {
		return 0, "", err
	}
	n = r.n
	r.n, r.last = n+1, change(r.last, set, gone)
	return n, string(text), nil
}

// Replayer reads a chain from its beginning. It is not safe for concurrent use.
type Replayer struct {
	n    int
	last []Candidate
}

// Replay returns the input of the choice at a place of the chain. It is valid until the
// next call.
func (p *Replayer) Replay(n int, body string) (in Input, err error) {
	if n != p.n {
		return in, ErrChainBroken
	}
	var c chainRecord
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return in, err
	}
	p.n++
	p.last = change(p.last, c.Set, c.Gone)
	target := crm.RoutingTarget{RequiredSkills: c.Required, PreferredSkills: c.Preferred}
	return Input{Match: Match{Target: target}, Team: c.Team, Candidates: p.last, Answered: c.Answered, Now: c.Now}, nil
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
