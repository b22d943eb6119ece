package library

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const embeddingColumns = `id, enabled, base_url, model, key_hint, dimensions, timeout_ms, evidence_permille, revision, space, found_dimensions, version, created_at, updated_at`

// embeddingRuns are the runs that give the passages of a workspace their vectors.
var embeddingRuns = longrun.In("knowledge_embeddings", "workspace_id")

func embeddingKey(workspaceID string) longrun.Key { return longrun.Key{workspaceID} }

var (
	selectEmbeddingsSQL = db.SQL(`SELECT ` + embeddingColumns + `, sealed_key, ` + longrun.Columns + ` FROM knowledge_embeddings WHERE workspace_id = $1`)
	lockEmbeddingsSQL   = db.SQL(`SELECT ` + embeddingColumns + `, sealed_key, ` + longrun.Columns + ` FROM knowledge_embeddings WHERE workspace_id = $1 FOR UPDATE`)
	saveEmbeddingsSQL   = db.SQL(`INSERT INTO knowledge_embeddings (workspace_id, ` + embeddingColumns + `, sealed_key)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		ON CONFLICT (workspace_id) DO UPDATE SET enabled = excluded.enabled, base_url = excluded.base_url, model = excluded.model, key_hint = excluded.key_hint,
			dimensions = excluded.dimensions, timeout_ms = excluded.timeout_ms, evidence_permille = excluded.evidence_permille, revision = excluded.revision,
			space = excluded.space, found_dimensions = excluded.found_dimensions, version = excluded.version, updated_at = excluded.updated_at, sealed_key = excluded.sealed_key`)
	countEmbeddedSQL = db.SQL(`UPDATE knowledge_embeddings SET version = $2, found_dimensions = $3 WHERE workspace_id = $1`)

	insertVectorSQL = db.SQL(`INSERT INTO knowledge_vectors (workspace_id, space, hash, version, vector) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, space, hash) DO NOTHING`)
	// The passage may have gone while its vector was on its way.
	dropOrphansSQL = db.SQL(`DELETE FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2 AND version = $3
		AND NOT EXISTS (SELECT 1 FROM knowledge_passages p WHERE p.workspace_id = $1 AND p.hash = knowledge_vectors.hash)`)
	vectorsSinceSQL = db.SQL(`SELECT hash, version, vector FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2 AND version > $3`)
	countVectorsSQL = db.SQL(`SELECT count(*) FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2`)
	// Another passage may say the same.
	dropVectorsOfSQL = db.SQL(`DELETE FROM knowledge_vectors WHERE workspace_id = $1 AND space = $2 AND hash IN (SELECT p.hash FROM knowledge_passages p
		WHERE p.workspace_id = $1 AND p.source_id = $3 AND p.revision = $4 AND p.number < $5 AND NOT EXISTS (SELECT 1 FROM knowledge_passages o
			WHERE o.workspace_id = $1 AND o.hash = p.hash AND (o.source_id <> $3 OR o.revision <> $4 OR o.number >= $5)))`)
	dropSpacesSQL = db.SQL(`DELETE FROM knowledge_vectors WHERE workspace_id = $1 AND (space, hash) IN
		(SELECT space, hash FROM knowledge_vectors WHERE workspace_id = $1 AND space < $2 ORDER BY space, hash LIMIT $3)`)
	missingVectorsSQL = db.SQL(`SELECT ` + passageColumns + withoutVector + ` AND s.id >= $3 AND (s.id > $3 OR p.number > $4) ORDER BY s.id, p.number LIMIT $5`)
	countMissingSQL   = db.SQL(`SELECT count(DISTINCT p.hash)` + withoutVector)
)

const withoutVector = ` FROM knowledge_sources s JOIN knowledge_passages p
	ON p.workspace_id = s.workspace_id AND p.source_id = s.id AND p.revision = s.live_revision
	WHERE s.workspace_id = $1 AND NOT EXISTS (SELECT 1 FROM knowledge_vectors v WHERE v.workspace_id = $1 AND v.space = $2 AND v.hash = p.hash)`

// vectorStep is how many vectors go at once.
const vectorStep = 500

// embeddings returns the workspace's embeddings with the sealed key; without an
// id where they were never set up.
func embeddings(tx *db.Tx, workspaceID string) (crm.Embeddings, []byte, error) {
	return readEmbeddings(tx, selectEmbeddingsSQL, workspaceID)
}

// lockEmbeddings is Embeddings for who changes them, or vectors.
func lockEmbeddings(tx *db.Tx, workspaceID string) (crm.Embeddings, []byte, error) {
	return readEmbeddings(tx, lockEmbeddingsSQL, workspaceID)
}

func readEmbeddings(tx *db.Tx, s *db.Stmt, workspaceID string) (e crm.Embeddings, sealed []byte, err error) {
	var timeout, created, updated int64
	var run longrun.Row
	found, err := tx.One(s, append([]any{&e.ID, &e.Enabled, &e.BaseURL, &e.Model, &e.KeyHint, &e.Dimensions, &timeout, &e.EvidencePermille, &e.Revision, &e.Space,
		&e.FoundDimensions, &e.Version, &created, &updated, &sealed}, run.Into()...), workspaceID)
	e.WorkspaceID = workspaceID
	if found {
		e.Embedding = run.Run()
		e.Timeout, e.CreatedAt, e.UpdatedAt = time.Duration(timeout)*time.Millisecond, db.At(created), db.At(updated)
	}
	return e, sealed, err
}

// saveEmbeddings stores the workspace's embeddings with the sealed key, which
// is empty without one.
func saveEmbeddings(tx *db.Tx, e crm.Embeddings, sealed []byte) {
	tx.Write(saveEmbeddingsSQL, e.WorkspaceID, e.ID, e.Enabled, e.BaseURL, e.Model, e.KeyHint, e.Dimensions, e.Timeout.Milliseconds(), e.EvidencePermille, e.Revision, e.Space,
		e.FoundDimensions, e.Version, db.Ms(e.CreatedAt), db.Ms(e.UpdatedAt), sealed)
}

// saveVectors stores vectors of the space of e, which was locked in this
// transaction, but not those whose passage is gone.
func saveVectors(tx *db.Tx, e crm.Embeddings, list []crm.KnowledgeVector) {
	e.Version++
	for _, v := range list {
		tx.Write(insertVectorSQL, e.WorkspaceID, e.Space, v.Hash, e.Version, v.Vector)
	}
	tx.Write(dropOrphansSQL, e.WorkspaceID, e.Space, e.Version)
	tx.Write(countEmbeddedSQL, e.WorkspaceID, e.Version, e.FoundDimensions)
}

// eachVector calls fn for the workspace's vectors of a space that came after a
// version, in no order.
func eachVector(tx *db.Tx, workspaceID string, space, after int64, fn func(crm.KnowledgeVector)) error {
	return tx.Each(vectorsSinceSQL, func(r db.Row) error {
		var v crm.KnowledgeVector
		err := r.Scan(&v.Hash, &v.Version, &v.Vector)
		fn(v)
		return err
	}, workspaceID, space, after)
}

// countVectors returns how many vectors a space has.
func countVectors(tx *db.Tx, workspaceID string, space int64) (n int64, err error) {
	_, err = tx.One(countVectorsSQL, []any{&n}, workspaceID, space)
	return n, err
}

// dropVectors removes some of the vectors of the spaces below one, and reports
// whether there may be more.
func dropVectors(tx *db.Tx, workspaceID string, below int64) (more bool, err error) {
	n, err := tx.Exec(dropSpacesSQL, workspaceID, below, vectorStep)
	return n == vectorStep, err
}

// missingVectors returns up to limit passages that are found and have no vector
// of the space, after a place in a source.
func missingVectors(tx *db.Tx, workspaceID string, space int64, afterSource string, afterNumber int64, limit int) ([]crm.KnowledgePassage, error) {
	return readPassages(tx, missingVectorsSQL, workspaceID, space, afterSource, afterNumber, limit)
}

// countMissing counts the texts that are found and have no vector of the space.
func countMissing(tx *db.Tx, workspaceID string, space int64) (n int64, err error) {
	_, err = tx.One(countMissingSQL, []any{&n}, workspaceID, space)
	return n, err
}

// dropVectorsOf removes the vectors of passages that are about to be removed.
// The lock keeps it apart from who stores vectors in the same moment.
func dropVectorsOf(tx *db.Tx, workspaceID, sourceID string, revision, below int64) error {
	e, _, err := lockEmbeddings(tx, workspaceID)
	if err != nil || e.ID == "" {
		return err
	}
	_, err = tx.Exec(dropVectorsOfSQL, workspaceID, e.Space, sourceID, revision, below)
	return err
}
