package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
)

var routingTag = tag{"Routing", "Where conversations go: rules, the skills and capacity of members, and how teams share work."}

// RoutingRules is a version of the rules.
type RoutingRules struct {
	Version   int                `json:"version" doc:"Counts the changes, starting at 1; 0 while no rules were set."`
	Rules     []crm.RoutingRule  `json:"rules" nullable:"false" doc:"The rules in order. The first that matches decides."`
	Default   *crm.RoutingTarget `json:"default" doc:"Where conversations go that no rule matches; null for nowhere."`
	MadeBy    *crm.DoneBy        `json:"madeBy" doc:"Who made this version; null for version 0."`
	CreatedAt *time.Time         `json:"createdAt" doc:"When the version was made; null for version 0."`
}

// ReplaceRoutingRules is all of the new rules.
type ReplaceRoutingRules struct {
	Rules   []crm.RoutingRule  `json:"rules,omitempty" needed:"true" nullable:"false" maxItems:"200" doc:"The rules in order, all of them. The first that matches decides."`
	Default *crm.RoutingTarget `json:"default,omitempty" doc:"Where conversations go that no rule matches; nowhere by default."`
}

// RoutingRulesVersion is a version without the rules themselves.
type RoutingRulesVersion struct {
	Version   int        `json:"version" doc:"Number of the version."`
	MadeBy    crm.DoneBy `json:"madeBy" doc:"Who made it."`
	CreatedAt time.Time  `json:"createdAt" doc:"When it was made."`
}

// RoutingSettings are what holds for every member.
type RoutingSettings struct {
	Capacity           int        `json:"capacity" doc:"How many conversations members get automatically at a time, unless their own capacity says otherwise."`
	RequeueMinutes     int        `json:"requeueAfterMinutes" doc:"After how many minutes the open conversations of a member who is away or offline go back to their teams; 0 for never."`
	UnreachableSeconds int        `json:"unreachableAfterSeconds" doc:"After how many seconds without a live stream members get nothing automatically who had one before; 0 for never."`
	UpdatedAt          *time.Time `json:"updatedAt" doc:"When the settings last changed; null if they never changed."`
}

// UpdateRoutingSettings changes what is given.
type UpdateRoutingSettings struct {
	Capacity           *int `json:"capacity,omitempty" minimum:"0" maximum:"100" doc:"How many conversations members get automatically at a time; 5 at first." example:"5"`
	RequeueMinutes     *int `json:"requeueAfterMinutes,omitempty" minimum:"0" maximum:"1440" doc:"After how many minutes the open conversations of a member who is away or offline go back to their teams; 0 for never, which holds at first." example:"10"`
	UnreachableSeconds *int `json:"unreachableAfterSeconds,omitempty" minimum:"0" maximum:"3600" doc:"After how many seconds without a live stream members get nothing automatically, 30 or more; 90 suits an inbox that people keep open. Who never had a live stream is not concerned. 0 for never, which holds at first." example:"90"`
}

// RoutingAgent is what routing knows of a member.
type RoutingAgent struct {
	UserID      string     `json:"userId" doc:"The member."`
	Name        string     `json:"name" doc:"Name of the member."`
	Capacity    int        `json:"capacity" doc:"How many conversations the member gets automatically at a time. By hand they can get more."`
	OwnCapacity *int       `json:"ownCapacity" doc:"The capacity that was set for the member; null for that of the workspace."`
	Skills      []string   `json:"skills" nullable:"false" doc:"What the member can do, by your own keys."`
	UpdatedAt   *time.Time `json:"updatedAt" doc:"When this last changed; null if nothing was ever set."`
}

// SetRoutingAgent is all that is set of a member.
type SetRoutingAgent struct {
	Capacity *int     `json:"capacity,omitempty" minimum:"0" maximum:"100" doc:"How many conversations the member gets automatically at a time; that of the workspace if left out." example:"8"`
	Skills   []string `json:"skills,omitempty" nullable:"false" maxItems:"20" doc:"What the member can do, by your own keys: a letter, then up to 39 of a–z, 0–9 and _. None if left out."`
}

// RoutingTeam is how conversations of a team find a person.
type RoutingTeam struct {
	TeamID          string               `json:"teamId" doc:"The team."`
	Method          crm.TeamMethod       `json:"method" enum:"manual,round_robin,least_load" doc:"How conversations find a person: people take them themselves, each in turn, or who has the least to do."`
	StickyDays      int                  `json:"stickyDays" doc:"For how many days the member who answered the contact last is preferred; 0 for never."`
	AgentLimit      int                  `json:"agentLimit" doc:"How many conversations of the team a member gets automatically at a time; 0 for as many as their capacity allows."`
	Overflow        *crm.RoutingOverflow `json:"overflow" doc:"Where conversations go that wait too long; null for nowhere."`
	ShiftCalendarID string               `json:"shiftCalendarId" doc:"The calendar in whose hours the team works; empty for always."`
	UpdatedAt       *time.Time           `json:"updatedAt" doc:"When this last changed here; null if it never did."`
}

// SetRoutingTeam is all that is set of a team.
type SetRoutingTeam struct {
	Method          crm.TeamMethod       `json:"method,omitempty" needed:"true" enum:"manual,round_robin,least_load" doc:"How conversations find a person. It is the method of the team itself." example:"round_robin"`
	StickyDays      int                  `json:"stickyDays,omitempty" minimum:"0" maximum:"90" doc:"For how many days the member who answered the contact last is preferred; never by default."`
	AgentLimit      int                  `json:"agentLimit,omitempty" minimum:"0" maximum:"100" doc:"How many conversations of the team a member gets automatically at a time; as many as their capacity allows by default."`
	Overflow        *crm.RoutingOverflow `json:"overflow,omitempty" doc:"Where conversations go that wait too long; nowhere by default."`
	ShiftCalendarID string               `json:"shiftCalendarId,omitempty" maxLength:"64" doc:"The calendar in whose hours the team works; always by default."`
}

type (
	replaceRoutingRulesInput struct {
		IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the version that you changed. The request fails if another one is in force."`
		Body    ReplaceRoutingRules
	}
	routingVersionInput struct {
		Version int `path:"version" minimum:"1" doc:"Number of the version."`
	}
	updateRoutingSettingsInput struct{ Body UpdateRoutingSettings }
	routingAgentsInput         struct {
		PageInput
		TeamID string `query:"teamId" maxLength:"64" doc:"Only members of this team."`
	}
	setRoutingAgentInput struct {
		MemberInput
		Body SetRoutingAgent
	}
	setRoutingTeamInput struct {
		TeamInput
		Body SetRoutingTeam
	}
	routingRulesOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body RoutingRules
	}
	routingSettingsOutput struct{ Body RoutingSettings }
	routingAgentOutput    struct{ Body RoutingAgent }
	routingTeamOutput     struct{ Body RoutingTeam }
)

func routingRoutes(s *Server) {
	const path = "/v1/routing"
	register(s, operation{id: "get-routing-rules", method: http.MethodGet, path: path + "/rules", tag: routingTag,
		scope: crm.ScopeTeamsRead, summary: "Get the rules", description: "Those in force."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*routingRulesOutput, error) {
			return answerRoutingRules(s.svc.Routing.Rules(ctx, a))
		})
	register(s, operation{id: "replace-routing-rules", method: http.MethodPut, path: path + "/rules", tag: routingTag, errors: []int{412}, whole: true,
		scope: crm.ScopeTeamsWrite, act: "routing_rules.updated", summary: "Set the rules", description: "Replaces all of them and makes a version, unless nothing changes. Everything that is wrong is told at once. Send the ETag that you read as If-Match, so that two people do not overwrite each other.",
		example: ReplaceRoutingRules{
			Rules: []crm.RoutingRule{{Key: "refunds", Name: "Refunds in German", When: crm.RoutingConditions{Languages: []string{"de"}, Keywords: []string{"Rückgabe", "Geld zurück"}},
				Target: crm.RoutingTarget{TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1d", RequiredSkills: []string{"german"}, Priority: crm.PriorityHigh}}},
			Default: &crm.RoutingTarget{TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1d"}}},
		func(ctx context.Context, a crm.Actor, in *replaceRoutingRulesInput) (*routingRulesOutput, error) {
			return answerRoutingRules(s.svc.Routing.ReplaceRules(ctx, a, crm.RoutingBody(in.Body), in.IfMatch))
		})
	register(s, operation{id: "list-routing-rules-versions", method: http.MethodGet, path: path + "/rules/versions", tag: routingTag,
		scope: crm.ScopeTeamsRead, summary: "List the versions of the rules", description: "Newest first, without the rules themselves."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[RoutingRulesVersion], error) {
			before, err := in.number()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Routing.RulesVersions(ctx, a, before, in.Limit+1)
			page := crm.CutPage(list, in.Limit, func(r crm.RoutingRules) string { return strconv.Itoa(r.Version) })
			return answerPage(page, renderRoutingVersion), err
		})
	register(s, operation{id: "get-routing-rules-version", method: http.MethodGet, path: path + "/rules/versions/{version}", tag: routingTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get a version of the rules", description: "As they were. What they name may be gone."},
		func(ctx context.Context, a crm.Actor, in *routingVersionInput) (*routingRulesOutput, error) {
			return answerRoutingRules(s.svc.Routing.RulesVersion(ctx, a, in.Version))
		})
	register(s, operation{id: "get-routing-settings", method: http.MethodGet, path: path + "/settings", tag: routingTag,
		scope: crm.ScopeTeamsRead, summary: "Get the settings of routing", description: "What holds for every member."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*routingSettingsOutput, error) {
			out, err := s.svc.Routing.Settings(ctx, a)
			return &routingSettingsOutput{RoutingSettings(out)}, err
		})
	register(s, operation{id: "update-routing-settings", method: http.MethodPatch, path: path + "/settings", tag: routingTag, whole: true,
		scope: crm.ScopeTeamsWrite, act: "routing_settings.updated", summary: "Change the settings of routing", description: "Changes only the fields you send.",
		example: UpdateRoutingSettings{Capacity: ptr(6)}},
		func(ctx context.Context, a crm.Actor, in *updateRoutingSettingsInput) (*routingSettingsOutput, error) {
			out, err := s.svc.Routing.UpdateSettings(ctx, a, in.Body.Capacity, in.Body.RequeueMinutes, in.Body.UnreachableSeconds)
			return &routingSettingsOutput{RoutingSettings(out)}, err
		})
	routingMemberRoutes(s, path)
	routingRuleRoutes(s)
}

func routingMemberRoutes(s *Server, path string) {
	register(s, operation{id: "list-routing-agents", method: http.MethodGet, path: path + "/agents", tag: routingTag,
		scope: crm.ScopeTeamsRead, summary: "List skills and capacity", description: "Of active members, by user. Who sees some teams only sees their colleagues."},
		func(ctx context.Context, a crm.Actor, in *routingAgentsInput) (*pageOutput[RoutingAgent], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Routing.Agents(ctx, a, in.TeamID, p)
			return answerPage(list, renderRoutingAgent), err
		})
	register(s, operation{id: "set-routing-agent", method: http.MethodPut, path: path + "/agents/{id}", tag: routingTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "routing_agent.updated", summary: "Set the skills and capacity of a member", description: "Replaces both.",
		example: SetRoutingAgent{Capacity: ptr(8), Skills: []string{"german", "returns"}}},
		func(ctx context.Context, a crm.Actor, in *setRoutingAgentInput) (*routingAgentOutput, error) {
			out, err := s.svc.Routing.SetAgent(ctx, a, in.ID, crm.RoutingAgentChange(in.Body))
			return &routingAgentOutput{renderRoutingAgent(out)}, err
		})
	register(s, operation{id: "get-routing-team", method: http.MethodGet, path: path + "/teams/{id}", tag: routingTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get how a team shares work", description: "How conversations of the team find a person."},
		func(ctx context.Context, a crm.Actor, in *TeamInput) (*routingTeamOutput, error) {
			return answerRoutingTeam(s.svc.Routing.Team(ctx, a, in.ID))
		})
	register(s, operation{id: "set-routing-team", method: http.MethodPut, path: path + "/teams/{id}", tag: routingTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "routing_team.updated", summary: "Set how a team shares work", description: "Replaces all of it. The method is that of the team itself, so the team shows it too.",
		example: SetRoutingTeam{Method: crm.TeamRoundRobin, StickyDays: 7}},
		func(ctx context.Context, a crm.Actor, in *setRoutingTeamInput) (*routingTeamOutput, error) {
			return answerRoutingTeam(s.svc.Routing.SetTeam(ctx, a, in.ID, crm.RoutingTeamSettings(in.Body)))
		})
}

func renderRoutingVersion(r crm.RoutingRules) RoutingRulesVersion {
	return RoutingRulesVersion{Version: r.Version, MadeBy: r.MadeBy, CreatedAt: *r.CreatedAt}
}

func answerRoutingRules(r crm.RoutingRules, err error) (*routingRulesOutput, error) {
	if err != nil {
		return nil, err
	}
	return &routingRulesOutput{ETag: strconv.Quote(strconv.Itoa(r.Version)),
		Body: RoutingRules{Version: r.Version, Rules: r.Rules, Default: r.Default, MadeBy: orNobody(r.MadeBy), CreatedAt: r.CreatedAt}}, nil
}

func renderRoutingAgent(a crm.RoutingAgent) RoutingAgent {
	return RoutingAgent{UserID: a.UserID, Name: a.Name, Capacity: a.Capacity, OwnCapacity: a.OwnCapacity, Skills: append([]string{}, a.Skills...), UpdatedAt: a.UpdatedAt}
}

func answerRoutingTeam(t crm.RoutingTeam, err error) (*routingTeamOutput, error) {
	if err != nil {
		return nil, err
	}
	return &routingTeamOutput{RoutingTeam{TeamID: t.TeamID, Method: t.Method, StickyDays: t.StickyDays, AgentLimit: t.AgentLimit, Overflow: t.Overflow,
		ShiftCalendarID: t.ShiftCalendarID, UpdatedAt: t.UpdatedAt}}, nil
}
