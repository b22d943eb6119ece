package search

import (
	"errors"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// position is how far the index of a workspace has got.
type position struct {
	log          event.Position
	indexedUntil time.Time
	fill         string // what is yet to be back-filled, "" for nothing
	cleaning     bool   // words of what was removed are still in the index
	batch        int64  // counts the batches
}

// workOf looks at a page of workspaces, from $1 on: which have something to index,
// and which of them has events that are not indexed. head is the end of a log.
func workOf(head, join string) string {
	return `SELECT w.id, coalesce(s.indexed_until, 0), CASE WHEN ` + head + ` > coalesce(s.position, 0) THEN 1 ELSE 0 END,
		CASE WHEN s.workspace_id IS NULL OR ` + head + ` > s.position OR s.fill <> '' OR s.cleaning
			OR (SELECT c.number FROM search_changes c WHERE c.workspace_id = w.id ORDER BY c.workspace_id, c.number LIMIT 1) IS NOT NULL
			OR (SELECT c.number FROM search_moves c WHERE c.workspace_id = w.id ORDER BY c.workspace_id, c.number LIMIT 1) IS NOT NULL THEN 1 ELSE 0 END
		FROM (SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT $2) w` + join + ` LEFT JOIN search_positions s ON s.workspace_id = w.id`
}

var (
	selectWorkEmbeddedSQL = db.EmbeddedSQL(workOf(`coalesce((SELECT e.position FROM events e WHERE e.workspace_id = w.id ORDER BY e.position DESC LIMIT 1), 0)`, "")).
				Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")
	selectWorkPostgresSQL = db.PostgresSQL(workOf(`coalesce(h.position, 0)`, ` LEFT JOIN log_heads h ON h.workspace_id = w.id`)).
				Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")

	selectPositionSQL = db.SQL(`SELECT position, event_id, indexed_until, fill, cleaning, batch FROM search_positions WHERE workspace_id = $1`)
	insertPositionSQL = db.SQL(`INSERT INTO search_positions (workspace_id, position, event_id, indexed_until, fill, batch) VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT DO NOTHING`)
	movePositionSQL   = db.SQL(`UPDATE search_positions SET position = $3, event_id = $4, indexed_until = $5, fill = $6, cleaning = $7, batch = batch + 1
		WHERE workspace_id = $1 AND batch = $2`)

	selectChangesSQL = db.SQL(`SELECT number, id, place FROM search_changes WHERE workspace_id = $1 ORDER BY number LIMIT $2`)
	deleteChangeSQL  = db.SQL(`DELETE FROM search_changes WHERE workspace_id = $1 AND number = $2`)
	anyChangeSQL     = db.SQL(`SELECT number FROM search_changes WHERE workspace_id = $1 ORDER BY number LIMIT 1`)
	selectMovesSQL   = db.SQL(`SELECT number, id, place FROM search_moves WHERE workspace_id = $1 ORDER BY number LIMIT $2`)
	continueMoveSQL  = db.SQL(`UPDATE search_moves SET place = $3 WHERE workspace_id = $1 AND number = $2`)
	deleteMoveSQL    = db.SQL(`DELETE FROM search_moves WHERE workspace_id = $1 AND number = $2`)
	anyMoveSQL       = db.SQL(`SELECT number FROM search_moves WHERE workspace_id = $1 ORDER BY number LIMIT 1`)
	// The embedded engine has one writer; on PostgreSQL the column counts by itself.
	noteEmbeddedSQL = db.EmbeddedSQL(`INSERT INTO search_changes (workspace_id, number, id, place)
		VALUES ($1, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = $1), 0), $2, $3)`)
	notePostgresSQL = db.PostgresSQL(`INSERT INTO search_changes (workspace_id, id, place) VALUES ($1, $2, $3)`)
	moveEmbeddedSQL = db.EmbeddedSQL(`INSERT INTO search_moves (workspace_id, number, id, place)
		VALUES ($1, 1 + coalesce((SELECT max(number) FROM search_moves WHERE workspace_id = $1), 0), $2, $3)`)
	movePostgresSQL = db.PostgresSQL(`INSERT INTO search_moves (workspace_id, id, place) VALUES ($1, $2, $3)`)
)

// errOvertaken undoes a batch when another node has made one meanwhile.
var errOvertaken = errors.New("another node indexed this workspace meanwhile")

// NoteMessage lets a message be indexed that the log does not tell of, in the
// transaction that stores it.
func NoteMessage(tx *db.Tx, workspaceID, id string) {
	which := noteEmbeddedSQL
	if tx.OnPostgres() {
		which = notePostgresSQL
	}
	tx.Write(which, workspaceID, id, "")
}

// noteMove lets a conversation be looked at from a place on.
func noteMove(tx *db.Tx, workspaceID, id, place string) {
	which := moveEmbeddedSQL
	if tx.OnPostgres() {
		which = movePostgresSQL
	}
	tx.Write(which, workspaceID, id, place)
}

// work is a workspace that has something to index, and until when all is indexed.
type work struct {
	workspaceID string
	until       time.Time
	news        bool // its log goes on
}

// workPage is how many workspaces are looked at by one statement.
const workPage = 500

// workToDo returns the workspaces that have something to index.
func workToDo(tx *db.Tx) (out []work, err error) {
	which := selectWorkEmbeddedSQL
	if tx.OnPostgres() {
		which = selectWorkPostgresSQL
	}
	for after, seen := "", workPage; err == nil && seen == workPage; {
		seen = 0
		from := after
		err = tx.Each(which, func(r db.Row) error {
			var w work
			var until, news, has int64
			err := r.Scan(&w.workspaceID, &until, &news, &has)
			after, seen = max(after, w.workspaceID), seen+1
			if w.until, w.news = db.At(until), news == 1; has == 1 {
				out = append(out, w)
			}
			return err
		}, from, workPage)
	}
	return out, err
}

func positionOf(tx *db.Tx, workspaceID string) (p position, found bool, err error) {
	var until int64
	found, err = tx.One(selectPositionSQL, []any{&p.log.Number, &p.log.ID, &until, &p.fill, &p.cleaning, &p.batch}, workspaceID)
	p.indexedUntil = db.At(until)
	return p, found, err
}

// insertPosition begins a workspace's index at a place of its log.
func insertPosition(tx *db.Tx, workspaceID string, p position) {
	tx.Write(insertPositionSQL, workspaceID, p.log.Number, p.log.ID, db.Ms(p.indexedUntil), p.fill)
}

// movePosition stores how far the index has got with a batch that was read at
// before. It fails when that is not how far it had got any more.
func movePosition(tx *db.Tx, workspaceID string, before, after position) {
	tx.WriteExactlyOne(movePositionSQL, errOvertaken, workspaceID, before.batch, after.log.Number, after.log.ID, db.Ms(after.indexedUntil), after.fill, after.cleaning)
}

// changed is something of which the index must look at the row: an item, or a
// conversation that others have now. place is the conversation of a note, or how far
// the look at a conversation has got.
type changed struct {
	number    int64
	id, place string
}

func changes(tx *db.Tx, workspaceID string, limit int) ([]changed, error) {
	return readChanged(tx, selectChangesSQL, workspaceID, limit)
}

func moves(tx *db.Tx, workspaceID string, limit int) ([]changed, error) {
	return readChanged(tx, selectMovesSQL, workspaceID, limit)
}

func readChanged(tx *db.Tx, which *db.Stmt, workspaceID string, limit int) (out []changed, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var c changed
		err := r.Scan(&c.number, &c.id, &c.place)
		out = append(out, c)
		return err
	}, workspaceID, limit)
	return out, err
}

func dropChanges(tx *db.Tx, workspaceID string, list []changed) {
	for _, c := range list {
		tx.Write(deleteChangeSQL, workspaceID, c.number)
	}
}

// passMoves takes moves out of the list, or keeps how far the look at one has got.
func passMoves(tx *db.Tx, workspaceID string, list []changed) {
	for _, c := range list {
		if c.place == movedEnd {
			tx.Write(deleteMoveSQL, workspaceID, c.number)
		} else {
			tx.Write(continueMoveSQL, workspaceID, c.number, c.place)
		}
	}
}

// anyChange reports whether something changed, or others have something, and the index
// does not know.
func anyChange(tx *db.Tx, workspaceID string) (bool, error) {
	var number int64
	found, err := tx.One(anyChangeSQL, []any{&number}, workspaceID)
	if err != nil || found {
		return found, err
	}
	return tx.One(anyMoveSQL, []any{&number}, workspaceID)
}
