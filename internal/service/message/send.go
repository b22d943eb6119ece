package message

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
)

// SendResult is the answer to an accepted message (specification 2.2).
type SendResult struct {
	MessageID string
	Status    crm.Status
}

// BatchResult is the outcome for one message of a batch.
type BatchResult struct {
	Index int
	SendResult
	Error *crm.Error
}

// halfDone is why a message could not be accepted of which something is written: the
// transaction must not be committed.
type halfDone struct{ error }

func (h halfDone) Unwrap() error { return h.error }

// plan is a request that was found sendable, with what it takes to accept it.
type plan struct {
	request  *crm.SendRequest
	number   crm.PhoneNumber
	category string
	account  crm.MessagingAccount
	// windowNeeded keeps a template back from people whose window is closed.
	windowNeeded bool
	epoch        int64             // of the workspace's contacts, see conversation.Known
	rules        crm.InboxSettings // what holds for answers of the sender
	// conversationID is the conversation that the request names; "" for none.
	conversationID string
}

// SendMessage accepts one message: it is on disk when this returns, and will
// reach a final state whatever happens. Everything wrong with the request that
// can be known is told at once, and then nothing is stored.
func (s *Messages) SendMessage(ctx context.Context, actor crm.Actor, req *crm.SendRequest) (SendResult, error) {
	if err := actor.Require(crm.ScopeMessagesWrite); err != nil {
		return SendResult{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[SendResult]) (out SendResult, err error) {
		p, err := s.plan(ctx, actor, req)
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Beside(db.Urgent(ctx), BesideMessages), p.number.ID, func(tx *db.Tx) error {
			if out, err = s.accept(tx, actor, p); err != nil {
				return err
			}
			return save(tx, out)
		})
		if err == nil {
			core.Count(s.metrics.MessagesAccepted)
		}
		return out, err
	})
}

// SendBatch accepts up to 1,000 messages, each with its own result: one that
// is refused does not keep the others.
func (s *Messages) SendBatch(ctx context.Context, actor crm.Actor, list []*crm.SendRequest) ([]BatchResult, error) {
	if err := actor.Require(crm.ScopeMessagesWrite); err != nil {
		return nil, err
	}
	if len(list) == 0 || len(list) > crm.MaxBatch {
		var f crm.Faults
		f.Add("/messages", crm.CodeOutOfRange, "messages has 1 to %d entries, not %d.", crm.MaxBatch, len(list))
		return nil, f.Err()
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[[]BatchResult]) ([]BatchResult, error) {
		return s.acceptBatch(ctx, actor, list, save)
	})
}

func (s *Messages) acceptBatch(ctx context.Context, actor crm.Actor, list []*crm.SendRequest, save core.Saver[[]BatchResult]) ([]BatchResult, error) {
	plans := make([]*plan, len(list))
	refused := make([]*crm.Error, len(list))
	for i, req := range list {
		p, err := s.plan(ctx, actor, req)
		if err != nil {
			if refused[i] = crm.AsError(err); refused[i].Kind == crm.KindInternal {
				return nil, err
			}
			continue
		}
		plans[i] = p
	}
	var out []BatchResult
	lane := actor.WorkspaceID
	if i := slices.IndexFunc(plans, func(p *plan) bool { return p != nil }); i >= 0 {
		lane = plans[i].number.ID
	}
	// One transaction for the whole batch: with an Idempotency-Key it must be
	// accepted in full or not at all.
	err := s.db.Update(ctx, lane, func(tx *db.Tx) error {
		out = out[:0]
		for i, p := range plans {
			r := BatchResult{Index: i, Error: refused[i]}
			if p != nil {
				var err error
				if r.SendResult, err = s.accept(tx, actor, p); err != nil {
					r.Error = crm.AsError(err)
					if _, half := errors.AsType[halfDone](err); half || r.Error.Kind == crm.KindInternal {
						return err
					}
				}
			}
			out = append(out, r)
		}
		return save(tx, out)
	})
	return out, err
}

// plan checks everything that can be known before the transaction.
func (s *Messages) plan(ctx context.Context, actor crm.Actor, req *crm.SendRequest) (*plan, error) {
	var f crm.Faults
	now := s.now()
	req.Validate(now, &f)
	wanted := req.ConversationID
	if err := f.Join(addressed(ctx, s.db, actor, req, &f)); err != nil {
		return nil, err
	}
	number, err := s.account.Sender(ctx, actor.WorkspaceID, req.From, &f)
	if err != nil {
		return nil, err
	}
	w, err := s.access.Workspace(ctx, actor.WorkspaceID)
	if err != nil {
		return nil, err
	}
	if number.ID != "" && req.To == number.Number {
		f.Add("/to", crm.CodePhoneNumberInvalid, "to is the number that the message is sent from; nobody can write to themselves.")
	}
	p := &plan{request: req, number: number, epoch: w.ContactEpoch, conversationID: wanted}
	if p.rules, err = s.conversation.AnswerRules(ctx, actor); err != nil {
		return nil, err
	}
	var form *crm.Form
	if (req.Type == "template" || req.Type == "") && req.Template != nil && req.Template.Name != "" && number.ID != "" {
		t, err := s.template.Template(ctx, actor.WorkspaceID, number.MessagingAccountID, req.Template, &f)
		if err != nil {
			return nil, err
		}
		if t != nil {
			p.category = t.Category
			req.Template.Language = t.Language
			t.Sendable(&f)
			t.Form.Check(req.Template, &f)
			form = t.Form
			if req.UserID != "" && t.Category == crm.CategoryAuthentication {
				f.Add("/userId", crm.CodeNotAllowed, "The provider sends authentication templates to phone numbers only.")
			}
		}
	}
	if err := s.checkFiles(ctx, actor, req, form, &f); err != nil {
		return nil, err
	}
	if number.ID != "" {
		if p.account, err = s.account.Account(ctx, actor.WorkspaceID, number.MessagingAccountID); err != nil {
			return nil, err
		}
		if p.windowNeeded, err = p.account.CheckSend(p.category, now); f.Join(err) != nil {
			return nil, err
		}
		if err := number.CheckSend(); f.Join(err) != nil {
			return nil, err
		}
	}
	return p, f.After(req.Faults)
}

// accept stores the message and the job that sends it. It writes nothing when it
// returns an error, unless that is halfDone.
func (s *Messages) accept(tx *db.Tx, actor crm.Actor, p *plan) (SendResult, error) {
	req, now := p.request, tx.Now()
	scheduled := req.ScheduledAt != nil && req.ScheduledAt.After(now)
	conv, err := s.openConversation(tx, actor, p, scheduled)
	if err != nil {
		return SendResult{}, err
	}
	if err := checkSame(tx, actor, p.conversationID, conv); err != nil {
		return SendResult{}, err
	}
	free, takes := false, p.rules.AssignOnAnswer && !scheduled && req.Reaction == nil && (req.Template == nil || req.TakesOver(now))
	if p.rules.OnlyAssigneeReplies || takes {
		if free, err = conversation.HoldAssignee(tx, actor, conv.ID, p.rules); err != nil {
			return SendResult{}, err
		}
	}
	if err := checkSeq(tx, actor, conv.ID, req.ExpectedSeq); err != nil {
		return SendResult{}, err
	}
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: actor.WorkspaceID, ConversationID: conv.ID,
		ContactID: conv.ContactID, PhoneNumberID: p.number.ID, Direction: crm.Outbound, Type: req.Type, Status: crm.StatusQueued,
		To: req.To, UserID: req.UserID, From: p.number.Number, ReplyTo: req.ReplyTo, Content: req.Content(), Metadata: req.Metadata,
		ScheduledAt: req.ScheduledAt, ExpiresAt: req.ExpiresAt, CreatedAt: now}
	job := jobs.Job{WorkspaceID: actor.WorkspaceID, Kind: JobSendMessage, Queue: p.number.ID, Key: conv.ID, Payload: m.ID}
	if scheduled {
		// A message for later must not hold up the conversation until then.
		m.Status, job.RunAt, job.Key = crm.StatusScheduled, *req.ScheduledAt, m.ID
	}
	m.Content.SentBy = crm.Sender(actor.By())
	m.Content.Answer = req.Type == "template" && req.TakesOver(now)
	InsertMessage(tx, m)
	useFiles(tx, m)
	jobs.EnqueueJob(tx, job)
	if req.TakesOver(now) {
		if err := s.conversation.PersonSpeaks(tx, m, actor.By()); err != nil {
			return SendResult{}, halfDone{err}
		}
	}
	if !scheduled {
		conversation.Speaks(tx, m)
		if free && takes && m.AnswersContact() {
			if err := conversation.Take(tx, actor, m); err != nil {
				return SendResult{}, halfDone{err}
			}
		}
	}
	if actor.UserID() != "" && req.Reaction == nil {
		s.opt.DropDraft(tx, m.WorkspaceID, m.ConversationID, actor.UserID())
	}
	return SendResult{m.ID, m.Status}, nil
}

// openConversation finds or makes the conversation to send in, if its window, the
// contact's consent and the message replied to allow the send.
func (s *Messages) openConversation(tx *db.Tx, actor crm.Actor, p *plan, scheduled bool) (crm.Conversation, error) {
	req := p.request
	slot := p.number.ID + req.To + req.UserID
	plain := req.Template != nil && p.category != crm.CategoryMarketing && req.ReplyTo == "" && !p.windowNeeded
	if known, ok := s.conversation.Known(slot, p.epoch); ok && plain && actor.Reach.IsWhole() {
		return crm.Conversation{ID: known.ConversationID, ContactID: known.ContactID}, nil
	}
	who := crm.Person{Phone: req.To, UserID: req.UserID}
	conv, err := contact.FindConversation(tx, actor.WorkspaceID, p.number.ID, who)
	if err == nil {
		err = checkReach(tx, actor, p.number.ID, conv.ID)
	}
	if err != nil {
		return conv, err
	}
	var f crm.Faults
	if req.Template == nil && !scheduled {
		err = f.Join(conv.CheckWindow(tx.Now()))
	}
	if p.windowNeeded && !scheduled && conv.CheckWindow(tx.Now()) != nil {
		err = f.Join(p.account.NeedsWindow(tx.Now()))
	}
	at := tx.Now()
	if scheduled {
		at = *req.ScheduledAt
	}
	err = cmp.Or(err, f.Join(conv.CheckConsent(p.category)), f.Join(checkReplyTo(tx, conv, req.ReplyTo)),
		f.Join(checkReaction(tx, conv, req.Reaction, at)), f.Join(checkCallPermission(tx, conv, req.Interactive, at)), f.Err())
	if err != nil {
		return conv, err
	}
	if conv.ID == "" {
		if conv, err = contact.EnsureConversation(tx, actor.WorkspaceID, p.number.ID, who); err != nil {
			return conv, err
		}
	}
	if conv.RefusesAllAt == nil { // else every send looks at the contact
		tx.After(func() { s.conversation.Remember(slot, conv, p.epoch) })
	}
	return conv, nil
}
