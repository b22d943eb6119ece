package inbound

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
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
	// Told is set for what receivers were told of, or must not be told of.
	Told bool `json:"told,omitempty"`
	// Came is when it began to wait.
	Came time.Time `json:"came,omitzero"`
}

func parkable(w *whatsapp.Written, d crm.Direction, phone, userID string, now time.Time) parkedItem {
	return parkedItem{ID: w.ID, TargetID: w.TargetID, Kind: w.Type, At: core.NotLater(w.Timestamp, now), Direction: d,
		Phone: phone, UserID: userID, Content: w.Content}
}

// waitingPage bounds for how many messages one sweep applies what waits.
const waitingPage = 500

// park keeps an item until its message is known; fresh says that it was not
// kept before.
func park(tx *db.Tx, number crm.PhoneNumber, p parkedItem) (fresh bool, err error) {
	p.Came = tx.Now()
	item, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	return message.ParkItem(tx, number, p.TargetID, p.ID, item)
}

// parkedInOrder reads items that wait for one message: as they were made, and
// those of the same second as they came.
func parkedInOrder(list [][]byte) ([]parkedItem, error) {
	out := make([]parkedItem, len(list))
	for i, item := range list {
		if err := json.Unmarshal(item, &out[i]); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b parkedItem) int {
		return cmp.Or(a.At.Compare(b.At), a.Came.Compare(b.Came), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// applyParkedItems applies what waited for a message that is stored and locked.
func (s *Inbound) applyParkedItems(tx *db.Tx, number crm.PhoneNumber, m *crm.Message) error {
	list, err := message.TakeParkedItems(tx, number, m.ProviderMessageID)
	if err != nil || len(list) == 0 {
		return err
	}
	items, err := parkedInOrder(list)
	if err != nil {
		return err
	}
	for i, p := range items {
		p.Told = p.Told || p.overtaken(m, items[i+1:])
		if p.Kind == kindCallFile {
			err = s.attachFiles(tx, m, *p.Content.Call, "")
		} else if p.takesBack() {
			err = s.takeReactionBack(tx, m, p)
		} else if p.Kind == "reaction" {
			conv := crm.Conversation{ID: m.ConversationID, ContactID: m.ContactID}
			err = s.storeReaction(tx, number, conv, m, p)
		} else if authorOf(m, p) {
			amend(tx, m, p)
		} else {
			s.account.NoteHealth(tx, number, crm.HealthUnapplied, crm.SeverityInfo,
				"A part of a webhook could not be applied ("+p.Kind+" of the message "+account.Clipped(p.TargetID)+"): somebody else than its author changes it.")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// overtaken reports whether receivers know already what the person made of a
// reaction later: then nothing tells them that it was made.
func (p parkedItem) overtaken(on *crm.Message, later []parkedItem) bool {
	return p.Kind == "reaction" && slices.ContainsFunc(later, func(l parkedItem) bool {
		return l.Told && l.Kind == "reaction" && l.At.After(p.At) && on.Content.SameReactor(l.reaction(""), p.reaction(""))
	})
}

// SweepParkedItems applies what waits for messages that became known by another way
// than their arrival: the provider's identifier of a message that was sent from
// here may come later than a reaction to it.
func (s *Inbound) SweepParkedItems(ctx context.Context) error {
	var list []message.WaitedFor
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = message.KnownTargets(tx, waitingPage); return err }); err != nil {
		return err
	}
	for _, w := range list {
		err := s.db.Update(ctx, w.PhoneNumberID, func(tx *db.Tx) error {
			number, err := account.PhoneNumber(tx, w.WorkspaceID, w.PhoneNumberID)
			if err != nil {
				return message.IgnoreMissing(err)
			}
			m, err := message.LockMessageByProvider(tx, number, w.ProviderMessageID)
			if err != nil || m == nil {
				return err
			}
			return s.applyParkedItems(tx, number, m)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// applyAmendment applies an edit or a revocation. It opens no window, is told
// to nobody, and is answered by nobody: what it changes was told already.
func (s *Inbound) applyAmendment(tx *db.Tx, number crm.PhoneNumber, p parkedItem) (problem string, err error) {
	m, err := message.LockMessageByProvider(tx, number, p.TargetID)
	if err != nil {
		return "", err
	}
	if m == nil {
		_, err = park(tx, number, p)
		return "", err
	}
	if !authorOf(m, p) {
		// A number or user id may have changed since; then it is the same conversation.
		same, err := s.inConversation(tx, number, m, p)
		if err != nil {
			return "", err
		}
		if m.Direction != p.Direction || !same {
			return "somebody else than its author changes a message", nil
		}
	}
	amend(tx, m, p)
	return "", nil
}

func (s *Inbound) inConversation(tx *db.Tx, number crm.PhoneNumber, m *crm.Message, p parkedItem) (bool, error) {
	with, err := contact.FindConversation(tx, number.WorkspaceID, number.ID, p.person())
	if err != nil {
		return false, err
	}
	of, err := contact.Conversation(tx, m.WorkspaceID, m.ConversationID)
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

func amend(tx *db.Tx, m *crm.Message, p parkedItem) {
	changed := false
	if p.Kind == "revoke" {
		changed = m.Content.Revoke(p.At)
	} else {
		changed = m.Content.Edit(p.ID, p.At, &p.Content)
	}
	if changed {
		message.ReplaceContent(tx, m)
		conversation.ChangePreview(tx, m)
	}
}
