package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// SetPresence says what you do in a conversation.
type SetPresence struct {
	State crm.PresenceState `json:"state,omitempty" needed:"true" enum:"viewing,typing,left" doc:"What you do there from now on. Say it again every 10 seconds: after 30 seconds you are taken to have left." example:"typing"`
}

// ConversationPresence is who is in a conversation.
type ConversationPresence struct {
	People []PresentUser `json:"people" nullable:"false" doc:"Those who are there, by user, at most 100."`
}

// PresentUser is somebody in a conversation.
type PresentUser struct {
	UserID string            `json:"userId" doc:"The user."`
	State  crm.PresenceState `json:"state" enum:"viewing,typing" doc:"What they do there."`
	At     time.Time         `json:"at" doc:"When they last said so."`
}

type (
	setPresenceInput struct {
		ConversationInput
		Body SetPresence
	}
	presenceOutput struct{ Body ConversationPresence }
)

func presenceRoutes(s *Server) {
	const path = "/v1/conversations/{id}/presence"
	register(s, operation{id: "set-presence", method: http.MethodPut, path: path, tag: conversationsTag, status: http.StatusNoContent, errors: []int{404, 503}, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Say that you are in a conversation", description: "Live streams of colleagues who reach the conversation are told (GET /v1/events/stream). It is stored nowhere, and webhooks are told nothing.",
		example: SetPresence{State: crm.PresenceTyping}},
		func(ctx context.Context, a crm.Actor, in *setPresenceInput) (*struct{}, error) {
			p, err := s.svc.Conversation.Presence(ctx, a, in.ID, in.Body.State)
			if err == nil {
				err = s.opt.Streams.Show(p)
			}
			return nil, err
		})
	register(s, operation{id: "get-presence", method: http.MethodGet, path: path, tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get who is in a conversation", description: "As far as the node knows that answers: on several nodes it hears of people on others within about two seconds."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*presenceOutput, error) {
			id, err := s.svc.Conversation.Visible(ctx, a, in.ID)
			if err != nil {
				return nil, err
			}
			out := &presenceOutput{ConversationPresence{People: []PresentUser{}}}
			for _, p := range s.opt.Streams.Present(a.WorkspaceID, id) {
				out.Body.People = append(out.Body.People, PresentUser{p.UserID, p.State, p.At})
			}
			return out, nil
		})
}
