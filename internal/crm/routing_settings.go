package crm

import (
	"reflect"
	"slices"
	"time"
)

// RoutingSettings are what holds for every member and team of a workspace.
type RoutingSettings struct {
	// Capacity is how many conversations members get automatically at a time, for
	// whom nothing else was set.
	Capacity int
	// RequeueMinutes is after how long what waits with a member who is away or
	// offline goes back to its team; 0 for never.
	RequeueMinutes int
	// UnreachableSeconds is after how long without a live stream members get nothing
	// automatically who had one before; 0 for never.
	UnreachableSeconds int
	UpdatedAt          *time.Time // nil while nobody has changed them
}

// RequeueAfter is how long conversations wait with a member who is not there.
func (s RoutingSettings) RequeueAfter() time.Duration {
	return time.Duration(s.RequeueMinutes) * time.Minute
}

// StreamNotePause is between two notes that a member has a live stream, at least.
const StreamNotePause = 30 * time.Second

// UnreachableAfter is how long members may be without a live stream.
func (s RoutingSettings) UnreachableAfter() time.Duration {
	return time.Duration(s.UnreachableSeconds) * time.Second
}

// DefaultCapacity is that of a workspace that has set none.
const DefaultCapacity = 5

const (
	maxCapacity    = 100
	maxAgentSkills = 20
	maxStickyDays  = 90
	maxAgentLimit  = 100
	maxRequeue     = 24 * 60 // minutes
	minUnreachable = 30      // seconds
	maxUnreachable = 60 * 60
)

// Validate returns every fault.
func (s RoutingSettings) Validate() error {
	var f Faults
	checkCapacity(s.Capacity, &f)
	if s.RequeueMinutes < 0 || s.RequeueMinutes > maxRequeue {
		f.Add("/requeueAfterMinutes", CodeOutOfRange, "requeueAfterMinutes must be 0 to %d.", maxRequeue)
	}
	if s.UnreachableSeconds != 0 && (s.UnreachableSeconds < minUnreachable || s.UnreachableSeconds > maxUnreachable) {
		f.Add("/unreachableAfterSeconds", CodeOutOfRange, "unreachableAfterSeconds must be 0, or %d to %d.", minUnreachable, maxUnreachable)
	}
	return f.Err()
}

func checkCapacity(n int, f *Faults) {
	if n < 0 || n > maxCapacity {
		f.Add("/capacity", CodeOutOfRange, "capacity must be 0 to %d.", maxCapacity)
	}
}

// RoutingAgent is what routing knows of a member.
type RoutingAgent struct {
	UserID, Name string
	// Capacity is how many conversations the member gets automatically at a time;
	// OwnCapacity is nil if it is that of the workspace.
	Capacity    int
	OwnCapacity *int
	Skills      []string
	UpdatedAt   *time.Time // nil while nothing was set
}

// RoutingAgentChange is all that is set of a member: what is left out is as if it
// had never been set.
type RoutingAgentChange struct {
	Capacity *int
	Skills   []string
}

// Validate returns every fault.
func (ch RoutingAgentChange) Validate() error {
	var f Faults
	if ch.Capacity != nil {
		checkCapacity(*ch.Capacity, &f)
	}
	checkSkills("skills", ch.Skills, maxAgentSkills, &f)
	return f.Err()
}

// Apply returns the member as they become.
func (ch RoutingAgentChange) Apply(a RoutingAgent, capacity int) RoutingAgent {
	a.OwnCapacity, a.Capacity = ch.Capacity, capacity
	if ch.Capacity != nil {
		a.Capacity = *ch.Capacity
	}
	a.Skills = slices.Compact(append([]string{}, slices.Sorted(slices.Values(ch.Skills))...))
	return a
}

// RoutingTeam is how conversations of a team find a person.
type RoutingTeam struct {
	TeamID string
	RoutingTeamSettings
	UpdatedAt *time.Time // nil while nothing but the method was set
}

// RoutingTeamSettings are all that people set of a team for routing.
type RoutingTeamSettings struct {
	Method TeamMethod
	// StickyDays is for how long the member who answered last is preferred; 0 for
	// never.
	StickyDays int
	// AgentLimit is how many conversations of the team a member gets automatically
	// at a time; 0 for as many as their capacity allows.
	AgentLimit int
	// Overflow is where conversations go that wait too long; nil for nowhere.
	Overflow *RoutingOverflow
	// ShiftCalendarID is the calendar in whose hours the team works; "" for always.
	ShiftCalendarID string
}

// Validate returns every fault that can be seen without looking up what is named.
func (s RoutingTeamSettings) Validate(teamID string) error {
	var f Faults
	if !slices.Contains(TeamMethods, s.Method) {
		f.Add("/method", CodeNotAllowed, "method is manual, round_robin or least_load.")
	}
	if s.StickyDays < 0 || s.StickyDays > maxStickyDays {
		f.Add("/stickyDays", CodeOutOfRange, "stickyDays must be 0 to %d.", maxStickyDays)
	}
	if s.AgentLimit < 0 || s.AgentLimit > maxAgentLimit {
		f.Add("/agentLimit", CodeOutOfRange, "agentLimit must be 0 to %d.", maxAgentLimit)
	}
	if s.Overflow != nil {
		var own Faults
		s.Overflow.check(teamID, &own)
		f.Below("/overflow", own)
	}
	if s.ShiftCalendarID != "" && !ValidID(PrefixCalendar, s.ShiftCalendarID) {
		f.Add("/shiftCalendarId", CodeNotAllowed, "%q is not an identifier: cal_…", clip(s.ShiftCalendarID))
	}
	return f.Err()
}

// Equal reports whether two settings say the same.
func (s RoutingTeamSettings) Equal(o RoutingTeamSettings) bool { return reflect.DeepEqual(s, o) }

// Named calls do with each thing that the settings name and the pointer to it.
func (s RoutingTeamSettings) Named(do func(pointer, id string)) {
	if s.Overflow != nil {
		do("/overflow/teamId", s.Overflow.TeamID)
	}
	if s.ShiftCalendarID != "" {
		do("/shiftCalendarId", s.ShiftCalendarID)
	}
}
