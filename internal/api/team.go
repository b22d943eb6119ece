package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var teamsTag = tag{"Teams", "Teams of people, with the phone numbers whose conversations come to them."}

// Team is people who work on the same conversations.
type Team struct {
	ID             string         `json:"id" doc:"Identifier of the team; begins with tem_."`
	Name           string         `json:"name" doc:"Name of the team."`
	Method         crm.TeamMethod `json:"method" enum:"manual,round_robin,least_load" doc:"How conversations of the team find a person: people take them themselves, each in turn, or who has the least to do. Assignment by rules is being built; until then people take them themselves."`
	LeadUserID     string         `json:"leadUserId" doc:"The user who leads the team; empty if there is none."`
	UserIDs        []string       `json:"userIds" nullable:"false" doc:"The users in the team."`
	PhoneNumberIDs []string       `json:"phoneNumberIds" nullable:"false" doc:"The phone numbers of the team: it sees their conversations that have no team."`
	CreatedAt      time.Time      `json:"createdAt" doc:"When the team was created."`
	UpdatedAt      time.Time      `json:"updatedAt" doc:"When the team was last changed."`
}

// CreateTeam is what a caller chooses of a new team.
type CreateTeam struct {
	Name   string         `json:"name,omitempty" needed:"true" maxLength:"100" doc:"Name of the team." example:"Support"`
	Method crm.TeamMethod `json:"method,omitempty" enum:"manual,round_robin,least_load" doc:"How conversations of the team find a person; manual by default."`
}

// UpdateTeam changes what is given.
type UpdateTeam struct {
	Name   *string         `json:"name,omitempty" maxLength:"100" doc:"Name of the team."`
	Method *crm.TeamMethod `json:"method,omitempty" enum:"manual,round_robin,least_load" doc:"How conversations of the team find a person."`
}

// TeamMembers are the people of a team.
type TeamMembers struct {
	UserIDs    []string `json:"userIds,omitempty" needed:"true" nullable:"false" maxItems:"500" doc:"The users in the team, all of them."`
	LeadUserID string   `json:"leadUserId,omitempty" maxLength:"64" doc:"The user who leads the team, one of userIds; nobody by default."`
}

// TeamNumbers are the phone numbers of a team.
type TeamNumbers struct {
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty" needed:"true" nullable:"false" maxItems:"100" doc:"The phone numbers of the team, all of them."`
}

type (
	// TeamInput names a team in the path.
	TeamInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the team."`
	}
	createTeamInput struct{ Body CreateTeam }
	updateTeamInput struct {
		TeamInput
		Body UpdateTeam
	}
	teamMembersInput struct {
		TeamInput
		Body TeamMembers
	}
	teamNumbersInput struct {
		TeamInput
		Body TeamNumbers
	}
	teamOutput struct{ Body Team }
)

func teamRoutes(s *Server) {
	const path = "/v1/teams"
	register(s, operation{id: "create-team", method: http.MethodPost, path: path, tag: teamsTag, status: http.StatusCreated,
		scope: crm.ScopeTeamsWrite, act: "team.created", summary: "Create a team", description: "Only who reaches every conversation can create a team. Set its people and phone numbers afterwards.",
		example: CreateTeam{Name: "Support"}},
		func(ctx context.Context, a crm.Actor, in *createTeamInput) (*teamOutput, error) {
			return answerTeam(s.svc.Teams.CreateTeam(ctx, a, crm.TeamChange{Name: &in.Body.Name, Method: &in.Body.Method}))
		})
	register(s, operation{id: "list-teams", method: http.MethodGet, path: path, tag: teamsTag,
		scope: crm.ScopeTeamsRead, summary: "List teams", description: "Oldest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Team], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Teams.Teams(ctx, a, p)
			return answerPage(list, renderTeam), err
		})
	register(s, operation{id: "get-team", method: http.MethodGet, path: path + "/{id}", tag: teamsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get a team", description: "With its people and phone numbers."},
		func(ctx context.Context, a crm.Actor, in *TeamInput) (*teamOutput, error) {
			return answerTeam(s.svc.Teams.Team(ctx, a, in.ID))
		})
	register(s, operation{id: "update-team", method: http.MethodPatch, path: path + "/{id}", tag: teamsTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "team.updated", summary: "Change a team", description: "Changes only the fields you send.",
		example: UpdateTeam{Name: ptr("Sales")}},
		func(ctx context.Context, a crm.Actor, in *updateTeamInput) (*teamOutput, error) {
			return answerTeam(s.svc.Teams.UpdateTeam(ctx, a, in.ID, crm.TeamChange(in.Body)))
		})
	register(s, operation{id: "replace-team-members", method: http.MethodPut, path: path + "/{id}/members", tag: teamsTag, errors: []int{404, 409},
		scope: crm.ScopeTeamsWrite, act: "team.updated", summary: "Set the people of a team", description: "Replaces all of them. What they see changes within a second.",
		example: TeamMembers{UserIDs: []string{"usr_01jd5k3v6rf0w8m2a4t9x7bq1n"}}},
		func(ctx context.Context, a crm.Actor, in *teamMembersInput) (*teamOutput, error) {
			return answerTeam(s.svc.Teams.ReplaceTeamMembers(ctx, a, in.ID, crm.TeamMembers(in.Body)))
		})
	register(s, operation{id: "replace-team-numbers", method: http.MethodPut, path: path + "/{id}/numbers", tag: teamsTag, errors: []int{404, 409},
		scope: crm.ScopeTeamsWrite, act: "team.updated", summary: "Set the phone numbers of a team", description: "Replaces all of them. The team sees the conversations of these phone numbers that have no team.",
		example: TeamNumbers{PhoneNumberIDs: []string{"num_01jd5k3v6rf0w8m2a4t9x7bq1h"}}},
		func(ctx context.Context, a crm.Actor, in *teamNumbersInput) (*teamOutput, error) {
			return answerTeam(s.svc.Teams.ReplaceTeamNumbers(ctx, a, in.ID, in.Body.PhoneNumberIDs))
		})
	register(s, operation{id: "delete-team", method: http.MethodDelete, path: path + "/{id}", tag: teamsTag, status: http.StatusNoContent, errors: []int{404, 409},
		scope: crm.ScopeTeamsWrite, act: "team.deleted", summary: "Delete a team", description: "A team that conversations, API keys or canned replies belong to, or that routing names, cannot be deleted."},
		func(ctx context.Context, a crm.Actor, in *TeamInput) (*struct{}, error) {
			return nil, s.svc.Teams.DeleteTeam(ctx, a, in.ID)
		})
}

func renderTeam(t crm.Team) Team {
	return Team{ID: t.ID, Name: t.Name, Method: t.Method, LeadUserID: t.LeadUserID, UserIDs: append([]string{}, t.UserIDs...),
		PhoneNumberIDs: append([]string{}, t.PhoneNumberIDs...), CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt}
}

func answerTeam(t crm.Team, err error) (*teamOutput, error) {
	if err != nil {
		return nil, err
	}
	return &teamOutput{renderTeam(t)}, nil
}
