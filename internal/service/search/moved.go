package search

import (
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/message"
)

// movedSize is about how many items of conversations that others have now are looked at
// in a batch.
const movedSize = 400

// Where a look at a conversation has got: at its beginning with its contact and with
// what is joined to it, at its beginning, behind a message, behind a note.
const (
	movedWhole    = ""
	movedOne      = "one"
	movedMessages = "message"
	movedNotes    = "note"
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

// readMoved looks at a page of each conversation among the changes, and reports whether
// changes are left for the next batch because the pages were long.
func (b *batch) readMoved(tx *db.Tx, m *movedItems) (left bool, err error) {
	for i, c := range b.done {
		if prefix, _, _ := strings.Cut(c.id, "_"); prefix != crm.PrefixConversation {
			continue
		}
		if len(m.all) >= movedSize {
			b.done = b.done[:i]
			return true, nil
		}
		if err := b.readConversation(tx, c, m); err != nil {
			return false, err
		}
	}
	return false, nil
}

// readConversation adds a page of a conversation, and what is left of it.
func (b *batch) readConversation(tx *db.Tx, c changed, m *movedItems) error {
	stage, after, _ := strings.Cut(c.place, ":")
	if stage == movedWhole {
		if err := b.readFamily(tx, c.id, m); err != nil {
			return err
		}
	}
	if stage != movedNotes {
		ids, err := message.IDsOf(tx, b.workspaceID, c.id, after, batchSize)
		if err != nil {
			return err
		}
		for _, id := range ids {
			m.add(id, c.id)
		}
		if len(ids) == batchSize {
			b.rest = append(b.rest, changed{id: c.id, place: movedMessages + ":" + ids[batchSize-1]})
			return nil
		}
		after = ""
	}
	notes, err := conversation.NotesAfter(tx, b.workspaceID, conversation.NoteRef{ConversationID: c.id, ID: after}, batchSize)
	for i, n := range notes {
		if n.ConversationID != c.id {
			break
		}
		if m.add(n.ID, c.id); i == batchSize-1 {
			b.rest = append(b.rest, changed{id: c.id, place: movedNotes + ":" + n.ID})
		}
	}
	return err
}

// readFamily adds the contact of a conversation, and leaves what is joined to it for
// later.
func (b *batch) readFamily(tx *db.Tx, id string, m *movedItems) error {
	c, err := contact.Conversation(tx, b.workspaceID, id)
	if err != nil {
		if crm.AsError(err).Kind == crm.KindNotFound {
			return nil
		}
		return err
	}
	m.add(c.ContactID, c.ContactID)
	family, err := contact.Family(tx, b.workspaceID, id)
	for _, other := range family {
		if other != id {
			b.rest = append(b.rest, changed{id: other, place: movedOne})
		}
	}
	return err
}
