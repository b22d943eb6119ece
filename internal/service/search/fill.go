package search

import (
	"strings"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/message"
)

// The back-fill indexes what was there before the index: the contacts, then the
// notes, then the messages and the deals from the newest on. Where it has got to is a kind and
// what it indexed last. With a plus behind the kind, contacts and notes are indexed anew, and
// nothing else.
const (
	firstFill    = fillContacts + ":"
	fillContacts = "contact"
	fillNotes    = "note"
	fillMessages = "message"
	fillDeals    = "deal"
	anew         = "+"
)

// olderItems returns the next items of the back-fill, and where it goes on: ""
// when it has ended.
func olderItems(tx *db.Tx, workspaceID, fill string) (out []document, next string, err error) {
	kind, last, _ := strings.Cut(fill, ":")
	kind, again := strings.CutSuffix(kind, anew)
	n, suffix := 0, ":"
	if again {
		suffix = anew + ":"
	}
	switch kind {
	case fillContacts:
		list, err := contact.ContactsBefore(tx, workspaceID, last, batchSize)
		for _, c := range list {
			out, last = appendDocument(out, contactDocument(c)), c.ID
		}
		if n = len(list); err != nil {
			return nil, fill, err
		}
	case fillNotes:
		var after conversation.NoteRef
		after.ConversationID, after.ID, _ = strings.Cut(last, "/")
		list, err := conversation.NotesAfter(tx, workspaceID, after, batchSize)
		for _, note := range list {
			out, last = appendDocument(out, noteDocument(note)), note.ConversationID+"/"+note.ID
		}
		if n = len(list); err != nil {
			return nil, fill, err
		}
	case fillMessages:
		list, err := message.WrittenBefore(tx, workspaceID, last, batchSize)
		for _, m := range list {
			out, last = appendDocument(out, messageDocument(m)), m.ID
		}
		if n = len(list); err != nil {
			return nil, fill, err
		}
	case fillDeals:
		list, err := deal.Before(tx, workspaceID, last, batchSize)
		for _, d := range list {
			out, last = appendDocument(out, dealDocument(d)), d.ID
		}
		if n = len(list); err != nil {
			return nil, fill, err
		}
	}
	if n == batchSize {
		return out, kind + suffix + last, nil
	}
	switch {
	case kind == fillContacts:
		return out, fillNotes + suffix, nil
	case kind == fillNotes && !again:
		return out, fillMessages + ":", nil
	case kind == fillMessages:
		return out, fillDeals + ":", nil
	}
	return out, "", nil
}
