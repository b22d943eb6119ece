package conversation

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// keepWaits puts the waits that ended where reports find them.
func keepWaits(tx *db.Tx, s crm.InboxState, list []crm.Booking) {
	for _, b := range list {
		if len(b.Spans) == 0 {
			continue
		}
		insertWait(tx, EndedWait{s.WorkspaceID, s.PhoneNumberID, s.TeamID, b, s.ConversationID, db.Ms(tx.Now())})
	}
}

func insertWait(tx *db.Tx, w EndedWait) {
	sign := 1
	if w.Undone {
		sign = -1
	}
	tx.Write(insertWaitSQL, w.WorkspaceID, w.BookedAt, w.ConversationID, w.Spans[0].From, sign, w.PhoneNumberID, w.TeamID, db.Text(w.Spans))
}

// EndedWait is a wait that ended. Undone is one that had not ended after all.
type EndedWait struct {
	WorkspaceID, PhoneNumberID, TeamID string
	crm.Booking
	ConversationID string
	BookedAt       int64 // by which those of a conversation are in order
}

// PutBack lets the rest of a wait be taken another time.
func (w EndedWait) PutBack(tx *db.Tx, rest []crm.WaitSpan) {
	w.Spans = rest
	insertWait(tx, w)
}

// TakeEndedWaits returns up to limit waits of any workspace, each to one caller only.
func TakeEndedWaits(tx *db.Tx, limit int) (out []EndedWait, err error) {
	err = tx.Each(takeWaitsSQL, func(r db.Row) error {
		var w EndedWait
		var sign int
		var spans string
		if err := r.Scan(&w.WorkspaceID, &w.BookedAt, &w.ConversationID, &sign, &w.PhoneNumberID, &w.TeamID, &spans); err != nil {
			return err
		}
		w.Undone = sign < 0
		err := json.Unmarshal([]byte(spans), &w.Spans)
		out = append(out, w)
		return err
	}, limit)
	return out, err
}

// NoteWaitReason notes why nobody has a conversation that is locked: as routing knows.
func NoteWaitReason(tx *db.Tx, c crm.Conversation, why crm.WaitReason) error {
	_, err := changeState(tx, c, step{by: crm.DoneBy{Type: crm.ActorSystem}, reason: crm.ReasonRouting}, func(s *crm.InboxState) error {
		if s.Status == crm.ConversationOpen && s.AgentID == "" {
			s.Waiting.Queue, s.Waiting.QueueAbout = why.Cause, why.About
		}
		return nil
	})
	return err
}
