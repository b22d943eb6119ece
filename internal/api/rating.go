package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var ratingsTag = tag{"Ratings", "What contacts think of the episodes of their conversations."}

// RatingSettings say whether and how contacts are asked for a rating.
type RatingSettings struct {
	Enabled              bool              `json:"enabled" doc:"Whether contacts are asked."`
	Question             string            `json:"question" doc:"The text of the question."`
	Method               crm.RatingMethod  `json:"method" enum:"buttons,list" doc:"buttons: three answers. list: one to five stars."`
	Answers              crm.RatingAnswers `json:"answers" doc:"The buttons."`
	ListButton           string            `json:"listButton" doc:"The button that opens the list."`
	Thanks               string            `json:"thanks" doc:"The text that is sent after the first tap; empty for none."`
	DelayMinutes         int               `json:"delayMinutes" doc:"How long after the end of an episode the contact is asked."`
	CommentMinutes       int               `json:"commentMinutes" doc:"For how long after a tap a text of the contact is their comment; 0 for never."`
	OnlyAnsweredByPeople bool              `json:"onlyAnsweredByPeople" doc:"Whether contacts are asked only about episodes in which people, or your systems, answered."`
	PhoneNumberIDs       []string          `json:"phoneNumberIds" nullable:"false" doc:"The phone numbers on which contacts are asked; empty for all."`
	TemplateName         string            `json:"templateName" doc:"The template that asks contacts whose window has closed; empty for none, then they are not asked."`
	TemplateLanguage     string            `json:"templateLanguage" doc:"The language of the template; empty for the default language of the workspace, or the only one."`
	UpdatedAt            *time.Time        `json:"updatedAt" doc:"When the settings last changed; null if they never changed."`
}

// UpdateRatingSettings changes what is given.
type UpdateRatingSettings struct {
	Enabled              *bool              `json:"enabled,omitempty" doc:"Whether contacts are asked."`
	Question             *string            `json:"question,omitempty" minLength:"1" maxLength:"1024" doc:"The text of the question."`
	Method               *crm.RatingMethod  `json:"method,omitempty" enum:"buttons,list" doc:"buttons: three answers. list: one to five stars."`
	Answers              *crm.RatingAnswers `json:"answers,omitempty" doc:"The buttons, all three."`
	ListButton           *string            `json:"listButton,omitempty" minLength:"1" maxLength:"20" doc:"The button that opens the list."`
	Thanks               *string            `json:"thanks,omitempty" maxLength:"1024" doc:"The text that is sent after the first tap; empty for none."`
	DelayMinutes         *int               `json:"delayMinutes,omitempty" minimum:"0" maximum:"1440" doc:"How long after the end of an episode the contact is asked."`
	CommentMinutes       *int               `json:"commentMinutes,omitempty" minimum:"0" maximum:"1440" doc:"For how long after a tap a text of the contact is their comment; 0 for never."`
	OnlyAnsweredByPeople *bool              `json:"onlyAnsweredByPeople,omitempty" doc:"Whether contacts are asked only about episodes in which people, or your systems, answered."`
	PhoneNumberIDs       *[]string          `json:"phoneNumberIds,omitempty" maxItems:"100" doc:"The phone numbers on which contacts are asked; empty for all."`
	TemplateName         *string            `json:"templateName,omitempty" maxLength:"512" doc:"The template that asks contacts whose window has closed: without variables, with 3 quick replies, for the scores 5, 3 and 1, or 5, for 5 to 1, in this order. Empty for none."`
	TemplateLanguage     *string            `json:"templateLanguage,omitempty" maxLength:"20" doc:"The language of the template; empty for the default language of the workspace, or the only one."`
}

// EpisodeRating is what became of asking the contact of an episode.
type EpisodeRating struct {
	State     crm.RatingState `json:"state" enum:"pending,asked,rated,window_closed,not_sent" doc:"pending: the contact will be asked. window_closed: they were not, because the window had closed. not_sent: they were not, see reason."`
	Reason    string          `json:"reason" doc:"Why the question was not sent, for example contact_opted_out. Empty otherwise. More reasons may be added."`
	MessageID string          `json:"messageId" doc:"The message with the question; empty if none was sent."`
	AskedAt   *time.Time      `json:"askedAt" doc:"When the contact was asked; null for never."`
	Score     *int            `json:"score" doc:"From 1, the worst, to 5; null for no rating."`
	Comment   string          `json:"comment" doc:"What the contact wrote about it; empty for nothing, and without messages:read."`
	RatedAt   *time.Time      `json:"ratedAt" doc:"When the contact first rated; null for never."`
}

// Rating is what a contact thinks of an episode.
type Rating struct {
	EpisodeID      string    `json:"episodeId" doc:"The episode."`
	ConversationID string    `json:"conversationId" doc:"Its conversation."`
	ContactID      string    `json:"contactId" doc:"The contact of the conversation."`
	PhoneNumberID  string    `json:"phoneNumberId" doc:"The phone number of the conversation."`
	TeamID         string    `json:"teamId" doc:"The team that had it at the end of the episode; empty for none."`
	AgentID        string    `json:"agentId" doc:"The user who had it then; empty for nobody."`
	ClosedAt       time.Time `json:"closedAt" doc:"When the episode ended."`
	MessageID      string    `json:"messageId" doc:"The message with the question."`
	Score          int       `json:"score" doc:"From 1, the worst, to 5."`
	Comment        string    `json:"comment" doc:"What the contact wrote about it; empty for nothing, and without messages:read."`
	RatedAt        time.Time `json:"ratedAt" doc:"When the contact first rated."`
}

type (
	updateRatingSettingsInput struct{ Body UpdateRatingSettings }
	ratingSettingsOutput      struct{ Body RatingSettings }
	ratingsInput              struct {
		PageInput
		Since   time.Time `query:"since" doc:"Only ratings at or after this time."`
		Until   time.Time `query:"until" doc:"Only ratings before this time."`
		TeamID  string    `query:"teamId" maxLength:"64" doc:"Only episodes that this team had."`
		AgentID string    `query:"agentId" maxLength:"64" doc:"Only episodes that this user had."`
		Score   int       `query:"score" minimum:"1" maximum:"5" doc:"Only this score."`
	}
)

func ratingRoutes(s *Server) {
	const path = "/v1/rating-settings"
	register(s, operation{id: "get-rating-settings", method: http.MethodGet, path: path, tag: ratingsTag,
		scope: crm.ScopeConversationsRead, summary: "Get the settings of ratings", description: "Whether and how contacts are asked what they think of an episode that was closed."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*ratingSettingsOutput, error) {
			out, err := s.svc.Rating.Settings(ctx, a)
			return &ratingSettingsOutput{RatingSettings(out)}, err
		})
	register(s, operation{id: "update-rating-settings", method: http.MethodPatch, path: path, tag: ratingsTag, whole: true,
		scope: crm.ScopeTeamsWrite, act: "rating_settings.updated", summary: "Change the settings of ratings", description: "Changes only the fields you send. It holds for episodes that are closed from now on; other nodes know within a second. The provider may charge for the questions.",
		example: UpdateRatingSettings{Enabled: ptr(true), Question: ptr("How did we do?"), DelayMinutes: ptr(5)}},
		func(ctx context.Context, a crm.Actor, in *updateRatingSettingsInput) (*ratingSettingsOutput, error) {
			out, err := s.svc.Rating.UpdateSettings(ctx, a, crm.RatingSettingsChange(in.Body))
			return &ratingSettingsOutput{RatingSettings(out)}, err
		})
	register(s, operation{id: "list-ratings", method: http.MethodGet, path: "/v1/ratings", tag: ratingsTag,
		scope: crm.ScopeConversationsRead, summary: "List the ratings", description: "What contacts said of episodes, the latest first, as far as you reach."},
		func(ctx context.Context, a crm.Actor, in *ratingsInput) (*pageOutput[Rating], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			f := crm.RatingFilter{TeamID: in.TeamID, AgentID: in.AgentID, Score: in.Score}
			if !in.Since.IsZero() {
				f.Since = &in.Since
			}
			if !in.Until.IsZero() {
				f.Until = &in.Until
			}
			list, err := s.svc.Rating.Ratings(ctx, a, f, p)
			return answerPage(list, func(r crm.Rating) Rating {
				return Rating{EpisodeID: r.EpisodeID, ConversationID: r.ConversationID, ContactID: r.ContactID, PhoneNumberID: r.PhoneNumberID, TeamID: r.TeamID, AgentID: r.AgentID,
					ClosedAt: r.ClosedAt, MessageID: r.MessageID, Score: r.Score, Comment: commentFor(a, r), RatedAt: *r.RatedAt}
			}), err
		})
}

// commentFor is the comment of a rating as far as an actor may read it.
func commentFor(a crm.Actor, r crm.Rating) string {
	if a.Require(crm.ScopeMessagesRead) != nil {
		return ""
	}
	return r.Comment
}

func renderEpisodeRating(a crm.Actor, r *crm.Rating) *EpisodeRating {
	if r == nil {
		return nil
	}
	out := &EpisodeRating{State: r.State, Reason: r.Reason, MessageID: r.MessageID, AskedAt: r.AskedAt, Comment: commentFor(a, *r), RatedAt: r.RatedAt}
	if r.Score > 0 {
		out.Score = &r.Score
	}
	return out
}
