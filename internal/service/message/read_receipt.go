package message

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
)

// readTimeout bounds the call of a read receipt: whoever asks waits for it.
const readTimeout = 10 * time.Second

// MarkRead tells the contact at once that an incoming message, and those before
// it, were read; with typing also that an answer is being written. It changes
// nothing here and promises nothing: the provider's refusal is the error.
func (s *Messages) MarkRead(ctx context.Context, actor crm.Actor, id string, typing bool) error {
	if err := actor.Require(crm.ScopeMessagesWrite); err != nil {
		return err
	}
	_, err := core.Once(ctx, s.calls, actor, func(save core.Saver[bool]) (bool, error) {
		var m *crm.Message
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { m, err = messageFor(tx, actor, id); return err })
		if err != nil {
			return false, err
		}
		if err := m.CheckMarkable(s.now()); err != nil {
			return false, err
		}
		number, err := s.account.Number(ctx, m)
		if err != nil {
			return false, err
		}
		client, token, err := s.account.Credentials(ctx, m.WorkspaceID, number.MessagingAccountID)
		if err != nil {
			return false, err
		}
		if err := core.Outside(ctx); err != nil {
			return false, err
		}
		call, cancel := context.WithTimeout(ctx, readTimeout)
		defer cancel()
		if err := client.MarkRead(call, token, number.ProviderID, m.ProviderMessageID, typing); err != nil {
			return false, account.ProviderProblem(err)
		}
		return true, s.db.Update(ctx, m.PhoneNumberID, func(tx *db.Tx) error {
			if number.ReadReceipts != crm.ReceiptsNever {
				if _, err := noteReceipt(tx, m.WorkspaceID, m.ConversationID, m.ID); err != nil {
					return err
				}
			}
			return save(tx, true)
		})
	})
	return err
}
