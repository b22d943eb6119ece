package account

import (
	"cmp"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// AccountFacts are the account events that change something here, each with the
// fact that it tells: of a fact, the newest event decides.
var AccountFacts = map[string]string{"ACCOUNT_DELETED": "status", "ACCOUNT_OFFBOARDED": "status", "ACCOUNT_RECONNECTED": "status",
	"PARTNER_REMOVED": "status", "PARTNER_ADDED": "status", "PARTNER_APP_INSTALLED": "status", "PARTNER_APP_UNINSTALLED": "status",
	"DISABLED_UPDATE": "status", "ACCOUNT_RESTRICTION": "restriction", "ACCOUNT_VIOLATION": "violation"}

// connections say of an event whether this service may act for the account, or
// for the number that it names, from then on.
var connections = map[string]bool{"PARTNER_REMOVED": false, "PARTNER_APP_UNINSTALLED": false,
	"PARTNER_ADDED": true, "PARTNER_APP_INSTALLED": true, "ACCOUNT_RECONNECTED": true}

// ApplyAccountUpdate applies an event of an account, or of one number of it.
func (s *Accounts) ApplyAccountUpdate(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.AccountUpdate) (problem string, err error) {
	told := core.NotLater(u.EntryTime, tx.Now())
	connected, connection := connections[u.Event]
	switch {
	case connection && u.PartnerAppID != "" && a.AppID != "" && u.PartnerAppID != a.AppID:
		return u.Event + " is about another app, " + Clipped(u.PartnerAppID), nil
	case u.Event == "PARTNER_APP_UNINSTALLED" && (u.PartnerAppID == "" || a.AppID == ""):
		return "PARTNER_APP_UNINSTALLED does not say of which app", nil
	case u.Event == "ACCOUNT_RESTRICTION" && len(u.Restrictions) == 0:
		return "ACCOUNT_RESTRICTION names no restriction", nil
	case u.Event == "PARTNER_REMOVED" && u.PhoneNumber != "":
		return s.disconnectNumber(tx, a, u)
	}
	if newer, err := NewerFact(tx, a.WorkspaceID, a.ID, AccountFacts[u.Event], told); err != nil || !newer {
		return "", err
	}
	if u.Event == "ACCOUNT_VIOLATION" {
		if err := s.alertNumbers(tx, a, crm.SeverityWarning, Sentences("The provider reports a violation: "+cmp.Or(u.ViolationType, Unnamed)+".", u.Remediation)); err != nil {
			return "", err
		}
	}
	if connection && connected {
		if err := s.connectNumbers(tx, a, u); err != nil {
			return "", err
		}
	}
	return "", s.changeAccount(tx, a, cmp.Or(u.ViolationType, u.BanDate, u.DisconnectReason), func(a *crm.MessagingAccount) { changeByUpdate(tx, a, u) })
}

func changeByUpdate(tx *db.Tx, a *crm.MessagingAccount, u *whatsapp.AccountUpdate) {
	switch u.Event {
	case "ACCOUNT_DELETED":
		a.Status = crm.AccountDeleted
	case "ACCOUNT_OFFBOARDED":
		a.Status = crm.AccountOffboarded
	case "PARTNER_REMOVED", "PARTNER_APP_UNINSTALLED":
		a.Status, a.DisconnectReason = crm.AccountDisconnected, cmp.Or(u.DisconnectReason, u.Event)
	case "ACCOUNT_RECONNECTED":
		a.Status, a.DisconnectReason = crm.AccountConnected, ""
	case "PARTNER_ADDED", "PARTNER_APP_INSTALLED":
		if a.Status == crm.AccountDisconnected {
			a.Status, a.DisconnectReason = crm.AccountConnected, ""
		}
	case "ACCOUNT_VIOLATION":
		a.Violation = u.ViolationType
	case "DISABLED_UPDATE":
		applyBan(a, u)
	case "ACCOUNT_RESTRICTION":
		list := make([]crm.AccountRestriction, 0, len(u.Restrictions))
		for _, r := range u.Restrictions {
			list = append(list, crm.AccountRestriction{Type: cmp.Or(r.Type, "RESTRICTED"), ExpiresAt: core.Optional(r.ExpiresAt), Remediation: r.Remediation})
		}
		a.Restrict(list, tx.Now())
	}
}

// disconnectNumber notes that the provider disconnected one number of an
// account, as it does with a number that is also used on a phone.
func (s *Accounts) disconnectNumber(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.AccountUpdate) (problem string, err error) {
	list, err := PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
	if err != nil {
		return "", err
	}
	for _, n := range list {
		if n.Number != whatsapp.E164(u.PhoneNumber) {
			continue
		}
		if newer, err := NewerFact(tx, n.WorkspaceID, n.ID, "connection", core.NotLater(u.EntryTime, tx.Now())); err != nil || !newer {
			return "", err
		}
		reason := cmp.Or(u.DisconnectReason, u.Event)
		return "", s.ChangeNumber(tx, n.WorkspaceID, n.ID, reason, func(n *crm.PhoneNumber) { n.DisconnectReason = reason })
	}
	return "no phone number " + Clipped(u.PhoneNumber) + " of account " + a.ProviderID + " here", nil
}

// connectNumbers ends the disconnection of the number that an event names, or
// of every number of the account.
func (s *Accounts) connectNumbers(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.AccountUpdate) error {
	list, err := PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
	for _, n := range list {
		if err != nil {
			return err
		}
		if u.PhoneNumber != "" && n.Number != whatsapp.E164(u.PhoneNumber) {
			continue
		}
		var newer bool
		if newer, err = NewerFact(tx, n.WorkspaceID, n.ID, "connection", core.NotLater(u.EntryTime, tx.Now())); err == nil && newer {
			err = s.ChangeNumber(tx, n.WorkspaceID, n.ID, u.Event, func(n *crm.PhoneNumber) { n.DisconnectReason = "" })
		}
	}
	return err
}

// Unnamed stands in a notice for what the provider leaves out.
const Unnamed = "something that it does not name"

// Sentences joins those of them that say something.
func Sentences(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return strings.TrimSpace(s) == "" }), " ")
}

// Clipped bounds what of a webhook is told in a problem.
func Clipped(s string) string {
	const most = 100
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
