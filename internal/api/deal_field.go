package api

import (
	"context"
	"net/http"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/contact"
)

// DealField defines a custom field of deals.
type DealField ContactField

// CreateDealField is a new definition.
type CreateDealField struct {
	Key     string        `json:"key" doc:"Begins with a letter; at most 40 of a–z, 0–9 and _. Cannot be changed." example:"region"`
	Label   string        `json:"label" doc:"Display name." example:"Region"`
	Type    crm.FieldType `json:"type" doc:"Cannot be changed." example:"select"`
	Options []string      `json:"options,omitempty" nullable:"false" doc:"The options of a select field."`
}

// FieldValues lists the values of fields, for the document.
func (CreateDealField) FieldValues() map[string]any {
	return map[string]any{"type": crm.FieldTypes}
}

// UpdateDealField changes what is given and leaves the rest.
type UpdateDealField UpdateContactField

// DealFields is every custom field of deals of the workspace.
type DealFields struct {
	Data []DealField `json:"data" nullable:"false" doc:"Every custom field of deals, oldest first."`
}

type (
	// DealFieldInput names a definition in the path.
	DealFieldInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the custom field."`
	}
	createDealFieldInput struct{ Body CreateDealField }
	updateDealFieldInput struct {
		DealFieldInput
		Body UpdateDealField
	}
	dealFieldOutput  struct{ Body DealField }
	dealFieldsOutput struct{ Body DealFields }
)

func dealFieldRoutes(s *Server) {
	const path = "/v1/deal-fields"
	register(s, operation{id: "create-deal-field", method: http.MethodPost, path: path, tag: dealsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopePipelinesWrite, act: "deal_field.created", summary: "Define a custom field of deals", description: "A workspace has at most 100. Deals can be listed by every custom field, and a stage may require one as fields.<key>.",
		example: CreateDealField{Key: "region", Label: "Region", Type: crm.FieldSelect, Options: []string{"north", "south"}}},
		func(ctx context.Context, a crm.Actor, in *createDealFieldInput) (*dealFieldOutput, error) {
			b := in.Body
			return answerDealField(s.svc.Contact.CreateField(ctx, a, crm.CustomField{Owner: crm.OfDeals, Key: b.Key, Label: b.Label, Type: b.Type, Options: b.Options}))
		})
	register(s, operation{id: "list-deal-fields", method: http.MethodGet, path: path, tag: dealsTag,
		scope: crm.ScopeDealsRead, summary: "List custom fields of deals", description: "All custom fields, in the order of their definition."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*dealFieldsOutput, error) {
			list, err := s.svc.Contact.CustomFields(ctx, a, crm.OfDeals)
			out := &dealFieldsOutput{DealFields{Data: make([]DealField, 0, len(list))}}
			for _, d := range list {
				out.Body.Data = append(out.Body.Data, DealField(renderField(d)))
			}
			return out, err
		})
	register(s, operation{id: "update-deal-field", method: http.MethodPatch, path: path + "/{id}", tag: dealsTag, errors: []int{404},
		scope: crm.ScopePipelinesWrite, act: "deal_field.updated", summary: "Change a custom field of deals", description: "Changes the label or the options. The key and the type cannot be changed.",
		example: UpdateDealField{Label: ptr("Sales region")}},
		func(ctx context.Context, a crm.Actor, in *updateDealFieldInput) (*dealFieldOutput, error) {
			return answerDealField(s.svc.Contact.UpdateField(ctx, a, crm.OfDeals, in.ID, contact.FieldChange(in.Body)))
		})
	register(s, operation{id: "delete-deal-field", method: http.MethodDelete, path: path + "/{id}", tag: dealsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopePipelinesWrite, act: "deal_field.deleted", summary: "Delete a custom field of deals", description: "Deals no longer show its values, and no stage requires it any more. A new field with the same key does not bring the values back."},
		func(ctx context.Context, a crm.Actor, in *DealFieldInput) (*struct{}, error) {
			return nil, s.svc.Contact.DeleteField(ctx, a, crm.OfDeals, in.ID)
		})
}

func answerDealField(d crm.CustomField, err error) (*dealFieldOutput, error) {
	return &dealFieldOutput{DealField(renderField(d))}, err
}

// fieldFilter reads key:value of a query.
func fieldFilter(text string) (map[string]string, error) {
	if text == "" {
		return nil, nil
	}
	key, value, ok := strings.Cut(text, ":")
	if !ok {
		var f crm.Faults
		f.Add("field", crm.CodeParameterInvalid, "field must have the form key:value.")
		return nil, f.Err()
	}
	return map[string]string{key: value}, nil
}
