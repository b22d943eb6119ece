package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var cannedRepliesTag = tag{"Canned replies", "Texts that people send again and again, for everybody or for a team."}

// CannedReply is a text that people send again and again.
type CannedReply struct {
	ID        string     `json:"id" doc:"Identifier of the canned reply; begins with crp_."`
	Shortcut  string     `json:"shortcut" doc:"What people type to find it."`
	Title     string     `json:"title" doc:"What it is about; may be empty."`
	Body      string     `json:"body" doc:"The text, with variables such as {{contact.firstName}}."`
	TeamID    string     `json:"teamId" doc:"The team that it is for; empty for everybody."`
	CreatedBy crm.DoneBy `json:"createdBy" doc:"Who created it."`
	CreatedAt time.Time  `json:"createdAt" doc:"When it was created."`
	UpdatedAt time.Time  `json:"updatedAt" doc:"When it was last changed."`
}

// CreateCannedReply is a new canned reply.
type CreateCannedReply struct {
	Shortcut string `json:"shortcut,omitempty" needed:"true" maxLength:"60" doc:"What people type to find it: letters, digits, _ and -. Unique without regard to case." example:"hours"`
	Title    string `json:"title,omitempty" maxLength:"100" doc:"What it is about." example:"Opening hours"`
	Body     string `json:"body,omitempty" needed:"true" maxLength:"4096" doc:"The text. Variables: {{contact.name}}, {{contact.firstName}}, {{contact.phone}}, {{contact.fields.<key>}}, {{agent.name}}, {{agent.firstName}}." example:"Hi {{contact.firstName}}, we open at 9."`
	TeamID   string `json:"teamId,omitempty" maxLength:"64" doc:"The team that it is for; everybody by default."`
}

// UpdateCannedReply changes what is given.
type UpdateCannedReply struct {
	Shortcut *string `json:"shortcut,omitempty" maxLength:"60" doc:"What people type to find it."`
	Title    *string `json:"title,omitempty" maxLength:"100" doc:"What it is about."`
	Body     *string `json:"body,omitempty" maxLength:"4096" doc:"The text."`
	TeamID   *string `json:"teamId,omitempty" maxLength:"64" doc:"The team that it is for; empty for everybody."`
}

// FillCannedReply names the conversation whose values are put in.
type FillCannedReply struct {
	ConversationID string `json:"conversationId,omitempty" needed:"true" maxLength:"64" doc:"The conversation in which you want to send it." example:"cnv_01jd5k3v6rf0w8m2a4t9x7bq1c"`
}

// FilledCannedReply is a canned reply as it reads in a conversation.
type FilledCannedReply struct {
	Text    string   `json:"text" doc:"The text with its values. A variable without a value stays as it is written."`
	Missing []string `json:"missing" nullable:"false" doc:"Variables without a value in this conversation."`
}

type (
	// CannedReplyInput names a canned reply in the path.
	CannedReplyInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the canned reply."`
	}
	cannedRepliesInput struct {
		PageInput
		Shortcut string `query:"shortcut" maxLength:"60" doc:"Only replies whose shortcut begins with this, in any case."`
	}
	createCannedReplyInput struct{ Body CreateCannedReply }
	updateCannedReplyInput struct {
		CannedReplyInput
		Body UpdateCannedReply
	}
	fillCannedReplyInput struct {
		CannedReplyInput
		Body FillCannedReply
	}
	cannedReplyOutput       struct{ Body CannedReply }
	filledCannedReplyOutput struct{ Body FilledCannedReply }
)

func cannedReplyRoutes(s *Server) {
	const path = "/v1/canned-replies"
	register(s, operation{id: "create-canned-reply", method: http.MethodPost, path: path, tag: cannedRepliesTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeTeamsWrite, act: "canned_reply.created", summary: "Create a canned reply", description: "For everybody, or for a team. Who sees some teams only creates replies for those.",
		example: CreateCannedReply{Shortcut: "hours", Title: "Opening hours", Body: "Hi {{contact.firstName}}, we open at 9."}},
		func(ctx context.Context, a crm.Actor, in *createCannedReplyInput) (*cannedReplyOutput, error) {
			b := &in.Body
			return answerCannedReply(s.svc.CannedReply.CreateCannedReply(ctx, a, crm.CannedReplyChange{Shortcut: &b.Shortcut, Title: &b.Title, Body: &b.Body, TeamID: &b.TeamID}))
		})
	register(s, operation{id: "list-canned-replies", method: http.MethodGet, path: path, tag: cannedRepliesTag,
		scope: crm.ScopeConversationsRead, summary: "List canned replies", description: "Those for everybody and for your teams, by shortcut."},
		func(ctx context.Context, a crm.Actor, in *cannedRepliesInput) (*pageOutput[CannedReply], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.CannedReply.List(ctx, a, in.Shortcut, p)
			return answerPage(list, renderCannedReply), err
		})
	register(s, operation{id: "get-canned-reply", method: http.MethodGet, path: path + "/{id}", tag: cannedRepliesTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get a canned reply", description: "If it is for everybody or for your teams."},
		func(ctx context.Context, a crm.Actor, in *CannedReplyInput) (*cannedReplyOutput, error) {
			return answerCannedReply(s.svc.CannedReply.CannedReply(ctx, a, in.ID))
		})
	register(s, operation{id: "update-canned-reply", method: http.MethodPatch, path: path + "/{id}", tag: cannedRepliesTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "canned_reply.updated", summary: "Change a canned reply", description: "Changes only the fields you send.",
		example: UpdateCannedReply{Body: ptr("Hi {{contact.firstName}}, we open at 8.")}},
		func(ctx context.Context, a crm.Actor, in *updateCannedReplyInput) (*cannedReplyOutput, error) {
			return answerCannedReply(s.svc.CannedReply.UpdateCannedReply(ctx, a, in.ID, crm.CannedReplyChange(in.Body)))
		})
	register(s, operation{id: "delete-canned-reply", method: http.MethodDelete, path: path + "/{id}", tag: cannedRepliesTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "canned_reply.deleted", summary: "Delete a canned reply", description: "Messages that were sent with it stay."},
		func(ctx context.Context, a crm.Actor, in *CannedReplyInput) (*struct{}, error) {
			return nil, s.svc.CannedReply.DeleteCannedReply(ctx, a, in.ID)
		})
	register(s, operation{id: "fill-canned-reply", method: http.MethodPost, path: path + "/{id}/fill", tag: cannedRepliesTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Fill in a canned reply", description: "Shows the text as it reads in a conversation. Sends nothing. {{agent.…}} is the signed-in user; an API key has none.",
		example: FillCannedReply{ConversationID: "cnv_01jd5k3v6rf0w8m2a4t9x7bq1c"}},
		func(ctx context.Context, a crm.Actor, in *fillCannedReplyInput) (*filledCannedReplyOutput, error) {
			r, err := s.svc.CannedReply.FillCannedReply(ctx, a, in.ID, in.Body.ConversationID)
			if err != nil {
				return nil, err
			}
			return &filledCannedReplyOutput{FilledCannedReply{r.Text, append([]string{}, r.Missing...)}}, nil
		})
}

func renderCannedReply(r crm.CannedReply) CannedReply {
	return CannedReply{ID: r.ID, Shortcut: r.Shortcut, Title: r.Title, Body: r.Body, TeamID: r.TeamID, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}

func answerCannedReply(r crm.CannedReply, err error) (*cannedReplyOutput, error) {
	if err != nil {
		return nil, err
	}
	return &cannedReplyOutput{renderCannedReply(r)}, nil
}
