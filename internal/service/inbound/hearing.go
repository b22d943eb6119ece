package inbound

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/whatsapp"
)

// noteLate records, in the transaction that applies them, that items of a
// number came late.
func (s *Inbound) noteLate(ctx context.Context, tx *db.Tx, p slice) error {
	if !slices.ContainsFunc(p.items[p.from:p.to], func(item whatsapp.Item) bool {
		var told time.Time // to the second
		switch item := item.(type) {
		case *whatsapp.StatusUpdate:
			told = item.Timestamp
		case *whatsapp.IncomingMessage:
			told = item.Timestamp
		}
		return !told.IsZero() && p.body.ReceivedAt.Sub(told) > s.message.LateFor()+time.Second
	}) {
		return nil
	}
	number, ours, err := s.routed(ctx, tx, account.Realm(p.body.Account), p.job.Queue)
	if ours {
		account.NoteLate(tx, number.WorkspaceID, number.ID, p.body.ReceivedAt)
	}
	return err
}
