package account

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

var (
	stayOnAppSQL = db.SQL(`INSERT INTO app_histories (workspace_id, phone_number_id, connected_at, asked_at, progress, declined, changed_at) VALUES ($1, $2, $3, 0, 0, FALSE, 0)
		ON CONFLICT (workspace_id, phone_number_id) DO UPDATE SET connected_at = excluded.connected_at, asked_at = 0, progress = 0, declined = FALSE, changed_at = 0`)
	askedHistorySQL = db.SQL(`INSERT INTO app_histories (workspace_id, phone_number_id, connected_at, asked_at, progress, declined, changed_at) VALUES ($1, $2, 0, $3, 0, FALSE, 0)
		ON CONFLICT (workspace_id, phone_number_id) DO UPDATE SET asked_at = excluded.asked_at`)
	noteHistorySQL = db.SQL(`INSERT INTO app_histories (workspace_id, phone_number_id, connected_at, asked_at, progress, declined, changed_at) VALUES ($1, $2, 0, 0, $3, $4, $5)
		ON CONFLICT (workspace_id, phone_number_id) DO UPDATE SET progress = excluded.progress, declined = excluded.declined, changed_at = excluded.changed_at`)
	appHistorySQL = db.SQL(`SELECT connected_at, asked_at, progress, declined, changed_at FROM app_histories WHERE workspace_id = $1 AND phone_number_id = $2`)
)

// StayOnApp notes that a number was connected and stays in use in the provider's app, which
// may be asked for what it has from now on.
func StayOnApp(tx *db.Tx, n crm.PhoneNumber) {
	tx.Write(stayOnAppSQL, n.WorkspaceID, n.ID, db.Ms(tx.Now()))
}

// AppHistory returns what the provider told of the history of a number; found is false
// where it told nothing, and the number was not connected as one that stays on the app.
func AppHistory(tx *db.Tx, workspaceID, numberID string) (h crm.AppHistory, found bool, err error) {
	var connected, asked, changed int64
	found, err = tx.One(appHistorySQL, []any{&connected, &asked, &h.Progress, &h.Declined, &changed}, workspaceID, numberID)
	h.ConnectedAt, h.AskedAt, h.ChangedAt = db.At(connected), db.At(asked), db.At(changed)
	return h, found, err
}

// NoteHistory notes how much of a number's history has come, of 100, or that the business
// does not share it. Parts come in any order: the most that was told counts.
func NoteHistory(tx *db.Tx, n crm.PhoneNumber, progress int, declined bool) error {
	tx.Lock("history " + n.ID)
	before, _, err := AppHistory(tx, n.WorkspaceID, n.ID)
	if err != nil {
		return err
	}
	after := before
	after.Progress, after.Declined = max(before.Progress, progress), declined || before.Declined && progress == 0
	if after == before {
		return nil
	}
	tx.Write(noteHistorySQL, n.WorkspaceID, n.ID, after.Progress, after.Declined, db.Ms(tx.Now()))
	if before.Told() == after.Told() {
		return nil
	}
	return tellHistory(tx, n, before.Told(), after.Told())
}

// HistoryAsked notes that the provider was asked for the history of a number.
func HistoryAsked(tx *db.Tx, n crm.PhoneNumber) error {
	tx.Lock("history " + n.ID)
	before, _, err := AppHistory(tx, n.WorkspaceID, n.ID)
	if err != nil {
		return err
	}
	tx.Write(askedHistorySQL, n.WorkspaceID, n.ID, db.Ms(tx.Now()))
	if before.Told() != crm.HistoryOpen { // the webhooks were faster
		return nil
	}
	return tellHistory(tx, n, crm.HistoryOpen, crm.HistoryAsked)
}

// tellHistory tells that the history of a number has another state.
func tellHistory(tx *db.Tx, n crm.PhoneNumber, from, to crm.HistoryState) error {
	return event.AppendEvent(tx, crm.EventPhoneNumberUpdated, n.WorkspaceID, n.ID, crm.EventScope{PhoneNumberID: n.ID}, crm.PhoneNumberData{PhoneNumberID: n.ID, Number: n.Number,
		MessagingAccountID: n.MessagingAccountID, Changes: []crm.NumberChange{{Field: "app_history", From: string(from), To: string(to)}}, ChangedBy: crm.DoneBy{Type: crm.ActorProvider}})
}
