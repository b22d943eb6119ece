package rehearse

import (
	"maps"
	"slices"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
)

// serveAll serves the queues in which something changed.
func (p *play) serveAll() {
	for len(p.dirty) > 0 {
		list := slices.Sorted(maps.Keys(p.dirty))
		clear(p.dirty)
		for _, queue := range list {
			p.serve(queue)
		}
	}
}

// serve gives the conversations of a queue to who is free, in order.
func (p *play) serve(queue string) {
	line := slices.Clone(p.lines[queue])
	if len(line) == 0 {
		return
	}
	team := p.team(queue)
	candidates := p.candidates(queue)
	for _, i := range line {
		if !anyFree(team, candidates, p.now) {
			return
		}
		a, f := &p.past.Arrivals[i], &p.fates[i]
		p.aim(candidates, queue, a)
		made := assign.Choose(assign.Input{Match: assign.Match{Target: f.target}, Team: team, Candidates: candidates, Answered: a.Answered, Now: p.now})
		if made.Winner == "" {
			continue
		}
		team.VirtualTime = made.VirtualTime
		p.turns[queue] = made.VirtualTime
		p.give(i, made.Top[0], made)
		candidates = p.candidates(queue)
	}
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
func anyFree(team assign.Team, candidates []assign.Candidate, now int64) bool {
	if team.Method == crm.TeamManual {
		return false
	}
	for i := range candidates {
		candidates[i].ReachesNumber, candidates[i].Excluded = true, false
	}
	made := assign.Choose(assign.Input{Team: team, Candidates: candidates, Now: now})
	return made.Winner != ""
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
