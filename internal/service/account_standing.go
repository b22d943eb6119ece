package service

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
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

// applyToAccount applies an item about an account that is connected here, or
// about a number of it that the provider names by its digits.
func (s *Service) applyToAccount(tx *store.Tx, a crm.MessagingAccount, item whatsapp.Item) (problem string, err error) {
	switch item := item.(type) {
	case *whatsapp.TemplateUpdate:
		return "", s.applyTemplate(tx, a, item)
	case *whatsapp.AccountUpdate:
		return "", s.applyAccountUpdate(tx, a, item)
	case *whatsapp.AccountReview:
		return "", s.applyReview(tx, a, item)
	case *whatsapp.CapabilityUpdate:
		return "", s.applyCapability(tx, a, item)
	case *whatsapp.AccountAlert:
		return "", s.applyAlert(tx, a, item)
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

// applyAccountUpdate applies an event of an account.
func (s *Service) applyAccountUpdate(tx *store.Tx, a crm.MessagingAccount, u *whatsapp.AccountUpdate) error {
	told := notLater(u.EntryTime, tx.Now())
	fact := "status"
	switch u.Event {
	case "ACCOUNT_RESTRICTION":
		fact = "restriction"
	case "ACCOUNT_VIOLATION":
		fact = "violation"
	}
	if newer, err := tx.NewerFact(a.WorkspaceID, a.ID, fact, told); err != nil || !newer {
		return err
	}
	if u.Event == "ACCOUNT_VIOLATION" {
		if err := s.alertNumbers(tx, a, crm.SeverityWarning, strings.TrimSpace("The provider reports a violation: "+u.ViolationType+". "+u.Remediation)); err != nil {
			return err
		}
	}
	return s.changeAccount(tx, a, cmp.Or(u.ViolationType, u.BanDate, u.DisconnectReason), func(a *crm.MessagingAccount) {
		switch u.Event {
		case "ACCOUNT_DELETED":
			a.Status = crm.AccountDeleted
		case "ACCOUNT_OFFBOARDED":
			a.Status = crm.AccountOffboarded
		case "ACCOUNT_RECONNECTED":
			a.Status = crm.AccountConnected
		case "ACCOUNT_VIOLATION":
			a.Violation = u.ViolationType
		case "DISABLED_UPDATE":
			applyBan(a, u)
		case "ACCOUNT_RESTRICTION":
			list := make([]crm.AccountRestriction, 0, len(u.Restrictions))
			for _, r := range u.Restrictions {
				list = append(list, crm.AccountRestriction{Type: r.Type, ExpiresAt: optional(r.ExpiresAt), Remediation: r.Remediation})
			}
			a.Restrict(list, tx.Now())
		}
	})
}

func applyBan(a *crm.MessagingAccount, u *whatsapp.AccountUpdate) {
	a.BanState, a.BanDate = strings.ToLower(u.BanState), u.BanDate
	switch u.BanState {
	case "DISABLE":
		a.Status = crm.AccountDisabled
	case "REINSTATE":
		a.Status, a.Restrictions = crm.AccountConnected, nil
	}
}

// keptEvents are the account events that change something here.
var keptEvents = map[string]bool{"ACCOUNT_DELETED": true, "ACCOUNT_OFFBOARDED": true, "ACCOUNT_RECONNECTED": true, "ACCOUNT_VIOLATION": true,
	"DISABLED_UPDATE": true, "ACCOUNT_RESTRICTION": true}

func (s *Service) applyReview(tx *store.Tx, a crm.MessagingAccount, u *whatsapp.AccountReview) error {
	if newer, err := tx.NewerFact(a.WorkspaceID, a.ID, "review", notLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	if u.Decision == "REJECTED" {
		if err := s.alertNumbers(tx, a, crm.SeverityCritical, "The provider rejected the messaging account in its review."); err != nil {
			return err
		}
	}
	return s.changeAccount(tx, a, "", func(a *crm.MessagingAccount) { a.ReviewStatus = strings.ToLower(u.Decision) })
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
func (s *Service) applyAlert(tx *store.Tx, a crm.MessagingAccount, u *whatsapp.AccountAlert) error {
	if newer, err := tx.NewerFact(a.WorkspaceID, a.ID, "alert "+u.EntityID+" "+u.Type, notLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	severity := cmp.Or(alertSeverity[u.Severity], crm.SeverityWarning)
	if u.Status == "NONE" {
		severity = ""
	}
	detail := strings.TrimSpace(fmt.Sprintf("The provider alerts: %s. %s", u.Type, u.Description))
	list, err := tx.PhoneNumbersOfAccount(a.ID)
	for _, n := range list {
		if u.EntityType != "PHONE_NUMBER" || n.ProviderID == u.EntityID {
			s.setNumberNotice(tx, n, crm.HealthAlert, severity, detail)
		}
	}
	return err
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
