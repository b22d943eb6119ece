package rehearse

import (
	"maps"
	"slices"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
)

// serveAll serves the queues in which something changed: the whole queue where
// somebody may be free now, else who came into it, for nobody is free for the others.
func (p *play) serveAll() {
	for len(p.dirty)+len(p.fresh) > 0 {
		lines := p.fresh
		for queue := range p.dirty {
			lines[queue] = slices.Clone(p.lines[queue])
		}
		for queue := range lines {
			if !p.dirty[queue] {
				lines[queue] = slices.DeleteFunc(lines[queue], func(i int) bool { return p.fates[i].state != waiting || p.fates[i].queue != queue })
				slices.SortFunc(lines[queue], p.compare)
				lines[queue] = slices.Compact(lines[queue])
			}
		}
		p.dirty, p.fresh = map[string]bool{}, map[string][]int{}
		for _, queue := range slices.Sorted(maps.Keys(lines)) {
			p.serve(queue, lines[queue])
		}
	}
}

// serve gives conversations of a queue to who is free, in order. One that nobody can
// get stands for all that ask for the same.
func (p *play) serve(queue string, line []int) {
	p.effort += len(line)
	team := p.team(queue)
	candidates := p.candidates(queue)
	stuck := map[string]bool{}
	for n, i := range line {
		if n == 0 && !p.anyFree(team, candidates) {
			return
		}
		a, f := &p.past.Arrivals[i], &p.fates[i]
		if stuck[f.asks] {
			continue
		}
		p.aim(candidates, queue, a)
		made := p.choose(assign.Input{Match: assign.Match{Target: f.target}, Team: team, Candidates: candidates, Answered: a.Answered, Now: p.now})
		if made.Winner == "" {
			stuck[f.asks] = true
			continue
		}
		team.VirtualTime = made.VirtualTime
		p.turns[queue] = made.VirtualTime
		p.give(i, made.Top[0], made)
		candidates = p.candidates(queue)
		if !p.anyFree(team, candidates) {
			return
		}
	}
}

// choose is assign.Choose, counted.
func (p *play) choose(in assign.Input) assign.Decision {
	const each = 20 // beside one that is only passed by
	p.effort += each * (1 + len(in.Candidates))
	return assign.Choose(in)
}

func (p *play) team(queue string) assign.Team {
	if !crm.ValidID(crm.PrefixTeam, queue) {
		return assign.Team{Method: crm.TeamLeastLoad}
	}
	t := p.teams[queue].Team
	t.ID, t.VirtualTime = queue, p.turns[queue]
	return t
}

// candidates are the members of a queue as they are now.
func (p *play) candidates(queue string) []assign.Candidate {
	onShift := true
	if hours := p.teams[queue].Shift; hours != nil {
		onShift = hours.OpenAt(at(p.now))
	}
	out := make([]assign.Candidate, 0, len(p.members[queue]))
	for _, id := range p.members[queue] {
		who := p.people[id]
		c := who.caps[queue]
		c.Availability, c.OnShift, c.LastAssignedAt = who.candidate.Availability, onShift, who.candidate.LastAssignedAt
		c.Load, c.OfTeam, c.VirtualTime = max(0, who.base+who.load), who.ofTeam[queue], who.turns[queue]
		if other := p.change.Agents[id]; other.Cap != nil || other.Skills != nil {
			if other.Cap != nil {
				c.Cap = *other.Cap
			}
			if other.Skills != nil {
				c.Skills = other.Skills
			}
		}
		out = append(out, c)
	}
	return out
}

// aim sets what of the candidates depends on the conversation.
func (p *play) aim(candidates []assign.Candidate, queue string, a *Arrival) {
	round := true
	for _, c := range candidates {
		round = round && (c.Deactivated || !c.CanAnswer || !c.Member || slices.Contains(a.Excluded, c.ID))
	}
	for i := range candidates {
		c := &candidates[i]
		c.Excluded = !round && slices.Contains(a.Excluded, c.ID)
		c.ReachesNumber = p.people[c.ID].caps[queue].ReachesNumber
	}
}

// anyFree reports whether anybody can get a conversation that asks for nothing.
func (p *play) anyFree(team assign.Team, candidates []assign.Candidate) bool {
	if team.Method == crm.TeamManual {
		return false
	}
	for i := range candidates {
		candidates[i].ReachesNumber, candidates[i].Excluded = true, false
	}
	return p.choose(assign.Input{Team: team, Candidates: candidates, Now: p.now}).Winner != ""
}

// give gives an arrival to who was chosen.
func (p *play) give(i int, to assign.Scored, made assign.Decision) {
	queue := p.fates[i].queue
	p.leave(i, given)
	f, who := &p.fates[i], p.people[to.AgentID]
	f.agent, f.givenAt, f.load = to.AgentID, p.now, 0
	who.assigned++
	who.ofTeam[queue]++
	who.candidate.LastAssignedAt = p.now
	if made.Method == crm.TeamRoundRobin {
		who.turns[queue] = to.Score.Start + made.Weight
	}
	w := p.draw(i, to.AgentID)
	if w.Answer >= 0 {
		f.answeredAt = p.now + w.Answer
	}
	for _, s := range w.Steps {
		if s.After <= 0 {
			p.weigh(f, s.Load)
		} else {
			p.at(moment{at: p.now + s.After, kind: workChanged, i: i, turn: f.turn, load: s.Load})
		}
	}
}
