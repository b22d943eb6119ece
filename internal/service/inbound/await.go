package inbound

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
)

// How long AwaitMessage waits, and how often it looks.
const (
	arrivalPatience = 5 * time.Second
	arrivalLook     = 10 * time.Millisecond
)

// AwaitMessage waits until what a simulated customer wrote to a phone number has been
// received, so that whoever let them write finds the customer-service window open. It
// gives up after a few seconds: the message is written all the same.
func (s *Inbound) AwaitMessage(ctx context.Context, workspaceID, phoneNumberID, providerMessageID string) {
	ctx, cancel := context.WithTimeout(ctx, arrivalPatience)
	defer cancel()
	look := time.NewTicker(arrivalLook)
	defer look.Stop()
	for id := ""; ; {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			id, err = message.MessageIDByProvider(tx, crm.PhoneNumber{ID: phoneNumberID, WorkspaceID: workspaceID}, providerMessageID)
			return err
		})
		if err != nil || id != "" {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}
