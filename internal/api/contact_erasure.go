package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// ContactErasure is the erasing of a contact. Its items are messages and events.
type ContactErasure struct {
	ID string `json:"id" doc:"Identifier of the erasure; begins with ers_."`
	Run
	ContactID   string     `json:"contactId" doc:"The contact. Nothing is found by this id after the end."`
	RequestedBy crm.DoneBy `json:"requestedBy" doc:"Who asked for the erasure."`
	Messages    int64      `json:"messages" doc:"Messages that were erased so far."`
	Files       int64      `json:"files" doc:"Files that were erased so far: those that nothing else uses."`
	Events      int64      `json:"events" doc:"Events of the log that were erased so far."`
}

type (
	contactErasureInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the erasure."`
	}
	contactErasureOutput struct{ Body ContactErasure }
)

func contactErasureRoutes(s *Server) {
	const path = "/v1/contact-erasures"
	register(s, operation{id: "erase-contact", method: http.MethodPost, path: "/v1/contacts/{id}/erase", tag: contactsTag, status: http.StatusAccepted, errors: []int{404},
		scope: crm.ScopeContactsErase, whole: true, recent: true, act: "contact.erased", summary: "Erase a contact",
		description: "Erases what is known of a person, for good: the contact with its tags, fields and consent; its conversations with messages, files, notes and drafts; and the events about them. Phone number and name are gone at once, the rest follows in the background. Deals stay without the contact. Charges and reports stay, and name nobody. Whoever writes from the number later is a new contact."},
		func(ctx context.Context, a crm.Actor, in *ContactInput) (*contactErasureOutput, error) {
			e, err := s.svc.Erasure.Erase(ctx, a, in.ID)
			return &contactErasureOutput{renderErasure(e)}, err
		})
	register(s, operation{id: "list-contact-erasures", method: http.MethodGet, path: path, tag: contactsTag,
		scope: crm.ScopeContactsErase, whole: true, summary: "List erasures", description: "Newest first. They stay on record, without anything of the person."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[ContactErasure], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Erasure.Erasures(ctx, a, p)
			return answerPage(list, renderErasure), err
		})
	register(s, operation{id: "get-contact-erasure", method: http.MethodGet, path: path + "/{id}", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsErase, whole: true, summary: "Get an erasure", description: "How far it has come."},
		func(ctx context.Context, a crm.Actor, in *contactErasureInput) (*contactErasureOutput, error) {
			e, err := s.svc.Erasure.Erasure(ctx, a, in.ID)
			return &contactErasureOutput{renderErasure(e)}, err
		})
}

func renderErasure(e crm.ContactErasure) ContactErasure {
	return ContactErasure{ID: e.ID, Run: renderRun(e.Run), ContactID: e.ContactID, RequestedBy: e.RequestedBy, Messages: e.Messages, Files: e.Files, Events: e.Events}
}
