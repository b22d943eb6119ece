package store

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const embeddingColumns = `id, enabled, base_url, model, key_hint, dimensions, timeout_ms, evidence_permille, revision, space, found_dimensions, version, created_at, updated_at`

var (
	selectEmbeddings = db.SQL(`SELECT ` + embeddingColumns + `, sealed_key FROM knowledge_embeddings WHERE workspace_id = $1`)
	lockEmbeddings   = db.SQL(`SELECT ` + embeddingColumns + `, sealed_key FROM knowledge_embeddings WHERE workspace_id = $1 FOR UPDATE`)
	saveEmbeddings   = db.SQL(`INSERT INTO knowledge_embeddings (workspace_id, ` + embeddingColumns + `, sealed_key, queued)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, false)
		ON CONFLICT (workspace_id) DO UPDATE SET enabled = excluded.enabled, base_url = excluded.base_url, model = excluded.model, key_hint = excluded.key_hint,
			dimensions = excluded.dimensions, timeout_ms = excluded.timeout_ms, evidence_permille = excluded.evidence_permille, revision = excluded.revision,
			space = excluded.space, found_dimensions = excluded.found_dimensions, version = excluded.version, updated_at = excluded.updated_at, sealed_key = excluded.sealed_key`)
	// Of many changes at once the first enqueues the job; what changes after the
	// job has begun enqueues the next.
	queueEmbedding = db.SQL(`UPDATE knowledge_embeddings SET queued = true WHERE workspace_id = $1 AND enabled AND NOT queued`)
	startEmbedding = db.SQL(`UPDATE knowledge_embeddings SET queued = false WHERE workspace_id = $1`)
	countEmbedded  = db.SQL(`UPDATE knowledge_embeddings SET version = $2, found_dimensions = $3 WHERE workspace_id = $1`)

	insertVector = db.SQL(`INSERT INTO knowledge_vectors (workspace_id, space, hash, version, vector) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, space, hash) DO NOTHING`)
	// The passage may have gone while its vector was on its way.
	dropOrphans = db.SQL(`DELETE FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2 AND version = $3
		AND NOT EXISTS (SELECT 1 FROM knowledge_passages p WHERE p.workspace_id = $1 AND p.hash = knowledge_vectors.hash)`)
	vectorsSince = db.SQL(`SELECT hash, version, vector FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2 AND version > $3`)
	countVectors = db.SQL(`SELECT count(*) FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2`)
	// Another passage may say the same.
	dropVectorsOf = db.SQL(`DELETE FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2 AND hash IN (SELECT p.hash FROM knowledge_passages p
		WHERE p.workspace_id = $1 AND p.source_id = $3 AND p.revision = $4 AND p.number < $5 AND NOT EXISTS (SELECT 1 FROM knowledge_passages o
			WHERE o.workspace_id = $1 AND o.hash = p.hash AND (o.source_id <> $3 OR o.revision <> $4 OR o.number >= $5)))`)
	dropSpaces = db.SQL(`DELETE FROM knowledge_vectors WHERE workspace_id = $1 AND (space, hash) IN
		(SELECT space, hash FROM knowledge_vectors WHERE workspace_id = $1 AND space < $2 ORDER BY space, hash LIMIT $3)`)
	missingVectors = db.SQL(`SELECT ` + passageColumns + ` FROM knowledge_sources s JOIN knowledge_passages p
		ON p.workspace_id = s.workspace_id AND p.source_id = s.id AND p.revision = s.live_revision
		WHERE s.workspace_id = $1 AND s.id >= $3 AND (s.id > $3 OR p.number > $4)
		AND NOT EXISTS (SELECT 1 FROM knowledge_vectors v WHERE v.workspace_id = $1 AND v.space = $2 AND v.hash = p.hash) ORDER BY s.id, p.number LIMIT $5`)
)

// vectorStep is how many vectors go at once.
const vectorStep = 500

// Embeddings returns the workspace's embeddings with the sealed key; without an
// id where they were never set up.
func (tx *Tx) Embeddings(workspaceID string) (crm.Embeddings, []byte, error) {
	return tx.embeddings(selectEmbeddings, workspaceID)
}

// LockEmbeddings is Embeddings for who changes them, or vectors.
func (tx *Tx) LockEmbeddings(workspaceID string) (crm.Embeddings, []byte, error) {
	return tx.embeddings(lockEmbeddings, workspaceID)
}

func (tx *Tx) embeddings(s *db.Stmt, workspaceID string) (e crm.Embeddings, sealed []byte, err error) {
	var timeout, created, updated int64
	found, err := tx.One(s, []any{&e.ID, &e.Enabled, &e.BaseURL, &e.Model, &e.KeyHint, &e.Dimensions, &timeout, &e.EvidencePermille, &e.Revision, &e.Space,
		&e.FoundDimensions, &e.Version, &created, &updated, &sealed}, workspaceID)
	e.WorkspaceID = workspaceID
	if found {
		e.Timeout, e.CreatedAt, e.UpdatedAt = time.Duration(timeout)*time.Millisecond, db.At(created), db.At(updated)
	}
	return e, sealed, err
}

// SaveEmbeddings stores the workspace's embeddings with the sealed key, which
// is empty without one.
func (tx *Tx) SaveEmbeddings(e crm.Embeddings, sealed []byte) {
	tx.Write(saveEmbeddings, e.WorkspaceID, e.ID, e.Enabled, e.BaseURL, e.Model, e.KeyHint, e.Dimensions, e.Timeout.Milliseconds(), e.EvidencePermille, e.Revision, e.Space,
		e.FoundDimensions, e.Version, db.Ms(e.CreatedAt), db.Ms(e.UpdatedAt), sealed)
}

// QueueEmbedding reports whether a job must be enqueued that embeds what has
// none: embeddings are on, and none waits that has not begun.
func (tx *Tx) QueueEmbedding(workspaceID string) (bool, error) {
	n, err := tx.Exec(queueEmbedding, workspaceID)
	return n > 0, err
}

// StartEmbedding notes that a job has begun: what changes from now on needs
// another one.
func (tx *Tx) StartEmbedding(workspaceID string) { tx.Write(startEmbedding, workspaceID) }

// SaveVectors stores vectors of the space of e, which was locked in this
// transaction, but not those whose passage is gone.
func (tx *Tx) SaveVectors(e crm.Embeddings, list []crm.KnowledgeVector) {
	e.Version++
	for _, v := range list {
		tx.Write(insertVector, e.WorkspaceID, e.Space, v.Hash, e.Version, v.Vector)
	}
	tx.Write(dropOrphans, e.WorkspaceID, e.Space, e.Version)
	tx.Write(countEmbedded, e.WorkspaceID, e.Version, e.FoundDimensions)
}

// EachVector calls fn for the workspace's vectors of a space that came after a
// version, in no order.
func (tx *Tx) EachVector(workspaceID string, space, after int64, fn func(crm.KnowledgeVector)) error {
	return tx.Each(vectorsSince, func(r db.Row) error {
		var v crm.KnowledgeVector
		err := r.Scan(&v.Hash, &v.Version, &v.Vector)
		fn(v)
		return err
	}, workspaceID, space, after)
}

// CountVectors returns how many vectors a space has.
func (tx *Tx) CountVectors(workspaceID string, space int64) (n int64, err error) {
	_, err = tx.One(countVectors, []any{&n}, workspaceID, space)
	return n, err
}

// DropVectors removes some of the vectors of the spaces below one, and reports
// whether there may be more.
func (tx *Tx) DropVectors(workspaceID string, below int64) (more bool, err error) {
	n, err := tx.Exec(dropSpaces, workspaceID, below, vectorStep)
	return n == vectorStep, err
}

// MissingVectors returns up to limit passages that are found and have no vector
// of the space, after a place in a source.
func (tx *Tx) MissingVectors(workspaceID string, space int64, afterSource string, afterNumber int64, limit int) ([]crm.KnowledgePassage, error) {
	return tx.passages(missingVectors, workspaceID, space, afterSource, afterNumber, limit)
}

// dropVectorsOf removes the vectors of passages that are about to be removed.
// The lock keeps it apart from who stores vectors in the same moment.
func (tx *Tx) dropVectorsOf(workspaceID, sourceID string, revision, below int64) error {
	e, _, err := tx.LockEmbeddings(workspaceID)
	if err != nil || e.ID == "" {
		return err
	}
	_, err = tx.Exec(dropVectorsOf, workspaceID, e.Space, sourceID, revision, below)
	return err
}
