package storefront

import (
	"context"

	"service.example/crm/internal/crm"
)

// EncryptionKey returns the public key of the flows of a number.
func (s *Storefronts) EncryptionKey(ctx context.Context, actor crm.Actor, numberID string) (crm.EncryptionKey, error) {
	return read(ctx, s, actor, crm.ScopeNumbersRead, numberID, func(ctx context.Context, p provider) (crm.EncryptionKey, error) {
		return p.client.EncryptionKey(ctx, p.token, p.id())
	})
}

// SetEncryptionKey sets the public key of the flows of a number, in PEM.
func (s *Storefronts) SetEncryptionKey(ctx context.Context, actor crm.Actor, numberID, text string) (crm.EncryptionKey, error) {
	var f crm.Faults
	key := crm.ReadEncryptionKey(text, &f)
	return change(ctx, s, actor, crm.ScopeAccountsWrite, numberID, &f, func(ctx context.Context, p provider) (crm.EncryptionKey, *crm.Act, error) {
		before, err := p.client.EncryptionKey(ctx, p.token, p.id())
		if err != nil || before.Fingerprint == key.Fingerprint {
			return before, nil, err
		}
		if err := p.client.SetEncryptionKey(ctx, p.token, p.id(), key); err != nil {
			return before, nil, err
		}
		return key, &crm.Act{Action: "encryption_key.set", Changes: crm.ActChanges(nil).Set("fingerprint", before.Fingerprint, key.Fingerprint)}, nil
	})
}
