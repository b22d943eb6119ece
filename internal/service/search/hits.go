package search

import (
	"maps"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/words"
)

// hits are the candidates that are still there and have the words as they are now.
func (l *lookout) hits(tx *db.Tx, kind Kind, list []document) (out []Hit, err error) {
	if len(list) == 0 {
		return nil, nil
	}
	texts, err := l.texts(tx, kind, list)
	if err != nil {
		return nil, err
	}
	sights := reach.Sights{}
	if kind == KindDeal && !l.actor.Reach.IsWhole() {
		if err := sights.LookAll(tx, l.actor.WorkspaceID, slices.Collect(maps.Keys(texts))); err != nil {
			return nil, err
		}
	}
	for _, d := range list {
		if sight := sights[d.id]; sight != nil && !sight.Within(l.actor.Reach) {
			continue
		}
		h, ok := texts[d.id]
		if !ok || kind == KindContact && l.contactID != "" && l.contactID != d.id {
			continue
		}
		ranges, found := l.words.Match(words.Of(h.text))
		if found = found || len(h.asked) > 0; !found {
			continue
		}
		if kind == KindDeal {
			if fits, err := l.fitsDeal(tx, d.id, h); err != nil || !fits {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		if kind == KindNote {
			c, err := contact.Conversation(tx, l.actor.WorkspaceID, d.conversationID)
			if err != nil {
				return nil, err
			}
			if h.ContactID, h.PhoneNumberID = c.ContactID, c.PhoneNumberID; l.query.PhoneNumberID != "" && l.query.PhoneNumberID != c.PhoneNumberID {
				continue
			}
		}
		h.Kind, h.ID, h.At, h.number = kind, d.id, timeOf(d.number), d.number
		h.Snippet = words.Cut(h.text, append(ranges, h.asked...))
		out = append(out, h.Hit)
	}
	return out, nil
}

// fitsDeal reports whether a deal is of the conversations that a filter names, or has its
// contact: the primary one or another. It is asked as things are now, so the index need
// not follow the contacts of deals.
func (l *lookout) fitsDeal(tx *db.Tx, id string, h written) (bool, error) {
	if !l.conversed || h.ConversationID != "" && slices.Contains(l.conversations, h.ConversationID) {
		return true, nil
	}
	if l.contactID == "" || l.query.ConversationID != "" {
		return false, nil
	}
	return deal.HasContact(tx, l.actor.WorkspaceID, l.contactID, crm.Deal{ID: id, DealContent: crm.DealContent{ContactID: h.ContactID}})
}

// written is a hit with the whole text in which it was found.
type written struct {
	Hit
	text string
	// asked is where a number is that is asked for and shown masked.
	asked []words.Range
}

// contactText is what a contact is found by. What the actor does not see of a number
// finds nothing, or it would be found out digit by digit; the whole number does.
func (l *lookout) contactText(c crm.Contact) written {
	number := c.Phone
	c.Phone = l.actor.Shown(number)
	out := written{Hit: Hit{ContactID: c.ID}, text: valid(c.SearchText())}
	if at := strings.Index(out.text, c.Phone); c.Phone != number && at >= 0 && crm.IsPhone(l.query.Text, number) {
		out.asked = []words.Range{{Start: at, End: at + len(c.Phone)}}
	}
	return out
}

// texts are the candidates as they are now.
func (l *lookout) texts(tx *db.Tx, kind Kind, list []document) (map[string]written, error) {
	ws := l.actor.WorkspaceID
	ids := make([]string, len(list))
	refs := make([]conversation.NoteRef, len(list))
	for i, d := range list {
		ids[i], refs[i] = d.id, conversation.NoteRef{ConversationID: d.conversationID, ID: d.id}
	}
	out := make(map[string]written, len(list))
	switch kind {
	case KindMessage:
		found, err := message.Written(tx, ws, ids)
		for id, m := range found {
			out[id] = written{Hit: Hit{ConversationID: m.ConversationID, ContactID: m.ContactID, PhoneNumberID: m.PhoneNumberID, Direction: m.Direction}, text: valid(m.Content.SearchText())}
		}
		return out, err
	case KindNote:
		found, err := conversation.NotesByRef(tx, ws, refs)
		for id, n := range found {
			out[id] = written{Hit: Hit{ConversationID: n.ConversationID}, text: valid(n.Body)}
		}
		return out, err
	case KindDeal:
		found, err := deal.AsStored(tx, ws, ids)
		for id, d := range found {
			out[id] = written{Hit: Hit{ConversationID: d.ConversationID, ContactID: d.ContactID}, text: valid(d.SearchText())}
		}
		return out, err
	}
	found, err := contact.ContactsAsStored(tx, ws, ids)
	for id, c := range found {
		out[id] = l.contactText(c)
	}
	return out, err
}
