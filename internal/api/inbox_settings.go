package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// InboxSettings hold for everybody who answers contacts.
type InboxSettings struct {
	OnlyAssigneeReplies  bool       `json:"onlyAssigneeReplies" doc:"Whether people may answer only what is assigned to them or to nobody. API keys may answer everything."`
	AssignOnAnswer       bool       `json:"assignOnAnswer" doc:"Whether an open conversation that nobody has is assigned to the person who answers in it."`
	WindowWarningMinutes int        `json:"windowWarningMinutes" doc:"How long before the end of its window the event conversation.window_closing tells of a contact who waits; 0 for never."`
	ClosingGraceMinutes  int        `json:"closingGraceMinutes" doc:"For how long after a closing a message of the contact goes on with the same episode, with whoever had it, instead of beginning the next one; 0 for never."`
	FindPromises         bool       `json:"findPromises" doc:"Whether the AI providers of the assistant on duty read what people write, and propose what they promised. It costs tokens for each message."`
	UpdatedAt            *time.Time `json:"updatedAt" doc:"When the settings last changed; null if they never changed."`
}

// UpdateInboxSettings changes what is given.
type UpdateInboxSettings struct {
	OnlyAssigneeReplies  *bool `json:"onlyAssigneeReplies,omitempty" doc:"Whether people may answer only what is assigned to them or to nobody."`
	AssignOnAnswer       *bool `json:"assignOnAnswer,omitempty" doc:"Whether an open conversation that nobody has is assigned to the person who answers in it."`
	WindowWarningMinutes *int  `json:"windowWarningMinutes,omitempty" minimum:"0" maximum:"1380" doc:"How long before the end of its window the event conversation.window_closing tells of a contact who waits; 0 for never, 120 at first."`
	ClosingGraceMinutes  *int  `json:"closingGraceMinutes,omitempty" minimum:"0" maximum:"1440" doc:"For how long after a closing a message of the contact goes on with the same episode, instead of beginning the next one; 0 for never, which holds at first."`
	FindPromises         *bool `json:"findPromises,omitempty" doc:"Whether the AI providers of the assistant on duty read what people write, and propose what they promised; false at first."`
}

type (
	updateInboxSettingsInput struct{ Body UpdateInboxSettings }
	inboxSettingsOutput      struct{ Body InboxSettings }
)

func inboxSettingsRoutes(s *Server) {
	const path = "/v1/inbox-settings"
	register(s, operation{id: "get-inbox-settings", method: http.MethodGet, path: path, tag: conversationsTag,
		scope: crm.ScopeConversationsRead, summary: "Get the settings of the inbox", description: "What holds for everybody who answers contacts."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*inboxSettingsOutput, error) {
			out, err := s.svc.Conversation.InboxSettings(ctx, a)
			return &inboxSettingsOutput{InboxSettings(out)}, err
		})
	register(s, operation{id: "update-inbox-settings", method: http.MethodPatch, path: path, tag: conversationsTag, whole: true,
		scope: crm.ScopeTeamsWrite, act: "inbox_settings.updated", summary: "Change the settings of the inbox", description: "Changes only the fields you send. Other nodes know within a second.",
		example: UpdateInboxSettings{OnlyAssigneeReplies: ptr(true)}},
		func(ctx context.Context, a crm.Actor, in *updateInboxSettingsInput) (*inboxSettingsOutput, error) {
			out, err := s.svc.Conversation.UpdateInboxSettings(ctx, a, crm.InboxSettingsChange(in.Body))
			return &inboxSettingsOutput{InboxSettings(out)}, err
		})
}
