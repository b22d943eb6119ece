// Package checklist keeps what a business needs before it can send: it asks the provider,
// looks at the website, hears what people confirm, and asks for the badge in the end.
package checklist

import (
	"context"
	"log/slog"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/onboarding"
)

// Checklists has the use cases about the onboarding checklist.
type Checklists struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls
	guard *egress.Guard

	account    *account.Accounts
	onboarding *onboarding.Onboarding
	media      *media.Media
}

// New returns the use cases.
func New(p core.Parts, guard *egress.Guard, account *account.Accounts, onboarding *onboarding.Onboarding, media *media.Media) *Checklists {
	return &Checklists{db: p.DB, log: p.Log, calls: p.Calls, guard: guard, account: account, onboarding: onboarding, media: media}
}

// Checklist is what people see of it.
type Checklist struct {
	Items crm.Entries
	Badge crm.Badge
	Site  crm.Website
}

// Checklist returns the checklist of the workspace. Looking at it for the first time has
// it checked, from then on again and again.
func (s *Checklists) Checklist(ctx context.Context, actor crm.Actor) (out Checklist, err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return out, err
	}
	begun := false
	err = s.db.View(ctx, func(tx *db.Tx) error { out, begun, err = shown(tx, actor.WorkspaceID); return err })
	if err != nil || begun || db.Judging(ctx) {
		return out, err
	}
	return out, s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error { return begin(tx, actor.WorkspaceID) })
}

// shown is a checklist with when its items are expected to be decided.
func shown(tx *db.Tx, workspaceID string) (out Checklist, begun bool, err error) {
	l, err := read(tx, workspaceID)
	if err != nil {
		return out, false, err
	}
	for _, id := range []string{crm.ItemBusiness, crm.ItemDocument} {
		if l.items[id], err = expected(tx, workspaceID, l.items[id]); err != nil {
			return out, false, err
		}
	}
	return Checklist{Items: l.items, Badge: l.badge, Site: l.site}, l.begun, nil
}

// begin has a checklist checked from now on.
func begin(tx *db.Tx, workspaceID string) error {
	hold(tx, workspaceID)
	begun, err := hasBegun(tx, workspaceID)
	if err != nil || begun {
		return err
	}
	saveBadge(tx, workspaceID, crm.Badge{State: crm.BadgeNotEligible})
	checkSoon(tx, workspaceID)
	return nil
}

// known returns nil for an item of the checklist, or a KindNotFound error.
func known(item string, withBadge bool) error {
	for _, id := range crm.ChecklistItems {
		if id == item {
			return nil
		}
	}
	if withBadge && item == crm.ItemBadge {
		return nil
	}
	return crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "The checklist has no item %q.", item)
}
