package service

import (
	"context"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/store"
)

// Bounds of a burst: how long it may grow, and how long an assistant waits
// once it has been interrupted again and again.
const (
	burstLimit      = crm.MaxBurstPause
	patience        = 3 // answers made in vain before it waits longer
	burstMessages   = 60
	historyMessages = 30
)

// openTurn opens a turn for a message in the transaction that stores it, or
// adds the message to the turn that is open. It reports false where no
// assistant has the word: then the message is told of as it is.
func (s *Service) openTurn(tx *store.Tx, number crm.PhoneNumber, m *crm.Message) (opened bool, err error) {
	d, err := s.dutyOf(context.Background(), m.WorkspaceID, number.ID)
	now := tx.Now()
	if err != nil || d.assistantID == "" || d.settings.Stops(number.ID) || !d.revision.Config.Hours.OnDuty(now) ||
		m.Content.GroupID != "" || !decide.Answerable(m.Type) {
		return false, err
	}
	floor, err := tx.LockFloor(m.WorkspaceID, m.ConversationID)
	if err != nil {
		return false, err
	}
	pause := time.Duration(d.revision.Config.BurstPauseMs) * time.Millisecond
	if floor.Open {
		return s.extendTurn(tx, floor, m, pause)
	}
	if !floor.AssistantSpeaks(now) {
		watchQuestion(tx, d, floor, m)
		return false, nil
	}
	if floor.Speaker != crm.SpeakerAssistant {
		floor.Give(now) // its time is over
	}
	noteQuestion(d, &floor, m, now)
	floor.Epoch, floor.Open = floor.Epoch+1, true
	t := crm.Turn{ID: tx.NewID(crm.PrefixTurn), WorkspaceID: m.WorkspaceID, ConversationID: m.ConversationID, ContactID: m.ContactID,
		PhoneNumberID: number.ID, Epoch: floor.Epoch, AssistantID: d.assistantID, LastMessageID: m.ID, OpenedAt: now, DueAt: now.Add(pause)}
	tx.SaveFloor(floor)
	tx.InsertTurn(t)
	tx.EnqueueJob(store.Job{WorkspaceID: m.WorkspaceID, Kind: JobAnswerTurn, Queue: m.WorkspaceID, Key: m.ConversationID, RunAt: t.DueAt,
		Payload: m.ConversationID + "/" + strconv.Itoa(t.Epoch)})
	return true, nil
}

// extendTurn adds a message to an open turn. What is being written for it is
// worthless now. A turn that is full takes none: it reports false, the message is
// told of as it is, and who never stops writing gets an answer all the same.
func (s *Service) extendTurn(tx *store.Tx, floor crm.Floor, m *crm.Message, pause time.Duration) (added bool, err error) {
	t, err := tx.Turn(m.WorkspaceID, m.ConversationID, floor.Epoch)
	if err != nil || t.Messages >= burstMessages {
		return false, err
	}
	now := tx.Now()
	t.LastMessageID, t.DueAt = m.ID, now.Add(pause)
	if latest := t.OpenedAt.Add(burstLimit); t.Discarded < patience && t.DueAt.After(latest) {
		t.DueAt = latest
	}
	if t.Discarded >= patience {
		t.DueAt = now.Add(burstLimit)
	}
	if t.DueAt.Before(now) {
		t.DueAt = now
	}
	tx.ExtendTurn(t)
	tx.After(func() { s.writing.cancel(m.ConversationID) })
	return true, nil
}

// turnKey reads the payload of a turn's job.
func turnKey(j store.Job) (conversationID string, epoch int, err error) {
	conversationID, number, _ := strings.Cut(j.Payload, "/")
	epoch, err = strconv.Atoi(number)
	return conversationID, epoch, err
}

// tellUpserts writes messages.upsert for each message of a turn: the last one
// with what was answered, the earlier ones with which message the answer is to.
func tellUpserts(tx *store.Tx, t crm.Turn, burst []*crm.Message, said string) error {
	r := t.Result
	for i, m := range burst {
		data := upsertOf(m)
		if last := burst[len(burst)-1]; i < len(burst)-1 {
			data.SupersededBy = &last.ProviderMessageID
		} else {
			data.AIReply, data.AITokensUsed, data.CacheHit = said, r.Tokens, r.CacheHit
			if r.MessageID != "" {
				data.AIMessageID = &r.MessageID
			}
		}
		if err := tx.AppendEvent(crm.EventMessagesUpsert, m.WorkspaceID, m.ConversationID, scopeOf(t), data); err != nil {
			return err
		}
	}
	return nil
}
