package rehearse

import (
	"cmp"
	"context"
	"math"
	"slices"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
)

// Runs are how often the model runs where it draws by chance.
const Runs = 20

// Result plays the past without changes and, if there are any, with them. goal is in
// milliseconds.
func Result(ctx context.Context, past *Past, change *Change, goal int64) (out crm.RehearsalResult, err error) {
	past.settle()
	out.Recorded = sideOf([]figures{recorded(past, goal)})
	first, plays, err := several(ctx, past, &Change{}, goal)
	if err != nil {
		return out, err
	}
	out.Unchanged, out.Seeds = sideOf(plays), len(plays)
	for i, a := range past.Arrivals {
		if f := first.fates[i]; a.Work != nil && f.agent == a.Work.Agent {
			out.SameAgent++
		}
	}
	if change != nil {
		if _, plays, err = several(ctx, past, change, goal); err != nil {
			return out, err
		}
		side := sideOf(plays)
		out.Changed, out.Seeds = &side, max(out.Seeds, len(plays))
	}
	return out, nil
}

// several plays the past, as often as it draws by chance and the effort allows.
func several(ctx context.Context, past *Past, change *Change, goal int64) (first *play, all []figures, err error) {
	rules := make([]ruled, len(past.Arrivals))
	for i := range past.Arrivals {
		rules[i].target, rules[i].outcome = past.match(&past.Arrivals[i], change)
	}
	if first, err = run(ctx, past, change, rules, 1); err != nil {
		return nil, nil, err
	}
	all = append(all, first.figures(goal))
	for effort := first.effort; first.drawn && len(all) < Runs && effort < mostEffort; {
		p, err := run(ctx, past, change, rules, uint64(len(all)+1))
		if err != nil {
			return nil, nil, err
		}
		effort += p.effort
		all = append(all, p.figures(goal))
	}
	return first, all, nil
}

// figures are what came of one run, times in milliseconds.
type figures struct {
	side         crm.RehearsalSide // the counts of it
	missed       int
	queues, wait []int64
	agents       []crm.RehearsalLoad
}

// note adds what became of an arrival; answeredAt is 0 for never.
func (g *figures) note(state fateState, a *Arrival, givenAt, answeredAt, to, goal int64) {
	s := &g.side
	s.Conversations++
	switch state {
	case toAssistant:
		s.ToAssistants++
	case nowhere:
		s.Nowhere++
	case gone:
		s.Left++
	case waiting:
		s.StillWaiting++
		if to-a.Queued.WaitingSince > goal {
			g.missed++
		}
	case given:
		s.Assigned++
		g.queues = append(g.queues, givenAt-a.At)
		if answeredAt == 0 {
			break
		}
		wait := answeredAt - a.Queued.WaitingSince
		g.wait = append(g.wait, wait)
		if wait > goal {
			g.missed++
		}
	}
}

// figures are what came of a run.
func (p *play) figures(goal int64) (g figures) {
	for i := range p.fates {
		f := &p.fates[i]
		g.note(f.state, &p.past.Arrivals[i], f.givenAt, f.answeredAt, p.past.To, goal)
	}
	for _, id := range p.order {
		who := p.people[id]
		load := crm.RehearsalLoad{Agent: id, Assigned: float64(who.assigned), Peak: who.peak / float64(assign.Conversation)}
		if who.online > 0 {
			load.Average = who.area / float64(who.online) / float64(assign.Conversation)
		}
		g.agents = append(g.agents, load)
	}
	return g
}

// recorded is what happened.
func recorded(past *Past, goal int64) (g figures) {
	had := map[string]int{}
	for i := range past.Arrivals {
		a := &past.Arrivals[i]
		switch w := a.Work; {
		case w != nil:
			var answered int64
			if w.Answer >= 0 {
				answered = w.At + w.Answer
			}
			had[w.Agent]++
			g.note(given, a, w.At, answered, past.To, goal)
		case a.Outcome == crm.OutcomeAssistant:
			g.note(toAssistant, a, 0, 0, past.To, goal)
		case a.Outcome == crm.OutcomeQueued || a.Outcome == crm.OutcomeAssigned:
			if a.LeftAt > 0 && a.LeftAt <= past.To {
				g.note(gone, a, 0, 0, past.To, goal)
			} else {
				g.note(waiting, a, 0, 0, past.To, goal)
			}
		default:
			g.note(nowhere, a, 0, 0, past.To, goal)
		}
	}
	loads := map[string]*crm.RehearsalLoad{}
	for _, k := range past.Known {
		l := loads[k.Candidate.ID]
		if l == nil {
			l = &crm.RehearsalLoad{Agent: k.Candidate.ID, Assigned: float64(had[k.Candidate.ID])}
			loads[k.Candidate.ID] = l
		}
		l.Peak = max(l.Peak, float64(k.Candidate.Load)/float64(assign.Conversation))
	}
	for _, l := range loads {
		g.agents = append(g.agents, *l)
	}
	slices.SortFunc(g.agents, func(a, b crm.RehearsalLoad) int { return cmp.Compare(a.Agent, b.Agent) })
	return g
}

// sideOf is what came of several runs.
func sideOf(all []figures) crm.RehearsalSide {
	out := all[0].side
	out.Missed = over(all, func(g figures) float64 { return float64(g.missed) })
	out.Queue = timesOf(all, func(g figures) []int64 { return g.queues })
	out.Wait = timesOf(all, func(g figures) []int64 { return g.wait })
	out.Agents = []crm.RehearsalLoad{}
	for i, l := range all[0].agents {
		for _, g := range all[1:] { // the same people in the same order
			l.Assigned, l.Average, l.Peak = l.Assigned+g.agents[i].Assigned, l.Average+g.agents[i].Average, l.Peak+g.agents[i].Peak
		}
		n := float64(len(all))
		l.Assigned, l.Average, l.Peak = round(l.Assigned/n), round(l.Average/n), round(l.Peak/n)
		out.Agents = append(out.Agents, l)
	}
	return out
}

func timesOf(all []figures, of func(figures) []int64) crm.RehearsalTimes {
	for i := range all {
		slices.Sort(of(all[i]))
	}
	rank := func(share float64) crm.RehearsalFigure {
		return over(all, func(g figures) float64 { return quantile(of(g), share) })
	}
	return crm.RehearsalTimes{Count: len(of(all[0])), P50: rank(0.5), P90: rank(0.9), Most: rank(1)}
}

// quantile is the smallest of sorted times that a share of them does not exceed, in
// seconds; 0 without any.
func quantile(sorted []int64, share float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	i := int(math.Ceil(share*float64(len(sorted)))) - 1
	return round(float64(sorted[max(i, 0)]) / 1000)
}

// over is the median of a figure of several runs, with what nine of ten are between.
func over(all []figures, of func(figures) float64) crm.RehearsalFigure {
	list := make([]float64, len(all))
	for i, g := range all {
		list[i] = of(g)
	}
	slices.Sort(list)
	cut := len(list) / 20 // of each side
	return crm.RehearsalFigure{Value: list[len(list)/2], Low: list[cut], High: list[len(list)-1-cut]}
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }
