package account

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/whatsapp"
)

func (s *Accounts) Number(ctx context.Context, m *crm.Message) (crm.PhoneNumber, error) {
	list, err := s.KnownNumbers(ctx, m.WorkspaceID)
	if err != nil {
		return crm.PhoneNumber{}, err
	}
	for _, n := range list {
		if n.ID == m.PhoneNumberID {
			return n, nil
		}
	}
	return crm.PhoneNumber{}, crm.NotFound("phone number", m.PhoneNumberID)
}

// Throughput returns how many messages per second the provider takes of a
// number of ours.
func (s *Accounts) Throughput(ctx context.Context, workspaceID, phoneNumberID string) int {
	n, err := s.Number(ctx, &crm.Message{WorkspaceID: workspaceID, PhoneNumberID: phoneNumberID})
	if err != nil || n.Throughput <= 0 {
		return crm.ThroughputStandard
	}
	return n.Throughput
}

// Credentials returns the client and the opened token of an account.
func (s *Accounts) Credentials(ctx context.Context, workspaceID, accountID string) (*whatsapp.Client, string, error) {
	w, err := s.access.Workspace(ctx, workspaceID)
	if err != nil {
		return nil, "", err
	}
	client, err := s.Provider(w.Live)
	if err != nil {
		return nil, "", err
	}
	token, err := s.tokens.Get(accountID, func() (string, error) {
		var sealed []byte
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { sealed, err = sealedToken(tx, workspaceID, accountID); return err })
		if err != nil {
			return "", err
		}
		plain, err := s.box.Open(sealed, TokenContext(workspaceID, accountID))
		return string(plain), err
	})
	return client, s.OwnToken(w.Live, token), err
}
