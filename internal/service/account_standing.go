package service

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// routedAccount finds the account that an item is about, if the webhook's
// signature vouches for it.
func (s *Service) routedAccount(ctx context.Context, tx *store.Tx, realm Realm, wabaID string) (crm.MessagingAccount, bool, error) {
	a, found, err := tx.MessagingAccountByProvider(wabaID)
	if err != nil {
		return a, false, err
	}
	if found {
		w, err := s.workspace(ctx, a.WorkspaceID)
		if err != nil {
			return a, false, err
		}
		found = realm.covers(w.Live, a.ID)
	}
	if !found {
		count(s.Metrics.ItemsUnrouted)
	}
	return a, found, nil
}

// accountID is the provider's id of the account that an item is about: a
// partner's event has another one's where the account's should be.
func accountID(item whatsapp.Item) string {
	if u, ok := item.(*whatsapp.AccountUpdate); ok && u.ClientWABAID != "" {
		return u.ClientWABAID
	}
	return item.Common().WABAID
}

// accountOf is routedAccount for an item. One without any id is about the
// account whose own secret signed it.
func (s *Service) accountOf(ctx context.Context, tx *store.Tx, realm Realm, item whatsapp.Item) (a crm.MessagingAccount, found bool, err error) {
	id := accountID(item)
	own, signed := strings.CutPrefix(string(realm), accountRealm)
	if id != "" || !signed {
		return s.routedAccount(ctx, tx, realm, id)
	}
	if a, found, err = tx.MessagingAccountOfRealm(own); err == nil && !found {
		count(s.Metrics.ItemsUnrouted)
	}
	return a, found, err
}

// applyToAccount applies an item about an account that is connected here, or
// about a number of it that the provider names by its digits.
func (s *Service) applyToAccount(tx *store.Tx, a crm.MessagingAccount, item whatsapp.Item) (problem string, err error) {
	switch item := item.(type) {
	case *whatsapp.TemplateUpdate:
		return "", s.applyTemplate(tx, a, item)
	case *whatsapp.AccountUpdate:
		return s.applyAccountUpdate(tx, a, item)
	case *whatsapp.AccountReview:
		return "", s.applyReview(tx, a, item)
	case *whatsapp.CapabilityUpdate:
		return "", s.applyCapability(tx, a, item)
	case *whatsapp.AccountAlert:
		return s.applyAlert(tx, a, item)
	}
	list, err := tx.PhoneNumbersOfAccount(a.ID)
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
			return "", s.applyNumberUpdate(tx, n, item)
		case *whatsapp.SecurityNotice:
			s.applySecurity(tx, n, item)
			return "", nil
		}
	}
	return "no phone number " + cmp.Or(head.DisplayNumber, head.PhoneNumberID) + " of account " + a.ProviderID + " here", nil
}

// changeAccount applies a change to an account, tells of its status for each of
// its numbers, and keeps their notices in step.
func (s *Service) changeAccount(tx *store.Tx, a crm.MessagingAccount, reason string, change func(*crm.MessagingAccount)) error {
	before, err := tx.LockMessagingAccount(a.WorkspaceID, a.ID)
	if err != nil {
		return err
	}
	after := before
	change(&after)
	if reflect.DeepEqual(before, after) {
		return nil
	}
	tx.UpdateMessagingAccount(after)
	tx.After(func() { s.accounts.drop(after.ID) })
	list, err := tx.PhoneNumbersOfAccount(a.ID)
	for _, n := range list {
		if err != nil {
			break
		}
		s.tellStanding(tx, n, after)
		if from, to := before.Standing(tx.Now()), after.Standing(tx.Now()); from != to {
			err = tx.AppendEvent(crm.EventPhoneNumberUpdated, n.WorkspaceID, n.ID, crm.EventScope{PhoneNumberID: n.ID}, crm.PhoneNumberData{PhoneNumberID: n.ID, Number: n.Number, MessagingAccountID: a.ID,
				Changes: []crm.NumberChange{{Field: "account_status", From: from, To: to}}, Reason: reason, ChangedBy: crm.ChangedBy{Type: "provider"}})
		}
	}
	return err
}

// tellStanding keeps a number's notices about its account in step.
func (s *Service) tellStanding(tx *store.Tx, n crm.PhoneNumber, a crm.MessagingAccount) {
	disabled, detail := crm.Severity(""), ""
	switch {
	case a.Status == crm.AccountDisconnected:
		disabled, detail = crm.SeverityCritical, "The messaging account is disconnected at the provider ("+a.DisconnectReason+"); nothing can be sent from it until it is connected again."
	case a.Status != crm.AccountConnected:
		disabled, detail = crm.SeverityCritical, "The messaging account is "+a.Status+" at the provider; nothing can be sent from it."
	case a.BanState == "schedule_for_disable":
		disabled, detail = crm.SeverityWarning, strings.TrimSpace("The provider is going to disable the messaging account. "+a.BanDate)
	}
	s.setNumberNotice(tx, n, crm.HealthDisabled, disabled, detail)
	restricted, names := crm.Severity(""), []string{}
	for _, r := range a.Restricted(tx.Now()) {
		names = append(names, r.Type)
		if restricted != crm.SeverityCritical {
			restricted = r.Severity()
		}
	}
	s.setNumberNotice(tx, n, crm.HealthRestricted, restricted, "The provider restricts the messaging account: "+strings.Join(names, ", ")+".")
}

func applyBan(a *crm.MessagingAccount, u *whatsapp.AccountUpdate) {
	a.BanState, a.BanDate = crm.KnownWordIfAny(crm.BanStates, strings.ToLower(u.BanState)), u.BanDate
	switch u.BanState {
	case "DISABLE":
		a.Status = crm.AccountDisabled
	case "REINSTATE":
		a.Status, a.Restrictions = crm.AccountConnected, nil
	}
}

func (s *Service) applyReview(tx *store.Tx, a crm.MessagingAccount, u *whatsapp.AccountReview) error {
	if newer, err := tx.NewerFact(a.WorkspaceID, a.ID, "review", notLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	if u.Decision == "REJECTED" {
		if err := s.alertNumbers(tx, a, crm.SeverityCritical, "The provider rejected the messaging account in its review."); err != nil {
			return err
		}
	}
	return s.changeAccount(tx, a, "", func(a *crm.MessagingAccount) {
		a.ReviewStatus = crm.KnownWordIfAny(crm.ReviewDecisions, strings.ToLower(u.Decision))
	})
}

// applyCapability applies what the whole business may do: its messaging limit
// is that of every number.
func (s *Service) applyCapability(tx *store.Tx, a crm.MessagingAccount, u *whatsapp.CapabilityUpdate) error {
	if newer, err := tx.NewerFact(a.WorkspaceID, a.ID, "capability", notLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	err := s.changeAccount(tx, a, "", func(a *crm.MessagingAccount) { a.MaxPhoneNumbers = cmp.Or(u.MaxPhoneNumbers, a.MaxPhoneNumbers) })
	if err != nil {
		return err
	}
	list, err := tx.PhoneNumbersOfAccount(a.ID)
	for _, n := range list {
		if err == nil {
			err = s.changeNumber(tx, n.WorkspaceID, n.ID, "", func(n *crm.PhoneNumber) {
				n.MessagingLimit = cmp.Or(crm.MessagingLimit(u.ConversationLimit), n.MessagingLimit)
			})
		}
	}
	return err
}

var alertSeverity = map[string]crm.Severity{"CRITICAL": crm.SeverityCritical, "WARNING": crm.SeverityWarning, "INFORMATIONAL": crm.SeverityInfo}

// applyAlert notes an alert of the provider, for the number that it names or
// else for all of the account.
func (s *Service) applyAlert(tx *store.Tx, a crm.MessagingAccount, u *whatsapp.AccountAlert) (problem string, err error) {
	list, err := tx.PhoneNumbersOfAccount(a.ID)
	if err != nil {
		return "", err
	}
	if u.EntityType == "PHONE_NUMBER" {
		list = slices.DeleteFunc(list, func(n crm.PhoneNumber) bool { return n.ProviderID != u.EntityID })
		if len(list) == 0 {
			return unrouted(clipped(u.EntityID)), nil
		}
	}
	if newer, err := tx.NewerFact(a.WorkspaceID, a.ID, "alert "+u.EntityID+" "+u.Type, notLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return "", err
	}
	severity := cmp.Or(alertSeverity[u.Severity], crm.SeverityWarning)
	if u.Status == "NONE" {
		severity = ""
	}
	open := false
	for _, n := range list {
		notices, err := tx.HealthNotices(n.WorkspaceID, n.ID)
		if err != nil {
			return "", err
		}
		open = open || slices.ContainsFunc(notices, func(h crm.HealthNotice) bool { return h.Kind == crm.HealthAlert && h.ResolvedAt == nil })
		s.setNumberNotice(tx, n, crm.HealthAlert, severity, sentences("The provider alerts: "+cmp.Or(u.Type, unnamed)+".", u.Description))
	}
	if severity == "" && !open {
		return "the alert " + cmp.Or(clipped(u.Type), unnamed) + " is over, and none is open here", nil
	}
	return "", nil
}

// alertNumbers opens a notice for every number of an account.
func (s *Service) alertNumbers(tx *store.Tx, a crm.MessagingAccount, severity crm.Severity, detail string) error {
	list, err := tx.PhoneNumbersOfAccount(a.ID)
	for _, n := range list {
		s.setNumberNotice(tx, n, crm.HealthAlert, severity, detail)
	}
	return err
}

// account returns an account as the sends of a workspace see it.
func (s *Service) account(ctx context.Context, workspaceID, id string) (crm.MessagingAccount, error) {
	return s.accounts.get(id, func() (a crm.MessagingAccount, err error) {
		err = s.db.View(ctx, func(tx *store.Tx) (err error) { a, err = tx.MessagingAccount(workspaceID, id); return err })
		return a, err
	})
}
