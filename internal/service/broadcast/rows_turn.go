package broadcast

import (
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	addZoneSQL = db.SQL(`INSERT INTO broadcast_zones (workspace_id, broadcast_id, zone, recipients) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, broadcast_id, zone) DO UPDATE SET recipients = broadcast_zones.recipients + excluded.recipients`)
	zonesSQL       = db.SQL(`SELECT zone, recipients FROM broadcast_zones WHERE workspace_id = $1 AND broadcast_id = $2 ORDER BY zone LIMIT 1000`)
	removeZonesSQL = db.SQL(`DELETE FROM broadcast_zones WHERE workspace_id = $1 AND broadcast_id = $2`)

	// Who has waited to a time, the first ones first.
	dueSQL = db.SQL(`SELECT ` + recipientColumns + ` FROM broadcast_recipients INDEXED BY broadcast_recipients_turn
		WHERE workspace_id = $1 AND broadcast_id = $2 AND turn <> 0 AND turn > 0 AND turn <= $3 ORDER BY turn, number LIMIT $4`).By("broadcast_recipients_turn").ByOnPostgres("broadcast_recipients_turn")
	setTurnSQL  = db.SQL(`UPDATE broadcast_recipients SET turn = $4 WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
	heldTurnSQL = db.SQL(`UPDATE broadcast_recipients SET turn = $4, sent_at = $5, updated_at = $5 WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
	// What came of the last ones behind a place in the order of turns.
	turnOutcomesSQL = db.SQL(`SELECT state FROM broadcast_recipients INDEXED BY broadcast_recipients_turn WHERE workspace_id = $1 AND broadcast_id = $2 AND turn <> 0 AND turn < $3
		AND state IN ('sent', 'delivered', 'read', 'failed') ORDER BY turn LIMIT $4`).By("broadcast_recipients_turn").ByOnPostgres("broadcast_recipients_turn")
)

func addZones(tx *db.Tx, b crm.Broadcast, counts map[string]int64) {
	for _, zone := range sortedKeys(counts) {
		tx.Write(addZoneSQL, b.WorkspaceID, b.ID, zone, counts[zone])
	}
}

// zones are how many recipients of a broadcast are in which time zones.
func zones(tx *db.Tx, b crm.Broadcast) (out []crm.BroadcastZone, err error) {
	err = tx.Each(zonesSQL, func(r db.Row) error {
		var z crm.BroadcastZone
		err := r.Scan(&z.Zone, &z.Recipients)
		out = append(out, z)
		return err
	}, b.WorkspaceID, b.ID)
	return out, err
}

// due returns up to limit recipients who have waited to a time, the first ones first.
func due(tx *db.Tx, b crm.Broadcast, until time.Time, limit int) ([]crm.Recipient, error) {
	return dueTo(tx, b, db.Ms(until), limit)
}

func dueTo(tx *db.Tx, b crm.Broadcast, until int64, limit int) (out []crm.Recipient, err error) {
	err = tx.Each(dueSQL, func(row db.Row) error {
		r, err := scanRecipient(row)
		out = append(out, r)
		return err
	}, b.WorkspaceID, b.ID, until, limit)
	return out, err
}

// nextTurn is when it is to be looked again whether somebody may be written to.
func nextTurn(tx *db.Tx, b crm.Broadcast) (at time.Time, err error) {
	first, err := dueTo(tx, b, math.MaxInt64, 1)
	if err == nil && len(first) > 0 {
		at = db.At(first[0].Turn)
	}
	return at, err
}

// save stores whose turn has come, and to when others wait. taken is how many turns had
// come before.
func (t turns) save(tx *db.Tx, b crm.Broadcast, taken int64, done []int64) int64 {
	for _, r := range t.held {
		tx.Write(heldTurnSQL, b.WorkspaceID, b.ID, r.Number, 0, db.Ms(tx.Now()))
	}
	for _, number := range done {
		taken++
		tx.Write(setTurnSQL, b.WorkspaceID, b.ID, number, -taken)
	}
	for _, r := range t.later {
		tx.Write(setTurnSQL, b.WorkspaceID, b.ID, r.Number, r.Turn)
	}
	return taken
}
