package inbound

import (
	"cmp"
	"context"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// routedAccount finds the account that an item is about, if the webhook's
// signature vouches for it.
func (s *Inbound) routedAccount(ctx context.Context, tx *db.Tx, realm account.Realm, wabaID string) (crm.MessagingAccount, bool, error) {
	a, found, err := account.MessagingAccountByProvider(tx, wabaID)
	if err != nil {
		return a, false, err
	}
	if found {
		w, err := s.access.Workspace(ctx, a.WorkspaceID)
		if err != nil {
			return a, false, err
		}
		found = realm.Covers(w.Live, a.ID)
	}
	if !found {
		core.Count(s.metrics.ItemsUnrouted)
	}
	return a, found, nil
}

// accountOf is routedAccount for an item. One without any id is about the
// account whose own secret signed it.
func (s *Inbound) accountOf(ctx context.Context, tx *db.Tx, realm account.Realm, item whatsapp.Item) (a crm.MessagingAccount, found bool, err error) {
	id := account.AccountID(item)
	own, signed := strings.CutPrefix(string(realm), account.AccountRealmPrefix)
	if id != "" || !signed {
		return s.routedAccount(ctx, tx, realm, id)
	}
	if a, found, err = account.MessagingAccountOfRealm(tx, own); err == nil && !found {
		core.Count(s.metrics.ItemsUnrouted)
	}
	return a, found, err
}

// applyToAccount applies an item about an account that is connected here, or
// about a number of it that the provider names by its digits.
func (s *Inbound) applyToAccount(tx *db.Tx, a crm.MessagingAccount, item whatsapp.Item) (problem string, err error) {
	switch item := item.(type) {
	case *whatsapp.TemplateUpdate:
		return "", s.template.ApplyTemplate(tx, a, item)
	case *whatsapp.AccountUpdate:
		return s.account.ApplyAccountUpdate(tx, a, item)
	case *whatsapp.AccountReview:
		return "", s.account.ApplyReview(tx, a, item)
	case *whatsapp.CapabilityUpdate:
		return "", s.account.ApplyCapability(tx, a, item)
	case *whatsapp.AccountAlert:
		return s.account.ApplyAlert(tx, a, item)
	}
	list, err := account.PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
	if err != nil {
		return "", err
	}
	head := item.Common()
	for _, n := range list {
		if n.ProviderID != head.PhoneNumberID && n.Number != whatsapp.E164(head.DisplayNumber) {
			continue
		}
		switch item := item.(type) {
		case *whatsapp.PhoneNumberUpdate:
			return "", s.account.ApplyNumberUpdate(tx, n, item)
		case *whatsapp.SecurityNotice:
			s.account.ApplySecurity(tx, n, item)
			return "", nil
		}
	}
	return "no phone number " + cmp.Or(head.DisplayNumber, head.PhoneNumberID) + " of account " + a.ProviderID + " here", nil
}
