package audit

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const columns = `a.workspace_id, a.seq, a.id, a.action, a.version, a.occurred_at, a.actor_type, a.actor_id, a.actor_name, a.targets,
	a.ip, a.user_agent, a.session_id, a.request_id, a.changes, a.outcome, a.prev_hash, a.hash`

var (
	// It locks the head, and returns the hash of the act before.
	addHeadSQL = db.SQL(`INSERT INTO audit_heads (workspace_id, seq, occurred_at, hash) VALUES ($1, 1, 0, '')
		ON CONFLICT (workspace_id) DO UPDATE SET seq = audit_heads.seq + 1 RETURNING seq, occurred_at, hash`)
	moveHeadSQL  = db.SQL(`UPDATE audit_heads SET occurred_at = $2, hash = $3 WHERE workspace_id = $1`)
	insertRowSQL = db.SQL(`INSERT INTO audit_log (workspace_id, seq, id, action, version, occurred_at, actor_type, actor_id, actor_name, targets,
			ip, user_agent, session_id, request_id, changes, outcome, prev_hash, hash)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`)
	insertTargetSQL = db.SQL(`INSERT INTO audit_targets (workspace_id, target_id, seq, target_type) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`)
)

// addHead gives the row its number, the hash of the row before, and its time.
func addHead(tx *db.Tx, r *row) error {
	var last int64
	if _, err := tx.One(addHeadSQL, []any{&r.Seq, &last, &r.PrevHash}, r.WorkspaceID); err != nil {
		return err
	}
	r.OccurredAt = later(tx.Now(), db.At(last))
	return nil
}

// insertRow stores a row with its targets, as the last of its workspace.
func insertRow(tx *db.Tx, r *row) {
	tx.Write(insertRowSQL, r.WorkspaceID, r.Seq, r.ID, r.Action, r.Version, db.Ms(r.OccurredAt), string(r.Actor.Type), r.Actor.ID, r.Actor.Name, r.targets,
		r.IP, r.UserAgent, r.SessionID, r.RequestID, r.changes, string(r.Outcome), r.PrevHash, r.Hash)
	for _, t := range r.Targets {
		tx.Write(insertTargetSQL, r.WorkspaceID, t.ID, r.Seq, t.Type)
	}
	tx.Write(moveHeadSQL, r.WorkspaceID, db.Ms(r.OccurredAt), r.Hash)
}

func scanRow(sql db.Row) (r row, err error) {
	var at int64
	var kind, outcome string
	err = sql.Scan(&r.WorkspaceID, &r.Seq, &r.ID, &r.Action, &r.Version, &at, &kind, &r.Actor.ID, &r.Actor.Name, &r.targets,
		&r.IP, &r.UserAgent, &r.SessionID, &r.RequestID, &r.changes, &outcome, &r.PrevHash, &r.Hash)
	r.OccurredAt, r.Actor.Type, r.Outcome = db.At(at), crm.ActorKind(kind), crm.AuditOutcome(outcome)
	return r, err
}

// open reads the texts of a row.
func (r *row) open() (crm.AuditEntry, error) {
	e := r.AuditEntry
	err := json.Unmarshal([]byte(r.targets), &e.Targets)
	if err == nil {
		err = json.Unmarshal([]byte(r.changes), &e.Changes)
	}
	return e, err
}
