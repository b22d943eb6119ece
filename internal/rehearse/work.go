package rehearse

import (
	"cmp"
	"slices"

	"service.example/crm/internal/assign"
)

// Happened is something that happened to a conversation. Only one of its parts is
// set, and Said for what the contact wrote.
type Happened struct {
	At int64
	// Said: the contact wrote. Answered: we did, ByPerson if a person was it.
	Said, Answered, ByPerson bool
	// Moved: it is open or not, with Agent or nobody, from now on.
	Moved bool
	Open  bool
	Agent string
}

// WorkOf is what somebody had to do for a conversation that they were given at a time,
// by what happened to it before another time, 0 for the end.
func WorkOf(agent string, given int64, happened []Happened, until int64) Work {
	w := Work{Agent: agent, At: given, Answer: -1}
	now := assign.Work{Open: true, Waiting: true, QuietSince: given}
	weights := assign.DefaultWeights
	var idleAt int64
	note := func(at int64) {
		if idleAt > 0 && idleAt < at {
			w.step(idleAt-given, weights.Idle)
		}
		var load assign.Units
		load, idleAt = weights.Load(now, at)
		w.step(at-given, load)
	}
	note(given)
	for _, h := range happened {
		if h.At < given || until > 0 && h.At >= until {
			continue
		}
		switch {
		case h.Said:
			now.Waiting, now.QuietSince = true, h.At
		case h.Answered:
			now.Waiting, now.QuietSince = false, h.At
			if h.ByPerson && w.Answer < 0 {
				w.Answer = h.At - given
			}
		case h.Moved && h.Agent != agent && h.At > given:
			now.Open, until = false, h.At
		case h.Moved:
			now.Open = h.Open || h.At == given
		}
		note(h.At)
	}
	if until > 0 && now.Open {
		now.Open = false
		note(until)
	} else if idleAt > 0 {
		w.step(idleAt-given, weights.Idle)
	}
	return w
}

// step notes a load from a time on.
func (w *Work) step(after int64, load assign.Units) {
	if n := len(w.Steps); n > 0 && w.Steps[n-1].After == after {
		w.Steps[n-1].Load = load
		return
	} else if n > 0 && w.Steps[n-1].Load == load {
		return
	}
	w.Steps = append(w.Steps, Step{after, load})
}

// LeftAt is when people took a conversation that waited from a time on out of its queue
// themselves; 0 for never.
func LeftAt(came int64, happened []Happened) int64 {
	for _, h := range happened {
		if h.At > came && h.Moved && (h.Agent != "" || !h.Open) {
			return h.At
		}
	}
	return 0
}

// Sort puts what happened into its order.
func Sort(happened []Happened) {
	slices.SortStableFunc(happened, func(a, b Happened) int { return cmp.Compare(a.At, b.At) })
}
