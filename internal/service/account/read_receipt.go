package account

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// UpdatePhoneNumber changes what is given of a number: when contacts are told that
// their messages were read.
func (s *Accounts) UpdatePhoneNumber(ctx context.Context, actor crm.Actor, id string, receipts *crm.ReadReceipts) (crm.PhoneNumber, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.PhoneNumber{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.PhoneNumber]) (n crm.PhoneNumber, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			if n, err = phoneNumber(tx, lockPhoneSQL, actor.WorkspaceID, id); err != nil {
				return err
			}
			old := n.ReadReceipts
			core.Set(&n.ReadReceipts, receipts)
			if err := n.ReadReceipts.Validate(); err != nil {
				return err
			}
			if err := save(tx, n); err != nil || n.ReadReceipts == old {
				return err
			}
			tx.Write(setReceiptsSQL, n.WorkspaceID, n.ID, string(n.ReadReceipts))
			tx.After(func() { s.numbers.Drop(n.WorkspaceID) })
			return audit.RecordChange(tx, actor, "phone_number.updated", crm.ActTarget{Type: "phone_number", ID: n.ID, Name: n.Number}, crm.ActChanges(nil).Set("readReceipts", string(old), string(n.ReadReceipts)))
		})
		return n, err
	})
}

// ReadReceipts is when contacts are told that their messages to a number were read,
// as it was at most a second ago.
func (s *Accounts) ReadReceipts(workspaceID, numberID string) (crm.ReadReceipts, error) {
	n, err := s.Number(context.Background(), &crm.Message{WorkspaceID: workspaceID, PhoneNumberID: numberID})
	if err != nil && crm.AsError(err).Kind == crm.KindNotFound {
		return crm.ReceiptsNever, nil
	}
	return n.ReadReceipts, err
}
