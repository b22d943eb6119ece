// Package storefront is what a business shows of itself on a phone number: profile,
// commands, QR codes, whom it has blocked, the key of its flows. All of it is at the
// provider, which is asked each time; only acts are kept here.
package storefront

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/whatsapp"
)

// callLimit bounds what the provider is asked for in one go.
const callLimit = 30 * time.Second

// Storefronts has the use cases about what contacts see of a number.
type Storefronts struct {
	db    *db.DB
	calls *core.Calls

	account *account.Accounts
	media   *media.Media
}

// New returns the use cases.
func New(p core.Parts, account *account.Accounts, media *media.Media) *Storefronts {
	return &Storefronts{db: p.DB, calls: p.Calls, account: account, media: media}
}

// provider is how the provider is asked about a number.
type provider struct {
	client *whatsapp.Client
	token  string
	number crm.PhoneNumber
}

// id is the provider's identifier of the number.
func (p provider) id() string { return p.number.ProviderID }

// of returns how the provider is asked about a number, or a KindNotFound error.
func (s *Storefronts) of(ctx context.Context, workspaceID, numberID string) (p provider, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		p.number, err = account.PhoneNumber(tx, workspaceID, numberID)
		return err
	})
	if err == nil {
		p.client, p.token, err = s.account.Credentials(ctx, workspaceID, p.number.MessagingAccountID)
	}
	return p, err
}

// read asks the provider for something of a number.
func read[T any](ctx context.Context, s *Storefronts, actor crm.Actor, scope crm.Scope, numberID string, ask func(context.Context, provider) (T, error)) (out T, err error) {
	if err := actor.Require(scope); err != nil {
		return out, err
	}
	p, err := s.of(ctx, actor.WorkspaceID, numberID)
	if err != nil {
		return out, err
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	out, err = ask(ctx, p)
	return out, s.explain(err)
}

// change has the provider change something of a number, once per Idempotency-Key. ask
// returns the act that this was, or nil where it changed nothing.
func change[T any](ctx context.Context, s *Storefronts, actor crm.Actor, scope crm.Scope, numberID string, f *crm.Faults, ask func(context.Context, provider) (T, *crm.Act, error)) (out T, err error) {
	if err := actor.Require(scope); err != nil {
		return out, err
	}
	p, err := s.of(ctx, actor.WorkspaceID, numberID)
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return out, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[T]) (out T, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		bounded, cancel := context.WithTimeout(ctx, callLimit)
		out, act, err := ask(bounded, p)
		cancel()
		if err != nil {
			return out, s.explain(err)
		}
		// The provider has done it: whoever asked may have gone, the act has not.
		return out, s.db.Update(context.WithoutCancel(ctx), p.number.ID, func(tx *db.Tx) error {
			if err := save(tx, out); err != nil || act == nil {
				return err
			}
			act.Targets = append(act.Targets, crm.ActTarget{Type: "phone_number", ID: p.number.ID, Name: p.number.Number})
			return audit.Record(tx, actor, *act)
		})
	})
}

// explain says in words why the provider did not do what was asked. Errors of ours say
// it already.
func (s *Storefronts) explain(err error) error {
	var ours *crm.Error
	if err == nil || errors.As(err, &ours) {
		return err
	}
	return onboarding.Explain(err, s.db.Source().Now())
}
