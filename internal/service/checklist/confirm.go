package checklist

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
)

// Confirm notes that a person has made sure of an item, with what they looked at.
func (s *Checklists) Confirm(ctx context.Context, actor crm.Actor, item string, c crm.Confirmation) (crm.ChecklistEntry, error) {
	c.Refused = false
	return s.say(ctx, actor, item, "onboarding_item.confirmed", c)
}

// Reject notes that a person found an item not fulfilled, whatever was confirmed before.
func (s *Checklists) Reject(ctx context.Context, actor crm.Actor, item, reason string) (crm.ChecklistEntry, error) {
	return s.say(ctx, actor, item, "onboarding_item.rejected", crm.Confirmation{Note: reason, Refused: true})
}

func (s *Checklists) say(ctx context.Context, actor crm.Actor, item, action string, c crm.Confirmation) (crm.ChecklistEntry, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.ChecklistEntry{}, err
	}
	if err := known(item, false); err != nil {
		return crm.ChecklistEntry{}, err
	}
	if !crm.Confirmable(item) {
		return crm.ChecklistEntry{}, crm.Errorf(crm.KindConflict, crm.CodeItemAutomatic, "The service finds out about %s by itself: have it checked instead (POST /v1/onboarding/%s/check).", item, item)
	}
	if err := faultsOf(item, c); err != nil {
		return crm.ChecklistEntry{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ChecklistEntry]) (out crm.ChecklistEntry, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			c.By, c.At = actor.By(), tx.Now()
			out, err = s.hear(tx, actor, item, c)
			if err == nil {
				err = save(tx, out)
			}
			if err != nil {
				return err
			}
			act := crm.Act{Action: action, Targets: []crm.ActTarget{{Type: "onboarding_item", ID: item}}, Changes: crm.ActChanges(nil).Set("note", nil, c.Note)}
			if c.DocumentType != "" {
				act.Changes = act.Changes.Set("documentType", nil, c.DocumentType)
			}
			if c.MediaID != "" {
				act.Targets = append(act.Targets, crm.ActTarget{Type: "media", ID: c.MediaID})
			}
			return audit.Record(tx, actor, act)
		})
		return out, err
	})
}

func faultsOf(item string, c crm.Confirmation) error {
	var f crm.Faults
	if !c.Refused {
		c.Check(item, &f)
	} else if c.Note == "" {
		f.Add("/reason", crm.CodeRequired, "reason is required: say what is missing.")
	} else if len([]rune(c.Note)) > 2000 {
		f.Add("/reason", crm.CodeTooLong, "reason has at most 2000 characters.")
	}
	return f.Err()
}

// hear stores what a person says about an item, and lets it count.
func (s *Checklists) hear(tx *db.Tx, actor crm.Actor, item string, c crm.Confirmation) (out crm.ChecklistEntry, err error) {
	if err := begin(tx, actor.WorkspaceID); err != nil {
		return out, err
	}
	l, err := read(tx, actor.WorkspaceID)
	if err != nil {
		return out, err
	}
	e := l.items[item]
	s.exchangeFile(tx, actor.WorkspaceID, item, e.Confirmation, &c)
	old := e.State
	if e.Confirmation != nil && e.Confirmation.Refused { // what it was refused with goes with the refusal
		e.State, e.Reason, e.NextAction = crm.ItemTodo, "", ""
	}
	e.Confirmation = &c
	e = e.Heard(tx.Now())
	saveEntry(tx, actor.WorkspaceID, e)
	if err := tell(tx, actor.WorkspaceID, item, string(old), string(e.State), e.Reason, actor.By()); err != nil {
		return out, err
	}
	if item == crm.ItemPayment && !c.Refused {
		if err := s.paid(tx, actor.WorkspaceID); err != nil {
			return out, err
		}
	}
	checkSoon(tx, actor.WorkspaceID)
	return expected(tx, actor.WorkspaceID, e)
}

// paid lets the messages go that wait for a payment method: somebody attached one.
func (s *Checklists) paid(tx *db.Tx, workspaceID string) error {
	list, err := account.MessagingAccounts(tx, workspaceID)
	for _, a := range list {
		if err == nil {
			err = account.EndPaymentHold(s.account, tx, workspaceID, a.ID)
		}
	}
	return err
}

// exchangeFile keeps the file that a confirmation names, and lets go of the one before.
func (s *Checklists) exchangeFile(tx *db.Tx, workspaceID, item string, old, now *crm.Confirmation) {
	place := "onboarding/" + item
	was := ""
	if old != nil {
		was = old.MediaID
	}
	if was == now.MediaID {
		return
	}
	if was != "" {
		media.LeavePlace(tx, workspaceID, place, was)
		media.ReleaseFile(tx, workspaceID, was)
	}
	if now.MediaID != "" {
		media.UseFileAt(tx, workspaceID, place, now.MediaID, "/mediaId")
	}
}

// SetWebsite notes which website the business has, with its legal name and address, and
// has it looked at. What was confirmed of another one does not count any more.
func (s *Checklists) SetWebsite(ctx context.Context, actor crm.Actor, w crm.Website) (crm.ChecklistEntry, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.ChecklistEntry{}, err
	}
	var f crm.Faults
	crm.CheckURL(w.URL, s.guard.Rules, &f)
	w.Check(&f)
	if err := f.Err(); err != nil {
		return crm.ChecklistEntry{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ChecklistEntry]) (out crm.ChecklistEntry, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if err := begin(tx, actor.WorkspaceID); err != nil {
				return err
			}
			l, err := read(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			out = l.items[crm.ItemWebsite]
			changes := crm.ActDiff(l.site, w, "changedAt")
			if len(changes) == 0 {
				return save(tx, out)
			}
			w.ChangedAt = tx.Now()
			saveWebsite(tx, actor.WorkspaceID, w)
			if c := out.Confirmation; c != nil {
				s.exchangeFile(tx, actor.WorkspaceID, crm.ItemWebsite, c, new(crm.Confirmation))
			}
			old := out.State
			out = crm.ChecklistEntry{ID: crm.ItemWebsite, State: crm.ItemSubmitted, NextAction: "Wait: the service is looking at the website.", SubmittedAt: &w.ChangedAt}
			saveEntry(tx, actor.WorkspaceID, out)
			if err := tell(tx, actor.WorkspaceID, crm.ItemWebsite, string(old), string(out.State), "", actor.By()); err != nil {
				return err
			}
			visitSoon(tx, actor.WorkspaceID)
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "onboarding_website.changed", crm.ActTarget{Type: "onboarding_item", ID: crm.ItemWebsite}, changes)
		})
		return out, err
	})
}
