package account

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/whatsapp"
)

// holdKinds are the notices of what keeps the messages of a number back.
var holdKinds = []crm.HealthKind{crm.HealthToken, crm.HealthHeld, crm.HealthPayment}

const (
	sendingWorks = "working"
	sendingHeld  = "held"
)

// NoteHold tells once that people have to mend something before anything is sent from a
// number, or from every number of its account.
func (s *Accounts) NoteHold(tx *db.Tx, n crm.PhoneNumber, hold whatsapp.Hold, refusal error) error {
	kind, numbers := crm.HealthHeld, []crm.PhoneNumber{n}
	switch hold {
	case whatsapp.HoldPayment:
		kind = crm.HealthPayment
	case whatsapp.HoldToken:
		kind = crm.HealthToken
		tx.After(func() { s.tokens.Drop(n.MessagingAccountID) }) // another node may have a newer one
	}
	if err := lockHolds(tx, n.MessagingAccountID); err != nil {
		return err
	}
	if hold != whatsapp.HoldNumber {
		var err error
		if numbers, err = PhoneNumbersOfAccount(tx, n.WorkspaceID, n.MessagingAccountID); err != nil {
			return err
		}
	}
	reason, told := holdReasons[hold]+wordOf(refusal), false
	for _, n := range numbers {
		open, err := openHolds(tx, n)
		if err != nil {
			return err
		}
		s.setNumberNotice(tx, n, kind, crm.SeverityCritical, reason)
		if len(open) > 0 {
			continue
		}
		told = true
		if err := tellSending(tx, n, sendingWorks, sendingHeld, reason); err != nil {
			return err
		}
	}
	if !told {
		return nil
	}
	return TellNews(tx, n.WorkspaceID, NewsHeld)
}

// lockHolds keeps everybody else from the holds of an account until the transaction ends.
// Of results that are recorded side by side each would else see that nobody has told yet.
func lockHolds(tx *db.Tx, accountID string) error {
	if err := tx.Alone(); err != nil {
		return err
	}
	tx.Lock("hold " + accountID)
	return nil
}

// wordOf is what the provider says, without its details, which may name a contact.
func wordOf(refusal error) string {
	var e *whatsapp.APIError
	if !errors.As(refusal, &e) {
		return ""
	}
	return fmt.Sprintf(" It says: %s (%d).", e.Title, e.Code)
}

var holdReasons = map[whatsapp.Hold]string{
	whatsapp.HoldToken:   "The provider refuses the System User Token. Messages wait for an hour at most: create a new token, and exchange it (POST /v1/messaging-accounts/{id}/rotate-token).",
	whatsapp.HoldAccount: "The provider refuses every message of the account. Messages wait for an hour at most: look at the account in the provider's business settings.",
	whatsapp.HoldPayment: "The provider delivers nothing that costs something: the account has no valid payment method. Such messages wait for an hour at most: attach a card in the provider's billing settings, then confirm it (POST /v1/onboarding/payment_card/confirm).",
	whatsapp.HoldNumber:  "The provider refuses every message of this number. Messages wait for an hour at most: look at the number in the provider's business settings, and register it.",
}

// EndHold tells that messages of a number go out again, and with them those of its account,
// unless something holds another number alone. What waits for a payment method goes on to.
func EndHold(tx *db.Tx, n crm.PhoneNumber) error {
	return endHold(tx, n.WorkspaceID, n.MessagingAccountID, n.ID, "", []crm.HealthKind{crm.HealthToken, crm.HealthHeld})
}

// EndHolds tells that messages of every number of an account go out again.
func EndHolds(tx *db.Tx, n crm.PhoneNumber) error {
	return endHold(tx, n.WorkspaceID, n.MessagingAccountID, "", "", holdKinds)
}

// EndTokenHold tells that the token of an account works again.
func EndTokenHold(tx *db.Tx, workspaceID, accountID string) error {
	return endHold(tx, workspaceID, accountID, "", "The token works again.", []crm.HealthKind{crm.HealthToken})
}

// endHold ends holds of an account's numbers. With a number, that one works: a hold that
// another number has alone goes on.
func endHold(tx *db.Tx, workspaceID, accountID, working, reason string, kinds []crm.HealthKind) error {
	if err := lockHolds(tx, accountID); err != nil {
		return err
	}
	numbers, err := PhoneNumbersOfAccount(tx, workspaceID, accountID)
	for _, n := range numbers {
		var open []crm.HealthNotice
		if open, err = openHolds(tx, n); err != nil {
			return err
		}
		left := 0
		for _, notice := range open {
			alone := notice.Detail != "" && strings.HasPrefix(notice.Detail, holdReasons[whatsapp.HoldNumber])
			if !slices.Contains(kinds, notice.Kind) || alone && working != "" && working != n.ID {
				left++
				continue
			}
			resolveNotice(tx, n.WorkspaceID, n.ID, notice.Kind)
		}
		if left > 0 || len(open) == 0 {
			continue
		}
		if err = tellSending(tx, n, sendingHeld, sendingWorks, reason); err != nil {
			return err
		}
	}
	return err
}

// openHolds are what keeps the messages of a number back.
func openHolds(tx *db.Tx, n crm.PhoneNumber) (out []crm.HealthNotice, err error) {
	notices, err := HealthNotices(tx, n.WorkspaceID, n.ID)
	for _, one := range notices {
		if one.ResolvedAt == nil && slices.Contains(holdKinds, one.Kind) {
			out = append(out, one)
		}
	}
	return out, err
}

func tellSending(tx *db.Tx, n crm.PhoneNumber, from, to, reason string) error {
	return event.AppendEvent(tx, crm.EventPhoneNumberUpdated, n.WorkspaceID, n.ID, crm.EventScope{PhoneNumberID: n.ID}, crm.PhoneNumberData{PhoneNumberID: n.ID, Number: n.Number,
		MessagingAccountID: n.MessagingAccountID, Changes: []crm.NumberChange{{Field: "sending", From: from, To: to}}, Reason: reason, ChangedBy: crm.DoneBy{Type: crm.ActorProvider}})
}
