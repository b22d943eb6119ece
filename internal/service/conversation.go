package service

import (
	"context"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/store"
)

// Thread is a conversation with who has the word in it.
type Thread struct {
	crm.Conversation
	CreatedAt time.Time
	Floor     crm.Floor
	Speaker   crm.Speaker // as of now
	// AssistantID is on duty for the conversation's phone number; "" for nobody.
	AssistantID string
}

// Conversations returns a page of the workspace's conversations, newest first.
func (s *Service) Conversations(ctx context.Context, actor crm.Actor, f store.ConversationFilter, p crm.Page) (out crm.List[Thread], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) error {
		list, err := tx.Conversations(actor.WorkspaceID, f, p)
		out = crm.List[Thread]{Next: list.Next}
		for _, c := range list.Items {
			t, broken := s.thread(tx, c.Conversation, c.CreatedAt)
			if broken != nil {
				return broken
			}
			out.Items = append(out.Items, t)
		}
		return err
	})
	return out, err
}

func (s *Service) thread(tx *store.Tx, c crm.Conversation, created time.Time) (t Thread, err error) {
	t.Conversation, t.CreatedAt = c, created
	if t.Floor, err = tx.Floor(c.WorkspaceID, c.ID); err == nil {
		t.Speaker = t.Floor.SpeakerAt(tx.Now())
		t.AssistantID, err = tx.AssistantOnDuty(c.WorkspaceID, c.PhoneNumberID)
	}
	return t, err
}

// Conversation returns one conversation; one that was joined to another is
// answered by that one.
func (s *Service) Conversation(ctx context.Context, actor crm.Actor, id string) (t Thread, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return t, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { t, err = s.readThread(tx, actor.WorkspaceID, id); return err })
	return t, err
}

func (s *Service) readThread(tx *store.Tx, workspaceID, id string) (Thread, error) {
	c, created, err := tx.ConversationMade(workspaceID, id)
	if err != nil {
		return Thread{}, err
	}
	return s.thread(tx, c, created)
}

// Turns returns up to limit turns of a conversation below an epoch, 0 for all,
// newest first: what was decided about each burst, and why.
func (s *Service) Turns(ctx context.Context, actor crm.Actor, conversationID string, below, limit int) (list []crm.Turn, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) error {
		c, err := tx.Conversation(actor.WorkspaceID, conversationID)
		if err == nil {
			list, err = tx.Turns(actor.WorkspaceID, c.ID, below, limit)
		}
		return err
	})
	return list, err
}

// TakeOver says for how long people take the word, and what for.
type TakeOver struct {
	// Until is when it goes back by itself; nil leaves that to the workspace's
	// settings.
	Until *time.Time
	// Note is for whoever looks at the conversation next, Assignee who answers,
	// as the caller's systems name them. The contact sees neither.
	Note, Assignee string
}

// Bounds of what a take-over says, in characters.
const (
	maxTakeOverNote     = 2000
	maxTakeOverAssignee = 100
)

func (o TakeOver) validate(now time.Time) error {
	var f crm.Faults
	if o.Until != nil && !o.Until.After(now) {
		f.Add("/until", crm.CodeOutOfRange, "until must be in the future.")
	}
	if utf8.RuneCountInString(o.Note) > maxTakeOverNote {
		f.Add("/note", crm.CodeTooLong, "note has at most %d characters.", maxTakeOverNote)
	}
	if utf8.RuneCountInString(o.Assignee) > maxTakeOverAssignee {
		f.Add("/assignee", crm.CodeTooLong, "assignee has at most %d characters.", maxTakeOverAssignee)
	}
	return f.Err()
}

// TakeOver gives the word in a conversation to people, at once: a reply that is
// being written is not sent. A question of the contact stays open.
func (s *Service) TakeOver(ctx context.Context, actor crm.Actor, id string, o TakeOver) (Thread, error) {
	return s.changeFloor(ctx, actor, id, func(tx *store.Tx, f *crm.Floor, settings crm.AssistantSettings) error {
		now := tx.Now()
		if err := o.validate(now); err != nil {
			return err
		}
		f.Speaker, f.Since, f.TakenBy, f.Pauses, f.Note, f.Assignee = crm.SpeakerPerson, &now, actor.KeyID, 0, o.Note, o.Assignee
		if f.Until = o.Until; o.Until == nil {
			f.Until = handBackAt(settings, now)
		}
		return nil
	})
}

// HandBack gives the word back to the assistant on duty. It answers what is
// written from now on.
func (s *Service) HandBack(ctx context.Context, actor crm.Actor, id string) (Thread, error) {
	return s.changeFloor(ctx, actor, id, func(tx *store.Tx, f *crm.Floor, _ crm.AssistantSettings) error {
		f.Give(tx.Now())
		f.Pauses = 0
		return nil
	})
}

// SwitchAssistant says for one conversation whether an assistant answers.
func (s *Service) SwitchAssistant(ctx context.Context, actor crm.Actor, id string, position crm.AssistantSwitch) (Thread, error) {
	return s.changeFloor(ctx, actor, id, func(_ *store.Tx, f *crm.Floor, _ crm.AssistantSettings) error {
		if position != crm.SwitchDefault && position != crm.SwitchOff {
			var faults crm.Faults
			faults.Add("/assistant", crm.CodeNotAllowed, "assistant is default or off.")
			return faults.Err()
		}
		f.Switch = position
		return nil
	})
}

func (s *Service) changeFloor(ctx context.Context, actor crm.Actor, id string, change func(*store.Tx, *crm.Floor, crm.AssistantSettings) error) (Thread, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return Thread{}, err
	}
	return once(ctx, s, actor, func(save saver[Thread]) (out Thread, err error) {
		var c crm.Conversation
		err = s.db.View(ctx, func(tx *store.Tx) (err error) { c, err = tx.Conversation(actor.WorkspaceID, id); return err })
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), c.PhoneNumberID, func(tx *store.Tx) error {
			f, err := tx.LockFloor(actor.WorkspaceID, c.ID)
			if err != nil {
				return err
			}
			state, err := tx.AssistantState(actor.WorkspaceID)
			if err != nil {
				return err
			}
			if err := change(tx, &f, state.AssistantSettings); err != nil {
				return err
			}
			tx.SaveFloor(f)
			tx.After(func() { s.writing.cancel(c.ID) })
			if out, err = s.readThread(tx, actor.WorkspaceID, c.ID); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// takenByEcho says that the word was taken on the business's phone.
const takenByEcho = "echo"

// personSpeaks gives the word to whoever wrote an outgoing message that is
// stored in this transaction, where an assistant is on duty.
func (s *Service) personSpeaks(tx *store.Tx, m *crm.Message, by string) error {
	d, err := s.dutyOf(context.Background(), m.WorkspaceID, m.PhoneNumberID)
	if err != nil || d.assistantID == "" {
		return err
	}
	now := tx.Now()
	tx.TakeFloor(crm.Floor{WorkspaceID: m.WorkspaceID, ConversationID: m.ConversationID, Since: &now, Until: handBackAt(d.settings, now), TakenBy: by})
	tx.After(func() { s.writing.cancel(m.ConversationID) })
	return nil
}
