package segment

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// ofConversions looks up the last conversion of each contact between two times, $5 and $6.
func ofConversions(index, condition string) *db.Stmt {
	return db.SQL(`SELECT c.id, coalesce((SELECT x.occurred_at FROM conversions x INDEXED BY ` + index + ` WHERE x.workspace_id = c.workspace_id AND x.contact_id = c.id` + condition + `
		AND x.occurred_at > $5 AND x.occurred_at < $6 ORDER BY x.occurred_at DESC LIMIT 1), 0) FROM contacts c WHERE c.workspace_id = $1 AND c.id >= $2 AND c.id <= $3 ORDER BY c.id LIMIT $4`).
		ByOnPostgres(index)
}

// ofBroadcasts looks up the last time of each conversation, of one broadcast unless $7 is
// ""; the reach stands from $8 on. A conversation that was joined to another one is in
// reach where that one is.
func ofBroadcasts(column string) fact {
	index := "broadcast_recipients_" + column[:len(column)-len("_at")]
	return newFact(`SELECT v.contact_id, coalesce((SELECT r.`+column+` FROM broadcast_recipients r INDEXED BY `+index+` WHERE r.workspace_id = v.workspace_id AND r.conversation_id = v.id
			AND r.`+column+` > 0 AND r.`+column+` > $5 AND r.`+column+` < $6 AND ($7 = '' OR r.broadcast_id = $7) ORDER BY r.`+column+` DESC LIMIT 1), 0)
		FROM conversations v INDEXED BY conversations_pair WHERE v.workspace_id = $1 AND v.contact_id >= $2 AND v.contact_id <= $3{reach} ORDER BY v.contact_id LIMIT $4`,
		reach.OfConversation("v.workspace_id", "v.id", 8), index)
}

var (
	boughtFact      = ofConversions("conversions_contact", "")
	boughtNamedFact = ofConversions("conversions_deed", " AND x.name = $7")
	answeredFact    = ofBroadcasts("answered_at")
	openedFact      = ofBroadcasts("opened_at")

	broadcastSQL = db.SQL(`SELECT name FROM broadcasts WHERE workspace_id = $1 AND id = $2`)
)

// deed finds out when the contacts last did something.
func (f *factReader) deed(d crm.SegmentDeed) error {
	read := func(r db.Row) error {
		var id string
		var at int64
		err := r.Scan(&id, &at)
		if of := f.of[id]; of != nil && at > 0 && db.At(at).After(of.Did[d]) {
			if of.Did == nil {
				of.Did = map[crm.SegmentDeed]time.Time{}
			}
			of.Did[d] = db.At(at)
		}
		return err
	}
	switch {
	case d.Kind == crm.DeedAnswered:
		return f.fact(answeredFact, read, d.After, d.Before, d.Of)
	case d.Kind == crm.DeedOpened:
		return f.fact(openedFact, read, d.After, d.Before, d.Of)
	case d.Of != "":
		return f.each(boughtNamedFact, false, read, d.After, d.Before, d.Of)
	}
	return f.each(boughtFact, false, read, d.After, d.Before)
}

// broadcastName is what a broadcast is called.
func broadcastName(tx *db.Tx, workspaceID, id string) (name string, found bool, err error) {
	found, err = tx.One(broadcastSQL, []any{&name}, workspaceID, id)
	return name, found, err
}
