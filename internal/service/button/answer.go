package button

import (
	"errors"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// applyAnswer does what the business answered, as far as the presser may now, and
// notes the rest with its reason.
func (s *Buttons) applyAnswer(tx *db.Tx, presser crm.Actor, p *crm.Press, a crm.PressAnswer) error {
	p.Message, p.ReplyProposal = a.Message, a.ReplyProposal
	actor, err := s.access.Current(tx, presser, crm.ScopeConversationsWrite)
	if refused(err) {
		skipAll(p, a, crm.SkipNotAllowed, "You may not change conversations any more.")
		return nil
	}
	var c crm.Conversation
	if err == nil {
		c, err = contact.ConversationFor(tx, actor, p.ConversationID)
	}
	if crm.CodeOf(err) == crm.CodeNotFound {
		skipAll(p, a, crm.SkipNotFound, "You do not reach the conversation any more.")
		return nil
	}
	if err == nil { // the contact is locked before the conversation, as a merge does
		err = s.setFields(tx, actor, p, c, a.Fields)
	}
	if err == nil {
		err = relabel(tx, p, c, a)
	}
	if err == nil && a.Note != "" {
		var n crm.Note
		if n, err = conversation.WriteNote(tx, c, actor.By(), crm.NoteChange{Body: &a.Note}); err == nil {
			p.NoteID = n.ID
			p.Applied = append(p.Applied, "/note")
		}
	}
	if err == nil {
		err = s.propose(tx, actor, p, c)
	}
	return err
}

// refused reports whether the error says that the actor may not ask any more.
func refused(err error) bool {
	var e *crm.Error
	return errors.As(err, &e) && (e.Kind == crm.KindForbidden || e.Kind == crm.KindUnauthorized || e.Kind == crm.KindNotFound)
}

// skipAll notes that nothing of an answer takes effect. What it proposes is not told
// either.
func skipAll(p *crm.Press, a crm.PressAnswer, reason, detail string) {
	p.ReplyProposal = ""
	for _, pointer := range a.Parts() {
		p.Skip(pointer, reason, "%s", detail)
	}
}

func (s *Buttons) setFields(tx *db.Tx, actor crm.Actor, p *crm.Press, c crm.Conversation, values map[string]any) error {
	if len(values) == 0 {
		return nil
	}
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		p.Skip("/fields", crm.SkipNotAllowed, "You may not change contacts: that needs %s.", crm.ScopeContactsWrite)
		return nil
	}
	set, err := s.contact.SetFields(tx, actor, c.ContactID, values, func(f crm.FieldError) {
		reason := crm.SkipNotAllowed
		if f.Code == crm.CodeUnknownField {
			reason = crm.SkipNotFound
		}
		p.Skip(f.Pointer, reason, "%s", f.Detail)
	})
	for _, key := range set {
		p.Applied = append(p.Applied, crm.Pointer("fields", key))
	}
	return err
}

func relabel(tx *db.Tx, p *crm.Press, c crm.Conversation, a crm.PressAnswer) error {
	if len(a.AddLabelIDs)+len(a.RemoveLabelIDs) == 0 {
		return nil
	}
	done, err := conversation.Relabel(tx, c, p.PressedBy, crm.ReasonRequest, a.AddLabelIDs, a.RemoveLabelIDs)
	if err != nil {
		return err
	}
	for i, id := range a.AddLabelIDs {
		switch at := crm.Pointer("addLabelIds", i); {
		case slices.Contains(done.Unknown, id):
			p.Skip(at, crm.SkipNotFound, "There is no label %q in this workspace.", id)
		case done.Full:
			p.Skip(at, crm.SkipNotAllowed, "The conversation would have more labels than one may have.")
		default:
			p.Applied = append(p.Applied, at)
		}
	}
	for i, id := range a.RemoveLabelIDs {
		if at := crm.Pointer("removeLabelIds", i); slices.Contains(done.Removed, id) {
			p.Applied = append(p.Applied, at)
		} else {
			p.Skip(at, crm.SkipUnchanged, "The conversation did not have the label %q.", id)
		}
	}
	return nil
}

// propose makes what the business proposes the presser's draft, if they have none.
func (s *Buttons) propose(tx *db.Tx, actor crm.Actor, p *crm.Press, c crm.Conversation) (err error) {
	if p.ReplyProposal == "" {
		return nil
	}
	if actor.UserID() == "" {
		p.Skip("/replyProposal", crm.SkipNotAllowed, "People who signed in have drafts. An API key has none.")
		return nil
	}
	if p.Drafted, err = s.draft.Propose(tx, c, actor.UserID(), p.ReplyProposal); p.Drafted {
		p.Applied = append(p.Applied, "/replyProposal")
	} else {
		p.Skip("/replyProposal", crm.SkipDraftExists, "You have a draft in the conversation already, or as many drafts as you may have.")
	}
	return err
}
