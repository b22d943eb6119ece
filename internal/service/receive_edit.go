package service

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// parkedItem is what changes a message: an edit, a revocation or a reaction. It
// may come before its message, and waits for it then.
type parkedItem struct {
	ID        string        `json:"id"`
	TargetID  string        `json:"targetId"`
	Kind      string        `json:"kind"` // edit, revoke, reaction
	At        time.Time     `json:"at"`
	Direction crm.Direction `json:"direction"`
	Phone     string        `json:"phone"` // of the person: who wrote, or whom the business wrote to
	UserID    string        `json:"userId"`
	Content   crm.Content   `json:"content"`
}

func parkable(w *whatsapp.Written, d crm.Direction, phone, userID string, now time.Time) parkedItem {
	return parkedItem{ID: w.ID, TargetID: w.TargetID, Kind: w.Type, At: notLater(w.Timestamp, now), Direction: d,
		Phone: phone, UserID: userID, Content: w.Content}
}

// ParkedItemLife is how long an edit, a revocation or a reaction waits for its
// message: longer than the provider delivers anything late (inbound.md 1.5).
const ParkedItemLife = 8 * 24 * time.Hour

func (s *Service) park(tx *store.Tx, number crm.PhoneNumber, p parkedItem) error {
	item, err := json.Marshal(p)
	if err == nil {
		tx.ParkItem(number, p.TargetID, p.ID, item)
	}
	return err
}

// applyParkedItems applies what waited for a message that was stored just now.
func (s *Service) applyParkedItems(tx *store.Tx, number crm.PhoneNumber, m *crm.Message) error {
	items, err := tx.TakeParkedItems(number, m.ProviderMessageID)
	if err != nil {
		return err
	}
	for _, item := range items {
		var p parkedItem
		if err := json.Unmarshal(item, &p); err != nil {
			return err
		}
		if p.Kind == "reaction" {
			thread := crm.Conversation{ID: m.ConversationID, ContactID: m.ContactID}
			err = s.storeReaction(tx, number, thread, m, p)
		} else if authorOf(m, p) {
			s.amend(tx, m, p)
		} else {
			s.log.Warn("somebody else than its author changes a message", "message", m.ID, "kind", p.Kind)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// applyAmendment applies an edit or a revocation. It opens no window, is told
// to nobody, and is answered by nobody: what it changes was told already.
func (s *Service) applyAmendment(tx *store.Tx, number crm.PhoneNumber, p parkedItem) (problem string, err error) {
	m, err := tx.LockMessageByProvider(number, p.TargetID)
	if err != nil {
		return "", err
	}
	if m == nil {
		return "", s.park(tx, number, p)
	}
	if !authorOf(m, p) {
		// A number or user id may have changed since; then it is the same thread.
		same, err := s.inThread(tx, number, m, p)
		if err != nil {
			return "", err
		}
		if m.Direction != p.Direction || !same {
			return "somebody else than its author changes a message", nil
		}
	}
	s.amend(tx, m, p)
	return "", nil
}

func (s *Service) inThread(tx *store.Tx, number crm.PhoneNumber, m *crm.Message, p parkedItem) (bool, error) {
	with, err := tx.FindThread(number.WorkspaceID, number.ID, p.person())
	if err != nil {
		return false, err
	}
	of, err := tx.Conversation(m.WorkspaceID, m.ConversationID)
	return err == nil && of.ID == with.ID, err
}

func (p parkedItem) person() crm.Person { return crm.Person{Phone: p.Phone, UserID: p.UserID} }

// authorOf reports whether who changes the message is plainly who wrote it.
func authorOf(m *crm.Message, p parkedItem) bool {
	if m.Direction != p.Direction {
		return false
	}
	return m.Direction == crm.Outbound || p.UserID != "" && p.UserID == m.UserID || p.Phone != "" && p.Phone == m.From
}

func (s *Service) amend(tx *store.Tx, m *crm.Message, p parkedItem) {
	changed := false
	if p.Kind == "revoke" {
		changed = m.Content.Revoke(p.At)
	} else {
		changed = m.Content.Edit(p.ID, p.At, &p.Content)
	}
	if changed {
		tx.ReplaceContent(m)
	}
}

// applyReaction stores a reaction in the conversation of the message that it is
// on, or of who reacts. Alone it makes no contact and no conversation
// (inbound.md 8, 14): it waits for its message.
func (s *Service) applyReaction(tx *store.Tx, number crm.PhoneNumber, p parkedItem) (problem string, err error) {
	var on *crm.Message
	if p.TargetID != "" {
		if on, err = tx.LockMessageByProvider(number, p.TargetID); err != nil {
			return "", err
		}
	}
	var thread crm.Conversation
	if on != nil {
		thread, err = tx.Conversation(number.WorkspaceID, on.ConversationID)
	} else {
		thread, err = tx.FindThread(number.WorkspaceID, number.ID, p.person())
	}
	switch {
	case err != nil:
		return "", err
	case thread.ID != "":
		return "", s.storeReaction(tx, number, thread, on, p)
	case p.TargetID != "":
		return "", s.park(tx, number, p)
	}
	return "a reaction names neither a known message nor a known contact", nil
}

// storeReaction stores a reaction; on is the message that it is on, nil where
// that is not known.
func (s *Service) storeReaction(tx *store.Tx, number crm.PhoneNumber, thread crm.Conversation, on *crm.Message, p parkedItem) error {
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: number.WorkspaceID, ConversationID: thread.ID, ContactID: thread.ContactID,
		PhoneNumberID: number.ID, Direction: p.Direction, Type: p.Kind, Status: crm.StatusReceived, From: p.Phone, To: number.Number,
		UserID: p.UserID, ProviderMessageID: p.ID, Content: p.Content, CreatedAt: tx.Now()}
	if p.Direction == crm.Outbound {
		m.Status, m.From, m.To = crm.StatusSent, number.Number, p.Phone
	}
	m.Times = map[crm.Status]time.Time{m.Status: p.At}
	if m.Content.Reaction != nil && on != nil {
		reaction := *m.Content.Reaction
		reaction.MessageID = on.ID
		m.Content.Reaction = &reaction
	}
	fresh, err := s.insert(tx, number, m, "")
	if err != nil || p.Direction == crm.Outbound {
		return err
	}
	if p.Content.GroupID == "" {
		tx.OpenWindow(number.WorkspaceID, m.ConversationID, p.At)
	}
	if !fresh {
		return nil
	}
	if err := tellReceived(tx, m); err != nil {
		return err
	}
	return tellUpsert(tx, m)
}
