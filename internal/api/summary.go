package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// DraftSummary says how the summary is to be written.
type DraftSummary struct {
	Language string `json:"language,omitempty"  doc:"Language of the summary, two letters; by default that in which the business writes." example:"en"`
}

// DraftedSummary is a summary that a model proposes.
type DraftedSummary struct {
	Summary   string `json:"summary" doc:"The summary, at most 500 characters; empty if nothing was said."`
	EpisodeID string `json:"episodeId" doc:"The episode that it is about; empty if there never was one."`
	Messages  int    `json:"messages" doc:"How many messages of the episode were read: the latest 60 at most."`
}

type (
	draftSummaryInput struct {
		ConversationInput
		Body DraftSummary
	}
	draftedSummaryOutput struct{ Body DraftedSummary }
)

func summaryRoutes(s *Server) {
	register(s, operation{id: "draft-conversation-summary", method: http.MethodPost, path: "/v1/conversations/{id}/summary", tag: conversationsTag, errors: []int{404, 409, 429, 503},
		scope: crm.ScopeConversationsWrite, summary: "Draft a summary",
		description: "An AI provider of the assistant on duty sums up the latest episode, for the note with which you close it. Needs messages:read, too. Nothing is stored. The call is real: it costs money and counts toward the budget.",
		example:     DraftSummary{Language: "en"}},
		func(ctx context.Context, a crm.Actor, in *draftSummaryInput) (*draftedSummaryOutput, error) {
			d, err := s.svc.Reply.DraftSummary(ctx, a, in.ID, in.Body.Language)
			if err != nil {
				return nil, err
			}
			return &draftedSummaryOutput{DraftedSummary{Summary: d.Text, EpisodeID: d.EpisodeID, Messages: d.Messages}}, nil
		})
}
