package account

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// factPayment is what the provider told of an account's payment method.
const factPayment = "payment"

// NoteUnpaid notes that the provider did not deliver a message at a time, because the
// account of its number has no valid payment method: what costs something waits from now
// on. reply says that the message was no template.
func NoteUnpaid(s *Accounts, tx *db.Tx, workspaceID, numberID string, reply bool, refusal error, at time.Time) error {
	n, err := PhoneNumber(tx, workspaceID, numberID)
	if err != nil {
		return err
	}
	a, err := MessagingAccount(tx, workspaceID, n.MessagingAccountID)
	if err != nil || noted(a, reply) {
		return err
	}
	if err := lockHolds(tx, a.ID); err != nil {
		return err
	}
	if a, err = MessagingAccount(tx, workspaceID, a.ID); err != nil || noted(a, reply) {
		return err
	}
	// A message that was sent before a card was attached tells nothing new.
	if newer, err := NewerFact(tx, workspaceID, a.ID, factPayment, core.NotLater(at, tx.Now())); err != nil || !newer {
		return err
	}
	now := tx.Now()
	err = s.changeAccount(tx, a, "", func(a *crm.MessagingAccount) {
		if a.UnpaidSince == nil {
			a.UnpaidSince = &now
		}
		a.UnpaidReplies = a.UnpaidReplies || reply
	})
	if err == nil {
		err = s.NoteHold(tx, n, whatsapp.HoldPayment, refusal)
	}
	return err
}

// noted reports whether it is known of an account that a message of a kind is not paid for.
func noted(a crm.MessagingAccount, reply bool) bool {
	return a.UnpaidSince != nil && (a.UnpaidReplies || !reply)
}

// unpaidPeriod: the provider names a payment method that does not work as well as one
// that does: where it named one all the while, messages are let go after it, to find
// out.
const unpaidPeriod = 30 * time.Minute

// NotePayment notes whether the provider says that an account has a payment method.
func NotePayment(s *Accounts, tx *db.Tx, workspaceID, accountID string, paid bool) error {
	a, err := MessagingAccount(tx, workspaceID, accountID)
	switch {
	case err != nil || a.UnpaidSince == nil:
		return err
	case !paid && !a.UnpaidSeen:
		return s.changeAccount(tx, a, "", func(a *crm.MessagingAccount) { a.UnpaidSeen = true })
	case paid && (a.UnpaidSeen || tx.Now().Sub(*a.UnpaidSince) >= unpaidPeriod):
		return EndPaymentHold(s, tx, workspaceID, accountID)
	}
	return nil
}

// EndPaymentHold lets the messages of an account go again that wait for a payment method.
func EndPaymentHold(s *Accounts, tx *db.Tx, workspaceID, accountID string) error {
	a, err := MessagingAccount(tx, workspaceID, accountID)
	if err != nil || a.UnpaidSince == nil {
		return err
	}
	if err := lockHolds(tx, accountID); err != nil { // before the account, as NoteUnpaid does
		return err
	}
	if _, err := NewerFact(tx, workspaceID, a.ID, factPayment, tx.Now()); err != nil {
		return err
	}
	err = s.changeAccount(tx, a, "", func(a *crm.MessagingAccount) {
		a.UnpaidSince, a.UnpaidReplies, a.UnpaidSeen = nil, false, false
	})
	if err != nil {
		return err
	}
	return endHold(tx, workspaceID, a.ID, "", "A payment method is attached.", []crm.HealthKind{crm.HealthPayment})
}
