package rehearse

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
)

// Check makes recorded decisions again and compares them. Its zero value has compared
// nothing. Decisions must be given in the order in which they were made.
type Check struct {
	crm.RehearsalCheck
	chains map[string]*assign.Replayer
	// Choose decides; nil for assign.Choose.
	Choose func(assign.Input) assign.Decision
}

func (c *Check) leaveOut(why string) {
	if c.LeftOut == nil {
		c.LeftOut = map[string]int{}
	}
	c.LeftOut[why]++
}

// Came compares what the rules said of a conversation that came to be routed. rules
// are those of the version of the decision.
func (c *Check) Came(a assign.Asked, d crm.RoutingDecision, rules *assign.Rules) {
	if !a.Rules {
		return
	}
	c.Decisions++
	switch {
	case a.Cut:
		c.leaveOut(crm.LeftOutLong)
		return
	case rules == nil:
		c.leaveOut(crm.LeftOutRules)
		return
	}
	c.Compared++
	m := rules.Match(a.Facts, a.State)
	now := ruling{RulesVersion: m.Version, RuleKey: m.RuleKey, Target: m.Target}
	was := ruling{RulesVersion: d.RulesVersion, RuleKey: d.RuleKey}
	if d.Target != nil {
		was.Target = *d.Target
	}
	for _, s := range m.Skipped {
		now.Skipped += s.RuleKey + "/" + string(s.Reason) + " "
	}
	for _, s := range d.Skipped {
		was.Skipped += s.RuleKey + "/" + s.Reason + " "
	}
	if m.None() {
		now.Target = crm.RoutingTarget{}
	}
	if !reflect.DeepEqual(now, was) {
		c.differ(d, "rule", was.String(), now.String())
	}
}

// ruling is what rules say, as it is compared.
type ruling struct {
	RulesVersion int
	RuleKey      string
	Target       crm.RoutingTarget
	Skipped      string
}

func (r ruling) String() string {
	return fmt.Sprintf("rule %q of version %d to %s", r.RuleKey, r.RulesVersion, r.Target.AssistantID+r.Target.TeamID+r.Target.AgentID)
}

// Chosen compares a choice of a chain at its place, and returns what it rested on;
// false if that cannot be read. asked says that it is of the period: others only
// belong to the beginning of a chain.
func (c *Check) Chosen(chain string, place int, body string, d crm.RoutingDecision, asked bool) (assign.Input, bool, error) {
	if c.chains == nil {
		c.chains = map[string]*assign.Replayer{}
	}
	replayer := c.chains[chain]
	if replayer == nil {
		replayer = &assign.Replayer{}
		c.chains[chain] = replayer
	}
	in, err := replayer.Replay(place, body)
	if errors.Is(err, assign.ErrChainBroken) {
		if asked {
			c.Decisions++
			c.leaveOut(crm.LeftOutBroken)
		}
		return in, false, nil
	}
	if err != nil || !asked {
		return in, err == nil, err
	}
	c.Decisions++
	c.Compared++
	choose := c.Choose
	if choose == nil {
		choose = assign.Choose
	}
	made := choose(in)
	hash := strconv.FormatUint(made.InputsHash, 16)
	switch reasons := made.Reasons.Map(); {
	case d.InputsHash != hash:
		c.differ(d, "inputs", d.InputsHash, hash)
	case d.AgentID != made.Winner:
		c.differ(d, "agent", d.AgentID, made.Winner)
	case !maps.Equal(d.Reasons, reasons) || !sameTop(d.Top, made.Top):
		c.differ(d, "reasons", fmt.Sprint(d.Reasons, names(d.Top, func(t crm.RoutingCandidate) string { return t.AgentID })),
			fmt.Sprint(reasons, names(made.Top, func(t assign.Scored) string { return t.AgentID })))
	}
	return in, true, nil
}

func sameTop(was []crm.RoutingCandidate, now []assign.Scored) bool {
	if len(was) != len(now) {
		return false
	}
	for i := range was {
		if was[i].AgentID != now[i].AgentID || was[i].Reason != now[i].Reason.String() {
			return false
		}
	}
	return true
}

func names[T any](list []T, name func(T) string) string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = name(list[i])
	}
	return strings.Join(out, ", ")
}

func (c *Check) differ(d crm.RoutingDecision, what, was, now string) {
	if c.Different++; len(c.Differences) < crm.MaxRehearsalDifferences {
		c.Differences = append(c.Differences, crm.RehearsalDifference{DecisionID: d.ID, ConversationID: d.ConversationID, At: d.At.In(time.UTC), What: what, Recorded: was, Now: now})
	}
}
