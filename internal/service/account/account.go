package account

import (
	"context"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/whatsapp"
)

// TokenContext is what the token of an account is sealed for.
func TokenContext(workspaceID, accountID string) string {
	return "token/" + workspaceID + "/" + accountID
}

// AppSecretContext is what the app secret of an account is sealed for.
func AppSecretContext(accountID string) string { return "app-secret/" + accountID }

// ProviderProblem turns a failed call into an error for the caller, with the
// provider's own code where it gave one.
func ProviderProblem(err error) error {
	var refusal *whatsapp.APIError
	if errors.As(err, &refusal) {
		e := crm.Errorf(crm.KindProvider, crm.CodeProviderRefused, "The provider refused: %s", refusal.Title)
		e.Provider = refusal.Provider()
		return e.Because(err)
	}
	return crm.Errorf(crm.KindProvider, crm.CodeProviderUnreachable, "The provider did not answer; try again.").Because(err)
}

// PhoneNumber returns a number of the workspace.
func (s *Accounts) PhoneNumber(ctx context.Context, actor crm.Actor, id string) (n crm.PhoneNumber, err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return n, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { n, err = PhoneNumber(tx, actor.WorkspaceID, id); return err })
	return n, err
}

// PhoneNumbers returns a page of the workspace's numbers.
func (s *Accounts) PhoneNumbers(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.PhoneNumber], err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = PhoneNumbers(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// AppSecret returns the secret that verifies an account's webhooks; false when
// there is no such account or it has none of its own.
func (s *Accounts) AppSecret(ctx context.Context, accountID string) (secret string, found bool, err error) {
	var sealed []byte
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { sealed, found, err = sealedAppSecret(tx, accountID); return err })
	if err != nil || !found || len(sealed) == 0 {
		return "", false, err
	}
	plain, err := s.box.Open(sealed, AppSecretContext(accountID))
	return string(plain), len(plain) > 0, err
}
