package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var conversionsTag = tag{"Conversions", "What your contacts did elsewhere, such as a purchase, as you tell it. Broadcasts are measured by it."}

// CreateConversion is something that a contact did.
type CreateConversion struct {
	ContactID  string     `json:"contactId,omitempty" maxLength:"64" doc:"The contact. Give this or to."`
	To         string     `json:"to,omitempty" maxLength:"64" doc:"Phone number of the contact, in international format with a leading +. Who is no contact yet becomes one." example:"+14155550123"`
	Name       string     `json:"name,omitempty" needed:"true" maxLength:"64" doc:"What the contact did, as you call it." example:"purchase"`
	Amount     string     `json:"amount,omitempty" maxLength:"20" doc:"What it was worth, as a decimal number. It needs currency." example:"49.90"`
	Currency   string     `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code of the amount." example:"EUR"`
	ExternalID string     `json:"externalId,omitempty" maxLength:"128" doc:"Your own identifier, such as that of an order. The same one again stores nothing and answers with the first one." example:"order-1042"`
	OccurredAt *time.Time `json:"occurredAt,omitempty" doc:"When it happened, at most 365 days ago; by default now."`
}

// RecordedConversion is something that a contact did.
type RecordedConversion struct {
	ID         string     `json:"id" doc:"Identifier of the conversion; begins with cvn_."`
	ContactID  string     `json:"contactId" doc:"The contact, as it was then: of one that was merged since, the merged one."`
	Name       string     `json:"name" doc:"What the contact did."`
	Amount     *string    `json:"amount" doc:"What it was worth; null where none was told."`
	Currency   *string    `json:"currency" doc:"ISO 4217 code; null without an amount."`
	ExternalID *string    `json:"externalId" doc:"Your own identifier; null where none was told."`
	OccurredAt time.Time  `json:"occurredAt" doc:"When it happened."`
	CreatedAt  time.Time  `json:"createdAt" doc:"When it was told."`
	CreatedBy  crm.DoneBy `json:"createdBy" doc:"Who told it."`
}

type (
	createConversionInput    struct{ Body CreateConversion }
	recordedConversionOutput struct{ Body RecordedConversion }
	listConversionsInput     struct {
		PageInput
		ContactID string    `query:"contactId" maxLength:"64" doc:"Only of this contact, and of those that were merged into it."`
		Name      string    `query:"name" maxLength:"64" doc:"Only with this name."`
		From      time.Time `query:"from" doc:"Only what happened from this time on, for example 2026-11-01T00:00:00Z."`
		To        time.Time `query:"to" doc:"Only what happened before this time."`
	}
)

func recordedConversionRoutes(s *Server) {
	const path = "/v1/conversions"
	register(s, operation{id: "create-conversion", method: http.MethodPost, path: path, tag: conversionsTag, status: http.StatusCreated, whole: true, numbers: true,
		scope: crm.ScopeContactsWrite, summary: "Record a conversion",
		description: "Stores that a contact did something, and tells it by conversion.recorded. Broadcasts whose goal has this name count it. With an externalId you can repeat it: the first one is answered, unless it told something else.",
		example:     CreateConversion{To: customer, Name: "purchase", Amount: "49.90", Currency: "EUR", ExternalID: "order-1042"}},
		func(ctx context.Context, a crm.Actor, in *createConversionInput) (*recordedConversionOutput, error) {
			c, err := s.svc.Conversion.Record(ctx, a, crm.ConversionBody(in.Body))
			return &recordedConversionOutput{renderRecordedConversion(c)}, err
		})
	register(s, operation{id: "list-conversions", method: http.MethodGet, path: path, tag: conversionsTag, whole: true,
		scope: crm.ScopeContactsRead, summary: "List conversions", description: "The last that happened first."},
		func(ctx context.Context, a crm.Actor, in *listConversionsInput) (*pageOutput[RecordedConversion], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Conversion.List(ctx, a, crm.ConversionFilter{ContactID: in.ContactID, Name: in.Name, From: in.From, To: in.To}, p)
			return answerPage(list, renderRecordedConversion), err
		})
}

func renderRecordedConversion(c crm.Conversion) RecordedConversion {
	return RecordedConversion{ID: c.ID, ContactID: c.ContactID, Name: c.Name, Amount: known(c.Amount()), Currency: known(c.Currency), ExternalID: known(c.ExternalID),
		OccurredAt: c.OccurredAt.UTC(), CreatedAt: c.CreatedAt.UTC(), CreatedBy: c.CreatedBy}
}
