package account

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/whatsapp"
)

// AccountID is the provider's id of the account that an item is about: a
// partner's event has another one's where the account's should be.
func AccountID(item whatsapp.Item) string {
	if u, ok := item.(*whatsapp.AccountUpdate); ok && u.ClientWABAID != "" {
		return u.ClientWABAID
	}
	return item.Common().WABAID
}

// News is what happened to an account or a number.
type News int

// What may have happened.
const (
	NewsChanged   News = iota // the provider told something
	NewsTokenEnds             // somebody gave a token that ends some day
	NewsHeld                  // the provider refuses every message
)

// news are told to whoever registers: something of an account or a number changed.
var news []func(tx *db.Tx, workspaceID string, what News) error

// OnNews registers what a later room does when there is something new of an account or a
// number of a workspace.
func OnNews(hear func(tx *db.Tx, workspaceID string, what News) error) struct{} {
	news = append(news, hear)
	return struct{}{}
}

// TellNews tells later rooms that something of a workspace's accounts or numbers changed.
func TellNews(tx *db.Tx, workspaceID string, what News) error {
	for _, hear := range news {
		if err := hear(tx, workspaceID, what); err != nil {
			return err
		}
	}
	return nil
}

// changeAccount applies a change to an account, tells of its status for each of
// its numbers, and keeps their notices in step.
func (s *Accounts) changeAccount(tx *db.Tx, a crm.MessagingAccount, reason string, change func(*crm.MessagingAccount)) error {
	before, err := lockMessagingAccount(tx, a.WorkspaceID, a.ID)
	if err != nil {
		return err
	}
	after := before
	change(&after)
	if reflect.DeepEqual(before, after) {
		return nil
	}
	updateMessagingAccount(tx, after)
	tx.After(func() { s.accounts.Drop(after.ID) })
	if err := TellNews(tx, a.WorkspaceID, NewsChanged); err != nil {
		return err
	}
	list, err := PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
	for _, n := range list {
		if err != nil {
			break
		}
		s.TellStanding(tx, n, after)
		if from, to := before.Standing(tx.Now()), after.Standing(tx.Now()); from != to {
			err = event.AppendEvent(tx, crm.EventPhoneNumberUpdated, n.WorkspaceID, n.ID, crm.EventScope{PhoneNumberID: n.ID}, crm.PhoneNumberData{PhoneNumberID: n.ID, Number: n.Number, MessagingAccountID: a.ID,
				Changes: []crm.NumberChange{{Field: "account_status", From: from, To: to}}, Reason: reason, ChangedBy: crm.DoneBy{Type: crm.ActorProvider}})
		}
	}
	return err
}

// TellStanding keeps a number's notices about its account in step.
func (s *Accounts) TellStanding(tx *db.Tx, n crm.PhoneNumber, a crm.MessagingAccount) {
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

// ApplyReview applies the provider's review of an account.
func (s *Accounts) ApplyReview(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.AccountReview) error {
	if newer, err := NewerFact(tx, a.WorkspaceID, a.ID, "review", core.NotLater(u.EntryTime, tx.Now())); err != nil || !newer {
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

// ApplyCapability applies what the whole business may do: its messaging limit
// is that of every number.
func (s *Accounts) ApplyCapability(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.CapabilityUpdate) error {
	if newer, err := NewerFact(tx, a.WorkspaceID, a.ID, "capability", core.NotLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	err := s.changeAccount(tx, a, "", func(a *crm.MessagingAccount) { a.MaxPhoneNumbers = cmp.Or(u.MaxPhoneNumbers, a.MaxPhoneNumbers) })
	if err != nil {
		return err
	}
	list, err := PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
	for _, n := range list {
		if err == nil {
			err = s.ChangeNumber(tx, n.WorkspaceID, n.ID, "", func(n *crm.PhoneNumber) {
				n.MessagingLimit = cmp.Or(crm.MessagingLimit(u.ConversationLimit), n.MessagingLimit)
			})
		}
	}
	return err
}

var alertSeverity = map[string]crm.Severity{"CRITICAL": crm.SeverityCritical, "WARNING": crm.SeverityWarning, "INFORMATIONAL": crm.SeverityInfo}

// ApplyAlert notes an alert of the provider, for the number that it names or
// else for all of the account.
func (s *Accounts) ApplyAlert(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.AccountAlert) (problem string, err error) {
	list, err := PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
	if err != nil {
		return "", err
	}
	if u.EntityType == "PHONE_NUMBER" {
		list = slices.DeleteFunc(list, func(n crm.PhoneNumber) bool { return n.ProviderID != u.EntityID })
		if len(list) == 0 {
			return Unrouted(Clipped(u.EntityID)), nil
		}
	}
	if newer, err := NewerFact(tx, a.WorkspaceID, a.ID, "alert "+u.EntityID+" "+u.Type, core.NotLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return "", err
	}
	if err := TellNews(tx, a.WorkspaceID, NewsChanged); err != nil {
		return "", err
	}
	severity := cmp.Or(alertSeverity[u.Severity], crm.SeverityWarning)
	if u.Status == "NONE" {
		severity = ""
	}
	open := false
	for _, n := range list {
		notices, err := HealthNotices(tx, n.WorkspaceID, n.ID)
		if err != nil {
			return "", err
		}
		open = open || slices.ContainsFunc(notices, func(h crm.HealthNotice) bool { return h.Kind == crm.HealthAlert && h.ResolvedAt == nil })
		s.setNumberNotice(tx, n, crm.HealthAlert, severity, Sentences("The provider alerts: "+cmp.Or(u.Type, Unnamed)+".", u.Description))
	}
	if severity == "" && !open {
		return "the alert " + cmp.Or(Clipped(u.Type), Unnamed) + " is over, and none is open here", nil
	}
	return "", nil
}

// alertNumbers opens a notice for every number of an account.
func (s *Accounts) alertNumbers(tx *db.Tx, a crm.MessagingAccount, severity crm.Severity, detail string) error {
	list, err := PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
	for _, n := range list {
		s.setNumberNotice(tx, n, crm.HealthAlert, severity, detail)
	}
	return err
}

// Account returns an account as the sends of a workspace see it.
func (s *Accounts) Account(ctx context.Context, workspaceID, id string) (crm.MessagingAccount, error) {
	return s.accounts.Get(id, func() (a crm.MessagingAccount, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { a, err = MessagingAccount(tx, workspaceID, id); return err })
		return a, err
	})
}
