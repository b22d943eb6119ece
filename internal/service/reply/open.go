package reply

import (
	"context"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

// Bounds of a burst: how long it may grow, and how long an assistant waits
// once it has been interrupted again and again.
const (
	burstLimit      = crm.MaxBurstPause
	patience        = 3 // answers made in vain before it waits longer
	burstMessages   = 60
	historyMessages = 30
)

// OpenTurn opens a turn for a message in the transaction that stores it, or
// adds the message to the turn that is open. It reports false where no
// assistant is the active speaker: then the message is told of as it is.
func (s *Replies) OpenTurn(tx *db.Tx, number crm.PhoneNumber, m *crm.Message) (opened bool, err error) {
	d, err := s.assistant.DutyOf(context.Background(), m.WorkspaceID, number.ID)
	now := tx.Now()
	if err != nil || d.AssistantID == "" || d.Settings.Stops(number.ID) || !d.Revision.Config.Hours.OnDuty(now) ||
		m.Content.GroupID != "" || !decide.Answerable(m.Type) {
		return false, err
	}
	speaker, err := conversation.LockActiveSpeaker(tx, m.WorkspaceID, m.ConversationID)
	if err != nil {
		return false, err
	}
	pause := time.Duration(d.Revision.Config.BurstPauseMs) * time.Millisecond
	if speaker.Open {
		return s.extendTurn(tx, speaker, m, pause)
	}
	if !speaker.AssistantSpeaks(now) {
		watchQuestion(tx, d, speaker, m)
		return false, nil
	}
	if speaker.Speaker != crm.SpeakerAssistant {
		speaker.HandBack(now) // its time is over
	}
	noteQuestion(d, &speaker, m, now)
	speaker.Epoch, speaker.Open = speaker.Epoch+1, true
	t := crm.Turn{ID: tx.NewID(crm.PrefixTurn), WorkspaceID: m.WorkspaceID, ConversationID: m.ConversationID, ContactID: m.ContactID,
		PhoneNumberID: number.ID, Epoch: speaker.Epoch, AssistantID: d.AssistantID, LastMessageID: m.ID, OpenedAt: now, DueAt: now.Add(pause)}
	conversation.SaveActiveSpeaker(tx, speaker)
	insertTurn(tx, t)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: m.WorkspaceID, Kind: jobAnswerTurn, Queue: m.WorkspaceID, Key: m.ConversationID, RunAt: t.DueAt,
		Payload: m.ConversationID + "/" + strconv.Itoa(t.Epoch)})
	return true, nil
}

// extendTurn adds a message to an open turn. What is being written for it is
// worthless now. A turn that is full takes none: it reports false, the message is
// told of as it is, and who never stops writing gets an answer all the same.
func (s *Replies) extendTurn(tx *db.Tx, speaker crm.ActiveSpeaker, m *crm.Message, pause time.Duration) (added bool, err error) {
	t, err := readTurn(tx, m.WorkspaceID, m.ConversationID, speaker.Epoch)
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
	extendTurn(tx, t)
	tx.After(func() { s.conversation.CancelWriting(m.ConversationID) })
	return true, nil
}

// turnKey reads the payload of a turn's job.
func turnKey(j jobs.Job) (conversationID string, epoch int, err error) {
	conversationID, number, _ := strings.Cut(j.Payload, "/")
	epoch, err = strconv.Atoi(number)
	return conversationID, epoch, err
}

// tellUpserts writes messages.upsert for each message of a turn: the last one
// with what was answered, the earlier ones with which message the answer is to.
func tellUpserts(tx *db.Tx, t crm.Turn, burst []*crm.Message, said string) error {
	r := t.Result
	for i, m := range burst {
		data := message.UpsertOf(m)
		if last := burst[len(burst)-1]; i < len(burst)-1 {
			data.SupersededBy = &last.ProviderMessageID
		} else {
			data.AIReply, data.AITokensUsed, data.CacheHit = said, r.Tokens, r.CacheHit
			if r.MessageID != "" {
				data.AIMessageID = &r.MessageID
			}
		}
		if err := event.AppendEvent(tx, crm.EventMessagesUpsert, m.WorkspaceID, m.ConversationID, scopeOf(t), data); err != nil {
			return err
		}
	}
	return nil
}
