package event

import "service.example/crm/internal/db"

var (
	loggedKeysSQL = db.SQL(`SELECT position, id, key FROM events WHERE workspace_id = $1 AND position > $2 ORDER BY position LIMIT $3`)
	// Nothing is taken out of the log: who misses a position there would wait for it.
	eraseEventSQL    = db.SQL(`UPDATE events SET kind = $3, endpoint_id = $4, scope = '', body = $5 WHERE workspace_id = $1 AND position = $2`)
	eraseAnswersSQL  = db.SQL(`UPDATE deliveries SET answer_headers = '', answer_body = $4 WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id = $3`)
	eraseAttemptsSQL = db.SQL(`UPDATE delivery_attempts SET answer_headers = '', answer_body = $4 WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id = $3`)
)

// nobody is the endpoint of an event that was erased: no list shows it, and no endpoint
// that has not read it will.
const nobody = "erased"

// LoggedKey is what an event belongs to.
type LoggedKey struct {
	Position
	Key string
}

// LoggedKeys returns to what the events behind a position belong, in the order of the log.
func LoggedKeys(tx *db.Tx, workspaceID string, after int64, limit int) (list []LoggedKey, err error) {
	err = tx.Each(loggedKeysSQL, func(r db.Row) error {
		var k LoggedKey
		err := r.Scan(&k.Number, &k.ID, &k.Key)
		list = append(list, k)
		return err
	}, workspaceID, after, limit)
	return list, err
}

// EraseEvent puts another event in the place of one, and removes what endpoints answered
// to it. A delivery that still waits tells of the other one.
func EraseEvent(tx *db.Tx, workspaceID string, at Position, by LoggedEvent) error {
	tx.Write(eraseEventSQL, workspaceID, at.Number, string(by.Kind), nobody, by.Body)
	endpoints, err := tx.Texts(endpointIDsSQL, workspaceID)
	for _, id := range endpoints {
		tx.Write(eraseAnswersSQL, workspaceID, id, at.ID, []byte{})
		tx.Write(eraseAttemptsSQL, workspaceID, id, at.ID, []byte{})
	}
	return err
}
