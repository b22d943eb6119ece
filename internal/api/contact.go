package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/contact"
)

var contactsTag = tag{"Contacts", "The people you write to, with their phone numbers, tags and custom fields. Merge, import and export them."}

// Contact is a person.
type Contact struct {
	ID           string            `json:"id" doc:"Identifier of the contact; begins with con_."`
	Phone        crm.ContactNumber `json:"phone,omitempty" doc:"The phone number, as the provider last reported it or as you gave it." example:"+14155550123"`
	UserID       string            `json:"userId,omitempty" doc:"The provider's business-scoped user id." example:"US.13491208655302741918"`
	ParentUserID string            `json:"parentUserId,omitempty" doc:"A user id shared by linked business portfolios."`
	Name         string            `json:"name" doc:"The name you gave, or the contact's profile name; empty if neither is known."`
	Tags         []string          `json:"tags" nullable:"false" doc:"Sorted and without duplicates."`
	Fields       map[string]any    `json:"fields" doc:"Custom fields by key. Each value has the type of its field."`
	OptedOutAt   *time.Time        `json:"optedOutAt" doc:"When the contact opted out of marketing; null if the contact did not."`
	CreatedAt    time.Time         `json:"createdAt" doc:"When the contact was created."`
	UpdatedAt    time.Time         `json:"updatedAt" doc:"When the contact last changed."`
}

// ContactDetail is a contact with what is known of its identity.
type ContactDetail struct {
	Contact
	Notices []ContactNotice `json:"notices" nullable:"false" doc:"Notices about the contact's identity, newest first, at most 50."`
	Merges  []ContactMerge  `json:"merges" nullable:"false" doc:"Merges into this contact, newest first, at most 50."`
}

// ContactNotice is something about a contact's identity that people should know.
type ContactNotice struct {
	ID             string            `json:"id" doc:"Identifier of the notice; begins with ntc_."`
	Kind           crm.NoticeKind    `json:"kind" enum:"number_reassigned,number_taken_over,number_changed,user_id_changed,identity_changed" doc:"What happened."`
	Phone          crm.ContactNumber `json:"phone,omitempty" doc:"The phone number of the notice; absent if it concerns none."`
	UserID         string            `json:"userId,omitempty" doc:"The user id of the notice; absent if it concerns none."`
	OtherContactID string            `json:"otherContactId,omitempty" doc:"The other contact, if a phone number changed its owner."`
	Detail         string            `json:"detail" doc:"A description in one sentence."`
	CreatedAt      time.Time         `json:"createdAt" doc:"When this was noticed."`
}

// ContactMerge records that two contacts turned out to be one person.
type ContactMerge struct {
	ID        string         `json:"id" doc:"Identifier of the merge; begins with mrg_. Use it to undo the merge."`
	ContactID string         `json:"contactId" doc:"The contact that was merged into this one. Its id still leads to this contact."`
	Cause     crm.MergeCause `json:"cause" enum:"api,seen_together,number_changed,user_id_changed" doc:"Why the contacts were merged: api if you asked for it, otherwise what showed that they are the same person."`
	MadeBy    *crm.DoneBy    `json:"madeBy" doc:"Who asked for the merge; null if the contacts were merged automatically."`
	CreatedAt time.Time      `json:"createdAt" doc:"When the contacts were merged."`
	UndoneAt  *time.Time     `json:"undoneAt" doc:"When the merge was undone; null if it was not."`
}

// CreateContact is a new person: phone, userId or both.
type CreateContact struct {
	Phone  string         `json:"phone,omitempty" doc:"Phone number in international format." example:"+14155550123"`
	UserID string         `json:"userId,omitempty" doc:"The provider's business-scoped user id; required without phone."`
	Name   string         `json:"name,omitempty" doc:"Display name; overrides the contact's profile name." example:"Ada Lovelace"`
	Tags   []string       `json:"tags,omitempty" nullable:"false" doc:"Tags of the new contact."`
	Fields map[string]any `json:"fields,omitempty" doc:"Custom fields by key."`
}

// UpdateContact changes what is given and leaves the rest.
type UpdateContact struct {
	Phone  *string        `json:"phone,omitempty" doc:"An empty text removes it."`
	UserID *string        `json:"userId,omitempty" doc:"An empty text removes it."`
	Name   *string        `json:"name,omitempty" doc:"An empty text restores the contact's profile name."`
	Tags   []string       `json:"tags,omitempty" nullable:"false" doc:"The complete new list of tags."`
	Fields map[string]any `json:"fields,omitempty" doc:"Custom fields to change; null removes a value."`
}

// AddContactTags adds to the tags of a contact.
type AddContactTags struct {
	Tags []string `json:"tags" nullable:"false" minItems:"1" maxItems:"100" doc:"Tags to add." example:"[\"vip\"]"`
}

// MergeContacts names the contact that is the same person.
type MergeContacts struct {
	ContactID string `json:"contactId" doc:"The contact to merge. Afterwards its id leads to the remaining contact."`
}

// PartedContacts are the two contacts of a merge that was undone.
type PartedContacts struct {
	Kept     Contact `json:"kept" doc:"The contact that remained after the merge."`
	Restored Contact `json:"restored" doc:"The contact that exists again."`
}

type (
	// ContactInput names a contact in the path.
	ContactInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the contact. The id of a merged contact leads to the remaining one."`
	}
	contactsInput struct {
		PageInput
		Phone        string    `query:"phone" maxLength:"20" doc:"Only the contact with this phone number, in any of its forms."`
		UserID       string    `query:"userId" maxLength:"200" doc:"Only the contact with this user id."`
		Tag          string    `query:"tag" maxLength:"64" doc:"Only contacts with this tag."`
		Query        string    `query:"q" maxLength:"100" doc:"Only contacts with a name that begins with this text. If the text has digits, also contacts with a phone number in international format that begins with them (that is exactly them, for who sees phone numbers masked)."`
		Field        string    `query:"field" maxLength:"300" doc:"Only contacts with this custom field value, as key:value." example:"tier:gold"`
		OptedOut     string    `query:"optedOut" enum:"true,false" doc:"true: opted out of marketing; false: not opted out."`
		CreatedAfter time.Time `query:"createdAfter" doc:"Only contacts created after this time."`
		UpdatedAfter time.Time `query:"updatedAfter" doc:"Only contacts changed after this time. Used alone, it lists contacts in the order of their last change, so that the cursor follows new changes."`
	}
	createContactInput struct{ Body CreateContact }
	updateContactInput struct {
		ContactInput
		Body UpdateContact
	}
	addTagsInput struct {
		ContactInput
		Body AddContactTags
	}
	removeTagInput struct {
		ContactInput
		Tag string `path:"tag" maxLength:"64" doc:"The tag to remove."`
	}
	mergeContactsInput struct {
		ContactInput
		Body MergeContacts
	}
	undoMergeInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the merge."`
	}
	contactOutput       struct{ Body Contact }
	contactDetailOutput struct{ Body ContactDetail }
	partedOutput        struct{ Body PartedContacts }
)

func contactRoutes(s *Server) {
	const path = "/v1/contacts"
	register(s, operation{id: "create-contact", method: http.MethodPost, path: path, tag: contactsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeContactsWrite, summary: "Create a contact",
		description: "People who write to you become contacts automatically. If the phone number or user id already belongs to a contact, the answer is 409 with existingId.",
		example:     CreateContact{Phone: "+14155550188", Name: "Ada Lovelace", Tags: []string{"vip"}}},
		func(ctx context.Context, a crm.Actor, in *createContactInput) (*contactOutput, error) {
			b := in.Body
			return s.answerContact(ctx, a)(s.svc.Contact.CreateContact(ctx, a, crm.ContactChange{Phone: &b.Phone, UserID: &b.UserID, Name: &b.Name, Tags: b.Tags, Fields: b.Fields}))
		})
	register(s, operation{id: "list-contacts", method: http.MethodGet, path: path, tag: contactsTag,
		scope: crm.ScopeContactsRead, summary: "List contacts",
		description: "Newest first; with q in the order of names or numbers. A page may have fewer items than limit even if nextCursor is not null."},
		s.listContacts)
	register(s, operation{id: "get-contact", method: http.MethodGet, path: path + "/{id}", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsRead, summary: "Get a contact", description: "With notices about its identity, and the merges into it."},
		func(ctx context.Context, a crm.Actor, in *ContactInput) (*contactDetailOutput, error) {
			d, err := s.svc.Contact.Contact(ctx, a, in.ID)
			if err != nil {
				return nil, err
			}
			fields, err := s.svc.Contact.FieldsOf(ctx, a)
			return &contactDetailOutput{renderDetail(d, fields)}, err
		})
	register(s, operation{id: "update-contact", method: http.MethodPatch, path: path + "/{id}", tag: contactsTag, errors: []int{404, 409},
		scope: crm.ScopeContactsWrite, summary: "Change a contact", description: "Changes only the fields you send.",
		example: UpdateContact{Name: ptr("Ada King")}},
		func(ctx context.Context, a crm.Actor, in *updateContactInput) (*contactOutput, error) {
			return s.answerContact(ctx, a)(s.svc.Contact.UpdateContact(ctx, a, in.ID, crm.ContactChange(in.Body)))
		})
	register(s, operation{id: "add-contact-tags", method: http.MethodPost, path: path + "/{id}/tags", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsWrite, summary: "Add tags to a contact", description: "Existing tags stay.",
		example: AddContactTags{[]string{"vip"}}},
		func(ctx context.Context, a crm.Actor, in *addTagsInput) (*contactOutput, error) {
			return s.answerContact(ctx, a)(s.svc.Contact.TagContact(ctx, a, in.ID, in.Body.Tags))
		})
	register(s, operation{id: "remove-contact-tag", method: http.MethodDelete, path: path + "/{id}/tags/{tag}", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsWrite, summary: "Remove a tag from a contact", description: "If the contact does not have the tag, nothing changes."},
		func(ctx context.Context, a crm.Actor, in *removeTagInput) (*contactOutput, error) {
			return s.answerContact(ctx, a)(s.svc.Contact.UntagContact(ctx, a, in.ID, in.Tag))
		})
	register(s, operation{id: "merge-contacts", method: http.MethodPost, path: path + "/{id}/merge", tag: contactsTag, errors: []int{404, 409},
		scope: crm.ScopeContactsWrite, act: "contact.merged", summary: "Merge another contact into this one",
		description: "This contact stays. It receives the other contact's tags, and its values for missing fields. The conversations are joined, so lists show the messages of both. POST /v1/contact-merges/{id}/undo undoes the merge.",
		example:     MergeContacts{"con_01jd5k3v6rf0w8m2a4t9x7bq1e"}},
		func(ctx context.Context, a crm.Actor, in *mergeContactsInput) (*contactOutput, error) {
			return s.answerContact(ctx, a)(s.svc.Contact.MergeContacts(ctx, a, in.ID, in.Body.ContactID))
		})
	register(s, operation{id: "undo-contact-merge", method: http.MethodPost, path: "/v1/contact-merges/{id}/undo", tag: contactsTag, errors: []int{404, 409},
		scope: crm.ScopeContactsWrite, act: "contact_merge.undone", summary: "Undo a merge",
		description: "Restores the merged contact with its conversations. Messages and changes since the merge stay with the remaining contact. Undo later merges first."},
		func(ctx context.Context, a crm.Actor, in *undoMergeInput) (*partedOutput, error) {
			r, err := s.svc.Contact.UndoContactMerge(ctx, a, in.ID)
			if err != nil {
				return nil, err
			}
			fields, err := s.svc.Contact.FieldsOf(ctx, a)
			return &partedOutput{PartedContacts{renderContact(r.Kept, fields), renderContact(r.Restored, fields)}}, err
		})
	contactErasureRoutes(s)
	contactExportRoutes(s)
}

func (s *Server) listContacts(ctx context.Context, a crm.Actor, in *contactsInput) (*pageOutput[Contact], error) {
	p, err := in.page()
	if err != nil {
		return nil, err
	}
	var faults crm.Faults
	f := crm.ContactFilter{Phone: crm.ReadPhone("phone", in.Phone, &faults), UserID: in.UserID, Tag: in.Tag, Query: in.Query, CreatedAfter: in.CreatedAfter, UpdatedAfter: in.UpdatedAfter}
	if in.OptedOut != "" {
		f.OptedOut = ptr(in.OptedOut == "true")
	}
	values := map[string]string{}
	if key, value, ok := strings.Cut(in.Field, ":"); ok {
		values[key] = value
	} else if in.Field != "" {
		faults.Add("field", crm.CodeParameterInvalid, "field must have the form key:value.")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	list, err := s.svc.Contact.Contacts(ctx, a, f, values, p)
	if err != nil {
		return nil, err
	}
	// Masked, a number in q is a whole one, and nobody has two.
	if a.MasksPhoneNumbers && f.Phone != "" && f.QueryIsNumber() && crm.LookupKey(f.Phone) != crm.LookupKey(f.NumberPrefix()) {
		list = crm.List[crm.Contact]{}
	}
	fields, err := s.svc.Contact.FieldsOf(ctx, a)
	return answerPage(list, func(c crm.Contact) Contact { return renderContact(c, fields) }), err
}

func (s *Server) answerContact(ctx context.Context, a crm.Actor) func(crm.Contact, error) (*contactOutput, error) {
	return func(c crm.Contact, err error) (*contactOutput, error) {
		if err != nil {
			return nil, err
		}
		fields, err := s.svc.Contact.FieldsOf(ctx, a)
		return &contactOutput{renderContact(c, fields)}, err
	}
}

func renderContact(c crm.Contact, fields []crm.CustomField) Contact {
	out := Contact{ID: c.ID, Phone: crm.ContactNumber(c.Phone), UserID: c.UserID, ParentUserID: c.ParentUserID, Name: c.Name, Tags: []string{}, Fields: crm.FieldValues(crm.NamedValues(c.Values, fields)),
		OptedOutAt: c.OptedOutAt, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt}
	out.Tags = append(out.Tags, c.Tags...)
	return out
}

func renderDetail(d contact.ContactDetail, fields []crm.CustomField) ContactDetail {
	out := ContactDetail{Contact: renderContact(d.Contact, fields), Notices: []ContactNotice{}, Merges: []ContactMerge{}}
	for _, n := range d.Notices {
		out.Notices = append(out.Notices, ContactNotice{ID: n.ID, Kind: n.Kind, Phone: crm.ContactNumber(n.Phone), UserID: n.UserID, OtherContactID: n.OtherContactID,
			Detail: n.Detail, CreatedAt: n.CreatedAt})
	}
	for _, m := range d.Merges {
		out.Merges = append(out.Merges, ContactMerge{ID: m.ID, ContactID: m.GoneID, Cause: m.Cause, MadeBy: orNobody(m.MadeBy), CreatedAt: m.CreatedAt, UndoneAt: m.UndoneAt})
	}
	return out
}

// orNobody is who did something; nil for nobody.
func orNobody(by crm.DoneBy) *crm.DoneBy {
	if by.IsZero() {
		return nil
	}
	return &by
}
