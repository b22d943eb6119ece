package reply

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/promise"
)

// jobFindPromises is the kind of the jobs that look for promises in what people write.
const jobFindPromises jobs.JobKind = "find_promises"

const (
	promiseTries   = 3
	promiseTimeout = 45 * time.Second
	// A message of fewer characters promises nothing.
	minPromise = 8
)

// FindPromises has a model read what people of the business write, where the workspace
// wants that, and propose what they promised. Nobody waits for it.
func FindPromises(svc *Replies) jobs.Kind {
	return jobs.Kind{Name: jobFindPromises, Concurrency: 4, MaxAttempts: promiseTries, Timeout: promiseTimeout,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.findPromises(ctx, batch[0]) }}
}

// hearAnswer puts a message of a person, which the provider took, on the list of those
// that are read.
func (s *Replies) hearAnswer(tx *db.Tx, ch crm.InboxChange) error {
	m := ch.Answer
	if m == nil || m.Content.SentBy.Type != crm.ActorUser || len(m.Content.Words()) < minPromise {
		return nil
	}
	wanted, err := conversation.FindsPromises(tx, m.WorkspaceID)
	if err == nil && wanted {
		jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: m.WorkspaceID, Kind: jobFindPromises, Queue: m.PhoneNumberID, Key: m.ID, Payload: m.ID})
	}
	return err
}

// findPromises reads one message. Where no model answers, or none is on duty, nothing is
// proposed: people can note promises themselves.
func (s *Replies) findPromises(ctx context.Context, j jobs.Job) error {
	var m *crm.Message
	var q Query
	var said []decide.Said
	now := s.now()
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if m, err = message.Message(tx, j.WorkspaceID, j.Payload); err != nil {
			return err
		}
		c, err := contact.Conversation(tx, m.WorkspaceID, m.ConversationID)
		if err == nil {
			q, err = s.summaryQuery(tx, c)
		}
		if err == nil {
			said, err = saidUntil(tx, c, m)
		}
		if err == nil {
			now, err = calendar.LocalTime(tx, c.WorkspaceID, now)
		}
		return err
	})
	var found []decide.FoundPromise
	if err == nil && len(said) > 0 {
		q.purpose, q.messageID = crm.AIForPromise, m.ID
		call := ai.Call{Request: decide.NewPromisePrompt(now, said), Check: func(r ai.Response) (err error) {
			found, err = decide.ParsePromises(r.Text, now)
			return err
		}}
		if _, err := s.askModels(ctx, q, call); err != nil {
			found = nil // its calls are on record
		}
	} else if err != nil && crm.AsError(err).Kind == crm.KindInternal {
		return err
	}
	return s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		if len(found) == 0 {
			return nil
		}
		list := make([]promise.Found, len(found))
		for i, f := range found {
			list[i] = promise.Found(f)
		}
		return promise.Propose(tx, m, crm.DoneBy{Type: crm.ActorAssistant, ID: q.Duty.AssistantID}, list)
	})
}

// saidUntil is what was said last in a conversation, oldest first, up to a message of
// ours; nothing if that was revoked.
func saidUntil(tx *db.Tx, c crm.Conversation, m *crm.Message) (said []decide.Said, err error) {
	list, err := message.NewestMessages(tx, c.WorkspaceID, c.ID, decide.SummaryMessages)
	for _, one := range slices.Backward(list) {
		if s := Said(one); one.ID < m.ID && !s.Revoked && s.Text != "" {
			said = append(said, s)
		}
	}
	if s := Said(m); !s.Revoked && s.Text != "" {
		return append(said, s), err
	}
	return nil, err
}
