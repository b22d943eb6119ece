package routing

import (
	"slices"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/people"
)

// desk is a queue with those who may get its conversations, as they are at a time.
type desk struct {
	workspaceID, queue string
	team               assign.Team
	workers            []people.Worker
	candidates         []assign.Candidate // of the workers; what depends on the conversation is set for each
	now                time.Time
	lookAt             int64
	closed             bool // the team does not work now
	gone               bool // the queue is that of a member who gets none any more
	// changesAt is when somebody may come free without anything that happens.
	changesAt time.Time
}

// readDesk reads a queue; of its people only some, if only names any. false says that
// the team is gone, or the one who is named.
func readDesk(tx *db.Tx, workspaceID, queue string, only ...string) (d desk, found bool, err error) {
	d = desk{workspaceID: workspaceID, queue: queue, now: tx.Now(), changesAt: tx.Now().Add(lookEvery)}
	onShift := true
	if crm.ValidID(crm.PrefixTeam, queue) {
		if found, err = d.readTeam(tx, only); err == nil && found {
			onShift, err = d.readShift(tx)
		}
		if err != nil || !found {
			return d, false, err
		}
	} else {
		d.team.Method = crm.TeamLeastLoad // of one
		w, found, err := people.WorkerOf(tx, workspaceID, queue)
		if err != nil || !found {
			return d, false, err
		}
		d.workers, d.gone = []people.Worker{w}, !w.Active || !w.CanAnswer
	}
	d.closed = !onShift
	return d, true, d.readCandidates(tx, onShift)
}

func (d *desk) readTeam(tx *db.Tx, only []string) (found bool, err error) {
	d.team.ID = d.queue
	if len(only) == 1 {
		var w people.Worker
		if d.team.Method, found, err = people.MethodOf(tx, d.workspaceID, d.queue); err == nil && found {
			w, found, err = people.WorkerOf(tx, d.workspaceID, only[0])
		}
		d.workers = []people.Worker{w}
		return found, err
	}
	d.workers, d.team.Method, found, err = people.WorkersOf(tx, d.workspaceID, d.queue)
	if len(only) > 0 {
		d.workers = slices.DeleteFunc(d.workers, func(w people.Worker) bool { return !slices.Contains(only, w.UserID) })
	}
	return found, err
}

// readShift reads the settings of the team, and reports whether it works now.
func (d *desk) readShift(tx *db.Tx) (onShift bool, err error) {
	t, err := routingTeam(tx, crm.Team{WorkspaceID: d.workspaceID, ID: d.queue})
	d.team.StickyDays, d.team.AgentLimit = t.StickyDays, t.AgentLimit
	if err != nil || t.ShiftCalendarID == "" {
		return true, err
	}
	hours, err := calendar.Hours(tx, d.workspaceID, t.ShiftCalendarID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return true, nil // another node deleted it while it was named
	}
	if err != nil {
		return false, err
	}
	if next, changes := hours.NextChange(d.now); changes {
		d.change(next)
	}
	return hours.OpenAt(d.now), nil
}

func (d *desk) readCandidates(tx *db.Tx, onShift bool) error {
	ids := make([]string, len(d.workers))
	for i, w := range d.workers {
		ids[i] = w.UserID
	}
	weights := assign.DefaultWeights
	loads, err := conversation.Loads(tx, d.workspaceID, d.team.ID, ids, d.now.Add(-weights.IdleAfter))
	if err != nil {
		return err
	}
	facets, err := agentsOf(tx, d.workspaceID, ids)
	if err != nil {
		return err
	}
	general, err := settings(tx, d.workspaceID)
	if err != nil {
		return err
	}
	times, lookAt, err := turns(tx, d.workspaceID, d.queue)
	d.lookAt, d.team.VirtualTime = lookAt, times[""]
	for i, w := range d.workers {
		capacity := facets[i].capacity
		if capacity < 0 {
			capacity = general.Capacity
		}
		l := loads[i]
		if l.NextQuiet != nil {
			d.change(l.NextQuiet.Add(weights.IdleAfter))
		}
		if w.OnlineAt != nil {
			d.change(*w.OnlineAt)
		}
		d.candidates = append(d.candidates, assign.Candidate{ID: w.UserID, Member: d.team.ID == "" || slices.Contains(w.Reach.TeamIDs, d.team.ID), CanAnswer: w.CanAnswer, Deactivated: !w.Active,
			Availability: w.Availability, Unreachable: facets[i].unreachable(general, d.now), OnShift: onShift, Load: assign.Units(l.Open-l.Idle)*weights.Waiting + assign.Units(l.Idle)*weights.Idle,
			Cap: assign.Units(capacity) * assign.Conversation, OfTeam: l.OfTeam, Skills: facets[i].skills, VirtualTime: times[w.UserID], LastAssignedAt: facets[i].lastAssignedAt})
	}
	return err
}

func (d *desk) change(at time.Time) {
	if at.Before(d.changesAt) {
		d.changesAt = at
	}
}

// input is all that the choice of somebody for a conversation rests on. Who gave it
// back gets it again only when everybody did who could have it. It is valid until the
// desk is asked about another one.
func (d *desk) input(q queued) assign.Input {
	round := true
	for _, c := range d.candidates {
		round = round && (c.Deactivated || !c.CanAnswer || !c.Member || slices.Contains(q.match.Excluded, c.ID))
	}
	for i, w := range d.workers {
		d.candidates[i].Excluded = !round && slices.Contains(q.match.Excluded, w.UserID)
		d.candidates[i].ReachesNumber = reach.Holds(w.Reach, reach.Subject{AgentID: w.UserID, TeamID: d.team.ID, PhoneNumberID: q.phoneNumberID}, false)
	}
	return assign.Input{Match: assign.Match{Version: q.match.Version, RuleKey: q.match.RuleKey, Target: q.match.Target}, Team: d.team, Candidates: d.candidates,
		Answered: q.answered, Now: db.Ms(d.now)}
}

// idle reports whether nobody can get any conversation, whatever it asks for.
func (d *desk) idle() bool {
	if d.team.Method == crm.TeamManual {
		return true
	}
	for i := range d.candidates {
		d.candidates[i].ReachesNumber, d.candidates[i].Excluded = true, false
	}
	out := assign.Choose(assign.Input{Team: d.team, Candidates: d.candidates, Now: db.Ms(d.now)})
	return out.Winner == ""
}

// choose decides who gets a conversation. What the choice rested on is valid until the
// desk is asked about another one.
func (d *desk) choose(q queued) choice {
	in := d.input(q)
	return choice{of: q, input: in, Decision: assign.Choose(in)}
}

// can reports whether a member can get a conversation, whoever else there is.
func (d *desk) can(q queued, userID string) bool {
	i := slices.IndexFunc(d.workers, func(w people.Worker) bool { return w.UserID == userID })
	if i < 0 {
		return false
	}
	one := *d
	one.workers, one.candidates = d.workers[i:i+1], d.candidates[i:i+1]
	return one.choose(q).Winner == userID
}

// took notes that the winner of a choice got the conversation.
func (d *desk) took(c choice) {
	d.team.VirtualTime = c.VirtualTime
	for i := range d.candidates {
		if one := &d.candidates[i]; one.ID == c.Winner {
			one.Load, one.OfTeam, one.VirtualTime, one.LastAssignedAt = one.Load+c.Weight, one.OfTeam+1, c.turn(), db.Ms(d.now)
		}
	}
}
