package account

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/core"
)

// AutomaticMessages returns what a number says by itself.
func (s *Accounts) AutomaticMessages(ctx context.Context, actor crm.Actor, id string) (crm.AutomaticMessages, error) {
	n, err := s.PhoneNumber(ctx, actor, id)
	return automaticOf(n), err
}

func automaticOf(n crm.PhoneNumber) crm.AutomaticMessages {
	if n.Automatic == nil {
		return crm.DefaultAutomaticMessages()
	}
	return *n.Automatic
}

// UpdateAutomaticMessages changes what is given of what a number says by itself. All
// that is wrong is told at once.
func (s *Accounts) UpdateAutomaticMessages(ctx context.Context, actor crm.Actor, id string, ch crm.AutomaticMessagesChange) (crm.AutomaticMessages, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.AutomaticMessages{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.AutomaticMessages]) (out crm.AutomaticMessages, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			n, err := LockPhoneNumber(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			old := automaticOf(n)
			out = ch.Apply(old)
			if err := checkAutomatic(tx, n.WorkspaceID, out); err != nil {
				return err
			}
			changes := crm.ActDiff(old, out, "updatedAt")
			if len(changes) == 0 {
				return save(tx, out)
			}
			out.Changed(old, tx.Now())
			tx.Write(setAutomaticSQL, n.WorkspaceID, n.ID, db.Text(out))
			tx.After(func() { s.numbers.Drop(n.WorkspaceID); s.routes.Drop(n.ProviderID) })
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "automatic_messages.updated", crm.ActTarget{Type: "phone_number", ID: n.ID, Name: n.Number}, changes)
		})
		return out, err
	})
}

// checkAutomatic returns every fault. The calendars that are named stay until the
// transaction ends.
func checkAutomatic(tx *db.Tx, workspaceID string, a crm.AutomaticMessages) (err error) {
	var f crm.Faults
	a.Check(&f)
	a.Named(func(pointer, id string) {
		there := false
		if err == nil {
			there, err = calendar.Hold(tx, workspaceID, id)
		}
		if err == nil && !there {
			f.Add(pointer, crm.CodeNotFound, "There is no calendar %q in this workspace.", id)
		}
	})
	if err != nil {
		return err
	}
	return f.Err()
}

// A calendar that a number names is not deleted.
var _ = calendar.OnDelete(func(tx *db.Tx, workspaceID, id string) error {
	page, err := PhoneNumbers(tx, workspaceID, crm.Page{Limit: 10_000})
	for _, n := range page.Items {
		automaticOf(n).Named(func(_, named string) {
			if named == id && err == nil {
				err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "The automatic messages of the phone number %s name the calendar.", n.Number)
			}
		})
	}
	return err
})
