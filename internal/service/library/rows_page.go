package library

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

var (
	// A page is waiting once per crawl, however often it is linked. A site map
	// that a site map lists waits in a state of its own, as it has a bound of its own.
	foundPageSQL = db.SQL(`INSERT INTO knowledge_pages (workspace_id, source_id, url, number, crawl, state) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (workspace_id, source_id, url) DO UPDATE SET number = $4, crawl = $5, state = $6 WHERE knowledge_pages.crawl < $5`)
	countPagesSQL = db.SQL(`SELECT CAST(coalesce(sum(CASE WHEN state IN ('map', 'waiting_map') THEN 0 ELSE 1 END), 0) AS BIGINT),
		CAST(coalesce(sum(CASE WHEN state IN ('map', 'waiting_map') THEN 1 ELSE 0 END), 0) AS BIGINT), coalesce(max(number), 0),
		CAST(coalesce(sum(CASE WHEN state IN ('waiting', 'map', 'waiting_map') THEN 0 ELSE 1 END), 0) AS BIGINT)
		FROM knowledge_pages WHERE workspace_id = $1 AND source_id = $2 AND crawl = $3`)
	waitingPageSQL = db.SQL(`SELECT url, number, crawl, state, reason, etag, modified, document, links, fetched_at FROM knowledge_pages
		WHERE workspace_id = $1 AND source_id = $2 AND crawl = $3 AND state IN ('waiting', 'waiting_map') ORDER BY number LIMIT 1`)
	savePageSQL = db.SQL(`UPDATE knowledge_pages SET state = $4, reason = $5, etag = $6, modified = $7, document = $8, links = $9, fetched_at = $10
		WHERE workspace_id = $1 AND source_id = $2 AND url = $3`)
	// Without what the pages say and link to: together that is too much to hold.
	pagesOfSQL = db.SQL(`SELECT url, number, crawl, state, reason, '', '', '', '', fetched_at FROM knowledge_pages
		WHERE workspace_id = $1 AND source_id = $2 AND crawl = $3 ORDER BY number`)
	pageProblemsSQL = db.SQL(`SELECT number, 0, url, '', reason FROM knowledge_pages WHERE workspace_id = $1 AND source_id = $2 AND crawl = $3
		AND state IN ('failed', 'skipped') AND number > $4 ORDER BY number LIMIT $5`)
	pageDocumentSQL = db.SQL(`SELECT document FROM knowledge_pages WHERE workspace_id = $1 AND source_id = $2 AND url = $3`)
	dropPagesSQL    = db.SQL(`DELETE FROM knowledge_pages WHERE workspace_id = $1 AND source_id = $2 AND crawl < $3`)
)

// findPages notes that a crawl of a source found pages: at most most of them
// wait or were fetched, site maps not counted.
func findPages(tx *db.Tx, s crm.KnowledgeSource, urls []string, most int) error {
	have, err := countPages(tx, s)
	for _, url := range urls {
		if err != nil || have.Pages >= int64(most) {
			return err
		}
		var n int64
		n, err = tx.Exec(foundPageSQL, s.WorkspaceID, s.ID, url, have.last+1, s.Revision, "waiting")
		have.Pages, have.last = have.Pages+n, have.last+n
	}
	return err
}

// findSiteMaps notes that a crawl of a source found site maps; left says that
// some were left out. At most crm.MaxSiteMaps wait or were read. Those that came
// to nothing give no room to others beyond that of the pages, so that a crawl
// comes to an end whatever the site lists.
func findSiteMaps(tx *db.Tx, s crm.KnowledgeSource, urls []string) (left bool, err error) {
	have, err := countPages(tx, s)
	for _, url := range urls {
		if err != nil {
			return false, err
		}
		if have.Maps >= crm.MaxSiteMaps || have.Pages+have.Maps >= int64(s.PageLimit)+crm.MaxSiteMaps {
			return true, nil
		}
		var n int64
		n, err = tx.Exec(foundPageSQL, s.WorkspaceID, s.ID, url, have.last+1, s.Revision, "waiting_map")
		have.Maps, have.last = have.Maps+n, have.last+n
	}
	return false, err
}

// pageCount counts what a crawl has found.
type pageCount struct {
	Pages int64 // site maps not counted
	Maps  int64 // that were read, or are listed as such and wait
	Done  int64 // pages that it has done with
	last  int64 // the highest number
}

// countPages counts what the crawl of a source's revision has found.
func countPages(tx *db.Tx, s crm.KnowledgeSource) (c pageCount, err error) {
	_, err = tx.One(countPagesSQL, []any{&c.Pages, &c.Maps, &c.last, &c.Done}, s.WorkspaceID, s.ID, s.Revision)
	return c, err
}

// waitingPage returns the page that the crawl fetches next, as it was fetched
// last.
func waitingPage(tx *db.Tx, s crm.KnowledgeSource) (p crm.KnowledgePage, found bool, err error) {
	list, err := readPages(tx, waitingPageSQL, s.WorkspaceID, s.ID, s.Revision)
	if err != nil || len(list) == 0 {
		return p, false, err
	}
	return list[0], true, nil
}

// savePage stores what came of a page.
func savePage(tx *db.Tx, s crm.KnowledgeSource, p crm.KnowledgePage) {
	tx.Write(savePageSQL, s.WorkspaceID, s.ID, p.URL, string(p.State), p.Reason, p.ETag, p.Modified, p.Document, db.Text(p.Links), db.MsOf(p.FetchedAt))
}

// KnowledgePages returns the pages of the crawl of a source's revision, in the
// order in which they were found, without their documents and links; there are
// at most crm.MaxSitePages pages and crm.MaxSiteMaps site maps.
func KnowledgePages(tx *db.Tx, s crm.KnowledgeSource) ([]crm.KnowledgePage, error) {
	return readPages(tx, pagesOfSQL, s.WorkspaceID, s.ID, s.Revision)
}

// pageProblems returns a page of why pages of the crawl of a source's revision
// were not read.
func pageProblems(tx *db.Tx, s crm.KnowledgeSource, p crm.Page) (crm.List[crm.RunProblem], error) {
	return longrun.Problems(tx, pageProblemsSQL, p, s.WorkspaceID, s.ID, s.Revision)
}

// pageDocument returns what one page says, as JSON: nothing if the page is not
// there or has no text.
func pageDocument(tx *db.Tx, s crm.KnowledgeSource, url string) (document string, err error) {
	_, err = tx.One(pageDocumentSQL, []any{&document}, s.WorkspaceID, s.ID, url)
	return document, err
}

// dropPages removes the pages of crawls before one.
func dropPages(tx *db.Tx, workspaceID, sourceID string, crawl int64) {
	tx.Write(dropPagesSQL, workspaceID, sourceID, crawl)
}

func readPages(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.KnowledgePage, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var p crm.KnowledgePage
		var state, links string
		var fetched int64
		if err := r.Scan(&p.URL, &p.Number, &p.Crawl, &state, &p.Reason, &p.ETag, &p.Modified, &p.Document, &links, &fetched); err != nil {
			return err
		}
		if p.Listed = state == "waiting_map"; p.Listed {
			state = string(crm.PageWaiting)
		}
		p.State, p.FetchedAt = crm.PageState(state), db.AtOf(fetched)
		out = append(out, p)
		if links == "" {
			return nil
		}
		return json.Unmarshal([]byte(links), &out[len(out)-1].Links)
	}, args...)
	return out, err
}
