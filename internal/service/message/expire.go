package message

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
)

const (
	// sweepWorkspaces is how many workspaces one sweep looks through, silentStep
	// how much of the past of each, and silentRest how long one is left alone.
	sweepWorkspaces = 200
	silentStep      = 24 * time.Hour
	silentRest      = 6 * time.Hour
	// silentReach is how far back a sweep begins.
	silentReach = silence + 7*24*time.Hour
	// expirePage bounds how many waiting messages are read at once.
	expirePage = 200
)

// expired ends a message whose time is over; refusal is what the provider said
// last, if anything.
func expired(m *crm.Message, now time.Time, refusal *crm.ProviderError) *Move {
	why := "The message was not sent before its expiresAt."
	switch {
	case m.ExpiresAt != nil && !now.Before(*m.ExpiresAt):
	case m.Content.Template != nil:
		why = "The message could not be sent within 24 hours."
	default:
		why = "The customer-service window closed before the message could be sent."
	}
	return &Move{Status: crm.StatusExpired, At: now, Attempt: notMade,
		Error: &crm.MessageError{Code: crm.CodeMessageExpired, Detail: why, Provider: refusal}}
}

// SweepSilent ends messages of which nothing final was heard, in the workspaces
// that wait longest for it, and reports whether more of them wait.
func (s *Messages) SweepSilent(ctx context.Context) (more bool, err error) {
	now := s.now()
	var list []access.Unswept
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = access.UnsweptWorkspaces(tx, now.Add(-silence-silentRest), sweepWorkspaces)
		return err
	})
	if err != nil || len(list) == 0 {
		return false, err
	}
	for i, w := range list {
		from := core.Later(w.Until, now.Add(-silentReach))
		to := from.Add(silentStep)
		if limit := now.Add(-silence); to.After(limit) {
			to = limit
		}
		if err := s.ExpireSilent(ctx, w.WorkspaceID, from, to); err != nil {
			return false, err
		}
		list[i].Until = to
	}
	return true, s.db.Update(ctx, "silent", func(tx *db.Tx) error {
		for _, w := range list {
			access.MoveSwept(tx, w.WorkspaceID, w.Until)
		}
		return nil
	})
}

// silence is after how long without a word from the provider a message counts
// as expired: its longest time to live (outbound.md 3.6).
const silence = 30 * 24 * time.Hour

// silentPage is how many such messages are read at once.
const silentPage = 200

// ExpireSilent ends messages that were accepted between from and to, longer
// ago than the provider keeps any, and of which nothing final was heard.
func (s *Messages) ExpireSilent(ctx context.Context, workspaceID string, from, to time.Time) error {
	if limit := s.now().Add(-silence); to.After(limit) {
		to = limit
	}
	for after := crm.LowestID(crm.PrefixMessage, from); ; {
		var stale []*crm.Message
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			stale, err = silentMessages(tx, workspaceID, after, to, silentPage)
			return err
		})
		for _, m := range stale {
			if err == nil {
				err = s.expireSilent(ctx, m)
			}
			after = m.ID
		}
		if err != nil || len(stale) < silentPage {
			return err
		}
	}
}

func (s *Messages) expireSilent(ctx context.Context, m *crm.Message) error {
	if _, ours := m.Times[crm.StatusQueued]; !ours && m.Times[crm.StatusAccepted].IsZero() {
		return nil // written on the business's phone: nobody waits for it here
	}
	return s.db.Update(ctx, m.PhoneNumberID, func(tx *db.Tx) error {
		current, err := LockMessage(tx, m.WorkspaceID, m.ID)
		if err != nil || current.Status.Final() {
			return err
		}
		return s.move(tx, current, Move{Status: crm.StatusExpired, At: tx.Now(),
			Error: &crm.MessageError{Code: crm.CodeMessageExpired, Detail: "No final status from the provider within 30 days."}})
	})
}

// ExpireWaiting ends messages whose time is over while they wait to be sent,
// as they do while the provider is away.
func (s *Messages) ExpireWaiting(ctx context.Context) error {
	for n := expirePage; n == expirePage; {
		var list []messageRef
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = expiringMessages(tx, expirePage); return err })
		if err == nil {
			err = s.expireWaiting(ctx, list)
		}
		if err != nil {
			return err
		}
		n = len(list)
	}
	// A message that says nothing of its time lives for a day at most, unless
	// its contact writes again.
	for after := ""; ; {
		var old []string
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			old, after, err = jobs.WorkspacesWithOldJobs(tx, after, tx.Now().Add(-crm.TemplateLife), expirePage)
			return err
		})
		for _, workspace := range old {
			if err == nil {
				err = expireOld(ctx, s, workspace)
			}
		}
		if err != nil || after == "" {
			return err
		}
	}
}

// expireOld ends the messages of a workspace that were accepted long ago.
func expireOld(ctx context.Context, s *Messages, workspaceID string) error {
	for after, n := int64(0), expirePage; n == expirePage; {
		var old []jobs.Job
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			old, err = jobs.OldJobs(tx, workspaceID, after, tx.Now().Add(-crm.TemplateLife), expirePage)
			return err
		})
		if err != nil {
			return err
		}
		var list []messageRef
		for _, j := range old {
			if after = j.ID; j.Kind == JobSendMessage {
				list = append(list, messageRef{WorkspaceID: j.WorkspaceID, ID: j.Payload})
			}
		}
		if err := s.expireWaiting(ctx, list); err != nil {
			return err
		}
		n = len(old)
	}
	return nil
}

// expireWaiting ends those of the messages whose time is over.
func (s *Messages) expireWaiting(ctx context.Context, list []messageRef) error {
	if len(list) == 0 {
		return nil
	}
	return s.db.Update(ctx, "expire", func(tx *db.Tx) error {
		for _, ref := range list {
			m, err := LockMessage(tx, ref.WorkspaceID, ref.ID)
			if crm.CodeOf(err) == crm.CodeNotFound {
				tx.Write(deleteExpirationSQL, ref.WorkspaceID, ref.ID)
				continue
			}
			if err != nil {
				return err
			}
			over, err := timeIsOver(tx, m)
			if err != nil {
				return err
			}
			switch m.Status {
			case crm.StatusScheduled, crm.StatusSending:
			case crm.StatusQueued:
				if over {
					tx.Write(deleteExpirationSQL, m.WorkspaceID, m.ID)
				}
			default:
				tx.Write(deleteExpirationSQL, m.WorkspaceID, m.ID)
			}
			if !over {
				continue
			}
			jobs.DropJob(tx, JobSendMessage, m.ConversationID, m.ID)
			jobs.DropJob(tx, JobSendMessage, m.ID, m.ID)
			end := expired(m, tx.Now(), nil)
			end.Attempt = nil // none had begun
			if err := s.move(tx, m, *end); err != nil {
				return err
			}
		}
		return nil
	})
}

// timeIsOver reports whether a message waits that will not be sent any more.
func timeIsOver(tx *db.Tx, m *crm.Message) (bool, error) {
	if m.Status != crm.StatusQueued {
		return false, nil
	}
	if ends := m.LivesUntil(); !ends.IsZero() {
		return !tx.Now().Before(ends), nil
	}
	if len(m.Attempts) == 0 && m.ScheduledAt != nil {
		return false, nil // it is refused when its turn comes
	}
	conv, err := contact.Conversation(tx, m.WorkspaceID, m.ConversationID)
	return err == nil && conv.CheckWindow(tx.Now()) != nil, err
}
