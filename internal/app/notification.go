package app

import (
	"context"
	"strings"

	"service.example/crm/internal/db"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service"
	"service.example/crm/internal/webpush"
)

// followNotifications tells members of what happens.
func (a *App) followNotifications(ctx context.Context) error {
	return a.Service.Notification.Follow(ctx, a.engine.Owner)
}

// followDealRules lets the rules of deals act on what happens.
func (a *App) followDealRules(ctx context.Context) error {
	return a.Service.DealRule.Follow(ctx, a.engine.Owner)
}

// followTemplates counts what becomes of the messages of templates.
func (a *App) followTemplates(ctx context.Context) error {
	return a.Service.TemplateStats.Follow(ctx, a.engine.Owner)
}

// followCharges books what the provider charges.
func (a *App) followCharges(ctx context.Context) error {
	return a.Service.Charge.Follow(ctx, a.engine.Owner)
}

// followProposals compares what assistants proposed with what people do.
func (a *App) followProposals(ctx context.Context) error {
	return a.Service.Proposal.Follow(ctx, a.engine.Owner)
}

// setPeople says how people sign in, and how they are told of something.
func (a *App) setPeople(ctx context.Context, o Options, box *secret.Box, options *service.Options) (err error) {
	if options.People, err = a.peopleOptions(o); err != nil {
		return err
	}
	options.PushContact = a.pushContact
	options.PushKey, err = openPushKey(ctx, a.db, box)
	return err
}

// openPushKey opens the key by which push services know this deployment, making it at
// the first start. Browsers subscribe to it, so it stays.
func openPushKey(ctx context.Context, base *db.DB, box *secret.Box) (*webpush.Key, error) {
	sealed, err := base.Keyset(ctx, "push", func() ([]byte, error) {
		key, err := webpush.NewKey()
		if err != nil {
			return nil, err
		}
		return box.Seal(key, "push_key")
	})
	if err != nil {
		return nil, err
	}
	key, err := box.Open(sealed, "push_key")
	if err != nil {
		return nil, err
	}
	return webpush.ParseKey(key)
}

// pushContact is where a push service finds who runs this one.
func (a *App) pushContact() string {
	if site := a.cfg.PublicAddress(); strings.HasPrefix(site, "https://") {
		return site
	}
	return "mailto:webmaster@localhost"
}

// followBroadcasts counts what becomes of the messages of broadcasts.
func (a *App) followBroadcasts(ctx context.Context) error {
	return a.Service.Broadcast.Follow(ctx, a.engine.Owner)
}

// followBudgets holds budgets against what is spent.
func (a *App) followBudgets(ctx context.Context) error {
	return a.Service.Budget.Follow(ctx, a.engine.Owner)
}
