package library

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const (
	sourceColumns = `id, kind, title, language, reason, revision, live_revision, content, question, filename, mime_type, size, object, sealed_key,
	url, page_limit, recrawl_hours, crawled_at, next_crawl_at, pages, passages, flagged, created_at, updated_at, ready_at`
	// sourceState is crm.SourceStateOf.
	sourceState = `CASE WHEN run_state = 'completed' THEN 'ready' WHEN run_ended_at > 0 THEN 'failed' WHEN run_phase = '' THEN 'pending' ELSE 'indexing' END`
)

// indexRuns are the runs that make passages of sources.
var indexRuns = longrun.In("knowledge_sources", "workspace_id", "id")

func sourceKey(workspaceID, id string) longrun.Key { return longrun.Key{workspaceID, id} }

var (
	selectKnowledgeSQL = db.SQL(`SELECT k.version, k.sources, k.passages, k.synonyms, CASE WHEN e.enabled THEN e.space ELSE 0 END, CASE WHEN e.enabled THEN e.version ELSE 0 END
		FROM knowledge k LEFT JOIN knowledge_embeddings e ON e.workspace_id = k.workspace_id WHERE k.workspace_id = $1`)
	changeKnowledgeSQL = db.SQL(`INSERT INTO knowledge (workspace_id, version, sources, passages) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id) DO UPDATE SET version = knowledge.version + $2, sources = knowledge.sources + $3, passages = knowledge.passages + $4`)
	saveKnowledgeSQL = db.SQL(`UPDATE knowledge SET synonyms = $2 WHERE workspace_id = $1`)

	insertSourceSQL = db.SQL(`INSERT INTO knowledge_sources (workspace_id, ` + sourceColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
		$16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)`)
	selectSourceSQL = db.SQL(`SELECT ` + sourceColumns + `, ` + longrun.Columns + ` FROM knowledge_sources WHERE workspace_id = $1 AND id = $2`)
	lockSourceSQL   = db.SQL(`SELECT ` + sourceColumns + `, ` + longrun.Columns + ` FROM knowledge_sources WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	// Lists show what sources are, not their texts.
	selectSourcesSQL = db.SQL(`SELECT id, kind, title, language, reason, revision, live_revision, '', question, filename, mime_type, size, object, sealed_key,
		url, page_limit, recrawl_hours, crawled_at, next_crawl_at, pages, passages, flagged, created_at, updated_at, ready_at, ` + longrun.Columns + `
		FROM knowledge_sources WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND ($4 = '' OR kind = $4) AND ($5 = '' OR ` + sourceState + ` = $5) ORDER BY id DESC LIMIT $3`)
	// What is asked for is stored only on the revision that was read.
	saveSourceSQL = db.SQL(`UPDATE knowledge_sources SET title = $4, language = $5, reason = $6, revision = $7, content = $8, question = $9, filename = $10,
		mime_type = $11, size = $12, object = $13, sealed_key = $14, url = $15, page_limit = $16, recrawl_hours = $17, next_crawl_at = $18, updated_at = $19
		WHERE workspace_id = $1 AND id = $2 AND revision = $3`)
	deleteSourceSQL = db.SQL(`DELETE FROM knowledge_sources WHERE workspace_id = $1 AND id = $2`)
	failSourceSQL   = db.SQL(`UPDATE knowledge_sources SET crawled_at = $4, next_crawl_at = $5 WHERE workspace_id = $1 AND id = $2 AND revision = $3`)
	finishSourceSQL = db.SQL(`UPDATE knowledge_sources SET reason = $4, live_revision = $3, pages = $5, passages = $6, flagged = $7, crawled_at = $8, next_crawl_at = $9,
		ready_at = $10, title = CASE WHEN title = '' THEN $11 ELSE title END WHERE workspace_id = $1 AND id = $2 AND revision = $3`)
	keepSourceSQL = db.SQL(`UPDATE knowledge_sources SET reason = $4, pages = $5, crawled_at = $6, next_crawl_at = $7, ready_at = $8
		WHERE workspace_id = $1 AND id = $2 AND revision = $3`)
	liveSourcesSQL = db.SQL(`SELECT id, live_revision FROM knowledge_sources WHERE workspace_id = $1 AND live_revision > 0`)

	dueSourcesSQL = db.SQL(`SELECT workspace_id, id FROM knowledge_sources WHERE next_crawl_at > 0 AND next_crawl_at <= $1 ORDER BY next_crawl_at LIMIT $2`).
			By("knowledge_sources_due").AcrossWorkspaces("the schedule is the deployment's")
)

// knowledgeSettings returns what a workspace's knowledge is like as a whole.
func knowledgeSettings(tx *db.Tx, workspaceID string) (k crm.KnowledgeSettings, err error) {
	var synonyms string
	_, err = tx.One(selectKnowledgeSQL, []any{&k.Version, &k.Sources, &k.Passages, &synonyms, &k.VectorSpace, &k.VectorVersion}, workspaceID)
	if err == nil && synonyms != "" {
		err = json.Unmarshal([]byte(synonyms), &k.Synonyms)
	}
	return k, err
}

// knowledgeChange is what an update changes in the whole of a workspace's
// knowledge: Found says that searches find something else from now on.
type knowledgeChange struct {
	Found             bool
	Sources, Passages int64
}

// changeKnowledge counts a change.
func changeKnowledge(tx *db.Tx, workspaceID string, c knowledgeChange) {
	version := int64(0)
	if c.Found {
		version = 1
	}
	tx.Write(changeKnowledgeSQL, workspaceID, version, c.Sources, c.Passages)
}

// saveKnowledgeSettings stores synonyms.
func saveKnowledgeSettings(tx *db.Tx, workspaceID string, k crm.KnowledgeSettings) {
	changeKnowledge(tx, workspaceID, knowledgeChange{Found: true})
	tx.Write(saveKnowledgeSQL, workspaceID, db.Text(k.Synonyms))
}

// insertKnowledgeSource stores a new source.
func insertKnowledgeSource(tx *db.Tx, s crm.KnowledgeSource) {
	if s.Key == nil {
		s.Key = []byte{}
	}
	tx.Write(insertSourceSQL, s.WorkspaceID, s.ID, string(s.Kind), s.Title, s.Language, s.Reason, s.Revision, s.LiveRevision, s.Content, s.Question,
		s.Filename, s.MIMEType, s.Size, s.Object, s.Key, s.URL, s.PageLimit, s.RecrawlHours, db.MsOf(s.CrawledAt), db.MsOf(s.NextCrawlAt),
		s.Pages, s.Passages, s.Flagged, db.Ms(s.CreatedAt), db.Ms(s.UpdatedAt), db.MsOf(s.ReadyAt))
	changeKnowledge(tx, s.WorkspaceID, knowledgeChange{Sources: 1})
}

// KnowledgeSource returns a source of the workspace, or a KindNotFound error.
func KnowledgeSource(tx *db.Tx, workspaceID, id string) (crm.KnowledgeSource, error) {
	return readSource(tx, selectSourceSQL, workspaceID, id)
}

// lockKnowledgeSource is KnowledgeSource for who changes it.
func lockKnowledgeSource(tx *db.Tx, workspaceID, id string) (crm.KnowledgeSource, error) {
	return readSource(tx, lockSourceSQL, workspaceID, id)
}

func readSource(tx *db.Tx, s *db.Stmt, workspaceID, id string) (out crm.KnowledgeSource, err error) {
	found := false
	err = tx.Each(s, func(r db.Row) (err error) { found = true; out, err = scanSource(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("knowledge source", id)
	}
	return out, err
}

// SourceFilter narrows a list of sources; empty fields do not.
type SourceFilter struct {
	Kind  crm.SourceKind
	State crm.SourceState
}

// knowledgeSources returns a page of sources without their texts, newest first.
func knowledgeSources(tx *db.Tx, workspaceID string, f SourceFilter, p crm.Page) (crm.List[crm.KnowledgeSource], error) {
	var out []crm.KnowledgeSource
	err := tx.Each(selectSourcesSQL, func(r db.Row) error {
		s, err := scanSource(r, workspaceID)
		out = append(out, s)
		return err
	}, workspaceID, p.After, p.Limit+1, string(f.Kind), string(f.State))
	return crm.CutPage(out, p.Limit, func(s crm.KnowledgeSource) string { return s.ID }), err
}

func scanSource(r db.Row, workspaceID string) (s crm.KnowledgeSource, err error) {
	var kind string
	var crawled, next, created, updated, ready int64
	var run longrun.Row
	err = r.Scan(append([]any{&s.ID, &kind, &s.Title, &s.Language, &s.Reason, &s.Revision, &s.LiveRevision, &s.Content, &s.Question, &s.Filename, &s.MIMEType, &s.Size,
		&s.Object, &s.Key, &s.URL, &s.PageLimit, &s.RecrawlHours, &crawled, &next, &s.Pages, &s.Passages, &s.Flagged, &created, &updated, &ready}, run.Into()...)...)
	s.WorkspaceID, s.Kind, s.Indexing = workspaceID, crm.SourceKind(kind), run.Run()
	if s.State = crm.SourceStateOf(s.Indexing); s.State == crm.SourceFailed {
		s.Reason = s.Indexing.Error
	}
	s.CrawledAt, s.NextCrawlAt, s.ReadyAt = db.AtOf(crawled), db.AtOf(next), db.AtOf(ready)
	s.CreatedAt, s.UpdatedAt = db.At(created), db.At(updated)
	return s, err
}

// errSourceMoved undoes what was made of a revision that is not the newest any
// more, or of a source that is gone.
var errSourceMoved = crm.Errorf(crm.KindConflict, crm.CodeUnavailable, "The source was changed in the same moment; try again.")

// saveKnowledgeSource stores what people changed of a source that was at the
// revision from; else the whole update is undone.
func saveKnowledgeSource(tx *db.Tx, from int64, s crm.KnowledgeSource) {
	if s.Key == nil {
		s.Key = []byte{}
	}
	tx.WriteExactlyOne(saveSourceSQL, errSourceMoved, s.WorkspaceID, s.ID, from, s.Title, s.Language, s.Reason, s.Revision, s.Content, s.Question,
		s.Filename, s.MIMEType, s.Size, s.Object, s.Key, s.URL, s.PageLimit, s.RecrawlHours, db.MsOf(s.NextCrawlAt), db.Ms(tx.Now()))
}

// deleteKnowledgeSource removes a source; its passages are found no more.
func deleteKnowledgeSource(tx *db.Tx, s crm.KnowledgeSource) {
	tx.Write(deleteSourceSQL, s.WorkspaceID, s.ID)
	changeKnowledge(tx, s.WorkspaceID, knowledgeChange{Found: true, Sources: -1, Passages: -s.Passages})
}

// failKnowledgeSource stores when a web source whose indexing failed was
// fetched, and when it is fetched again.
func failKnowledgeSource(tx *db.Tx, s crm.KnowledgeSource) {
	tx.Write(failSourceSQL, s.WorkspaceID, s.ID, s.Revision, db.MsOf(s.CrawledAt), db.MsOf(s.NextCrawlAt))
}

// finishKnowledgeSource lets the passages of a source's revision be found in
// the place of those before.
func finishKnowledgeSource(tx *db.Tx, before, s crm.KnowledgeSource) {
	tx.WriteExactlyOne(finishSourceSQL, errSourceMoved, s.WorkspaceID, s.ID, s.Revision, s.Reason, s.Pages, s.Passages, s.Flagged, db.MsOf(s.CrawledAt), db.MsOf(s.NextCrawlAt),
		db.Ms(tx.Now()), s.Title)
	changeKnowledge(tx, s.WorkspaceID, knowledgeChange{Found: true, Passages: s.Passages - before.Passages})
}

// keepKnowledgeSource stores that a revision says what the one before says:
// that is found on.
func keepKnowledgeSource(tx *db.Tx, s crm.KnowledgeSource) {
	tx.WriteExactlyOne(keepSourceSQL, errSourceMoved, s.WorkspaceID, s.ID, s.Revision, s.Reason, s.Pages, db.MsOf(s.CrawledAt), db.MsOf(s.NextCrawlAt), db.Ms(tx.Now()))
}

// liveSources returns, by source, the revision whose passages are found.
func liveSources(tx *db.Tx, workspaceID string) (map[string]int64, error) {
	out := map[string]int64{}
	err := tx.Each(liveSourcesSQL, func(r db.Row) error {
		var id string
		var revision int64
		err := r.Scan(&id, &revision)
		out[id] = revision
		return err
	}, workspaceID)
	return out, err
}

// dueSources names up to limit web sources, of all workspaces, whose time to be
// fetched again has come.
func dueSources(tx *db.Tx, now time.Time, limit int) (out []crm.KnowledgeSource, err error) {
	err = tx.Each(dueSourcesSQL, func(r db.Row) error {
		var s crm.KnowledgeSource
		err := r.Scan(&s.WorkspaceID, &s.ID)
		out = append(out, s)
		return err
	}, db.Ms(now), limit)
	return out, err
}
