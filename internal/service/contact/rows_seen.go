package contact

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	noteReferralSQL = db.SQL(`UPDATE conversations SET referral_at = $3 WHERE workspace_id = $1 AND id = $2 AND referral_at < $3`)
)

var (
	openFreeEntrySQL = db.SQL(`UPDATE conversations SET free_entry_until = $3
		WHERE workspace_id = $1 AND id = $2 AND referral_at > 0 AND free_entry_until < referral_at AND referral_at BETWEEN $4 AND $5`)
)

var (
	confirmFreeEntrySQL = db.SQL(`UPDATE conversations SET free_entry_until = $3 WHERE workspace_id = $1 AND id = $2 AND free_entry_until <> $3`)
)

// SeenContact returns the contact that a sighting of a person shows, made where
// there is none yet, without a conversation.
func SeenContact(tx *db.Tx, workspaceID string, p crm.Person) (crm.Contact, error) {
	for range insertTries {
		if c, done, err := settlePerson(tx, workspaceID, p); err != nil || done {
			return c, err
		}
	}
	return crm.Contact{}, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The contact is being made by another request; try again.")
}

// NoteReferral records that an ad led the contact to the conversation.
func NoteReferral(tx *db.Tx, workspaceID, conversationID string, at time.Time) {
	tx.Write(noteReferralSQL, workspaceID, conversationID, db.Ms(at))
}

// OpenFreeEntry opens the free entry point window when the business answers
// somebody whom an ad led here, in time and for the first time.
func OpenFreeEntry(tx *db.Tx, workspaceID, conversationID string, answered time.Time) {
	tx.Write(openFreeEntrySQL, workspaceID, conversationID, db.Ms(answered.Add(crm.FreeEntryLength)),
		db.Ms(answered.Add(-crm.WindowLength)), db.Ms(answered))
}

// ConfirmFreeEntry stores until when the provider says that the free entry
// point window is open.
func ConfirmFreeEntry(tx *db.Tx, workspaceID, conversationID string, until time.Time) {
	tx.Write(confirmFreeEntrySQL, workspaceID, conversationID, db.Ms(until))
}
