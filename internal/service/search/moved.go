package search

import (
	"strings"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/message"
)

// movedSize is about how many items of conversations that others have now are looked at
// in a batch.
const movedSize = 400

// Where a look at a conversation has got: at its beginning, behind a message, behind a
// note, at its end.
const (
	movedBegin    = ""
	movedMessages = "message"
	movedNotes    = "note"
	movedEnd      = "end"
)

// movedItems are items of conversations that others have now, with the key by which who
// has them is looked up.
type movedItems struct {
	wanted
	keys map[string]string
}

func (m *movedItems) add(id, key string) {
	if m.keys == nil {
		m.keys = map[string]string{}
	}
	m.keys[id] = key
	m.wanted.add(id, key)
}

// leaveOutSame leaves out what is not indexed yet, and what is indexed as who has it
// now.
func (m *movedItems) leaveOutSame(tx *db.Tx, workspaceID string, stored map[string]known) error {
	sights := reach.Sights{}
	var keys []string
	for _, id := range m.ids() {
		keys = append(keys, m.keys[id])
	}
	err := sights.LookAll(tx, workspaceID, keys)
	m.leaveOut(func(id string) bool {
		k, there := stored[id]
		return !there || err == nil && k.holders == strings.Join(holderWords(sights[m.keys[id]].Holders()), " ")
	})
	return err
}

// readMoved looks at a page of each of the conversations that others have now, and
// reports whether there is more to look at.
func (b *batch) readMoved(tx *db.Tx, m *movedItems) (more bool, err error) {
	list, err := moves(tx, b.workspaceID, batchSize)
	if err != nil {
		return false, err
	}
	for _, c := range list {
		if len(m.all) >= movedSize {
			return true, nil
		}
		if c.place, err = b.readConversation(tx, c, m); err != nil {
			return false, err
		}
		b.moved, more = append(b.moved, c), more || c.place != movedEnd
	}
	return more || len(list) == batchSize || len(b.joined) > 0, nil
}

// readConversation adds a page of a conversation, and returns how far it got.
func (b *batch) readConversation(tx *db.Tx, c changed, m *movedItems) (place string, err error) {
	stage, after, _ := strings.Cut(c.place, ":")
	if stage == movedBegin {
		if err := b.readFamily(tx, c.id, m); err != nil {
			return "", err
		}
	}
	if stage != movedNotes {
		ids, err := message.IDsOf(tx, b.workspaceID, c.id, after, batchSize)
		if err != nil {
			return "", err
		}
		for _, id := range ids {
			m.add(id, c.id)
		}
		if len(ids) == batchSize {
			return movedMessages + ":" + ids[batchSize-1], nil
		}
		after = ""
	}
	notes, err := conversation.NotesAfter(tx, b.workspaceID, conversation.NoteRef{ConversationID: c.id, ID: after}, batchSize)
	for i, n := range notes {
		if n.ConversationID != c.id {
			break
		}
		if m.add(n.ID, c.id); i == batchSize-1 {
			return movedNotes + ":" + n.ID, err
		}
	}
	return movedEnd, err
}

// readFamily adds the contact of a conversation, and leaves what is joined to it for
// later: each of those does the same, so that a chain of any length ends.
func (b *batch) readFamily(tx *db.Tx, id string, m *movedItems) error {
	contactID, joined, err := contact.JoinedHere(tx, b.workspaceID, id)
	if contactID != "" {
		m.add(contactID, contactID)
	}
	b.joined = append(b.joined, joined...)
	return err
}
