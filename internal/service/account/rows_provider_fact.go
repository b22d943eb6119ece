package account

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	noteFactSQL = db.SQL(`INSERT INTO provider_facts (workspace_id, subject, fact, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, subject, fact) DO UPDATE SET at = excluded.at WHERE provider_facts.at <= excluded.at`)
	lockPhoneSQL   = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	updatePhoneSQL = db.SQL(`UPDATE phone_numbers SET verified_name = $3, quality = $4, status = $5, throughput = $6, name_status = $7, requested_name = $8,
		name_rejection = $9, messaging_limit = $10, username = $11, username_status = $12, disconnect_reason = $13 WHERE workspace_id = $1 AND id = $2`)
	setAutomaticSQL  = db.SQL(`UPDATE phone_numbers SET automatic_messages = $3 WHERE workspace_id = $1 AND id = $2`)
	setReceiptsSQL   = db.SQL(`UPDATE phone_numbers SET read_receipts = $3 WHERE workspace_id = $1 AND id = $2`)
	lockAccountSQL   = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	updateAccountSQL = db.SQL(`UPDATE messaging_accounts SET status = $3, review_status = $4, ban_state = $5, ban_date = $6, violation = $7, restrictions = $8,
		max_phone_numbers = $9, disconnect_reason = $10, unpaid_since = $11, unpaid_replies = $12, unpaid_seen = $13 WHERE workspace_id = $1 AND id = $2`)
)

// NewerFact notes when the provider told a fact about a subject, and reports
// whether it has told nothing newer: webhooks come late and in any order.
func NewerFact(tx *db.Tx, workspaceID, subject, fact string, told time.Time) (bool, error) {
	n, err := tx.Exec(noteFactSQL, workspaceID, subject, fact, db.Ms(told))
	return n == 1, err
}

// LockPhoneNumber returns a number of the workspace, or a KindNotFound error,
// and keeps others from changing it meanwhile.
func LockPhoneNumber(tx *db.Tx, workspaceID, id string) (crm.PhoneNumber, error) {
	return phoneNumber(tx, lockPhoneSQL, workspaceID, id)
}

// updatePhoneNumber stores what the provider says of a number that is locked.
func updatePhoneNumber(tx *db.Tx, n crm.PhoneNumber) {
	tx.Write(updatePhoneSQL, n.WorkspaceID, n.ID, n.VerifiedName, n.QualityRating, n.Status, n.Throughput, n.NameStatus, n.RequestedName,
		n.NameRejection, n.MessagingLimit, n.Username, n.UsernameStatus, n.DisconnectReason)
}

// lockMessagingAccount returns an account of the workspace, or a KindNotFound
// error, and keeps others from changing it meanwhile.
func lockMessagingAccount(tx *db.Tx, workspaceID, id string) (crm.MessagingAccount, error) {
	return messagingAccount(tx, lockAccountSQL, workspaceID, id)
}

// updateMessagingAccount stores what the provider says of an account that is
// locked.
func updateMessagingAccount(tx *db.Tx, a crm.MessagingAccount) {
	restrictions := ""
	if len(a.Restrictions) > 0 {
		restrictions = db.Text(a.Restrictions)
	}
	tx.Write(updateAccountSQL, a.WorkspaceID, a.ID, a.Status, a.ReviewStatus, a.BanState, a.BanDate, a.Violation, restrictions, a.MaxPhoneNumbers, a.DisconnectReason,
		db.MsOf(a.UnpaidSince), a.UnpaidReplies, a.UnpaidSeen)
}
