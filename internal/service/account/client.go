package account

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/whatsapp"
)

// Number returns a phone number of the workspace, or a KindNotFound error.
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

// NumberIn is Number for who is in a transaction: it asks the database there, and
// nothing where the number is known as it was within the last second.
func (s *Accounts) NumberIn(tx *db.Tx, workspaceID, id string) (crm.PhoneNumber, error) {
	list, _ := s.numbers.Fresh(workspaceID)
	for _, n := range list {
		if n.ID == id {
			return n, nil
		}
	}
	return PhoneNumber(tx, workspaceID, id)
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

// Provider returns the client that reaches the provider for live or for test
// workspaces, or a KindUnavailable error.
func (s *Accounts) Provider(live bool) (*whatsapp.Client, error) {
	c := s.opt.Test
	if live {
		c = s.opt.Live
	}
	if c == nil {
		return nil, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This deployment has no provider for this kind of workspace (see --provider-url and --sandbox).")
	}
	return c, nil
}
