package conversation

import (
	"cmp"
	"context"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
)

// Conversation is a conversation as it is shown: with where it stands and who
// speaks.
type Conversation struct {
	crm.Conversation
	CreatedAt     time.Time
	ContactName   string
	ActiveSpeaker crm.ActiveSpeaker
	Speaker       crm.Speaker // as of now
	// AssistantID is on duty for the conversation's phone number; "" for nobody.
	AssistantID string

	Status                          crm.ConversationStatus
	Priority                        crm.Priority
	WaitingSince, DueAt, ActivityAt *time.Time
	Later
	WakeOnReply   bool
	Seq, Inbounds int64
	Preview       crm.Preview
	LabelIDs      []string
	// EpisodeID is the latest one, "" if there never was one.
	EpisodeID string
	EpisodeNo int
	OpenedAt  *time.Time
	// Unread counts what the contact wrote that the asking user has not read; SeenBy
	// is who saw the latest first.
	Unread int64
	SeenBy string
	SeenAt *time.Time
	// MentionedAt is when a note last mentioned the asking user, in the list of those.
	MentionedAt *time.Time
}

// Later is when a conversation comes back by itself; nil for never.
type Later struct {
	SnoozedUntil, FollowUpAt *time.Time
	PromiseDueAt             *time.Time // when the next open promise is due
}

// shownTo takes out of conversations what the actor may not read.
func shownTo(actor crm.Actor, list crm.List[Conversation]) crm.List[Conversation] {
	words, names := actor.Require(crm.ScopeMessagesRead) == nil, actor.Require(crm.ScopeContactsRead) == nil
	for i := range list.Items {
		c := &list.Items[i]
		if !words {
			c.Preview.Text = ""
		}
		if !names {
			c.ContactName = ""
		}
	}
	return list
}

func (c Conversation) subject() reach.Subject { return contact.SubjectOf(c.Conversation) }

// Conversations returns a page of the workspace's conversations, newest first.
func (s *Conversations) Conversations(ctx context.Context, actor crm.Actor, f Filter, p crm.Page) (out crm.List[Conversation], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = List(tx, actor, f, p); return err })
	return shownTo(actor, out), err
}

// Conversation returns one conversation; one that was joined to another is
// answered by that one.
func (s *Conversations) Conversation(ctx context.Context, actor crm.Actor, id string) (out Conversation, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = readConversation(tx, actor, id); return err })
	return out, err
}

func readConversation(tx *db.Tx, actor crm.Actor, id string) (Conversation, error) {
	c, err := contact.ConversationFor(tx, actor, id)
	if err != nil {
		return Conversation{}, err
	}
	return complete(tx, c, actor)
}

// TakeOver says for how long people take over, and what for.
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

// TakeOver makes people the active speaker of a conversation, at once: a reply that is
// being written is not sent. A question of the contact stays open.
func (s *Conversations) TakeOver(ctx context.Context, actor crm.Actor, id string, o TakeOver) (Conversation, error) {
	return s.changeSpeaker(ctx, actor, id, func(tx *db.Tx, speaker *crm.ActiveSpeaker, settings crm.AssistantSettings) error {
		now := tx.Now()
		if err := o.validate(now); err != nil {
			return err
		}
		speaker.Speaker, speaker.Since, speaker.TakenBy, speaker.Pauses, speaker.Note, speaker.Assignee = crm.SpeakerPerson, &now, actor.By(), 0, o.Note, o.Assignee
		if speaker.Until = o.Until; o.Until == nil {
			speaker.Until = HandBackAt(settings, now)
		}
		return nil
	})
}

// HandBack gives the conversation back to the assistant on duty. It answers what is
// written from now on.
func (s *Conversations) HandBack(ctx context.Context, actor crm.Actor, id string) (Conversation, error) {
	return s.changeSpeaker(ctx, actor, id, func(tx *db.Tx, speaker *crm.ActiveSpeaker, _ crm.AssistantSettings) error {
		speaker.HandBack(tx.Now())
		speaker.Pauses = 0
		return nil
	})
}

// Update changes what is given of a conversation: whether an assistant answers in
// it, and its priority.
func (s *Conversations) Update(ctx context.Context, actor crm.Actor, id string, position crm.AssistantSwitch, priority crm.Priority) (Conversation, error) {
	return s.changeConversation(ctx, actor, id, func(tx *db.Tx, c *crm.Conversation) error {
		if position != "" {
			speaker, err := LockActiveSpeaker(tx, c.WorkspaceID, c.ID)
			if err != nil {
				return err
			}
			before := speaker
			speaker.Switch = position
			SaveActiveSpeaker(tx, speaker)
			spoken(tx, before, speaker, actor.By())
			tx.After(func() { s.CancelWriting(c.ID) })
		}
		if priority == "" {
			return nil
		}
		if _, found, err := lockInbox(tx, c.WorkspaceID, c.ID); err != nil || !found {
			var f crm.Faults
			f.Add("/priority", crm.CodeNotAllowed, "The conversation was never open. Open it first (PUT /v1/conversations/{id}/status).")
			return cmp.Or(err, f.Err())
		}
		_, err := changeState(tx, *c, step{by: actor.By(), reason: crm.ReasonRequest}, func(state *crm.InboxState) error {
			state.Priority = priority
			return nil
		})
		return err
	})
}

func (s *Conversations) changeSpeaker(ctx context.Context, actor crm.Actor, id string, change func(*db.Tx, *crm.ActiveSpeaker, crm.AssistantSettings) error) (Conversation, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return Conversation{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[Conversation]) (out Conversation, err error) {
		var c crm.Conversation
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = contact.ConversationFor(tx, actor, id); return err })
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), c.PhoneNumberID, func(tx *db.Tx) error {
			a, err := LockActiveSpeaker(tx, actor.WorkspaceID, c.ID)
			if err != nil {
				return err
			}
			state, err := assistant.AssistantState(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			before := a
			if err := change(tx, &a, state.AssistantSettings); err != nil {
				return err
			}
			SaveActiveSpeaker(tx, a)
			spoken(tx, before, a, actor.By())
			tx.After(func() { s.CancelWriting(c.ID) })
			if out, err = readConversation(tx, actor, c.ID); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// PersonSpeaks makes whoever wrote an outgoing message that is stored in this
// transaction the active speaker, where an assistant is on duty. On the
// business's phone that is a user without an identifier.
func (s *Conversations) PersonSpeaks(tx *db.Tx, m *crm.Message, by crm.DoneBy) error {
	d, err := s.assistant.DutyOf(context.Background(), m.WorkspaceID, m.PhoneNumberID)
	if err != nil || d.AssistantID == "" {
		return err
	}
	now := tx.Now()
	makePersonSpeaker(tx, crm.ActiveSpeaker{WorkspaceID: m.WorkspaceID, ConversationID: m.ConversationID, Since: &now, Until: HandBackAt(d.Settings, now), TakenBy: by})
	tx.After(func() { s.CancelWriting(m.ConversationID) })
	return nil
}

// HandBackAt is when the conversation returns by itself; nil for never.
func HandBackAt(s crm.AssistantSettings, now time.Time) *time.Time {
	if s.HandBackSeconds == 0 {
		return nil
	}
	at := now.Add(time.Duration(s.HandBackSeconds) * time.Second)
	return &at
}
