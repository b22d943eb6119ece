package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
)

// Availability is whether a member takes conversations.
type Availability struct {
	UserID    string                 `json:"userId" doc:"The member."`
	Name      string                 `json:"name" doc:"Name of the member."`
	Status    crm.AvailabilityStatus `json:"status" enum:"online,away,offline" doc:"online if nothing was ever said."`
	Reason    string                 `json:"reason" doc:"Why, for example lunch; empty if not given."`
	Since     *time.Time             `json:"since" doc:"Since when; null if nothing was ever said."`
	Until     *time.Time             `json:"until" doc:"When the member is online again automatically; null for never."`
	ChangedBy *crm.DoneBy            `json:"changedBy" doc:"Who said it; null if the time had come, or if nothing was ever said."`
	Capacity  int                    `json:"capacity" doc:"How many conversations the member gets automatically at a time."`
}

// SetAvailability is a new availability.
type SetAvailability struct {
	Status crm.AvailabilityStatus `json:"status,omitempty" needed:"true" enum:"online,away,offline" doc:"away: takes no new conversations for a while. offline: has finished work." example:"away"`
	Reason string                 `json:"reason,omitempty" maxLength:"100" doc:"Why; shown to colleagues." example:"Lunch"`
	Until  *time.Time             `json:"until,omitempty" doc:"When the member is online again automatically, at most 7 days ahead; for away and offline only. Never by default."`
	// Capacity needs teams:write.
	Capacity *int `json:"capacity,omitempty" minimum:"0" maximum:"100" doc:"How many conversations the member gets automatically at a time; as before if left out. Needs teams:write, also for yourself." example:"8"`
}

// AvailabilitySpan is an availability from one time to another.
type AvailabilitySpan struct {
	Status    crm.AvailabilityStatus `json:"status" enum:"online,away,offline" doc:"What was said."`
	Reason    string                 `json:"reason" doc:"Why; empty if not given."`
	From      time.Time              `json:"from" doc:"When it began."`
	To        *time.Time             `json:"to" doc:"When it ended; null if it has not. Until the next one the member was online."`
	ChangedBy crm.DoneBy             `json:"changedBy" doc:"Who said it, or set the capacity."`
	Capacity  *int                   `json:"capacity" doc:"How many conversations the member got automatically at a time, as it was set for them; null for that of the workspace, and before capacities were kept here."`
}

type (
	// MemberInput names a user in the path.
	MemberInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the user."`
	}
	availabilitiesInput struct {
		PageInput
		TeamID string `query:"teamId" maxLength:"64" doc:"Only members of this team."`
	}
	availabilityLogInput struct {
		MemberInput
		PageInput
	}
	setAvailabilityInput struct {
		MemberInput
		Body SetAvailability
	}
	availabilityOutput struct{ Body Availability }
)

func availabilityRoutes(s *Server) {
	const path = "/v1/users/{id}/availability"
	register(s, operation{id: "list-availability", method: http.MethodGet, path: "/v1/availability", tag: teamsTag,
		scope: crm.ScopeTeamsRead, summary: "List who takes conversations", description: "Active members with their availability, by user. Who sees some teams only sees their colleagues."},
		func(ctx context.Context, a crm.Actor, in *availabilitiesInput) (*pageOutput[Availability], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Teams.Availabilities(ctx, a, in.TeamID, p)
			return answerPage(list, renderAvailability), err
		})
	register(s, operation{id: "get-availability", method: http.MethodGet, path: path, tag: teamsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get whether a member takes conversations", description: "As it is now."},
		func(ctx context.Context, a crm.Actor, in *MemberInput) (*availabilityOutput, error) {
			return answerAvailability(s.svc.Teams.Availability(ctx, a, in.ID))
		})
	register(s, operation{id: "set-availability", method: http.MethodPut, path: path, tag: teamsTag, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Say whether a member takes conversations", description: "Your own, or with teams:write that of a colleague; and how many conversations they get. Conversations that the member has stay where they are, unless requeueAfterMinutes of the settings of routing says otherwise.",
		example: SetAvailability{Status: crm.AvailableAway, Reason: "Lunch"}},
		func(ctx context.Context, a crm.Actor, in *setAvailabilityInput) (*availabilityOutput, error) {
			return answerAvailability(s.svc.Teams.SetAvailability(ctx, a, in.ID, crm.AvailabilityChange(in.Body)))
		})
	register(s, operation{id: "list-availability-log", method: http.MethodGet, path: path + "/log", tag: teamsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "List the availability of a member over time", description: "Newest first: each time when another status was said or another capacity set. Your own, or with users:read that of a colleague."},
		func(ctx context.Context, a crm.Actor, in *availabilityLogInput) (*pageOutput[AvailabilitySpan], error) {
			before, err := in.number()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Teams.AvailabilityLog(ctx, a, in.ID, int64(before), in.Limit+1)
			if err != nil {
				return nil, err
			}
			page := crm.CutPage(list, in.Limit, func(v crm.AvailabilitySpan) string { return strconv.FormatInt(v.From.UnixMilli(), 10) })
			return answerPage(page, func(v crm.AvailabilitySpan) AvailabilitySpan { return AvailabilitySpan(v) }), nil
		})
}

func renderAvailability(v crm.Availability) Availability {
	return Availability{UserID: v.UserID, Name: v.Name, Status: v.Status, Reason: v.Reason, Since: v.Since, Until: v.Until, ChangedBy: orNobody(v.ChangedBy), Capacity: v.Capacity}
}

func answerAvailability(v crm.Availability, err error) (*availabilityOutput, error) {
	if err != nil {
		return nil, err
	}
	return &availabilityOutput{renderAvailability(v)}, nil
}
