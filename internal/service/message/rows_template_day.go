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

// TemplateDays returns how many templates were accepted on each day since a time, by its
// beginning in UTC. Of a day the first thousands of messages tell; days without are left out.
func TemplateDays(tx *db.Tx, workspaceID string, since time.Time) (map[time.Time]int, error) {
	const day = 24 * time.Hour
	days := map[time.Time]int{}
	for from := since.UTC().Truncate(day); from.Before(tx.Now()); from = from.Add(day) {
		var n int
		_, err := tx.One(templatesOfDaySQL, []any{&n}, workspaceID, crm.LowestID(crm.PrefixMessage, from), crm.LowestID(crm.PrefixMessage, from.Add(day)), dayLooked)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			days[from] = n
		}
	}
	return days, nil
}
