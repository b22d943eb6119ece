package cannedreply

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const (
	cannedColumns = `id, shortcut, title, body, team_id, created_by, created_at, updated_at`
	// Of everybody, or of a team of the actor; $2 says that all teams are.
	cannedSeen = ` (team_id = '' OR $2 OR $3 LIKE '%|' || team_id || '|%')`
)

var (
	insertCannedSQL = db.SQL(`INSERT INTO canned_replies (workspace_id, id, shortcut, shortcut_key, title, body, team_id, created_by, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`)
	updateCannedSQL = db.SQL(`UPDATE canned_replies SET shortcut = $3, shortcut_key = $4, title = $5, body = $6, team_id = $7, updated_at = $8 WHERE workspace_id = $1 AND id = $2`)
	deleteCannedSQL = db.SQL(`DELETE FROM canned_replies WHERE workspace_id = $1 AND id = $2`)
	selectCannedSQL = db.SQL(`SELECT ` + cannedColumns + ` FROM canned_replies WHERE workspace_id = $1 AND` + cannedSeen + ` AND id = $4`)
	lockCannedSQL   = db.SQL(`SELECT ` + cannedColumns + ` FROM canned_replies WHERE workspace_id = $1 AND` + cannedSeen + ` AND id = $4 FOR UPDATE`)
	// By shortcut, from a beginning on; a workspace has crm.MaxCannedReplies at most.
	listCannedSQL = db.SQL(`SELECT ` + cannedColumns + ` FROM canned_replies INDEXED BY canned_replies_shortcut WHERE workspace_id = $1 AND` + cannedSeen + `
		AND shortcut_key > $4 AND shortcut_key >= $5 AND shortcut_key < $6 ORDER BY shortcut_key LIMIT $7`).By("canned_replies_shortcut").ByOnPostgres("canned_replies_shortcut")
	cannedNamedSQL = db.SQL(`SELECT id FROM canned_replies WHERE workspace_id = $1 AND shortcut_key = $2`).By("canned_replies_shortcut")
	countCannedSQL = db.SQL(`SELECT count(*) FROM canned_replies WHERE workspace_id = $1`)
)

// Two replies got one shortcut at once: made again, one finds the other's.
var _ = db.RunAgainAfter("canned_replies_shortcut")

func insertCanned(tx *db.Tx, r crm.CannedReply) {
	tx.Write(insertCannedSQL, r.WorkspaceID, r.ID, r.Shortcut, r.ShortcutKey(), r.Title, r.Body, r.TeamID, r.CreatedBy.String(), db.Ms(r.CreatedAt))
}

func updateCanned(tx *db.Tx, r crm.CannedReply) {
	tx.Write(updateCannedSQL, r.WorkspaceID, r.ID, r.Shortcut, r.ShortcutKey(), r.Title, r.Body, r.TeamID, db.Ms(r.UpdatedAt))
}

func deleteCanned(tx *db.Tx, r crm.CannedReply) { tx.Write(deleteCannedSQL, r.WorkspaceID, r.ID) }

// cannedReply returns a canned reply that the actor sees, or a KindNotFound error.
func cannedReply(tx *db.Tx, actor crm.Actor, id string) (crm.CannedReply, error) {
	return readCanned(tx, selectCannedSQL, actor, id)
}

// lockCanned is cannedReply, and keeps other nodes from changing it meanwhile.
func lockCanned(tx *db.Tx, actor crm.Actor, id string) (crm.CannedReply, error) {
	return readCanned(tx, lockCannedSQL, actor, id)
}

func readCanned(tx *db.Tx, which *db.Stmt, actor crm.Actor, id string) (crm.CannedReply, error) {
	list, err := listCanned(tx, which, actor, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("canned reply", id)
	}
	if err != nil {
		return crm.CannedReply{}, err
	}
	return list[0], nil
}

// cannedReplies returns a page of the canned replies that the actor sees and whose
// shortcut begins with prefix, by shortcut. The cursor is the last one's.
func cannedReplies(tx *db.Tx, actor crm.Actor, prefix string, p crm.Page) (crm.List[crm.CannedReply], error) {
	begin := crm.CannedReply{Shortcut: prefix}.ShortcutKey()
	list, err := listCanned(tx, listCannedSQL, actor, p.After, begin, begin+"\U0010FFFF", p.Limit+1)
	return crm.CutPage(list, p.Limit, crm.CannedReply.ShortcutKey), err
}

func listCanned(tx *db.Tx, which *db.Stmt, actor crm.Actor, args ...any) (out []crm.CannedReply, err error) {
	all, teams := actor.Reach.Kind == crm.ReachAll, reach.Listed(actor.Reach.TeamIDs)
	err = tx.Each(which, func(row db.Row) error {
		r := crm.CannedReply{WorkspaceID: actor.WorkspaceID}
		var by string
		var created, updated int64
		if err := row.Scan(&r.ID, &r.Shortcut, &r.Title, &r.Body, &r.TeamID, &by, &created, &updated); err != nil {
			return err
		}
		r.CreatedAt, r.UpdatedAt = db.At(created), db.At(updated)
		r.CreatedBy, err = crm.ParseDoneBy(by)
		out = append(out, r)
		return err
	}, append([]any{actor.WorkspaceID, all, teams}, args...)...)
	return out, err
}

// checkShortcut refuses a shortcut that another canned reply has, and one reply
// more than a workspace may have.
func checkShortcut(tx *db.Tx, r crm.CannedReply, isNew bool) error {
	var other string
	if _, err := tx.One(cannedNamedSQL, []any{&other}, r.WorkspaceID, r.ShortcutKey()); err != nil {
		return err
	}
	if other != "" && other != r.ID {
		var f crm.Faults
		f.Add("/shortcut", crm.CodeNotAllowed, "Another canned reply has this shortcut.")
		return f.Err()
	}
	if !isNew {
		return nil
	}
	var n int64
	_, err := tx.One(countCannedSQL, []any{&n}, r.WorkspaceID)
	if err == nil && n >= crm.MaxCannedReplies {
		err = crm.Errorf(crm.KindConflict, crm.CodeCannedReplyLimit, "A workspace has at most %d canned replies.", crm.MaxCannedReplies)
	}
	return err
}
