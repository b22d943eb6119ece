package message

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// StatusBatch holds the messages that the statuses of a transaction are about,
// locked, and what the statuses make of them, which is written once at the end.
type StatusBatch struct {
	byID, byProvider map[string]*crm.Message
	changed          []*crm.Message // in the order of the first step
	steps            map[*crm.Message][]Move
	statuses         int64             // of a number that is connected here
	number           account.NumberKey // whose they are
	answered         []time.Time       // when the messages were taken whose first status came
}

// Mentioned locks the messages that statuses of a number are about: found by
// our own id, which travels with every send, else by the provider's.
func Mentioned(tx *db.Tx, number crm.PhoneNumber, list []*whatsapp.StatusUpdate) (*StatusBatch, error) {
	t := &StatusBatch{byProvider: map[string]*crm.Message{}}
	var ids []string
	for _, u := range list {
		if crm.ValidID(crm.PrefixMessage, u.CallbackData) {
			ids = append(ids, u.CallbackData)
		}
	}
	var err error
	if t.byID, err = LockHeads(tx, number.WorkspaceID, core.Distinct(ids)); err != nil {
		return nil, err
	}
	ids = ids[:0]
	for id, m := range t.byID {
		if m.PhoneNumberID != number.ID || m.Direction != crm.Outbound {
			delete(t.byID, id)
		}
	}
	for _, u := range list {
		if t.byID[u.CallbackData] == nil && u.ID != "" {
			ids = append(ids, u.ID)
		}
	}
	found, err := LockHeadsByProvider(tx, number, core.Distinct(ids))
	for id, m := range found {
		if same := t.byID[m.ID]; same != nil {
			m = same
		}
		t.byProvider[id] = m
	}
	return t, err
}

func (t *StatusBatch) find(u *whatsapp.StatusUpdate) *crm.Message {
	if m := t.byID[u.CallbackData]; m != nil {
		return m
	}
	return t.byProvider[u.ID]
}

// Know lets statuses find a message that was stored in this transaction.
func (t *StatusBatch) Know(m *crm.Message) {
	if t.byProvider == nil {
		t.byProvider = map[string]*crm.Message{}
	}
	t.byProvider[m.ProviderMessageID] = m
}

// note keeps a step of a message until write.
func (t *StatusBatch) note(m *crm.Message, step Move) {
	if t.steps == nil {
		t.steps = map[*crm.Message][]Move{}
	}
	if t.steps[m] == nil {
		t.changed = append(t.changed, m)
	}
	t.steps[m] = append(t.steps[m], step)
	if t.byProvider != nil {
		t.byProvider[m.ProviderMessageID] = m
	}
}

// Write stores what the statuses have changed.
func (t *StatusBatch) Write(tx *db.Tx) {
	for _, m := range t.changed {
		MoveMessage(tx, m, t.steps[m]...)
	}
}

// CountStatuses counts what was told, once it is on disk.
func (s *Messages) CountStatuses(tx *db.Tx, t *StatusBatch) {
	if t.statuses > 0 || len(t.answered) > 0 {
		tx.After(func() { s.account.NoteStatuses(t.number, t.statuses, t.answered) })
	}
}

// ApplyStatus moves the message that a status is about; a status that comes
// before the message is known waits for it.
func (s *Messages) ApplyStatus(tx *db.Tx, t *StatusBatch, number crm.PhoneNumber, u *whatsapp.StatusUpdate) (problem string, err error) {
	t.statuses, t.number = t.statuses+1, account.NumberKey{WorkspaceID: number.WorkspaceID, NumberID: number.ID}
	m := t.find(u)
	if _, known := statusWords[u.Status]; !known {
		return "status " + account.Clipped(u.Status) + " is not known", nil
	}
	if m == nil {
		if crm.ValidID(crm.PrefixMessage, u.CallbackData) {
			s.account.NoteHealth(tx, number, crm.HealthUnknownStatus, crm.SeverityCritical,
				"A status names the message "+u.CallbackData+", which this service should have but has not.")
		}
		parkStatus(tx, number.WorkspaceID, number.ID, u.ID, u.Status, u.Raw)
		core.Count(s.metrics.StatusesParked)
		return "", nil
	}
	return s.ApplyStatusTo(tx, t, m, u)
}

var statusWords = map[string]crm.Status{"sent": crm.StatusSent, "delivered": crm.StatusDelivered, "read": crm.StatusRead,
	"played": crm.StatusPlayed, "failed": crm.StatusFailed}

// ApplyStatusTo moves a message on by a status of the provider.
func (s *Messages) ApplyStatusTo(tx *db.Tx, t *StatusBatch, m *crm.Message, u *whatsapp.StatusUpdate) (problem string, err error) {
	status, known := statusWords[u.Status]
	if !known {
		return "status " + u.Status + " is not known", nil
	}
	if m.ProviderMessageID != "" && m.ProviderMessageID != u.ID {
		// A message that was sent again after an unknown outcome has two lives
		// at the provider; a late failure of the first must not end the second.
		if status == crm.StatusFailed {
			return "", nil
		}
	}
	at := u.Timestamp
	if u.BadTimestamp {
		at = tx.Now()
	}
	if status == crm.StatusFailed && m.Direction == crm.Outbound && m.Status.Rank() < crm.StatusAccepted.Rank() {
		// It has an id there, so the provider took it.
		if err := s.move(tx, m, Move{Status: crm.StatusAccepted, At: at, ProviderMessageID: u.ID}); err != nil {
			return "", err
		}
	}
	v := Move{Status: status, At: at, ProviderMessageID: u.ID}
	arrived := m.Status
	if u.ParticipantID != "" {
		arrived = m.Receipt(u.ParticipantID).Status
		v.Billing = m.TakeReceipt(u.ParticipantID, status, at, u.Charge)
	} else if len(m.Receipts) == 0 {
		v.Billing = m.TakeCharge(status, u.Charge)
	}
	if status == crm.StatusFailed {
		v.Error = statusError(u)
		if err := forgetLost(tx, m, v.Error); err != nil {
			return "", err
		}
	}
	if m.AwaitsOutcome() {
		now := tx.Now()
		v.Attempt = &crm.Attempt{SettledAt: &now}
		jobs.DropJob(tx, JobSendMessage, m.ConversationID, m.ID)
		jobs.DropJob(tx, JobSendMessage, m.ID, m.ID)
	}
	previous := m.Status
	step, changes := s.advance(m, v)
	if !changes {
		return "", nil
	}
	t.note(m, step)
	noteFact(tx, m, arrived, u, v)
	if previous.Rank() <= crm.StatusAccepted.Rank() && m.Status != previous {
		taken, known := m.Times[crm.StatusAccepted]
		if !known {
			taken = tx.Now()
		}
		t.answered = append(t.answered, taken)
	}
	if err := confirmFreeEntry(tx, m, u, at); err != nil {
		return "", err
	}
	if m.Status == previous {
		return "", nil
	}
	if err := tellStatus(tx, m, previous, false); err != nil || status != crm.StatusFailed {
		return "", err
	}
	if p := v.Error.Provider; p != nil && p.Code == codeUnpaid {
		if err := account.NoteUnpaid(s.account, tx, m.WorkspaceID, m.PhoneNumberID, m.Type != "template", &whatsapp.APIError{ProviderError: *p}, at); err != nil {
			return "", err
		}
	}
	return "", s.contact.ConsentFromFailure(tx, m, u, at)
}

// confirmFreeEntry keeps what the provider says of the free entry point window,
// which it knows better than we do (inbound.md 7).
func confirmFreeEntry(tx *db.Tx, m *crm.Message, u *whatsapp.StatusUpdate, at time.Time) error {
	told := u.Conversation != nil && u.Conversation.Origin == "referral_conversion" && !u.Conversation.ExpiresAt.IsZero()
	if !told && (u.Charge == nil || u.Charge.Type != "free_entry_point") {
		return nil
	}
	conv, err := contact.Conversation(tx, m.WorkspaceID, m.ConversationID)
	switch {
	case err != nil:
		return err
	case told:
		contact.ConfirmFreeEntry(tx, m.WorkspaceID, conv.ID, u.Conversation.ExpiresAt)
	case conv.OpensFreeEntry(at):
		contact.OpenFreeEntry(tx, m.WorkspaceID, conv.ID, at)
	}
	return nil
}

// codeUnpaid is the provider's code for messages that it does not deliver because nobody
// pays for them (outbound.md 8.2).
const codeUnpaid = 131042

func statusError(u *whatsapp.StatusUpdate) *crm.MessageError {
	e := &crm.MessageError{Code: crm.CodeProviderRefused, Detail: "The provider could not deliver the message."}
	if len(u.Errors) > 0 {
		p := u.Errors[0]
		e.Provider = &p
		e.Detail = strings.TrimSpace("The provider could not deliver the message: " + p.Title)
	}
	return e
}

// applyParked applies the statuses that came before the provider's identifier
// of the message was known.
func (s *Messages) applyParked(tx *db.Tx, m *crm.Message, parked [][]byte) error {
	current, err := lockHead(tx, m.WorkspaceID, m.ID)
	if err != nil {
		return err
	}
	t := StatusBatch{number: account.NumberKey{WorkspaceID: m.WorkspaceID, NumberID: m.PhoneNumberID}}
	for _, raw := range parked {
		u, ok := whatsapp.ParseStatus(raw)
		if !ok {
			continue
		}
		if _, err := s.ApplyStatusTo(tx, &t, current, u); err != nil {
			return err
		}
	}
	t.Write(tx)
	s.CountStatuses(tx, &t)
	return nil
}

// UpsertOf is the data of messages.upsert, without a reply.
func UpsertOf(m *crm.Message) crm.MessageUpsertData {
	return crm.MessageUpsertData{MessageID: m.ProviderMessageID, From: crm.ContactNumber(m.From), FromUserID: m.UserID, To: m.To, Content: m.Content.Words(), Type: m.Type,
		ConversationID: m.ConversationID, ContactID: m.ContactID, Media: crm.EventMediaOf(m.Content.Media),
		Interactive: crm.EventReplyOf(m.Content.Reply), GroupID: m.Content.GroupID, EventContent: crm.EventContentOf(m)}
}
