package courtesy

import (
	"cmp"
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// jobSilence is the kind of the jobs that do something about silent contacts.
const jobSilence jobs.JobKind = "break_silence"

const (
	takenAtOnce = 500
	takenTimes  = 20 // bounds one call
)

// TakeSilences makes jobs of the waits that are due, of every workspace: the numbers
// then take turns. However many nodes do so, of each wait one job is made.
func (s *Courtesy) TakeSilences(ctx context.Context) error {
	for range takenTimes {
		var list []dueSilence
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = dueSilences(tx, takenAtOnce); return err })
		if err != nil || len(list) == 0 {
			return err
		}
		if err := s.take(ctx, list); err != nil || len(list) < takenAtOnce {
			return err
		}
	}
	return nil
}

func (s *Courtesy) take(ctx context.Context, list []dueSilence) error {
	// In one order, so that nodes do not wait for each other.
	slices.SortFunc(list, func(a, b dueSilence) int {
		return cmp.Or(cmp.Compare(a.workspaceID, b.workspaceID), cmp.Compare(a.conversationID, b.conversationID))
	})
	return s.db.Update(ctx, list[0].workspaceID, func(tx *db.Tx) error {
		taken, err := takeSilences(tx, list)
		for _, w := range taken {
			jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: w.workspaceID, Kind: jobSilence, Queue: w.phoneNumberID, Key: w.conversationID, Payload: w.conversationID})
		}
		return err
	})
}

// BreakSilence reminds contacts who are silent, or closes their conversations.
func BreakSilence(svc *Courtesy) jobs.Kind {
	return jobs.Kind{Name: jobSilence, Concurrency: 4, Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.act(ctx, batch[0]) }}
}

// act does what is due in one conversation. What is sent, and that it was done, are
// stored in one transaction: whoever dies in between leaves neither.
func (s *Courtesy) act(ctx context.Context, j jobs.Job) error {
	retried := false
	err := s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		seen, again, err := s.mayAct(tx, j)
		if retried = err == nil && !again.IsZero(); retried {
			jobs.RetryJob(tx, j, again, false)
		}
		if err != nil || retried {
			return err
		}
		state, _, err := conversation.Lock(tx, j.WorkspaceID, j.Payload)
		if err != nil {
			return err
		}
		w, found, err := lockSilence(tx, j.WorkspaceID, j.Payload)
		if err != nil {
			return err
		}
		if retried = found && w.DueAt == nil && !w.DueSince.Equal(seen.DueSince); retried { // another one fell due meanwhile
			jobs.RetryJob(tx, j, tx.Now(), false)
			return nil
		}
		jobs.FinishJob(tx, j)
		if !found || w.DueAt != nil { // another wait began meanwhile
			return nil
		}
		n, err := account.PhoneNumber(tx, w.WorkspaceID, w.PhoneNumberID)
		if crm.CodeOf(err) == crm.CodeNotFound || err == nil && n.Automatic == nil {
			dropSilence(tx, w.WorkspaceID, w.ConversationID)
			return nil
		}
		if err != nil {
			return err
		}
		hours, err := opening(tx, w.WorkspaceID, n.Automatic.Reminder.CalendarID)
		if err != nil {
			return err
		}
		return do(tx, n.Automatic, w, state, hours)
	})
	if err == nil && retried {
		err = jobs.ErrRetried
	}
	return err
}

// mayAct looks at the wait of a job, and locks nothing: it returns when to look again
// while the contact may have written by the time at which it was due, or zero.
func (s *Courtesy) mayAct(tx *db.Tx, j jobs.Job) (w crm.Silence, again time.Time, err error) {
	w, found, err := silence(tx, j.WorkspaceID, j.Payload)
	if err == nil && found && w.DueAt == nil {
		again, err = s.message.MayHear(tx, w.WorkspaceID, w.PhoneNumberID, w.DueSince)
	}
	return w, again, err
}

// do takes the next step about a silence that is locked.
func do(tx *db.Tx, a *crm.AutomaticMessages, w crm.Silence, state crm.InboxState, hours crm.Opening) error {
	step := a.Step(&w, &state, hours, tx.Now())
	if step == crm.SilenceOver || step == crm.SilenceClose || w.DueAt == nil {
		dropSilence(tx, w.WorkspaceID, w.ConversationID)
	} else {
		saveSilence(tx, w)
	}
	text := ""
	switch step {
	case crm.SilenceRemind:
		text = a.Reminder.Text
	case crm.SilenceClose:
		text = a.Closing.Text
	}
	if text != "" {
		if _, err := say(tx, w.WorkspaceID, w.ConversationID, text, nil); err != nil {
			return err
		}
	}
	if step != crm.SilenceClose {
		return nil
	}
	c, err := contact.Conversation(tx, w.WorkspaceID, w.ConversationID)
	if err != nil {
		return err
	}
	return conversation.CloseForSilence(tx, c)
}
