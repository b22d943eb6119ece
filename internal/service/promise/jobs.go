package promise

import (
	"context"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
)

// jobWake is the kind of the jobs that bring promises up.
const jobWake jobs.JobKind = "wake_promise"

// Wake brings each promise up when its time has come, once for each time that it is put
// off to.
func Wake(svc *Promises) jobs.Kind {
	return jobs.Kind{Name: jobWake, Concurrency: 2, Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.wake(ctx, batch[0]) }}
}

func enqueueWake(tx *db.Tx, c crm.Conversation, p crm.Promise) {
	key := p.ID + "/" + strconv.FormatInt(db.Ms(p.DueAt), 10)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: p.WorkspaceID, Kind: jobWake, Queue: c.PhoneNumberID, Key: key, RunAt: p.DueAt, Payload: key})
}

// wake opens the conversation of a promise that is still open, and tells that it is due.
func (s *Promises) wake(ctx context.Context, j jobs.Job) error {
	id, at, _ := strings.Cut(j.Payload, "/")
	return s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		p, found, err := look(tx, j.WorkspaceID, id)
		if err != nil || !found {
			return err
		}
		c, err := contact.Conversation(tx, p.WorkspaceID, p.ConversationID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return nil
		}
		if err == nil {
			err = lockConversation(tx, c)
		}
		if err != nil {
			return err
		}
		p, found, err = lock(tx, j.WorkspaceID, id)
		if err != nil || !found || p.Status != crm.PromiseOpen || p.WokeAt != nil || strconv.FormatInt(db.Ms(p.DueAt), 10) != at {
			return err
		}
		now := tx.Now()
		p.WokeAt = &now
		update(tx, p)
		by := crm.DoneBy{Type: crm.ActorSystem}
		conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelinePromise, By: by, Refs: crm.TimelineRefs{PromiseID: p.ID}})
		if err := conversation.Recall(tx, c); err != nil {
			return err
		}
		return event.AppendEvent(tx, crm.EventPromiseDue, c.WorkspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, p.Tell(p.Status, c.ContactID, by))
	})
}

// Where a conversation is joined to another one, the promises of both stand there; where
// they part, each has its own again.
var (
	_ = contact.OnJoin(func(tx *db.Tx, workspaceID, goneID, id string) error {
		dropNext(tx, workspaceID, goneID)
		return keepNext(tx, workspaceID, id)
	})
	_ = contact.OnPart(func(tx *db.Tx, workspaceID, id, joinedTo string) error {
		if err := keepNext(tx, workspaceID, id); err != nil {
			return err
		}
		return keepNext(tx, workspaceID, joinedTo)
	})
)
