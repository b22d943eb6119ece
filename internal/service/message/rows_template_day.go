package message

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// dayLooked bounds how many messages of a day are looked at.
const dayLooked = 5000

var templatesOfDaySQL = db.SQL(`SELECT count(*) FROM (SELECT direction, type FROM messages WHERE workspace_id = $1 AND id >= $2 AND id < $3 ORDER BY id LIMIT $4) m
	WHERE direction = 'outbound' AND type = 'template'`)

// TemplateDays returns the days since a time on which at least so many templates were
// accepted, as their beginnings in UTC. Of a day the first thousands of messages tell.
func TemplateDays(tx *db.Tx, workspaceID string, since time.Time, least int) (days []time.Time, err error) {
	const day = 24 * time.Hour
	for from := since.UTC().Truncate(day); from.Before(tx.Now()); from = from.Add(day) {
		var n int
		_, err := tx.One(templatesOfDaySQL, []any{&n}, workspaceID, crm.LowestID(crm.PrefixMessage, from), crm.LowestID(crm.PrefixMessage, from.Add(day)), dayLooked)
		if err != nil {
			return nil, err
		}
		if n >= least {
			days = append(days, from)
		}
	}
	return days, nil
}
