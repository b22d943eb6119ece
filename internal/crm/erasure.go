package crm

import (
	"slices"
	"time"
)

// ContactErasure is the erasing of a person: it begins with an act and ends some time
// later, when nothing is left that was known of the person.
type ContactErasure struct {
	ID          string
	WorkspaceID string
	Run
	ContactID   string
	Targets     ErasureTargets
	RequestedBy DoneBy
	// What was erased so far. A file goes when no other message, deal or template has it.
	Messages, Files, Events int64
}

// ErasureTargets name all that was a person: its contact, those that were merged into it,
// and their conversations.
type ErasureTargets struct {
	Contacts      []string `json:"contacts"`
	Conversations []string `json:"conversations"`
	// Numbers are what its phone numbers are looked up by, until the erasure ends: before
	// they were contacts, broadcasts knew them by these only.
	Numbers []string `json:"numbers,omitempty"`
	// Since is when the first of the contacts was made: no event is older.
	Since time.Time `json:"since"`
}

// With returns the targets of both.
func (t ErasureTargets) With(o ErasureTargets) ErasureTargets {
	join := func(a, b []string) []string {
		list := slices.Concat(a, b)
		slices.Sort(list)
		return slices.Compact(list)
	}
	t.Contacts, t.Conversations = join(t.Contacts, o.Contacts), join(t.Conversations, o.Conversations)
	t.Numbers = join(t.Numbers, o.Numbers)
	if o.Since.Before(t.Since) {
		t.Since = o.Since
	}
	return t
}

// ContactErasedData is the data of contact.erased.
type ContactErasedData struct {
	ErasureID        string   `json:"erasure_id" doc:"Identifier of the erasure; begins with ers_."`
	ContactID        string   `json:"contact_id" doc:"The contact whose data is erased."`
	MergedContactIDs []string `json:"merged_contact_ids" nullable:"false" doc:"The contacts that were merged into it. They are erased, too."`
	ConversationIDs  []string `json:"conversation_ids" nullable:"false" doc:"The conversations that are erased with it."`
	ErasedBy         DoneBy   `json:"erased_by" doc:"Who asked for it."`
}

// Tell returns what is told of the erasure.
func (e ContactErasure) Tell() ContactErasedData {
	d := ContactErasedData{ErasureID: e.ID, ContactID: e.ContactID, MergedContactIDs: []string{}, ConversationIDs: append([]string{}, e.Targets.Conversations...), ErasedBy: e.RequestedBy}
	for _, id := range e.Targets.Contacts {
		if id != e.ContactID {
			d.MergedContactIDs = append(d.MergedContactIDs, id)
		}
	}
	return d
}
