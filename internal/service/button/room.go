// Package button has the buttons of the workspace's own that people press in
// conversations, and calls the systems of the business that are behind some.
package button

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/draft"
	"service.example/crm/internal/webhook"
)

// Options are what a deployment decides.
type Options struct {
	// Guard opens the connections to what customers name.
	Guard *egress.Guard
}

// Buttons has the use cases about buttons and presses.
type Buttons struct {
	db      *db.DB
	box     *secret.Box
	calls   *core.Calls
	rules   crm.EndpointRules
	client  *webhook.Client
	pressed core.Gate

	access  *access.Access
	contact *contact.Contacts
	draft   *draft.Drafts
}

// New returns the use cases.
func New(p core.Parts, opt Options, access *access.Access, contact *contact.Contacts, draft *draft.Drafts) *Buttons {
	return &Buttons{db: p.DB, box: p.Box, calls: p.Calls, rules: opt.Guard.Rules, client: webhook.NewClient(opt.Guard, crm.MaxButtonPresses),
		access: access, contact: contact, draft: draft}
}

// Sweep forgets presses that have served their time.
func (s *Buttons) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return expirePresses(tx, tx.Now().Add(-crm.PressLife), limit)
	})
}
