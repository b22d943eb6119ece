package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// Note is what people write beside a conversation.
type Note struct {
	ID               string     `json:"id" doc:"Identifier of the note; begins with not_."`
	ConversationID   string     `json:"conversationId" doc:"The conversation in which it was written."`
	Body             string     `json:"body" doc:"Text of the note. The contact does not see it."`
	MentionedUserIDs []string   `json:"mentionedUserIds" nullable:"false" doc:"The users that the note mentions."`
	CreatedBy        crm.DoneBy `json:"createdBy" doc:"Who wrote the note."`
	CreatedAt        time.Time  `json:"createdAt" doc:"When the note was written."`
	EditedAt         *time.Time `json:"editedAt" doc:"When the note was last changed; null if never."`
}

// CreateNote is a new note.
type CreateNote struct {
	Body             string   `json:"body,omitempty" needed:"true" maxLength:"4000" doc:"Text of the note." example:"Refund approved by Anna."`
	MentionedUserIDs []string `json:"mentionedUserIds,omitempty" maxItems:"20" doc:"Users to mention; none by default. They follow the conversation from then on."`
}

// UpdateNote changes what is given.
type UpdateNote struct {
	Body             *string   `json:"body,omitempty" maxLength:"4000" doc:"Text of the note."`
	MentionedUserIDs *[]string `json:"mentionedUserIds,omitempty" maxItems:"20" doc:"Users to mention, all of them. New ones follow the conversation from then on."`
}

type (
	notesInput struct {
		ConversationInput
		PageInput
	}
	createNoteInput struct {
		ConversationInput
		Body CreateNote
	}
	// NoteInput names a note of a conversation in the path.
	NoteInput struct {
		ConversationInput
		NoteID string `path:"noteId" maxLength:"64" doc:"Id of the note."`
	}
	updateNoteInput struct {
		NoteInput
		Body UpdateNote
	}
	noteOutput struct{ Body Note }
)

func noteRoutes(s *Server) {
	const path = "/v1/conversations/{id}/notes"
	register(s, operation{id: "create-note", method: http.MethodPost, path: path, tag: conversationsTag, status: http.StatusCreated, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Write a note", description: "Only people who see the conversation read it. Users that you mention must be active members who may answer, and the phone number must be in their reach.",
		example: CreateNote{Body: "Refund approved by Anna."}},
		func(ctx context.Context, a crm.Actor, in *createNoteInput) (*noteOutput, error) {
			return answerNote(s.svc.Conversation.CreateNote(ctx, a, in.ID, crm.NoteChange{Body: &in.Body.Body, MentionedUserIDs: &in.Body.MentionedUserIDs}))
		})
	register(s, operation{id: "list-notes", method: http.MethodGet, path: path, tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List the notes of a conversation", description: "Newest first."},
		func(ctx context.Context, a crm.Actor, in *notesInput) (*pageOutput[Note], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Conversation.Notes(ctx, a, in.ID, p)
			return answerPage(list, renderNote), err
		})
	register(s, operation{id: "update-note", method: http.MethodPatch, path: path + "/{noteId}", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Change a note", description: "Only who wrote it can. Changes only the fields you send.",
		example: UpdateNote{Body: ptr("Refund approved by Anna, 40 EUR.")}},
		func(ctx context.Context, a crm.Actor, in *updateNoteInput) (*noteOutput, error) {
			return answerNote(s.svc.Conversation.UpdateNote(ctx, a, in.ID, in.NoteID, crm.NoteChange(in.Body)))
		})
	register(s, operation{id: "delete-note", method: http.MethodDelete, path: path + "/{noteId}", tag: conversationsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Delete a note", description: "Only who wrote it can, or who manages users (users:write)."},
		func(ctx context.Context, a crm.Actor, in *NoteInput) (*struct{}, error) {
			return nil, s.svc.Conversation.DeleteNote(ctx, a, in.ID, in.NoteID)
		})
}

func renderNote(n crm.Note) Note {
	return Note{ID: n.ID, ConversationID: n.ConversationID, Body: n.Body, MentionedUserIDs: append([]string{}, n.MentionedUserIDs...), CreatedBy: n.CreatedBy, CreatedAt: n.CreatedAt, EditedAt: n.EditedAt}
}

func answerNote(n crm.Note, err error) (*noteOutput, error) {
	if err != nil {
		return nil, err
	}
	return &noteOutput{renderNote(n)}, nil
}
