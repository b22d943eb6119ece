package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of rehearsals.
const (
	// MaxRehearsedPeriod is how long the period may be, MaxRehearsedConversations how
	// many conversations may have come to be routed in it.
	MaxRehearsedPeriod        = 31 * 24 * time.Hour
	MaxRehearsedConversations = 50_000
	// MaxOpenRehearsals is how many a workspace may have that have not ended.
	MaxOpenRehearsals = 3
	// RehearsalLife is how long a rehearsal is kept after its end.
	RehearsalLife = 90 * 24 * time.Hour

	DefaultRehearsalGoal = 15 // minutes
	maxRehearsalGoal     = 7 * 24 * 60
	maxRehearsalChanges  = 100
	maxRehearsalCapacity = 100
)

// Rehearsal goes through the past of routing again: as it was, and with changes.
type Rehearsal struct {
	ID, WorkspaceID string
	RehearsalRequest
	Run
	Result *RehearsalResult // nil until it is completed
	MadeBy DoneBy
}

// RehearsalRequest is what to rehearse. Its JSON is stored.
type RehearsalRequest struct {
	From        time.Time        `json:"from"`
	To          time.Time        `json:"to"`
	GoalMinutes int              `json:"goalMinutes"`
	Changes     RehearsalChanges `json:"changes"`
}

// RehearsalChanges are what is to be different. Its JSON is stored and shown.
type RehearsalChanges struct {
	Rules     *RehearsalRules     `json:"rules,omitempty" doc:"Other rules, all of them."`
	Calendars []RehearsalCalendar `json:"calendars,omitempty" nullable:"false" maxItems:"100" doc:"Other hours of calendars, for rules and shifts."`
	Teams     []RehearsalTeam     `json:"teams,omitempty" nullable:"false" maxItems:"100" doc:"Other settings of teams."`
	Agents    []RehearsalAgent    `json:"agents,omitempty" nullable:"false" maxItems:"100" doc:"Other capacity, skills or hours of members."`
	Extra     []RehearsalPerson   `json:"extra,omitempty" nullable:"false" maxItems:"100" doc:"People beside the members."`
}

// RehearsalRules are rules to try.
type RehearsalRules struct {
	Rules   []RoutingRule  `json:"rules,omitempty" nullable:"false" maxItems:"200" doc:"The rules in order. The first that matches decides."`
	Default *RoutingTarget `json:"default,omitempty" doc:"Where conversations go that no rule matches; nowhere by default."`
}

// RehearsalHours are hours of the week in a time zone.
type RehearsalHours struct {
	TimeZone string        `json:"timeZone" doc:"IANA time zone." example:"Europe/Berlin"`
	Hours    []OfficeHours `json:"hours" nullable:"false" maxItems:"50" doc:"Hours of the week."`
}

// RehearsalCalendar is a calendar with other hours.
type RehearsalCalendar struct {
	CalendarID string `json:"calendarId" maxLength:"64" doc:"The calendar." example:"cal_01jd5k3v6rf0w8m2a4t9x7bq1c"`
	RehearsalHours
	Exceptions []CalendarException `json:"exceptions,omitempty" nullable:"false" maxItems:"400" doc:"Days with other hours; none by default."`
}

// RehearsalTeam is a team with other settings; what is left out stays.
type RehearsalTeam struct {
	TeamID     string           `json:"teamId" maxLength:"64" doc:"The team." example:"tem_01jd5k3v6rf0w8m2a4t9x7bq1d"`
	Method     TeamMethod       `json:"method,omitempty" enum:"manual,round_robin,least_load" doc:"How conversations find a person."`
	StickyDays *int             `json:"stickyDays,omitempty" minimum:"0" maximum:"90" doc:"For how many days the member who answered the contact last is preferred; 0 for never."`
	AgentLimit *int             `json:"agentLimit,omitempty" minimum:"0" maximum:"100" doc:"How many conversations of the team a member gets automatically at a time; 0 for as many as their capacity allows."`
	Overflow   *RoutingOverflow `json:"overflow,omitempty" doc:"Where conversations go that wait too long."`
}

// RehearsalAgent is a member as they are not; what is left out stays.
type RehearsalAgent struct {
	UserID   string          `json:"userId" maxLength:"64" doc:"The member." example:"usr_01jd5k3v6rf0w8m2a4t9x7bq1a"`
	Capacity *int            `json:"capacity,omitempty" minimum:"0" maximum:"100" doc:"How many conversations the member gets automatically at a time; 0 for none, as if the member were absent."`
	Skills   []string        `json:"skills,omitempty" nullable:"false" maxItems:"20" doc:"What the member can do."`
	Hours    *RehearsalHours `json:"hours,omitempty" doc:"When the member is online, instead of when they were."`
}

// RehearsalPerson is somebody who was not there.
type RehearsalPerson struct {
	Name     string         `json:"name" maxLength:"100" doc:"Name in the result; yours to choose, each once." example:"One more on Saturday"`
	TeamID   string         `json:"teamId" maxLength:"64" doc:"The team." example:"tem_01jd5k3v6rf0w8m2a4t9x7bq1d"`
	Capacity int            `json:"capacity" minimum:"1" maximum:"100" doc:"How many conversations the person gets automatically at a time." example:"3"`
	Skills   []string       `json:"skills,omitempty" nullable:"false" maxItems:"20" doc:"What the person can do; nothing special by default."`
	Hours    RehearsalHours `json:"hours" doc:"When the person is online."`
}

// Empty reports whether nothing is to be different.
func (c RehearsalChanges) Empty() bool {
	return c.Rules == nil && len(c.Calendars)+len(c.Teams)+len(c.Agents)+len(c.Extra) == 0
}

// Whole returns the request with the period that is meant where none is given: the
// seven days until now.
func (r RehearsalRequest) Whole(now time.Time) RehearsalRequest {
	if r.To.IsZero() {
		r.To = now
	}
	if r.From.IsZero() {
		r.From = r.To.AddDate(0, 0, -7)
	}
	return r
}

// Validate returns every fault that can be seen without looking up what is named.
func (r RehearsalRequest) Validate(now time.Time) error {
	var f Faults
	if r.From.Before(now.Add(-RoutingDecisionLife)) {
		f.Add("/from", CodeOutOfRange, "from may be up to 90 days ago: so long decisions are kept.")
	}
	switch {
	case inFuture(r.To, now):
		f.Add("/to", CodeOutOfRange, "to must not be in the future.")
	case !r.To.After(r.From):
		f.Add("/to", CodeOutOfRange, "to must be after from.")
	case r.To.Sub(r.From) > MaxRehearsedPeriod:
		f.Add("/to", CodeOutOfRange, "The period may have at most 31 days.")
	}
	if r.GoalMinutes < 1 || r.GoalMinutes > maxRehearsalGoal {
		f.Add("/goalMinutes", CodeOutOfRange, "goalMinutes must be 1 to %d.", maxRehearsalGoal)
	}
	var own Faults
	r.Changes.check(&own)
	f.Below("/changes", own)
	return f.Err()
}

func (c RehearsalChanges) check(f *Faults) {
	if c.Rules != nil {
		var own Faults
		_ = own.Join(RoutingBody(*c.Rules).Validate()) // it has no other errors
		f.Below("/rules", own)
	}
	seen := map[string]bool{}
	each := func(field string, n int, one func(i int, own *Faults) (key string)) {
		if n > maxRehearsalChanges {
			f.Add("/"+field, CodeOutOfRange, "%s may have at most %d entries.", field, maxRehearsalChanges)
			return
		}
		for i := range n {
			var own Faults
			if key := field + " " + one(i, &own); seen[key] {
				own.Add("", CodeNotAllowed, "Each one may be named only once.")
			} else {
				seen[key] = true
			}
			f.Below(Pointer(field, i), own)
		}
	}
	each("calendars", len(c.Calendars), func(i int, own *Faults) string {
		cal := c.Calendars[i]
		checkNamed("calendarId", cal.CalendarID, PrefixCalendar, own)
		cal.Body().check(own)
		return cal.CalendarID
	})
	each("teams", len(c.Teams), func(i int, own *Faults) string {
		t := c.Teams[i]
		checkNamed("teamId", t.TeamID, PrefixTeam, own)
		if t.Overflow != nil {
			var below Faults
			t.Overflow.check(t.TeamID, &below)
			own.Below("/overflow", below)
		}
		return t.TeamID
	})
	each("agents", len(c.Agents), func(i int, own *Faults) string {
		a := c.Agents[i]
		checkNamed("userId", a.UserID, PrefixUser, own)
		checkSkills("skills", a.Skills, maxAgentSkills, own)
		if a.Hours != nil {
			a.Hours.check("/hours", own)
		}
		return a.UserID
	})
	each("extra", len(c.Extra), func(i int, own *Faults) string {
		p := c.Extra[i]
		if name := strings.TrimSpace(p.Name); name == "" || utf8.RuneCountInString(name) > maxName {
			own.Add("/name", CodeParameterInvalid, "name must have 1 to %d characters.", maxName)
		}
		checkNamed("teamId", p.TeamID, PrefixTeam, own)
		checkSkills("skills", p.Skills, maxAgentSkills, own)
		if p.Capacity < 1 || p.Capacity > maxRehearsalCapacity {
			own.Add("/capacity", CodeOutOfRange, "capacity must be 1 to %d.", maxRehearsalCapacity)
		}
		p.Hours.check("/hours", own)
		return p.Name
	})
}

func checkNamed(field, id, prefix string, f *Faults) {
	if !ValidID(prefix, id) {
		f.Add("/"+field, CodeNotAllowed, "%q is not an identifier: %s_…", clip(id), prefix)
	}
}

func (h RehearsalHours) check(at string, f *Faults) {
	var own Faults
	h.Body().check(&own)
	f.Below(at, own)
}

// Body are the hours as a calendar.
func (h RehearsalHours) Body() CalendarBody {
	return CalendarBody{Name: "-", TimeZone: h.TimeZone, Hours: h.Hours}
}

// Body is the calendar as it would be.
func (c RehearsalCalendar) Body() CalendarBody {
	b := c.RehearsalHours.Body()
	b.Exceptions = c.Exceptions
	return b
}

// Named calls do with each thing that the changes name and the pointer to it.
func (c RehearsalChanges) Named(do func(pointer, id string)) {
	at := func(pointer, id string) { do("/changes"+pointer, id) }
	if c.Rules != nil {
		RoutingBody(*c.Rules).Named(func(pointer, id string) { at("/rules"+pointer, id) })
	}
	for i, cal := range c.Calendars {
		at(Pointer("calendars", i, "calendarId"), cal.CalendarID)
	}
	for i, t := range c.Teams {
		at(Pointer("teams", i, "teamId"), t.TeamID)
		if t.Overflow != nil {
			at(Pointer("teams", i, "overflow", "teamId"), t.Overflow.TeamID)
		}
	}
	for i, a := range c.Agents {
		at(Pointer("agents", i, "userId"), a.UserID)
	}
	for i, p := range c.Extra {
		at(Pointer("extra", i, "teamId"), p.TeamID)
	}
}
