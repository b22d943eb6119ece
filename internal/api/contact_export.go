package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/personexport"
)

// ExportedContact is the contact of an export, with those that were merged into it.
type ExportedContact struct {
	ContactDetail
	MergedContacts []Contact `json:"mergedContacts" nullable:"false" doc:"The contacts that were merged into this one, as they are kept."`
}

// ExportedPlace is a place of an exported contact in the audience of a broadcast.
type ExportedPlace struct {
	BroadcastID   string             `json:"broadcastId" doc:"The broadcast."`
	BroadcastName string             `json:"broadcastName" doc:"What it is called."`
	Recipient     BroadcastRecipient `json:"recipient" doc:"The place in its audience, and what came of it."`
}

// ExportedEpisode is an episode with its conversation, ExportedDecision and ExportedTurn
// are the same of decisions of routing and of turns.
type (
	ExportedEpisode struct {
		ConversationID string `json:"conversationId" doc:"The conversation."`
		Episode
	}
	ExportedDecision struct {
		ConversationID string `json:"conversationId" doc:"The conversation."`
		RoutingDecision
	}
	ExportedTurn struct {
		ConversationID string `json:"conversationId" doc:"The conversation."`
		Turn
	}
)

type exportContactInput struct {
	raw
	ContactInput
}

func contactExportRoutes(s *Server) {
	register(s, operation{id: "export-contact", method: http.MethodGet, path: "/v1/contacts/{id}/export", tag: contactsTag, scope: crm.ScopeContactsRead, whole: true, recent: true, act: "contact.exported", errors: []int{404},
		summary:     "Export everything about a contact",
		description: "Streams a ZIP with all that is stored about one person, to be handed to them: the contact with its consent, every conversation as text and message by message, files, notes, promises, what happened and why, deals, conversions and broadcasts. README.txt in it says what is what; lists are JSON, one object per line. It needs messages:read, conversations:read, media:read and deals:read, too. What the messages cost is not in it.",
		answers:     map[int]huma.Response{200: {Description: "The ZIP.", Content: map[string]*huma.MediaType{"application/zip": {Schema: &huma.Schema{Type: huma.TypeString}}}}}},
		func(ctx context.Context, a crm.Actor, in *exportContactInput) (*huma.StreamResponse, error) {
			write, err := s.svc.PersonExport.Export(ctx, a, in.ID, exportForm(a))
			if err != nil {
				return nil, err
			}
			return streamFile(&in.raw, "application/zip", "contact.zip", write), nil
		})
}

// exportForm writes what an export has as answers show it to the actor.
func exportForm(a crm.Actor) personexport.Form {
	form := wholeAnswers
	if a.MasksPhoneNumbers {
		form = maskedAnswers
	}
	return func(v any) ([]byte, error) {
		shown, err := renderExported(a, v)
		if err != nil {
			return nil, err
		}
		return form.appendAnswer(nil, shown)
	}
}

func renderExported(a crm.Actor, v any) (any, error) {
	switch v := v.(type) {
	case personexport.Person:
		out := ExportedContact{ContactDetail: renderDetail(v.ContactDetail, v.Fields), MergedContacts: []Contact{}}
		for _, c := range v.Merged {
			out.MergedContacts = append(out.MergedContacts, renderContact(c, v.Fields))
		}
		return out, nil
	case crm.ConsentRecord:
		return renderConsentRecord(v), nil
	case conversation.Conversation:
		return renderConversation(v), nil
	case *crm.Message:
		m := renderMessage(v)
		m.Charge = nil // the business's own books
		for i := range m.Receipts {
			m.Receipts[i].Charge = nil
		}
		return m, nil
	case crm.Note:
		return renderNote(v), nil
	case crm.TimelineEntry:
		return renderTimelineEntry(v), nil
	case personexport.Of[crm.Episode]:
		return ExportedEpisode{v.ConversationID, renderEpisode(a, v.Value)}, nil
	case crm.Promise:
		return renderPromise(v), nil
	case personexport.Of[crm.RoutingDecision]:
		return ExportedDecision{v.ConversationID, renderRoutingDecision(v.Value)}, nil
	case personexport.Of[crm.Turn]:
		return ExportedTurn{v.ConversationID, renderTurn(v.Value)}, nil
	case crm.Proposal:
		return renderProposal(v), nil
	case crm.Deal:
		return renderDeal(v), nil
	case crm.DealNote:
		return renderDealNote(v), nil
	case crm.Conversion:
		return renderRecordedConversion(v), nil
	case broadcast.Place:
		return ExportedPlace{BroadcastID: v.Broadcast.ID, BroadcastName: v.Broadcast.Name, Recipient: renderBroadcastRecipient(v.Recipient)}, nil
	}
	return nil, fmt.Errorf("api: an export shows no %T", v)
}
