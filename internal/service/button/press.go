package button

import (
	"context"
	"errors"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/webhook"
)

// ShownButton is a button as it is in a conversation, for somebody.
type ShownButton struct {
	crm.Button
	// Opens is the URL with the values of the conversation; "" for other kinds. Missing
	// are the variables that have no value there.
	Opens   string
	Missing []string
}

// Shown returns a page of the buttons that the actor may press in a conversation, the
// oldest first. To call something, they must be somebody who changes conversations.
func (s *Buttons) Shown(ctx context.Context, actor crm.Actor, conversationID string, p crm.Page) (out crm.List[ShownButton], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	calls := actor.Require(crm.ScopeConversationsWrite) == nil
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err != nil {
			return err
		}
		list, err := buttons(tx, actor.WorkspaceID, p)
		if err != nil {
			return err
		}
		out.Next = list.Next
		var values map[string]string
		for _, b := range list.Items {
			if !b.IsFor(actor) || b.Kind == crm.ButtonPost && !calls {
				continue
			}
			shown := ShownButton{Button: b}
			if b.Kind == crm.ButtonOpenURL {
				if values == nil {
					if values, err = urlValues(tx, actor, c); err != nil {
						return err
					}
				}
				shown.Opens, shown.Missing = crm.FillURL(b.URL, values)
			}
			out.Items = append(out.Items, shown)
		}
		return nil
	})
	return out, err
}

// urlValues are what URLs may say of a conversation to the actor.
func urlValues(tx *db.Tx, actor crm.Actor, c crm.Conversation) (values map[string]string, err error) {
	values = map[string]string{}
	if actor.Require(crm.ScopeContactsRead) == nil {
		if values, err = contact.Variables(tx, c.WorkspaceID, c.ContactID); err != nil {
			return nil, err
		}
	}
	if actor.MasksPhoneNumbers { // half a number opens no page
		delete(values, "contact.phone")
	}
	values["contact.id"], values["conversation.id"] = c.ContactID, c.ID
	if id := actor.UserID(); id != "" {
		values["agent.id"], values["agent.name"] = id, actor.Name
	}
	return values, nil
}

// Presses returns a page of the presses of a button, the newest first, without what
// the business said to those who pressed.
func (s *Buttons) Presses(ctx context.Context, actor crm.Actor, buttonID string, p crm.Page) (out crm.List[crm.Press], err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := button(tx, selectButtonSQL, actor.WorkspaceID, buttonID); err != nil {
			return err
		}
		out, err = presses(tx, actor.WorkspaceID, buttonID, p)
		return err
	})
	for i := range out.Items {
		out.Items[i].Message, out.Items[i].ReplyProposal = "", ""
	}
	return out, err
}

// Press calls the system behind a button and applies its answer as far as the actor
// may. The press is claimed before the call and ended once after it: what a crash
// comes between is crm.PressUnknown, and never applied. No transaction is open during
// the call. That it failed is no error, but a press that says so.
func (s *Buttons) Press(ctx context.Context, actor crm.Actor, conversationID, buttonID string) (crm.Press, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return crm.Press{}, err
	}
	out, err := core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Press]) (crm.Press, error) {
		leave, err := enter(&s.pressed, actor.WorkspaceID, buttonID)
		if err != nil {
			return crm.Press{}, err
		}
		defer leave()
		var claim claim
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) (err error) {
			if claim, err = s.claim(tx, actor, conversationID, buttonID); err != nil {
				return err
			}
			return save(tx, claim.press)
		})
		if err == nil {
			err = core.Outside(ctx)
		}
		if err != nil {
			return crm.Press{}, err
		}
		// Whoever pressed may have gone: what was begun comes to its end all the same.
		ctx := context.WithoutCancel(ctx)
		return s.end(ctx, actor, claim, s.client.Post(ctx, claim.call))
	})
	if err == nil && out.State == crm.PressCalling { // it was begun before, under the same Idempotency-Key
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			out, err = press(tx, selectPressSQL, out.WorkspaceID, out.ButtonID, out.ID)
			return err
		})
	}
	return out, err
}

// claim is a press that has begun, and the call that is to be made.
type claim struct {
	press         crm.Press
	phoneNumberID string
	call          webhook.Call
}

// claim begins a press, and makes what is sent: what the actor may know.
func (s *Buttons) claim(tx *db.Tx, actor crm.Actor, conversationID, buttonID string) (out claim, err error) {
	c, err := contact.ConversationFor(tx, actor, conversationID)
	if err != nil {
		return out, err
	}
	b, err := button(tx, selectButtonSQL, actor.WorkspaceID, buttonID)
	if err == nil && !b.IsFor(actor) {
		err = crm.NotFound("button", buttonID)
	}
	if err == nil && b.Kind != crm.ButtonPost {
		err = crm.Errorf(crm.KindConflict, crm.CodeButtonOpens, "The button opens a URL: open the one that GET /v1/conversations/{id}/buttons shows.")
	}
	if err == nil {
		err = s.open(&b)
	}
	if err != nil {
		return out, err
	}
	p := crm.Press{ID: tx.NewID(crm.PrefixPress), WorkspaceID: actor.WorkspaceID, ButtonID: b.ID, ConversationID: c.ID, PressedBy: actor.By(), PressedAt: tx.Now(), State: crm.PressCalling}
	data := crm.PressData{PressID: p.ID, ButtonID: b.ID, ButtonLabel: b.Label, ConversationID: c.ID, PhoneNumberID: c.PhoneNumberID, Contact: crm.PressedContact{ID: c.ContactID},
		PressedBy: p.PressedBy, PressedByName: actor.Name, PressedAt: p.PressedAt}
	if actor.Require(crm.ScopeContactsRead) == nil {
		if data.Contact, err = s.contact.Pressed(tx, c.WorkspaceID, c.ContactID); err != nil {
			return out, err
		}
	}
	body, err := crm.EventBody(crm.PressEvent, p.PressedAt, data)
	if err == nil {
		insertPress(tx, p)
		conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: p.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelineButton, By: p.PressedBy, Refs: crm.TimelineRefs{ButtonID: b.ID, PressID: p.ID}})
	}
	return claim{p, c.PhoneNumberID, webhook.Call{URL: b.URL, ID: p.ID, Secrets: b.LiveSecrets(tx.Now()), Body: body, Timeout: crm.PressCall, Whole: true}}, err
}

// end stores what came of a call, and applies what was answered.
func (s *Buttons) end(ctx context.Context, actor crm.Actor, c claim, r *webhook.Result) (out crm.Press, err error) {
	failure := failureOf(r)
	var answer crm.PressAnswer
	if failure == nil {
		if answer, err = crm.ParsePressAnswer(r.AnswerBody); err != nil {
			failure = &crm.PressError{Class: crm.PressBadAnswer, StatusCode: r.StatusCode, Detail: "The answer is not as described. " + faultsOf(err)}
		}
	}
	for range joinedTries { // nobody could repeat the call
		if out, err = s.store(ctx, actor, c, failure, answer); !errors.Is(err, contact.ErrJoined) {
			break
		}
	}
	return out, err
}

// joinedTries is how often what was answered is applied anew because the conversation
// was joined to another one just then.
const joinedTries = 5

// store ends a press in one transaction.
func (s *Buttons) store(ctx context.Context, actor crm.Actor, c claim, failure *crm.PressError, answer crm.PressAnswer) (out crm.Press, err error) {
	err = s.db.Update(db.Urgent(ctx), c.phoneNumberID, func(tx *db.Tx) error {
		if err := tx.Alone(); err != nil { // it locks a member, a contact and a conversation
			return err
		}
		p, err := press(tx, lockPressSQL, c.press.WorkspaceID, c.press.ButtonID, c.press.ID)
		if err != nil {
			return err
		}
		if out = p; p.State != crm.PressCalling { // it took too long to come here
			return nil
		}
		now := tx.Now()
		out.EndedAt, out.State = &now, crm.PressDone
		if failure != nil {
			out.State, out.Error = crm.PressFailed, failure
		} else if err := s.applyAnswer(tx, actor, &out, answer); err != nil {
			return err
		}
		_, err = endPress(tx, out) // it is locked, so nobody else ended it
		return err
	})
	return out, err
}

// faultsOf says in one text what is wrong with an answer.
func faultsOf(err error) string {
	const shown = 5
	fields := crm.AsError(err).Fields
	var out []string
	for _, f := range fields[:min(len(fields), shown)] {
		out = append(out, f.Detail)
	}
	if len(fields) > shown {
		out = append(out, "…")
	}
	return strings.Join(out, " ")
}

// failureOf says why a call failed; nil if it did not. No address is told, but that
// there is none that may be called.
func failureOf(r *webhook.Result) *crm.PressError {
	fail := func(class crm.PressClass, detail string) *crm.PressError {
		return &crm.PressError{Class: class, StatusCode: r.StatusCode, Detail: detail}
	}
	switch r.Error {
	case "":
		return nil
	case webhook.ErrorTimeout:
		return fail(crm.PressTimeout, "The system behind the button did not answer within "+crm.PressCall.Truncate(time.Second).String()+".")
	case webhook.ErrorRefused:
		return fail(crm.PressUnreachable, "The system behind the button took no connection.")
	case webhook.ErrorLost:
		return fail(crm.PressUnreachable, "The connection ended before the answer was complete, or the answer was no HTTP.")
	case webhook.ErrorDNS:
		return fail(crm.PressUnreachable, "The host of the button's URL does not exist.")
	case webhook.ErrorTLS:
		return fail(crm.PressUnreachable, "The certificate of the host is not valid, or there is no common version of TLS.")
	case webhook.ErrorForbidden:
		return fail(crm.PressForbidden, "The host of the button's URL has no address that the service may call.")
	case webhook.ErrorAnswer:
		return fail(crm.PressBadAnswer, "The answer is longer than 64 KiB.")
	case webhook.ErrorResolver, webhook.ErrorProxy, webhook.ErrorRequest:
		return fail(crm.PressNotSent, "Nothing was sent, for a reason of our own. Try again, and tell who runs the service.")
	}
	if r.StatusCode >= 300 && r.StatusCode < 400 {
		return fail(crm.PressRefused, "The system behind the button answered with a redirect, which is not followed.")
	}
	return fail(crm.PressRefused, "The system behind the button refused: it answered with another status than 2xx.")
}
