package crm

import (
	"slices"
	"time"
)

// ServiceStep is what a policy does with a conversation when a clock has used so much
// of its time.
type ServiceStep struct {
	Kind      ClockKind     `json:"kind" enum:"first,next,person,resolution" doc:"The clock. The policy must have a target for it."`
	AtPercent int           `json:"atPercent" minimum:"50" maximum:"300" doc:"How much of the target is used, in percent of its minutes: 100 is when the clock is due." example:"80"`
	Do        ServiceAction `json:"do" doc:"What becomes of the conversation; one thing, or several."`
}

// ServiceAction is what a step makes of a conversation.
type ServiceAction struct {
	Priority    Priority `json:"priority,omitempty" enum:"urgent,high,normal,low" doc:"Its priority." example:"urgent"`
	TeamID      string   `json:"teamId,omitempty" maxLength:"64" doc:"The team that gets it. Whoever had it has it no more, unless the team had it already."`
	AddLabelIDs []string `json:"addLabelIds,omitempty" nullable:"false" maxItems:"20" doc:"Labels that it gets."`
	Unassign    bool     `json:"unassign,omitempty" doc:"Whether it is taken off its agent. Its team keeps it."`
}

// Bounds of steps.
const (
	maxSteps                       = 5 // of each kind of clock
	minStepPercent, maxStepPercent = 50, 300
)

// checkSteps records every fault of the steps of a policy.
func checkSteps(steps []ServiceStep, targets ServiceTargets, f *Faults) {
	if len(steps) > maxSteps*len(ClockKinds) {
		f.Add("/steps", CodeOutOfRange, "steps may have at most %d entries of each kind.", maxSteps)
		return
	}
	count := map[ClockKind]int{}
	for i, s := range steps {
		var own Faults
		switch count[s.Kind]++; {
		case !slices.Contains(ClockKinds, s.Kind):
			own.Add("/kind", CodeNotAllowed, "kind is first, next, person or resolution.")
		case targets.Of(s.Kind) == 0:
			own.Add("/kind", CodeNotAllowed, "The policy has no target %s, so there is no such clock.", s.Kind)
		case count[s.Kind] > maxSteps:
			own.Add("/kind", CodeOutOfRange, "A policy has at most %d steps of the kind %s.", maxSteps, s.Kind)
		}
		if s.AtPercent < minStepPercent || s.AtPercent > maxStepPercent {
			own.Add("/atPercent", CodeOutOfRange, "atPercent must be %d to %d.", minStepPercent, maxStepPercent)
		}
		if slices.ContainsFunc(steps[:i], func(o ServiceStep) bool { return o.Kind == s.Kind && o.AtPercent == s.AtPercent }) {
			own.Add("/atPercent", CodeNotAllowed, "Another step of the kind %s is at %d percent.", s.Kind, s.AtPercent)
		}
		var do Faults
		s.Do.check(&do)
		own.Below("/do", do)
		f.Below(Pointer("steps", i), own)
	}
}

func (d ServiceAction) check(f *Faults) {
	if d.Priority == "" && d.TeamID == "" && len(d.AddLabelIDs) == 0 && !d.Unassign {
		f.Add("", CodeRequired, "do needs a priority, a teamId, addLabelIds or unassign.")
	}
	if d.Priority != "" && !slices.Contains(Priorities, d.Priority) {
		f.Add("/priority", CodeNotAllowed, "A priority is urgent, high, normal or low.")
	}
	if d.TeamID != "" && !ValidID(PrefixTeam, d.TeamID) {
		f.Add("/teamId", CodeNotAllowed, "%q is not an identifier: tem_…", clip(d.TeamID))
	}
	checkChoices("addLabelIds", d.AddLabelIDs, MaxConversationLabels, f, func(s string) string { return unless(ValidID(PrefixLabel, s), "is not an identifier: lbl_…") })
}

// Apply changes where a conversation stands; labels are put on beside it.
func (d ServiceAction) Apply(s *InboxState, now time.Time) {
	if d.Priority != "" {
		s.Priority = d.Priority
	}
	team, agent := s.TeamID, s.AgentID
	if d.TeamID != "" && d.TeamID != team {
		team, agent = d.TeamID, ""
	}
	if d.Unassign {
		agent = ""
	}
	if team != s.TeamID || agent != s.AgentID {
		s.AssignTo(team, agent, now)
	}
}

// stepsOf are the steps of a kind of clock, in the order in which they run.
func (c *Clocks) stepsOf(k ClockKind) (out []ServiceStep) {
	for _, s := range c.Steps {
		if s.Kind == k {
			out = append(out, s)
		}
	}
	return out
}

// NextStep returns the step that a clock runs next, and when; nil for none.
func (c *Clocks) NextStep(one Clock, office OfficeTime) (step *ServiceStep, at *time.Time) {
	steps := c.stepsOf(one.Kind)
	if one.End != "" || one.PausedAt != nil || one.Stepped >= len(steps) {
		return nil, nil
	}
	step = &steps[one.Stepped]
	share := one.Target / 100 * time.Duration(step.AtPercent)
	due, opens := office.Due(one.RunsSince, share-one.Used)
	if !opens {
		return nil, nil
	}
	return step, &due
}

// Find returns a clock that runs, to be changed; nil if it does not.
func (c *Clocks) Find(id string) *Clock {
	if c == nil {
		return nil
	}
	for i := range c.Running {
		if c.Running[i].ID == id {
			return &c.Running[i]
		}
	}
	return nil
}
