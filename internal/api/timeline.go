package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// ConversationTimelineEntry is something that happened to a conversation.
type ConversationTimelineEntry struct {
	ID                  string         `json:"id" doc:"Identifier of the entry; begins with tle_."`
	ConversationID      string         `json:"conversationId" doc:"The conversation to which it happened: the one that you asked for, or one that was joined to it."`
	At                  time.Time      `json:"at" doc:"When it happened."`
	Kind                string         `json:"kind" enum:"merged,parted,hand_off,status,assignment,priority,follow_up,labels,speaker,note,sla_breached,sla_warned,rated,window_closing,routed_too_often,rating_asked,rating_not_asked,button_pressed,promise_due,broadcast_answered" doc:"What happened. What changed several things at once is of the kind that comes first in this list."`
	By                  crm.DoneBy     `json:"by" doc:"Who did it."`
	Reason              string         `json:"reason" doc:"Why, as the events conversation.status_updated and conversation.assigned tell it, or why the contact was not asked for a rating, as the rating of the episode tells it; empty if there is nothing to say."`
	EpisodeID           string         `json:"episodeId" doc:"The episode that it was about; empty for none."`
	Changes             crm.ActChanges `json:"changes" nullable:"false" doc:"What changed, by field, with the value before and after; null is none. The fields are those of a conversation, and of who answers in it."`
	DecisionID          string         `json:"decisionId" doc:"The decision of routing behind it, as GET /v1/conversations/{id}/routing explains it; empty for none."`
	NoteID              string         `json:"noteId" doc:"The note that was written; empty for none. It may have been deleted since."`
	ClockID             string         `json:"clockId" doc:"The clock that was late, or about to be, or that ran a step of its policy; empty for none."`
	ClockKind           crm.ClockKind  `json:"clockKind" doc:"What that clock measures, first, next, person or resolution, where it was late, or about to be; empty for none, and where an older version noted it."`
	Step                int            `json:"step" doc:"The step of the policy that made the change: of those for the kind of the clock, in the order in which they run, from 1; 0 for none."`
	MessageID           string         `json:"messageId" doc:"The message that asked for a rating; empty for none."`
	ButtonID            string         `json:"buttonId" doc:"The button that was pressed; empty for none."`
	PressID             string         `json:"pressId" doc:"The press of the button; empty for none."`
	PromiseID           string         `json:"promiseId" doc:"The promise that was due; empty for none."`
	ProposalID          string         `json:"proposalId" doc:"The proposal of an assistant behind it; empty for none."`
	BroadcastID         string         `json:"broadcastId" doc:"The broadcast that the contact answered, so that something was done; empty for none."`
	BroadcastName       string         `json:"broadcastName" doc:"What that broadcast was called then; empty for none."`
	OtherConversationID string         `json:"otherConversationId" doc:"The conversation that was joined to it or parted from it; empty for none."`
	Score               int            `json:"score" doc:"What the contact said of the episode, 1 to 5; 0 for nothing."`
}

func timelineRoutes(s *Server) {
	register(s, operation{id: "list-conversation-timeline", method: http.MethodGet, path: "/v1/conversations/{id}/timeline", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List what happened to a conversation",
		description: "Newest first: who changed what, and why. Messages are not in it; GET /v1/messages lists them."},
		func(ctx context.Context, a crm.Actor, in *notesInput) (*pageOutput[ConversationTimelineEntry], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Conversation.Timeline(ctx, a, in.ID, p)
			return answerPage(list, renderTimelineEntry), err
		})
}

func renderTimelineEntry(e crm.TimelineEntry) ConversationTimelineEntry {
	out := ConversationTimelineEntry{ID: e.ID, ConversationID: e.ConversationID, At: e.At, Kind: string(e.Kind), By: e.By, Reason: e.Reason, EpisodeID: e.EpisodeID, Changes: e.Changes,
		DecisionID: e.Refs.DecisionID, NoteID: e.Refs.NoteID, ClockID: e.Refs.ClockID, ClockKind: e.Refs.ClockKind, OtherConversationID: e.Refs.ConversationID, Score: e.Refs.Score,
		Step: e.Refs.Step, MessageID: e.Refs.MessageID, ButtonID: e.Refs.ButtonID, PressID: e.Refs.PressID, PromiseID: e.Refs.PromiseID, ProposalID: e.Refs.ProposalID, BroadcastID: e.Refs.BroadcastID, BroadcastName: e.Refs.BroadcastName}
	if out.Changes == nil {
		out.Changes = crm.ActChanges{}
	}
	return out
}
