package crm

import (
	"slices"
	"time"
	"unicode/utf8"
)

// ServiceLevels say how soon contacts are to be answered. Each change makes a
// version.
type ServiceLevels struct {
	WorkspaceID string
	// Version counts the changes, from 1; 0 while nobody has set any policies.
	Version int
	ServiceLevelBody
	MadeBy    DoneBy
	CreatedAt *time.Time // of the version; nil for version 0
}

// ServiceLevelBody is all of the policies that people set. Its JSON is what is
// stored of every version.
type ServiceLevelBody struct {
	// Policies are tried in order when an episode opens; the first that matches
	// holds for all of it.
	Policies []ServicePolicy `json:"policies"`
}

// ServicePolicy is what is promised to the conversations that meet its conditions.
type ServicePolicy struct {
	Key               string            `json:"key" doc:"Your key of the policy, unique among the policies: a letter, then up to 39 of a–z, 0–9 and _. Clocks name it." example:"vip"`
	Name              string            `json:"name,omitempty" maxLength:"100" doc:"Name of the policy, for people." example:"Urgent conversations"`
	When              ServiceConditions `json:"when" required:"false" doc:"What must hold when an episode opens, all of it. Every conversation meets the conditions if there are none."`
	CalendarID        string            `json:"calendarId,omitempty" maxLength:"64" doc:"The calendar in whose hours the clocks run; always if left out." example:"cal_01jd5k3v6rf0w8m2a4t9x7bq1c"`
	Targets           ServiceTargets    `json:"targets" required:"false" doc:"What is promised, in minutes. What is left out has no clock."`
	WarnMinutesBefore int               `json:"warnMinutesBefore,omitempty" minimum:"0" maximum:"10080" doc:"How many minutes before it is due a clock warns; never by default. A clock with a target that is not longer never warns." example:"5"`
	CountsAutomated   *bool             `json:"countsAutomated,omitempty" doc:"Whether an answer of an assistant counts as an answer; true by default."`
	Steps             []ServiceStep     `json:"steps,omitempty" nullable:"false" maxItems:"20" doc:"What becomes of a conversation when so much of a clock's time is used: up to 5 steps for each kind of clock, each run once for each clock."`
}

// ServiceConditions are what a conversation must meet. A list holds if one of its
// entries does.
type ServiceConditions struct {
	PhoneNumberIDs []string   `json:"phoneNumberIds,omitempty" nullable:"false" maxItems:"100" doc:"The phone numbers of the conversation."`
	TeamIDs        []string   `json:"teamIds,omitempty" nullable:"false" maxItems:"50" doc:"The teams that have the conversation when the episode opens."`
	Priorities     []Priority `json:"priorities,omitempty" nullable:"false" maxItems:"4" enum:"urgent,high,normal,low" doc:"Priorities of the conversation when the episode opens."`
}

// ServiceTargets are what is promised, in minutes; 0 promises nothing.
type ServiceTargets struct {
	First      int `json:"first,omitempty" minimum:"1" maximum:"525600" doc:"From the first message of an episode to its first answer." example:"15"`
	Next       int `json:"next,omitempty" minimum:"1" maximum:"525600" doc:"From each later message that waits to an answer." example:"60"`
	Person     int `json:"person,omitempty" minimum:"1" maximum:"525600" doc:"From a hand-off to the answer of a person." example:"30"`
	Resolution int `json:"resolution,omitempty" minimum:"1" maximum:"525600" doc:"From the opening of an episode to its closing, without the time in which it is pending or snoozed." example:"1440"`
}

// Of returns the target of a kind of clock; 0 for none.
func (t ServiceTargets) Of(k ClockKind) time.Duration {
	minutes := map[ClockKind]int{ClockFirst: t.First, ClockNext: t.Next, ClockPerson: t.Person, ClockResolution: t.Resolution}[k]
	return time.Duration(minutes) * time.Minute
}

// Bounds of service levels.
const (
	MaxServicePolicies = 100
	maxTargetMinutes   = 365 * 24 * 60
	maxWarnMinutes     = 7 * 24 * 60
)

// Validate returns every fault that can be seen without looking up what the
// policies name.
func (b ServiceLevelBody) Validate() error {
	var f Faults
	if len(b.Policies) > MaxServicePolicies {
		f.Add("/policies", CodeOutOfRange, "policies may have at most %d entries.", MaxServicePolicies)
		return f.Err()
	}
	seen := map[string]bool{}
	for i, p := range b.Policies {
		var own Faults
		p.check(&own)
		if seen[p.Key] && p.Key != "" {
			own.Add("/key", CodeNotAllowed, "Another policy has the key %q.", clip(p.Key))
		}
		seen[p.Key] = true
		f.Below(Pointer("policies", i), own)
	}
	return f.Err()
}

func (p ServicePolicy) check(f *Faults) {
	if !fieldKey.MatchString(p.Key) {
		f.Add("/key", CodeParameterInvalid, "key must begin with a letter and have at most 40 characters from a–z, 0–9 and _.")
	}
	if utf8.RuneCountInString(p.Name) > maxName {
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxName)
	}
	var own Faults
	checkChoices("phoneNumberIds", p.When.PhoneNumberIDs, maxConditionNumbers, &own, func(s string) string {
		return unless(ValidID(PrefixPhoneNumber, s), "is not an identifier: num_…")
	})
	checkChoices("teamIds", p.When.TeamIDs, maxConditionList, &own, func(s string) string {
		return unless(ValidID(PrefixTeam, s), "is not an identifier: tem_…")
	})
	if list := p.When.Priorities; list != nil && len(list) == 0 || len(list) > len(Priorities) {
		own.Add("/priorities", CodeOutOfRange, "priorities has 1 to %d entries; leave it out if there are none.", len(Priorities))
	} else {
		for i, one := range list {
			if !slices.Contains(Priorities, one) {
				own.Add(Pointer("priorities", i), CodeNotAllowed, "A priority is urgent, high, normal or low.")
			}
		}
	}
	f.Below("/when", own)
	if p.CalendarID != "" && !ValidID(PrefixCalendar, p.CalendarID) {
		f.Add("/calendarId", CodeNotAllowed, "%q is not an identifier: cal_…", clip(p.CalendarID))
	}
	for _, one := range []struct {
		field   string
		minutes int
	}{{"first", p.Targets.First}, {"next", p.Targets.Next}, {"person", p.Targets.Person}, {"resolution", p.Targets.Resolution}} {
		if one.minutes < 0 || one.minutes > maxTargetMinutes {
			f.Add(Pointer("targets", one.field), CodeOutOfRange, "%s must be 1 to %d minutes; leave it out for no clock.", one.field, maxTargetMinutes)
		}
	}
	checkSteps(p.Steps, p.Targets, f)
	if p.WarnMinutesBefore < 0 || p.WarnMinutesBefore > maxWarnMinutes {
		f.Add("/warnMinutesBefore", CodeOutOfRange, "warnMinutesBefore must be 0 to %d.", maxWarnMinutes)
	}
}

// Equal reports whether two documents say the same: a list that is empty and one
// that is left out do.
func (b ServiceLevelBody) Equal(o ServiceLevelBody) bool { return sameValue(b, o) }

// Named calls do with each thing that the policies name and the pointer to it.
func (b ServiceLevelBody) Named(do func(pointer, id string)) {
	for i, p := range b.Policies {
		at := Pointer("policies", i)
		for j, id := range p.When.PhoneNumberIDs {
			do(at+Pointer("when", "phoneNumberIds", j), id)
		}
		for j, id := range p.When.TeamIDs {
			do(at+Pointer("when", "teamIds", j), id)
		}
		if p.CalendarID != "" {
			do(at+"/calendarId", p.CalendarID)
		}
		for j, s := range p.Steps {
			if s.Do.TeamID != "" {
				do(at+Pointer("steps", j, "do", "teamId"), s.Do.TeamID)
			}
			for k, id := range s.Do.AddLabelIDs {
				do(at+Pointer("steps", j, "do", "addLabelIds", k), id)
			}
		}
	}
}

// PolicyOf returns the first policy that a conversation meets.
func (b ServiceLevelBody) PolicyOf(s *InboxState) (p ServicePolicy, found bool) {
	i := slices.IndexFunc(b.Policies, func(p ServicePolicy) bool { return p.When.hold(s) })
	if i < 0 {
		return p, false
	}
	return b.Policies[i], true
}

func (c ServiceConditions) hold(s *InboxState) bool {
	return (len(c.PhoneNumberIDs) == 0 || slices.Contains(c.PhoneNumberIDs, s.PhoneNumberID)) &&
		(len(c.TeamIDs) == 0 || slices.Contains(c.TeamIDs, s.TeamID)) &&
		(len(c.Priorities) == 0 || slices.Contains(c.Priorities, s.Priority))
}
