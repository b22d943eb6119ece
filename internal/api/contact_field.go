package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/contact"
)

// ContactField defines a custom field of contacts.
type ContactField struct {
	ID        string        `json:"id" doc:"Identifier of the custom field; begins with fld_."`
	Key       string        `json:"key" doc:"Name of the field in the API." example:"tier"`
	Label     string        `json:"label" doc:"Display name." example:"Tier"`
	Type      crm.FieldType `json:"type" enum:"text,number,boolean,date,select,url" doc:"Type of the values."`
	Options   []string      `json:"options,omitempty" nullable:"false" doc:"The options of a select field."`
	CreatedAt time.Time     `json:"createdAt" doc:"When the field was defined."`
}

// CreateContactField is a new definition.
type CreateContactField struct {
	Key     string        `json:"key" doc:"Begins with a letter; at most 40 of a–z, 0–9 and _. Cannot be changed." example:"tier"`
	Label   string        `json:"label" doc:"Display name." example:"Tier"`
	Type    crm.FieldType `json:"type" doc:"Cannot be changed." example:"select"`
	Options []string      `json:"options,omitempty" nullable:"false" doc:"The options of a select field."`
}

// FieldValues lists the values of fields, for the document.
func (CreateContactField) FieldValues() map[string]any {
	return map[string]any{"type": crm.FieldTypes}
}

// UpdateContactField changes what is given and leaves the rest.
type UpdateContactField struct {
	Label   *string  `json:"label,omitempty" doc:"Display name."`
	Options []string `json:"options,omitempty" nullable:"false" doc:"The complete new list of options. Stored values stay."`
}

// ContactFields is every custom field of the workspace.
type ContactFields struct {
	Data []ContactField `json:"data" nullable:"false" doc:"Every custom field, oldest first."`
}

type (
	// ContactFieldInput names a definition in the path.
	ContactFieldInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the custom field."`
	}
	createFieldInput struct{ Body CreateContactField }
	updateFieldInput struct {
		ContactFieldInput
		Body UpdateContactField
	}
	fieldOutput  struct{ Body ContactField }
	fieldsOutput struct{ Body ContactFields }
)

func contactFieldRoutes(s *Server) {
	segmentRoutes(s)
	const path = "/v1/contact-fields"
	register(s, operation{id: "create-contact-field", method: http.MethodPost, path: path, tag: contactsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeContactsWrite, act: "contact_field.created", summary: "Define a custom field", description: "A workspace has at most 100. Contacts can be listed by every custom field.",
		example: CreateContactField{Key: "tier", Label: "Tier", Type: crm.FieldSelect, Options: []string{"gold", "silver"}}},
		func(ctx context.Context, a crm.Actor, in *createFieldInput) (*fieldOutput, error) {
			b := in.Body
			return answerField(s.svc.Contact.CreateField(ctx, a, crm.CustomField{Owner: crm.OfContacts, Key: b.Key, Label: b.Label, Type: b.Type, Options: b.Options}))
		})
	register(s, operation{id: "list-contact-fields", method: http.MethodGet, path: path, tag: contactsTag,
		scope: crm.ScopeContactsRead, summary: "List custom fields", description: "All custom fields, in the order of their definition."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*fieldsOutput, error) {
			list, err := s.svc.Contact.CustomFields(ctx, a, crm.OfContacts)
			out := &fieldsOutput{ContactFields{Data: make([]ContactField, 0, len(list))}}
			for _, d := range list {
				out.Body.Data = append(out.Body.Data, renderField(d))
			}
			return out, err
		})
	register(s, operation{id: "update-contact-field", method: http.MethodPatch, path: path + "/{id}", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsWrite, act: "contact_field.updated", summary: "Change a custom field", description: "Changes the label or the options. The key and the type cannot be changed.",
		example: UpdateContactField{Label: ptr("Customer tier")}},
		func(ctx context.Context, a crm.Actor, in *updateFieldInput) (*fieldOutput, error) {
			return answerField(s.svc.Contact.UpdateField(ctx, a, crm.OfContacts, in.ID, contact.FieldChange(in.Body)))
		})
	register(s, operation{id: "delete-contact-field", method: http.MethodDelete, path: path + "/{id}", tag: contactsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeContactsWrite, act: "contact_field.deleted", summary: "Delete a custom field", description: "Contacts no longer show its values. A new field with the same key does not bring them back."},
		func(ctx context.Context, a crm.Actor, in *ContactFieldInput) (*struct{}, error) {
			return nil, s.svc.Contact.DeleteField(ctx, a, crm.OfContacts, in.ID)
		})
}

func renderField(d crm.CustomField) ContactField {
	return ContactField{ID: d.ID, Key: d.Key, Label: d.Label, Type: d.Type, Options: d.Options, CreatedAt: d.CreatedAt}
}

func answerField(d crm.CustomField, err error) (*fieldOutput, error) {
	return &fieldOutput{renderField(d)}, err
}
