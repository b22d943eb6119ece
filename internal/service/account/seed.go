package account

import (
	"fmt"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedNumber stores an account with one phone number, the n-th of the deployment,
// without asking the provider.
func (s *Accounts) SeedNumber(tx *db.Tx, workspaceID, number string, n int) (p crm.PhoneNumber, err error) {
	a := crm.MessagingAccount{WorkspaceID: workspaceID, ProviderID: fmt.Sprintf("29%013d", n), Name: "Seeded",
		TokenHint: "…none", Status: "connected", CreatedAt: tx.Now()}
	if a.ID, err = ClaimAccount(tx, workspaceID, a.ProviderID, tx.NewID(crm.PrefixMessagingAccount)); err != nil {
		return p, err
	}
	token, err := s.box.Seal([]byte("none"), TokenContext(workspaceID, a.ID))
	if err != nil {
		return p, err
	}
	SaveMessagingAccount(tx, a, token, []byte{})
	p = crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: workspaceID, MessagingAccountID: a.ID, ProviderID: fmt.Sprintf("19%013d", n), Number: number,
		VerifiedName: "Seeded", Throughput: 80, CreatedAt: tx.Now()}
	SavePhoneNumber(tx, p)
	return p, nil
}
