package onboarding

import (
	"context"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/template"
	"service.example/crm/internal/whatsapp"
)

// RotateToken exchanges the System User Token of an account. The new one is proved before
// the old one goes: by what the provider says of it, by reading the account, and by a send
// that lacks everything, which the provider refuses for just that.
func (s *Onboarding) RotateToken(ctx context.Context, actor crm.Actor, accountID, token string) (ConnectResult, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return ConnectResult{}, err
	}
	var f crm.Faults
	checkToken(token, &f)
	if err := f.Err(); err != nil {
		return ConnectResult{}, err
	}
	var have crm.MessagingAccount
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		have, err = account.MessagingAccount(tx, actor.WorkspaceID, accountID)
		return err
	})
	if err != nil {
		return ConnectResult{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[ConnectResult]) (out ConnectResult, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		client, old, err := s.account.Credentials(ctx, actor.WorkspaceID, accountID)
		if err != nil {
			return out, err
		}
		fresh := s.account.OwnToken(actor.Live, token)
		if fresh == old {
			return out, tokenFault(crm.CodeNotAllowed, "This is the token that the account has already.")
		}
		ends, err := s.prove(ctx, client, fresh, have.ProviderID)
		if err != nil {
			return out, err
		}
		sealed, err := s.box.Seal([]byte(token), account.TokenContext(actor.WorkspaceID, accountID))
		if err != nil {
			return out, err
		}
		defer s.account.ForgetAccounts(actor.WorkspaceID)
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if err := account.ExchangeToken(tx, actor.WorkspaceID, accountID, sealed, hintOf(token)); err != nil {
				return err
			}
			if out, err = stood(tx, actor.WorkspaceID, accountID); err != nil {
				return err
			}
			for _, n := range out.Numbers {
				if err := account.EndHold(tx, n); err != nil {
					return err
				}
			}
			if err := account.TellNews(tx, actor.WorkspaceID, newsOf(ends)); err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "messaging_account.token_rotated", Targets: []crm.ActTarget{{Type: "messaging_account", ID: accountID, Name: out.Account.Name}},
				Changes: crm.ActChanges{}.Secret("systemUserToken")})
		})
		return out, err
	})
}

// prove makes sure that a token does for an account all that it is needed for, and tells
// whether it ends some day.
func (s *Onboarding) prove(ctx context.Context, client *whatsapp.Client, token, providerID string) (ends bool, err error) {
	debugged, err := client.DebugToken(ctx, token)
	if err != nil {
		return false, tokenProblem(s, err)
	}
	if err := acceptable(debugged, providerID); err != nil {
		return false, err
	}
	ends = !debugged.ExpiresAt.IsZero()
	if _, err := client.Account(ctx, token, providerID); err != nil {
		return ends, explained(s, err)
	}
	numbers, err := client.PhoneNumbers(ctx, token, providerID)
	if err != nil {
		return ends, explained(s, err)
	}
	if len(numbers) == 0 {
		return ends, nil // there is nothing to send from yet
	}
	switch refusal := client.TrySend(ctx, token, numbers[0].ProviderID); {
	case whatsapp.HoldOf(refusal) == whatsapp.HoldToken:
		return ends, tokenFault(crm.CodeTokenScopes, "The provider does not let this token send: "+refusal.Error())
	case refusal != nil && whatsapp.Silent(refusal):
		return ends, explained(s, refusal)
	}
	return ends, nil
}

// acceptable returns why a token is not taken for an account.
func acceptable(t whatsapp.Token, providerID string) error {
	if !t.Valid {
		return tokenFault(crm.CodeTokenInvalid, "The provider says that this token is not valid (any more). Create a new one in the provider's business settings, under System users.")
	}
	if missing := t.Missing(providerID); len(missing) > 0 {
		return tokenFault(crm.CodeTokenScopes, "The token lacks "+strings.Join(missing, ", ")+" for this account. See whether the account's number is right, assign the account to the system user with full control, and create a token with both permissions.")
	}
	return nil
}

// hintOf is what is shown of a token.
func hintOf(token string) string { return "…" + token[max(0, len(token)-4):] }

// stood is an account as it stands, with its numbers and how many templates it has.
func stood(tx *db.Tx, workspaceID, accountID string) (out ConnectResult, err error) {
	if out.Account, err = account.MessagingAccount(tx, workspaceID, accountID); err != nil {
		return out, err
	}
	out.Account.Status, out.Account.Restrictions = out.Account.Standing(tx.Now()), out.Account.Restricted(tx.Now())
	if out.Numbers, err = account.PhoneNumbersOfAccount(tx, workspaceID, accountID); err != nil {
		return out, err
	}
	out.Templates, err = template.CountTemplates(tx, workspaceID, accountID)
	return out, err
}
