package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

// DealContact is a contact that has something to do with a deal.
type DealContact struct {
	ContactID string `json:"contactId" doc:"The contact. One that was merged is the one that it is now."`
	Role      string `json:"role" doc:"What the contact is for the deal, in your own words; empty for nothing said."`
	IsPrimary bool   `json:"isPrimary" doc:"Whether it is the contactId of the deal."`
}

// DealContacts are the contacts of a deal.
type DealContacts struct {
	DealID   string        `json:"dealId" doc:"The deal."`
	Version  int64         `json:"version" doc:"Version of the deal. It is the ETag, too."`
	Contacts []DealContact `json:"contacts" nullable:"false" doc:"The contacts, the primary one first."`
}

// SetDealContact is a contact of a deal as you want it.
type SetDealContact struct {
	ContactID string `json:"contactId,omitempty" needed:"true" maxLength:"64" doc:"The contact." example:"con_01jd5k3v6rf0w8m2a4t9x7bq1b"`
	Role      string `json:"role,omitempty" maxLength:"60" doc:"What the contact is for the deal, in your own words." example:"Decides"`
	IsPrimary bool   `json:"isPrimary,omitempty" doc:"Whether it becomes the contactId of the deal. Where none is, it stays the one that it is if you list it, or is the first."`
}

// ReplaceDealContacts says which contacts a deal has.
type ReplaceDealContacts struct {
	Contacts []SetDealContact `json:"contacts,omitempty" needed:"true" nullable:"false" maxItems:"50" doc:"All contacts, each once; empty for none."`
}

type (
	replaceDealContactsInput struct {
		DealInput
		IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the deal that you changed. The request fails if it is another one now."`
		Body    ReplaceDealContacts
	}
	dealContactsOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body DealContacts
	}
)

func dealContactRoutes(s *Server, path string) {
	register(s, operation{id: "get-deal-contacts", method: http.MethodGet, path: path + "/{id}/contacts", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "Get the contacts of a deal", description: "With their roles."},
		func(ctx context.Context, a crm.Actor, in *DealInput) (*dealContactsOutput, error) {
			return answerDealContacts(s.svc.Deal.Contacts(ctx, a, in.ID))
		})
	register(s, operation{id: "replace-deal-contacts", method: http.MethodPut, path: path + "/{id}/contacts", tag: dealsTag, errors: []int{404, 412},
		scope: crm.ScopeDealsWrite, summary: "Replace the contacts of a deal", description: "The primary one becomes its contactId. You must reach the contacts that it did not have before.",
		example: ReplaceDealContacts{Contacts: []SetDealContact{{ContactID: "con_01jd5k3v6rf0w8m2a4t9x7bq1b", Role: "Decides", IsPrimary: true}}}},
		func(ctx context.Context, a crm.Actor, in *replaceDealContactsInput) (*dealContactsOutput, error) {
			list := make([]crm.DealContact, len(in.Body.Contacts))
			for i, c := range in.Body.Contacts {
				list[i] = crm.DealContact{ContactID: c.ContactID, Role: c.Role, Primary: c.IsPrimary}
			}
			return answerDealContacts(s.svc.Deal.ReplaceContacts(ctx, a, in.ID, list, in.IfMatch))
		})
}

func answerDealContacts(d deal.DealWithContacts, err error) (*dealContactsOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &dealContactsOutput{ETag: deal.ETag(d.Deal), Body: DealContacts{DealID: d.Deal.ID, Version: d.Deal.Version, Contacts: make([]DealContact, len(d.Contacts))}}
	for i, c := range d.Contacts {
		out.Body.Contacts[i] = DealContact{ContactID: c.ContactID, Role: c.Role, IsPrimary: c.Primary}
	}
	return out, nil
}
