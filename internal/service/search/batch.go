package search

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/words"
)

const (
	// batchSize is how many events, changes or older items a batch has at most.
	batchSize = 100
	// dropSize is how many changes are dropped at once before the index begins.
	dropSize = 2000
)

// batch is what a look at a workspace found to be done.
type batch struct {
	workspaceID   string
	unbegun       bool // the workspace has no index yet
	begins        bool // the batch begins it
	before, after position
	put           []document       // to be stored, unless they are
	replace       []document       // to be stored anew
	known         map[string]known // those that are stored
	gone          map[string]known // to be removed
	done          []changed
	moved         []changed // conversations that others have now, with how far the look got
	joined        []string  // conversations that are joined to those, yet to be looked at
	more          bool      // there may be more to do at once
}

// wanted are the items that a batch looks at.
type wanted struct {
	messages []string
	notes    []conversation.NoteRef
	contacts []string
	deals    []string
	all      map[string]bool
}

func (w *wanted) ids() []string { return slices.Sorted(maps.Keys(w.all)) }

func (w *wanted) has(id string) bool { return w.all[id] }

func (w *wanted) leaveOut(which func(id string) bool) {
	w.messages = slices.DeleteFunc(w.messages, which)
	w.contacts = slices.DeleteFunc(w.contacts, which)
	w.deals = slices.DeleteFunc(w.deals, which)
	w.notes = slices.DeleteFunc(w.notes, func(n conversation.NoteRef) bool { return which(n.ID) })
	maps.DeleteFunc(w.all, func(id string, _ bool) bool { return which(id) })
}

// add adds an item once; place is the conversation of a note.
func (w *wanted) add(id, place string) {
	kind := kindOf(id)
	if w.all[id] || kind == "" {
		return
	}
	if w.all == nil {
		w.all = map[string]bool{}
	}
	w.all[id] = true
	switch kind {
	case KindMessage:
		w.messages = append(w.messages, id)
	case KindContact:
		w.contacts = append(w.contacts, id)
	case KindDeal:
		w.deals = append(w.deals, id)
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
	if b.unbegun = !found; b.unbegun { // what has changed until now is read by the back-fill
		if b.done, err = changes(tx, workspaceID, dropSize); err != nil || len(b.done) == dropSize {
			b.more = true
			return b, err
		}
		b.begins = true
		newest, err := event.NewestEvent(tx, workspaceID)
		b.after = position{log: newest, indexedUntil: now, fill: firstFill}
		return b, err
	}
	b.before, b.after = at, at
	var fresh, replaced wanted
	var moved movedItems
	events, err := b.readLog(tx, &fresh, now)
	if err != nil {
		return b, err
	}
	if b.done, err = changes(tx, workspaceID, batchSize); err != nil {
		return b, err
	}
	if b.more, err = b.readMoved(tx, &moved); err != nil {
		return b, err
	}
	for _, c := range b.done {
		replaced.add(c.id, c.place)
	}
	// What is stored, and what is looked at because it changed, needs no second look.
	if b.known, err = knownOf(tx, workspaceID, slices.Concat(fresh.ids(), replaced.ids(), moved.ids())); err != nil {
		return b, err
	}
	fresh.leaveOut(func(id string) bool { _, stored := b.known[id]; return stored || replaced.has(id) })
	if err = moved.leaveOutSame(tx, workspaceID, b.known); err != nil {
		return b, err
	}
	for _, id := range moved.ids() {
		replaced.add(id, moved.keys[id])
	}
	if b.put, err = documentsOf(tx, workspaceID, fresh); err != nil {
		return b, err
	}
	if b.replace, err = documentsOf(tx, workspaceID, replaced); err != nil {
		return b, err
	}
	b.findGone()
	if b.more = b.more || len(b.done) == batchSize; b.more {
		b.after.indexedUntil = at.indexedUntil // what is left may be older than what was read
	}
	began := b.after.fill != at.fill // the back-fill begins anew
	if b.more = b.more || began || events == batchSize; !b.more && at.fill != "" {
		b.more = true
		err = b.readOlder(tx)
	}
	if err == nil {
		err = b.addHolders(tx)
	}
	return b, err
}

// addHolders says of each document who has what it belongs to.
func (b *batch) addHolders(tx *db.Tx) error {
	sights := reach.Sights{}
	var keys []string
	for _, list := range [][]document{b.put, b.replace} {
		for _, d := range list {
			if kindOf(d.id) != KindDeal {
				keys = append(keys, d.sightKey())
			}
		}
	}
	if err := sights.LookAll(tx, b.workspaceID, keys); err != nil {
		return err
	}
	for _, list := range [][]document{b.put, b.replace} {
		for i, d := range list {
			if kindOf(d.id) != KindDeal {
				list[i].holders = holderWords(sights[d.sightKey()].Holders())
			}
		}
	}
	return nil
}

// findGone finds what is stored and is no more, or says nothing any more.
func (b *batch) findGone() {
	b.gone = map[string]known{}
	for _, c := range b.done {
		k, stored := b.known[c.id]
		if stored && !slices.ContainsFunc(b.replace, func(d document) bool { return d.id == c.id }) {
			b.gone[c.id], b.after.cleaning = k, true
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
	there, err := knownOf(tx, b.workspaceID, ids)
	for _, d := range list {
		same := func(o document) bool { return o.id == d.id }
		if _, stored := there[d.id]; !stored && !slices.ContainsFunc(b.put, same) && !slices.ContainsFunc(b.replace, same) {
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
	dropChanges(tx, b.workspaceID, b.done)
	if b.begins {
		insertPosition(tx, b.workspaceID, b.after)
	}
	if b.unbegun {
		return nil
	}
	movePosition(tx, b.workspaceID, b.before, b.after)
	removeDocuments(tx, b.workspaceID, b.gone)
	passMoves(tx, b.workspaceID, b.moved)
	for _, id := range b.joined {
		noteMove(tx, b.workspaceID, id, movedBegin)
	}
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
	if err != nil {
		return nil, err
	}
	deals, err := deal.AsStored(tx, workspaceID, want.deals)
	for _, id := range want.deals {
		if d, ok := deals[id]; ok {
			out = appendDocument(out, dealDocument(d))
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

func dealDocument(d crm.Deal) document {
	return document{id: d.ID, number: numberOf(d.ID), text: valid(d.SearchText())}
}

func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
