package audit

import (
	"math"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// matches is what a filter asks of an act, beside what its index is for.
const matches = ` AND a.action >= $4 AND a.action < $5 AND ($6 = '' OR a.actor_type = $6) AND ($7 = '' OR a.actor_id = $7)
	AND (($8 = '' AND $9 = '') OR EXISTS (SELECT 1 FROM audit_targets t WHERE t.workspace_id = a.workspace_id AND t.seq = a.seq
		AND ($8 = '' OR t.target_type = $8) AND ($9 = '' OR t.target_id = $9)))
	ORDER BY a.seq DESC LIMIT $10`

var (
	selectActsSQL    = db.SQL(`SELECT ` + columns + ` FROM audit_log a WHERE a.workspace_id = $1 AND a.seq < $2 AND a.seq >= $3` + matches)
	selectActionsSQL = db.SQL(`SELECT ` + columns + ` FROM audit_log a INDEXED BY audit_log_action WHERE a.workspace_id = $1 AND a.action = $4 AND a.seq < $2 AND a.seq >= $3` + matches).By("audit_log_action")
	selectActorsSQL  = db.SQL(`SELECT ` + columns + ` FROM audit_log a INDEXED BY audit_log_actor WHERE a.workspace_id = $1 AND a.actor_id = $7 AND a.seq < $2 AND a.seq >= $3` + matches).By("audit_log_actor")
	selectTargetsSQL = db.SQL(`SELECT ` + columns + ` FROM audit_log a WHERE a.workspace_id = $1 AND a.seq < $2 AND a.seq >= $3
		AND a.seq IN (SELECT d.seq FROM audit_targets d WHERE d.workspace_id = $1 AND d.target_id = $9 AND d.seq < $2 AND d.seq >= $3)` + matches)
	selectSinceSQL    = db.SQL(`SELECT seq FROM audit_log WHERE workspace_id = $1 AND occurred_at >= $2 ORDER BY occurred_at, seq LIMIT 1`).By("audit_log_time")
	selectHeadSQL     = db.SQL(`SELECT seq, hash FROM audit_heads WHERE workspace_id = $1`)
	selectForwardSQL  = db.SQL(`SELECT ` + columns + ` FROM audit_log a WHERE a.workspace_id = $1 AND a.seq > $2 AND a.seq <= $3 ORDER BY a.seq LIMIT $4`)
	selectNextHeadSQL = db.SQL(`SELECT workspace_id FROM audit_heads WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).
				AcrossWorkspaces("the operator verifies the acts of all").Unlimited("one row by the primary key")
	selectNextLogSQL = db.SQL(`SELECT workspace_id FROM audit_log WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).
				AcrossWorkspaces("the operator verifies the acts of all").Unlimited("one row by the primary key")
)

// entries returns a page of the acts that a filter selects, newest first.
func entries(tx *db.Tx, workspaceID string, f crm.AuditFilter, p crm.Page) (crm.List[crm.AuditEntry], error) {
	below, from := int64(math.MaxInt64), int64(1)
	if after, err := p.Number(); err != nil {
		return crm.List[crm.AuditEntry]{}, err
	} else if after > 0 {
		below = after
	}
	if f.Since != nil {
		seq, err := firstSince(tx, workspaceID, db.Ms(*f.Since))
		if err != nil {
			return crm.List[crm.AuditEntry]{}, err
		}
		from = seq
	}
	if f.Until != nil {
		seq, err := firstSince(tx, workspaceID, db.Ms(*f.Until))
		if err != nil {
			return crm.List[crm.AuditEntry]{}, err
		}
		below = min(below, seq)
	}
	stmt := selectActsSQL
	first, last := f.Actions()
	switch {
	case f.TargetID != "":
		stmt = selectTargetsSQL
	case f.ActorID != "":
		stmt = selectActorsSQL
	case f.Action != "" && last == first+"!":
		stmt = selectActionsSQL
	}
	var out []crm.AuditEntry
	err := tx.Each(stmt, func(sql db.Row) error {
		r, err := scanRow(sql)
		if err != nil {
			return err
		}
		e, err := r.open()
		out = append(out, e)
		return err
	}, workspaceID, below, from, first, last, string(f.ActorType), f.ActorID, f.TargetType, f.TargetID, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(e crm.AuditEntry) string { return strconv.FormatInt(e.Seq, 10) }), err
}

// firstSince returns the number of the first act at the time or later; beyond all
// where there is none.
func firstSince(tx *db.Tx, workspaceID string, at int64) (int64, error) {
	seq := int64(math.MaxInt64)
	_, err := tx.One(selectSinceSQL, []any{&seq}, workspaceID, at)
	return seq, err
}

// head returns the number and the hash of the workspace's last act.
func head(tx *db.Tx, workspaceID string) (seq int64, hash string, err error) {
	_, err = tx.One(selectHeadSQL, []any{&seq, &hash}, workspaceID)
	return seq, hash, err
}

// nextWorkspace returns the workspace after one that has acts, or should have; "" at
// the end.
func nextWorkspace(tx *db.Tx, after string) (next string, err error) {
	for _, stmt := range []*db.Stmt{selectNextHeadSQL, selectNextLogSQL} {
		var id string
		found, err := tx.One(stmt, []any{&id}, after)
		if err != nil {
			return "", err
		}
		if found && (next == "" || id < next) {
			next = id
		}
	}
	return next, nil
}

// forward gives rows of a workspace to fn, from the one after a number up to another.
func forward(tx *db.Tx, workspaceID string, after, last int64, limit int, fn func(*row)) error {
	return tx.Each(selectForwardSQL, func(sql db.Row) error {
		r, err := scanRow(sql)
		if err == nil {
			fn(&r)
		}
		return err
	}, workspaceID, after, last, limit)
}
