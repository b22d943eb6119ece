package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// DealNote is what people write beside a deal.
type DealNote struct {
	ID               string     `json:"id" doc:"Identifier of the note; begins with dln_."`
	DealID           string     `json:"dealId" doc:"The deal."`
	Body             string     `json:"body" doc:"Text of the note. Contacts do not see it."`
	MediaIDs         []string   `json:"mediaIds" nullable:"false" doc:"The files of the note. Whoever sees the deal can download them."`
	MentionedUserIDs []string   `json:"mentionedUserIds" nullable:"false" doc:"Users that the note mentions."`
	CreatedBy        crm.DoneBy `json:"createdBy" doc:"Who wrote the note."`
	CreatedAt        time.Time  `json:"createdAt" doc:"When the note was written."`
	EditedAt         *time.Time `json:"editedAt" doc:"When the note was last changed; null if never."`
}

// CreateDealNote is a new note.
type CreateDealNote struct {
	Body             string   `json:"body,omitempty" needed:"true" maxLength:"4000" doc:"Text of the note." example:"They want benches instead."`
	MediaIDs         []string `json:"mediaIds,omitempty" maxItems:"10" doc:"Files that you uploaded with POST /v1/media, or that you see; none by default."`
	MentionedUserIDs []string `json:"mentionedUserIds,omitempty" maxItems:"20" doc:"Users to mention, who must see the deal; none by default. They are notified."`
}

// UpdateDealNote changes what is given.
type UpdateDealNote struct {
	Body             *string   `json:"body,omitempty" maxLength:"4000" doc:"Text of the note."`
	MediaIDs         *[]string `json:"mediaIds,omitempty" maxItems:"10" doc:"Files of the note, all of them."`
	MentionedUserIDs *[]string `json:"mentionedUserIds,omitempty" maxItems:"20" doc:"Users that it mentions, all of them."`
}

type (
	createDealNoteInput struct {
		DealInput
		Body CreateDealNote
	}
	// DealNoteInput names a note of a deal in the path.
	DealNoteInput struct {
		DealInput
		NoteID string `path:"noteId" maxLength:"64" doc:"Id of the note."`
	}
	updateDealNoteInput struct {
		DealNoteInput
		Body UpdateDealNote
	}
	dealNoteOutput struct{ Body DealNote }
)

func dealNoteRoutes(s *Server, path string) {
	path += "/{id}/notes"
	register(s, operation{id: "create-deal-note", method: http.MethodPost, path: path, tag: dealsTag, status: http.StatusCreated, errors: []int{404},
		scope: crm.ScopeDealsWrite, summary: "Write a note on a deal", description: "Only people who see the deal read it, and can download its files.",
		example: CreateDealNote{Body: "They want benches instead."}},
		func(ctx context.Context, a crm.Actor, in *createDealNoteInput) (*dealNoteOutput, error) {
			return answerDealNote(s.svc.Deal.CreateNote(ctx, a, in.ID, crm.DealNoteChange{Body: &in.Body.Body, MediaIDs: &in.Body.MediaIDs, MentionedUserIDs: &in.Body.MentionedUserIDs}))
		})
	register(s, operation{id: "list-deal-notes", method: http.MethodGet, path: path, tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "List the notes of a deal", description: "Newest first."},
		func(ctx context.Context, a crm.Actor, in *dealPartInput) (*pageOutput[DealNote], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Notes(ctx, a, in.ID, p)
			return answerPage(list, renderDealNote), err
		})
	register(s, operation{id: "update-deal-note", method: http.MethodPatch, path: path + "/{noteId}", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsWrite, summary: "Change a note of a deal", description: "Only who wrote it can. Changes only the fields you send.",
		example: UpdateDealNote{Body: ptr("They want twelve benches instead.")}},
		func(ctx context.Context, a crm.Actor, in *updateDealNoteInput) (*dealNoteOutput, error) {
			return answerDealNote(s.svc.Deal.UpdateNote(ctx, a, in.ID, in.NoteID, crm.DealNoteChange(in.Body)))
		})
	register(s, operation{id: "delete-deal-note", method: http.MethodDelete, path: path + "/{noteId}", tag: dealsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeDealsWrite, summary: "Delete a note of a deal", description: "Only who wrote it can, or who manages users (users:write)."},
		func(ctx context.Context, a crm.Actor, in *DealNoteInput) (*struct{}, error) {
			return nil, s.svc.Deal.DeleteNote(ctx, a, in.ID, in.NoteID)
		})
}

func renderDealNote(n crm.DealNote) DealNote {
	return DealNote{ID: n.ID, DealID: n.DealID, Body: n.Body, MediaIDs: append([]string{}, n.MediaIDs...), MentionedUserIDs: append([]string{}, n.MentionedUserIDs...), CreatedBy: n.CreatedBy, CreatedAt: n.CreatedAt, EditedAt: n.EditedAt}
}

func answerDealNote(n crm.DealNote, err error) (*dealNoteOutput, error) {
	if err != nil {
		return nil, err
	}
	return &dealNoteOutput{renderDealNote(n)}, nil
}
