package library

import (
	"fmt"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const passageColumns = `p.source_id, p.since, p.number, p.id, p.url, p.title, p.question, p.body, p.language, p.hash, p.flagged`

var (
	insertPassageSQL = db.Merged(`INSERT INTO knowledge_passages (id, workspace_id, source_id, revision, number, since, url, title, question, body, language, hash, flagged)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		`INSERT INTO knowledge_passages (id, workspace_id, source_id, revision, number, since, url, title, question, body, language, hash, flagged)
		SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
			$12::bytea[], $13::boolean[]) RETURNING id, ''`)
	passagesAtSQL = db.SQL(`SELECT ` + passageColumns + ` FROM knowledge_passages p WHERE p.workspace_id = $1 AND p.source_id = $2 AND p.revision = $3 ORDER BY p.number`)
	// The rows of other revisions are what a broken run left, or what was found before.
	passagesLeftSQL = db.SQL(`SELECT p.revision, min(p.number), max(p.number) FROM knowledge_passages p WHERE p.workspace_id = $1 AND p.source_id = $2 AND p.revision <> $3
		GROUP BY p.revision ORDER BY p.revision LIMIT 1`)
	dropPassagesSQL = db.SQL(`DELETE FROM knowledge_passages WHERE workspace_id = $1 AND source_id = $2 AND revision = $3 AND number < $4`)
	listPassagesSQL = db.SQL(listedPassages + ` ORDER BY s.id, p.number LIMIT $6`)
)

// A page goes on after a passage of the source $3.
const listedPassages = `SELECT ` + passageColumns + ` FROM knowledge_sources s JOIN knowledge_passages p
	ON p.workspace_id = s.workspace_id AND p.source_id = s.id AND p.revision = s.live_revision
	WHERE s.workspace_id = $1 AND ($2 = '' OR s.id = $2) AND s.id >= $3 AND (s.id > $3 OR p.number > $4) AND (p.flagged OR NOT $5)`

// dropStep is how many passages go at once.
const dropStep = 1000

// StagePassages writes passages of a source's revision, which nobody sees yet.
func StagePassages(tx *db.Tx, s crm.KnowledgeSource, list []crm.KnowledgePassage) {
	for _, p := range list {
		tx.Write(insertPassageSQL, p.ID, s.WorkspaceID, s.ID, s.Revision, p.Number, p.Revision, p.URL, p.Title, p.Question, p.Text, p.Language, p.Hash, p.Flagged)
	}
}

// PassagesAt returns the passages of a source's revision in their order.
func PassagesAt(tx *db.Tx, workspaceID, sourceID string, revision int64) ([]crm.KnowledgePassage, error) {
	return readPassages(tx, passagesAtSQL, workspaceID, sourceID, revision)
}

// dropPassages removes some of the passages of a source that are not of the
// given revision, with their vectors, and reports whether there may be more.
func dropPassages(tx *db.Tx, workspaceID, sourceID string, but int64) (more bool, err error) {
	var revision, least, most int64
	found, err := tx.One(passagesLeftSQL, []any{&revision, &least, &most}, workspaceID, sourceID, but)
	if err == nil && found {
		err = dropVectorsOf(tx, workspaceID, sourceID, revision, least+dropStep)
	}
	if err == nil && found {
		_, err = tx.Exec(dropPassagesSQL, workspaceID, sourceID, revision, least+dropStep)
	}
	return found, err
}

// PassageFilter narrows a list of passages; zero fields do not.
type PassageFilter struct {
	SourceID string
	Flagged  bool
}

// knowledgePassages returns a page of the passages that are found, by source.
func knowledgePassages(tx *db.Tx, workspaceID string, f PassageFilter, p crm.Page) (crm.List[crm.KnowledgePassage], error) {
	source, number, _ := strings.Cut(p.After, " ")
	after, _ := strconv.ParseInt(number, 10, 64)
	list, err := readPassages(tx, listPassagesSQL, workspaceID, f.SourceID, source, after, f.Flagged, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(p crm.KnowledgePassage) string { return fmt.Sprint(p.SourceID, " ", p.Number) }), err
}

func readPassages(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.KnowledgePassage, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var p crm.KnowledgePassage
		err := r.Scan(&p.SourceID, &p.Revision, &p.Number, &p.ID, &p.URL, &p.Title, &p.Question, &p.Text, &p.Language, &p.Hash, &p.Flagged)
		out = append(out, p)
		return err
	}, args...)
	return out, err
}
