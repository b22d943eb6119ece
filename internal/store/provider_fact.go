package store

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	noteFact = db.SQL(`INSERT INTO provider_facts (workspace_id, subject, fact, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, subject, fact) DO UPDATE SET at = excluded.at WHERE provider_facts.at <= excluded.at`)
	lockPhone   = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	updatePhone = db.SQL(`UPDATE phone_numbers SET verified_name = $3, quality = $4, status = $5, throughput = $6, name_status = $7, requested_name = $8,
		name_rejection = $9, messaging_limit = $10, username = $11, username_status = $12, disconnect_reason = $13 WHERE workspace_id = $1 AND id = $2`)
	lockAccount   = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	updateAccount = db.SQL(`UPDATE messaging_accounts SET status = $3, review_status = $4, ban_state = $5, ban_date = $6, violation = $7, restrictions = $8,
		max_phone_numbers = $9, disconnect_reason = $10 WHERE workspace_id = $1 AND id = $2`)
)

// NewerFact notes when the provider told a fact about a subject, and reports
// whether it has told nothing newer: webhooks come late and in any order.
func (tx *Tx) NewerFact(workspaceID, subject, fact string, told time.Time) (bool, error) {
	n, err := tx.Exec(noteFact, workspaceID, subject, fact, db.Ms(told))
	return n == 1, err
}

// LockPhoneNumber returns a number of the workspace, or a KindNotFound error,
// and keeps others from changing it meanwhile.
func (tx *Tx) LockPhoneNumber(workspaceID, id string) (crm.PhoneNumber, error) {
	return tx.phoneNumber(lockPhone, workspaceID, id)
}

// UpdatePhoneNumber stores what the provider says of a number that is locked.
func (tx *Tx) UpdatePhoneNumber(n crm.PhoneNumber) {
	tx.Write(updatePhone, n.WorkspaceID, n.ID, n.VerifiedName, n.QualityRating, n.Status, n.Throughput, n.NameStatus, n.RequestedName,
		n.NameRejection, n.MessagingLimit, n.Username, n.UsernameStatus, n.DisconnectReason)
}

// LockMessagingAccount returns an account of the workspace, or a KindNotFound
// error, and keeps others from changing it meanwhile.
func (tx *Tx) LockMessagingAccount(workspaceID, id string) (crm.MessagingAccount, error) {
	return tx.messagingAccount(lockAccount, workspaceID, id)
}

// UpdateMessagingAccount stores what the provider says of an account that is
// locked.
func (tx *Tx) UpdateMessagingAccount(a crm.MessagingAccount) {
	restrictions := ""
	if len(a.Restrictions) > 0 {
		restrictions = db.Text(a.Restrictions)
	}
	tx.Write(updateAccount, a.WorkspaceID, a.ID, a.Status, a.ReviewStatus, a.BanState, a.BanDate, a.Violation, restrictions, a.MaxPhoneNumbers, a.DisconnectReason)
}
