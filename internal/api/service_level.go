package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
)

var serviceLevelsTag = tag{"Service levels", "How soon contacts are to be answered: policies, and the clocks of conversations."}

// ServiceLevels is a version of the policies.
type ServiceLevels struct {
	Version   int                 `json:"version" doc:"Counts the changes, starting at 1; 0 while no policies were set."`
	Policies  []crm.ServicePolicy `json:"policies" nullable:"false" doc:"The policies in order. The first that matches when an episode opens holds for all of it."`
	MadeBy    *crm.DoneBy         `json:"madeBy" doc:"Who made this version; null for version 0."`
	CreatedAt *time.Time          `json:"createdAt" doc:"When the version was made; null for version 0."`
}

// ReplaceServiceLevels is all of the new policies.
type ReplaceServiceLevels struct {
	Policies []crm.ServicePolicy `json:"policies,omitempty" needed:"true" nullable:"false" maxItems:"100" doc:"The policies in order, all of them. The first that matches holds."`
}

// ServiceLevelsVersion is a version without the policies themselves.
type ServiceLevelsVersion struct {
	Version   int        `json:"version" doc:"Number of the version."`
	MadeBy    crm.DoneBy `json:"madeBy" doc:"Who made it."`
	CreatedAt time.Time  `json:"createdAt" doc:"When it was made."`
}

// ConversationClock measures a promise of one episode.
type ConversationClock struct {
	ID              string        `json:"id" doc:"Identifier of the clock; begins with clk_."`
	EpisodeID       string        `json:"episodeId" doc:"The episode that it measures."`
	Kind            crm.ClockKind `json:"kind" enum:"first,next,person,resolution" doc:"first: to the first answer of the episode. next: to the answer to a later message. person: from a hand-off to the answer of a person. resolution: to the end of the episode."`
	No              int           `json:"no" doc:"Which message of the episode started a clock of the kind next, which hand-off one of the kind person; otherwise 1."`
	State           string        `json:"state" enum:"running,paused,met,missed,stopped,canceled" doc:"met: ended in time. missed: ended too late. stopped: the episode was closed without an answer, in time. canceled: it counts for nothing."`
	Policy          string        `json:"policy" doc:"Key of the policy."`
	PolicyVersion   int           `json:"policyVersion" doc:"Version of the policies."`
	CalendarID      string        `json:"calendarId" doc:"The calendar in whose hours it runs; empty for always."`
	CalendarVersion int           `json:"calendarVersion" doc:"Version of the calendar; 0 without one."`
	TargetMinutes   int           `json:"targetMinutes" doc:"What the policy promised, in minutes of the calendar."`
	StartedAt       time.Time     `json:"startedAt" doc:"When it began."`
	DueAt           time.Time     `json:"dueAt" doc:"When it is due. Of a clock that is paused: when it was; it moves when the clock goes on."`
	WarnAt          *time.Time    `json:"warnAt" doc:"From when on it is about to be late; null for never."`
	PausedAt        *time.Time    `json:"pausedAt" doc:"Since when it stands still; null if it does not."`
	EndedAt         *time.Time    `json:"endedAt" doc:"When it ended; null while it goes on."`
	UsedMs          int64         `json:"usedMs" doc:"How much time of the calendar it used until the last pause or its end, in milliseconds."`
	StepsRun        int           `json:"stepsRun" doc:"How many steps of the policy it has run."`
	WarnedAt        *time.Time    `json:"warnedAt" doc:"From when on it was about to be late, once that was told; null if it was not told."`
	BreachedAt      *time.Time    `json:"breachedAt" doc:"When it became late, once that was told; null if it is not late."`
}

type (
	replaceServiceLevelsInput struct {
		IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the version that you changed. The request fails if another one is in force."`
		Body    ReplaceServiceLevels
	}
	serviceLevelsVersionInput struct {
		Version int `path:"version" minimum:"1" doc:"Number of the version."`
	}
	conversationClocksInput struct {
		ConversationInput
		PageInput
	}
	serviceLevelsOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body ServiceLevels
	}
)

func serviceLevelRoutes(s *Server) {
	const path = "/v1/service-levels"
	register(s, operation{id: "get-service-levels", method: http.MethodGet, path: path, tag: serviceLevelsTag,
		scope: crm.ScopeTeamsRead, summary: "Get the service levels", description: "The policies in force."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*serviceLevelsOutput, error) {
			return answerServiceLevels(s.svc.ServiceLevel.Policies(ctx, a))
		})
	register(s, operation{id: "replace-service-levels", method: http.MethodPut, path: path, tag: serviceLevelsTag, errors: []int{412}, whole: true,
		scope: crm.ScopeTeamsWrite, act: "service_levels.updated", summary: "Set the service levels", description: "Replaces all policies and makes a version, unless nothing changes. It holds for episodes that open from now on. Everything that is wrong is told at once. Send the ETag that you read as If-Match, so that two people do not overwrite each other.",
		example: ReplaceServiceLevels{Policies: []crm.ServicePolicy{{Key: "vip", Name: "Urgent conversations", When: crm.ServiceConditions{Priorities: []crm.Priority{crm.PriorityUrgent}},
			Targets: crm.ServiceTargets{First: 15, Next: 60}, WarnMinutesBefore: 5}}}},
		func(ctx context.Context, a crm.Actor, in *replaceServiceLevelsInput) (*serviceLevelsOutput, error) {
			return answerServiceLevels(s.svc.ServiceLevel.ReplacePolicies(ctx, a, crm.ServiceLevelBody(in.Body), in.IfMatch))
		})
	register(s, operation{id: "list-service-levels-versions", method: http.MethodGet, path: path + "/versions", tag: serviceLevelsTag,
		scope: crm.ScopeTeamsRead, summary: "List the versions of the service levels", description: "Newest first, without the policies themselves."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[ServiceLevelsVersion], error) {
			before, err := in.number()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.ServiceLevel.PoliciesVersions(ctx, a, before, in.Limit+1)
			page := crm.CutPage(list, in.Limit, func(l crm.ServiceLevels) string { return strconv.Itoa(l.Version) })
			return answerPage(page, func(l crm.ServiceLevels) ServiceLevelsVersion {
				return ServiceLevelsVersion{Version: l.Version, MadeBy: l.MadeBy, CreatedAt: *l.CreatedAt}
			}), err
		})
	register(s, operation{id: "get-service-levels-version", method: http.MethodGet, path: path + "/versions/{version}", tag: serviceLevelsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get a version of the service levels", description: "As they were. What they name may be gone."},
		func(ctx context.Context, a crm.Actor, in *serviceLevelsVersionInput) (*serviceLevelsOutput, error) {
			return answerServiceLevels(s.svc.ServiceLevel.PoliciesVersion(ctx, a, in.Version))
		})
	register(s, operation{id: "list-conversation-clocks", method: http.MethodGet, path: "/v1/conversations/{id}/clocks", tag: serviceLevelsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List the clocks of a conversation", description: "Newest first, with those of earlier episodes."},
		func(ctx context.Context, a crm.Actor, in *conversationClocksInput) (*pageOutput[ConversationClock], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.ServiceLevel.Clocks(ctx, a, in.ID, p)
			return answerPage(list, renderClock), err
		})
}

func answerServiceLevels(l crm.ServiceLevels, err error) (*serviceLevelsOutput, error) {
	if err != nil {
		return nil, err
	}
	return &serviceLevelsOutput{ETag: strconv.Quote(strconv.Itoa(l.Version)),
		Body: ServiceLevels{Version: l.Version, Policies: l.Policies, MadeBy: orNobody(l.MadeBy), CreatedAt: l.CreatedAt}}, nil
}

func renderClock(c crm.Clock) ConversationClock {
	out := ConversationClock{ID: c.ID, EpisodeID: c.EpisodeID, Kind: c.Kind, No: c.No, State: string(c.End), Policy: c.Policy, PolicyVersion: c.PolicyVersion,
		CalendarID: c.CalendarID, CalendarVersion: c.CalendarVersion, TargetMinutes: int(c.Target.Minutes()), StartedAt: c.StartedAt, DueAt: c.DueAt, WarnAt: c.WarnAt,
		PausedAt: c.PausedAt, EndedAt: c.EndedAt, UsedMs: c.Used.Milliseconds(), StepsRun: c.Stepped, WarnedAt: c.WarnedAt, BreachedAt: c.BreachedAt}
	switch {
	case c.PausedAt != nil:
		out.State = "paused"
	case c.End == "":
		out.State = "running"
	}
	return out
}
