package conversation

import (
	"context"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
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
func (s *Conversations) Conversations(ctx context.Context, actor crm.Actor, f contact.ConversationFilter, p crm.Page) (out crm.List[Thread], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		list, err := contact.Conversations(tx, actor.WorkspaceID, f, p)
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

func (s *Conversations) thread(tx *db.Tx, c crm.Conversation, created time.Time) (t Thread, err error) {
	t.Conversation, t.CreatedAt = c, created
	if t.Floor, err = Floor(tx, c.WorkspaceID, c.ID); err == nil {
		t.Speaker = t.Floor.SpeakerAt(tx.Now())
		t.AssistantID, err = assistant.AssistantOnDuty(tx, c.WorkspaceID, c.PhoneNumberID)
	}
	return t, err
}

// Conversation returns one conversation; one that was joined to another is
// answered by that one.
func (s *Conversations) Conversation(ctx context.Context, actor crm.Actor, id string) (t Thread, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return t, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { t, err = s.readThread(tx, actor.WorkspaceID, id); return err })
	return t, err
}

func (s *Conversations) readThread(tx *db.Tx, workspaceID, id string) (Thread, error) {
	c, created, err := contact.ConversationMade(tx, workspaceID, id)
	if err != nil {
		return Thread{}, err
	}
	return s.thread(tx, c, created)
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
func (s *Conversations) TakeOver(ctx context.Context, actor crm.Actor, id string, o TakeOver) (Thread, error) {
	return s.changeFloor(ctx, actor, id, func(tx *db.Tx, f *crm.Floor, settings crm.AssistantSettings) error {
		now := tx.Now()
		if err := o.validate(now); err != nil {
			return err
		}
		f.Speaker, f.Since, f.TakenBy, f.Pauses, f.Note, f.Assignee = crm.SpeakerPerson, &now, actor.KeyID, 0, o.Note, o.Assignee
		if f.Until = o.Until; o.Until == nil {
			f.Until = HandBackAt(settings, now)
		}
		return nil
	})
}

// HandBack gives the word back to the assistant on duty. It answers what is
// written from now on.
func (s *Conversations) HandBack(ctx context.Context, actor crm.Actor, id string) (Thread, error) {
	return s.changeFloor(ctx, actor, id, func(tx *db.Tx, f *crm.Floor, _ crm.AssistantSettings) error {
		f.Give(tx.Now())
		f.Pauses = 0
		return nil
	})
}

// SwitchAssistant says for one conversation whether an assistant answers.
func (s *Conversations) SwitchAssistant(ctx context.Context, actor crm.Actor, id string, position crm.AssistantSwitch) (Thread, error) {
	return s.changeFloor(ctx, actor, id, func(_ *db.Tx, f *crm.Floor, _ crm.AssistantSettings) error {
		if position != crm.SwitchDefault && position != crm.SwitchOff {
			var faults crm.Faults
			faults.Add("/assistant", crm.CodeNotAllowed, "assistant is default or off.")
			return faults.Err()
		}
		f.Switch = position
		return nil
	})
}

func (s *Conversations) changeFloor(ctx context.Context, actor crm.Actor, id string, change func(*db.Tx, *crm.Floor, crm.AssistantSettings) error) (Thread, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return Thread{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[Thread]) (out Thread, err error) {
		var c crm.Conversation
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = contact.Conversation(tx, actor.WorkspaceID, id); return err })
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), c.PhoneNumberID, func(tx *db.Tx) error {
			f, err := LockFloor(tx, actor.WorkspaceID, c.ID)
			if err != nil {
				return err
			}
			state, err := assistant.AssistantState(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			if err := change(tx, &f, state.AssistantSettings); err != nil {
				return err
			}
			SaveFloor(tx, f)
			tx.After(func() { s.Writing.Cancel(c.ID) })
			if out, err = s.readThread(tx, actor.WorkspaceID, c.ID); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// TakenByEcho says that the word was taken on the business's phone.
const TakenByEcho = "echo"

// PersonSpeaks gives the word to whoever wrote an outgoing message that is
// stored in this transaction, where an assistant is on duty.
func (s *Conversations) PersonSpeaks(tx *db.Tx, m *crm.Message, by string) error {
	d, err := s.assistant.DutyOf(context.Background(), m.WorkspaceID, m.PhoneNumberID)
	if err != nil || d.AssistantID == "" {
		return err
	}
	now := tx.Now()
	takeFloor(tx, crm.Floor{WorkspaceID: m.WorkspaceID, ConversationID: m.ConversationID, Since: &now, Until: HandBackAt(d.Settings, now), TakenBy: by})
	tx.After(func() { s.Writing.Cancel(m.ConversationID) })
	return nil
}

// HandBackAt is when the word goes back by itself; nil for never.
func HandBackAt(s crm.AssistantSettings, now time.Time) *time.Time {
	if s.HandBackSeconds == 0 {
		return nil
	}
	at := now.Add(time.Duration(s.HandBackSeconds) * time.Second)
	return &at
}
