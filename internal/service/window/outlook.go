package window

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// Outlook returns the window of a conversation, and what it costs to write to the contact
// when it has closed.
func (s *Windows) Outlook(ctx context.Context, actor crm.Actor, id string) (out crm.WindowOutlook, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, id)
		if err != nil {
			return err
		}
		state, _, err := conversation.State(tx, c.WorkspaceID, c.ID)
		if err != nil {
			return err
		}
		warning, err := conversation.WindowWarning(tx, c.WorkspaceID)
		if err != nil {
			return err
		}
		who, err := contact.Contact(tx, c.WorkspaceID, c.ContactID)
		if err != nil {
			return err
		}
		out = crm.OutlookOf(c, state.WaitingSince != nil, warning, tx.Now())
		out.Prices = s.card.Templates(who.Phone, listCurrency, tx.Now())
		return nil
	})
	return out, err
}

// Ending reports the contacts who wait and whose window ends soon, and what it costs to
// write to all of them afterwards, as far as the actor reaches.
func (s *Windows) Ending(ctx context.Context, actor crm.Actor, q crm.WindowQuery) (out crm.WindowReport, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	if err := actor.RequireFigures(q.TeamID, q.AgentID, q.PhoneNumberID); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if q.Within == 0 {
			warning, err := conversation.WindowWarning(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			if q.Within = warning; warning == 0 {
				q.Within = crm.DefaultWindowWarning
			}
		}
		now := tx.Now()
		out = crm.WindowReport{Within: q.Within, RateCard: s.card.Day(now)}
		out.More, err = readEnding(tx, actor.WorkspaceID, q, now, func(w crm.EndingWindow, phone string) {
			w.Prices = s.card.Templates(phone, listCurrency, now)
			out.Add(w)
		})
		return err
	})
	return out, err
}
