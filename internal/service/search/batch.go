package search

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/words"
)

// batchSize is how many events, changes or older items a batch has at most.
const batchSize = 100

// batch is what a look at a workspace found to be done.
type batch struct {
	workspaceID   string
	fresh         bool // the workspace has no index yet
	before, after position
	put           []document       // to be stored, unless they are
	replace       []document       // to be stored anew
	known         map[string]int64 // the numbers of those that are stored
	gone          map[string]int64 // to be removed
	done          []changed
	more          bool // there may be more to do at once
}

// wanted are the items that a batch looks at.
type wanted struct {
	messages []string
	notes    []conversation.NoteRef
	contacts []string
}

func (w *wanted) ids() []string {
	out := slices.Concat(w.messages, w.contacts)
	for _, n := range w.notes {
		out = append(out, n.ID)
	}
	return out
}

func (w *wanted) leaveOut(known func(id string) bool) {
	w.messages = slices.DeleteFunc(w.messages, known)
	w.contacts = slices.DeleteFunc(w.contacts, known)
	w.notes = slices.DeleteFunc(w.notes, func(n conversation.NoteRef) bool { return known(n.ID) })
}

// add adds an item once.
func (w *wanted) add(id, place string) {
	if slices.Contains(w.ids(), id) {
		return
	}
	switch kindOf(id) {
	case KindMessage:
		w.messages = append(w.messages, id)
	case KindContact:
		w.contacts = append(w.contacts, id)
	case KindNote:
		w.notes = append(w.notes, conversation.NoteRef{ConversationID: place, ID: id})
	}
}

// read finds out what is to be done next for a workspace: first what is new in its
// log, then what changed, then what is older than the index.
func read(tx *db.Tx, workspaceID string) (b batch, err error) {
	b = batch{workspaceID: workspaceID}
	now := tx.Now()
	at, found, err := positionOf(tx, workspaceID)
	if err != nil {
		return b, err
	}
	if !found {
		b.fresh = true
		newest, err := event.NewestEvent(tx, workspaceID)
		b.after = position{log: newest, indexedUntil: now, fill: firstFill}
		return b, err
	}
	b.before, b.after = at, at
	var fresh, replaced wanted
	events, err := b.readLog(tx, &fresh, now)
	if err != nil {
		return b, err
	}
	if b.done, err = changes(tx, workspaceID, batchSize); err != nil {
		return b, err
	}
	var ids []string
	for _, c := range b.done {
		replaced.add(c.id, c.place)
		ids = append(ids, c.id)
	}
	// What is stored, and what is looked at because it changed, needs no second look.
	if b.known, err = numbersOf(tx, workspaceID, append(ids, fresh.ids()...)); err != nil {
		return b, err
	}
	fresh.leaveOut(func(id string) bool { _, stored := b.known[id]; return stored || slices.Contains(ids, id) })
	if b.put, err = documentsOf(tx, workspaceID, fresh); err != nil {
		return b, err
	}
	if b.replace, err = documentsOf(tx, workspaceID, replaced); err != nil {
		return b, err
	}
	b.findGone()
	if b.more = events == batchSize || len(b.done) == batchSize; !b.more && at.fill != "" {
		b.more = true
		err = b.readOlder(tx)
	}
	return b, err
}

// findGone finds what is stored and is no more, or says nothing any more.
func (b *batch) findGone() {
	b.gone = map[string]int64{}
	for _, c := range b.done {
		number, stored := b.known[c.id]
		if stored && !slices.ContainsFunc(b.replace, func(d document) bool { return d.id == c.id }) {
			b.gone[c.id], b.after.cleaning = number, true
		}
	}
}

// readOlder adds the next part of the back-fill, without what is stored.
func (b *batch) readOlder(tx *db.Tx) error {
	list, next, err := olderItems(tx, b.workspaceID, b.before.fill)
	if err != nil {
		return err
	}
	var ids []string
	for _, d := range list {
		ids = append(ids, d.id)
	}
	known, err := numbersOf(tx, b.workspaceID, ids)
	for _, d := range list {
		same := func(o document) bool { return o.id == d.id }
		if _, stored := known[d.id]; !stored && !slices.ContainsFunc(b.put, same) && !slices.ContainsFunc(b.replace, same) {
			b.put = append(b.put, d)
		}
	}
	b.after.fill = next
	return err
}

// readLog adds what is new in the log, and returns how many events it read.
func (b *batch) readLog(tx *db.Tx, want *wanted, now time.Time) (int, error) {
	list, err := event.EventPage(tx, b.workspaceID, b.before.log, batchSize)
	if errors.Is(err, event.ErrLogReplaced) {
		// The end of the log was lost, and with it what was indexed of it: begin at
		// its end, and index everything that is there.
		newest, err := event.NewestEvent(tx, b.workspaceID)
		b.after = position{log: newest, indexedUntil: now, fill: firstFill, cleaning: b.before.cleaning}
		return 0, err
	}
	var received []message.ProviderRef
	for _, ev := range list {
		var body struct{ Data told }
		b.after.log, b.after.indexedUntil = ev.Position, ev.CreatedAt
		if ev.EndpointID != "" || !tellsOfWords(ev.Kind) || json.Unmarshal(ev.Body, &body) != nil {
			continue
		}
		switch ev.Kind {
		case crm.EventMessagesReceived:
			received = append(received, message.ProviderRef{PhoneNumberID: ev.Scope.PhoneNumberID, ProviderMessageID: body.Data.MessageID})
		case crm.EventMessagesStatusUpdated:
			want.add(body.Data.MessageID, "")
		case crm.EventNoteCreated:
			want.add(body.Data.NoteID, body.Data.ConversationID)
		}
	}
	if len(list) < batchSize && err == nil {
		b.after.indexedUntil = now
	}
	if err != nil || len(received) == 0 {
		return len(list), err
	}
	own, err := message.OwnIDs(tx, b.workspaceID, received)
	for _, id := range own {
		want.add(id, "")
	}
	return len(list), err
}

// told is what the data of an event names.
type told struct {
	MessageID      string `json:"message_id"`
	NoteID         string `json:"note_id"`
	ConversationID string `json:"conversation_id"`
}

func tellsOfWords(k crm.EventKind) bool {
	return k == crm.EventMessagesReceived || k == crm.EventMessagesStatusUpdated || k == crm.EventNoteCreated
}

// apply stores a batch with the position behind it. It fails when another node has
// been faster.
func (b *batch) apply(tx *db.Tx) error {
	if b.fresh {
		insertPosition(tx, b.workspaceID, b.after)
		return nil
	}
	movePosition(tx, b.workspaceID, b.before, b.after)
	removeDocuments(tx, b.workspaceID, b.gone)
	dropChanges(tx, b.workspaceID, b.done)
	return putDocuments(tx, b.workspaceID, slices.Concat(b.put, b.replace), b.known)
}

// documentsOf returns the items as the index shall have them, without those that
// are not there, or say nothing.
func documentsOf(tx *db.Tx, workspaceID string, want wanted) (out []document, err error) {
	messages, err := message.Written(tx, workspaceID, want.messages)
	if err != nil {
		return nil, err
	}
	for _, id := range want.messages {
		if m := messages[id]; m != nil {
			out = appendDocument(out, messageDocument(m))
		}
	}
	notes, err := conversation.NotesByRef(tx, workspaceID, want.notes)
	if err != nil {
		return nil, err
	}
	for _, ref := range want.notes {
		if n, ok := notes[ref.ID]; ok {
			out = appendDocument(out, noteDocument(n))
		}
	}
	contacts, err := contact.ContactsAsStored(tx, workspaceID, want.contacts)
	for _, id := range want.contacts {
		if c, ok := contacts[id]; ok {
			out = appendDocument(out, contactDocument(c))
		}
	}
	return out, err
}

func appendDocument(list []document, d document) []document {
	if d.tokens = words.Of(d.text); len(d.tokens) == 0 {
		return list
	}
	return append(list, d)
}

func messageDocument(m *crm.Message) document {
	return document{id: m.ID, conversationID: m.ConversationID, phoneNumberID: m.PhoneNumberID, direction: m.Direction,
		number: numberOf(m.ID), text: valid(m.Content.SearchText())}
}

func noteDocument(n crm.Note) document {
	return document{id: n.ID, conversationID: n.ConversationID, number: numberOf(n.ID), text: valid(n.Body)}
}

func contactDocument(c crm.Contact) document {
	return document{id: c.ID, number: numberOf(c.ID), text: valid(c.SearchText())}
}

func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
