package library

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core/longrun"
)

const (
	// crawlPause is between two pages of a site that asks for no longer one.
	crawlPause    = 100 * time.Millisecond
	maxCrawlPause = 10 * time.Second
	// maxSiteMaps bounds the site maps that are taken from one that lists them,
	// maxSiteMapPages the pages (sitemaps.org allows no more).
	maxSiteMaps     = 20
	maxSiteMapPages = 50_000
	// crawlAgain is when a web source whose first page failed is fetched again,
	// if it is fetched on a schedule.
	crawlAgain = time.Hour
)

// beginCrawl lets a crawl begin with the page that the source names.
func (r *indexRun) beginCrawl(ctx context.Context, run crm.Run, at indexPlace) error {
	at.part, at.number = partCrawl, 0
	one := int64(1)
	return r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
		indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: at.String(), Phase: crm.PhaseCrawling, Total: &one})
		return findPages(tx, r.src, []string{r.src.URL}, 1)
	})
}

// crawl fetches the next page of a web source, and stores it with what it leads
// to in the transaction that moves the run on.
func (r *indexRun) crawl(ctx context.Context, run crm.Run, at indexPlace) (next longrun.Next, err error) {
	p, found, have := crm.KnowledgePage{}, false, pageCount{}
	err = r.db.View(ctx, func(tx *db.Tx) (err error) {
		if p, found, err = waitingPage(tx, r.src); err == nil {
			have, err = countPages(tx, r.src)
		}
		return err
	})
	if err != nil {
		return next, err
	}
	if !found {
		at.part, at.number = partClear, 0
		return next, r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
			dropPages(tx, r.src.WorkspaceID, r.src.ID, r.src.Revision)
			indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: at.String(), Phase: crm.PhaseIndexing})
			return nil
		})
	}
	if r.web == nil {
		r.web = r.newCrawler(r.src)
	}
	r.web.siteMap = r.web.siteMap || have.Maps > 0
	links, maps := r.web.fetch(ctx, &p)
	if ctx.Err() != nil {
		return next, ctx.Err()
	}
	if p.State == crm.PageMap && !p.Listed && have.Maps >= crm.MaxSiteMaps {
		p.State, p.Reason, p.Links, links, maps = crm.PageSkipped, siteMapsLeft, nil, nil, nil
	}
	at.number = p.Number
	return longrun.Next{Wait: r.web.pause}, r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
		have, err := keepPage(tx, r.src, p, links, maps)
		if err == nil {
			indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: at.String(), Done: have.Done - run.Done, Total: &have.Pages})
		}
		return err
	})
}

// siteMapsLeft is what people are told when a site has too many site maps.
const siteMapsLeft = "The site has more than 50 site maps: the others were not read."

// keepPage stores what came of a page and what it leads to, and counts what the
// crawl has found by now.
func keepPage(tx *db.Tx, src crm.KnowledgeSource, p crm.KnowledgePage, links, maps []string) (have pageCount, err error) {
	savePage(tx, src, p)
	left, err := findSiteMaps(tx, src, maps)
	if err != nil {
		return have, err
	}
	if left {
		p.Reason = siteMapsLeft
		savePage(tx, src, p)
	}
	if err := findPages(tx, src, links, src.PageLimit); err != nil {
		return have, err
	}
	return countPages(tx, src)
}

// nothingFound says that no page of a web source has text, and why.
type nothingFound string

func (n nothingFound) Error() string { return string(n) }

// cutPages cuts the pages that were fetched, and holds one of them at a time.
func (s *Library) cutPages(ctx context.Context, src *crm.KnowledgeSource) (cuts []cut, err error) {
	var pages []crm.KnowledgePage
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { pages, err = KnowledgePages(tx, *src); return err })
	if err != nil {
		return nil, err
	}
	src.Pages = 0
	faults, bound, reason := 0, "", ""
	for _, p := range pages {
		if p.State == crm.PageFailed || p.State == crm.PageSkipped {
			faults++
		}
		if bound == "" && (p.State == crm.PageMap || p.Reason == siteMapsLeft) {
			bound = p.Reason
		}
		reason = cmp.Or(reason, p.Reason)
		list, err := s.cutPage(ctx, src, p.URL)
		if err != nil {
			return nil, err
		}
		if cuts = append(cuts, list...); len(cuts) > crm.MaxSourcePassages {
			return nil, errTooLong
		}
	}
	if len(cuts) == 0 {
		return nil, nothingFound(cmp.Or(reason, "No page with text was found."))
	}
	src.Reason = bound
	if faults > 0 {
		src.Reason = strings.TrimSpace(bound + " Some pages could not be read; see its problems.")
	}
	return cuts, nil
}

// cutPage cuts one page and counts it; the first one gives the source a title.
func (s *Library) cutPage(ctx context.Context, src *crm.KnowledgeSource, url string) ([]cut, error) {
	document := ""
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { document, err = pageDocument(tx, *src, url); return err })
	if err != nil || document == "" {
		return nil, err
	}
	var d knowledge.Document
	if err := json.Unmarshal([]byte(document), &d); err != nil {
		return nil, err
	}
	own := *src
	own.Title = ""
	if src.Kind == crm.SourcePage {
		own.Title = src.Title
	}
	list, err := cutDocument(d, &own)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].url = url
	}
	src.Pages++
	if src.Title == "" {
		src.Title = fileTitle(d, src.URL)
	}
	return list, nil
}

// crawled notes that a web source was fetched now, and when it is next; again,
// unless 0, says how soon.
func crawled(src *crm.KnowledgeSource, now time.Time, again time.Duration) {
	if !src.Kind.Web() {
		return
	}
	src.CrawledAt = &now
	if src.RecrawlHours > 0 {
		next := now.Add(cmp.Or(again, time.Duration(src.RecrawlHours)*time.Hour))
		src.NextCrawlAt = &next
	}
}

// KnowledgePages returns the pages of a web source as its last crawl found them.
func (s *Library) KnowledgePages(ctx context.Context, actor crm.Actor, id string) (list []crm.KnowledgePage, err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		src, err := KnowledgeSource(tx, actor.WorkspaceID, id)
		if err == nil {
			list, err = KnowledgePages(tx, src)
		}
		return err
	})
	return list, err
}

// KnowledgeProblems returns a page of why pages of a web source were not read by
// its last crawl.
func (s *Library) KnowledgeProblems(ctx context.Context, actor crm.Actor, id string, p crm.Page) (list crm.List[crm.RunProblem], err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		src, err := KnowledgeSource(tx, actor.WorkspaceID, id)
		if err == nil {
			list, err = pageProblems(tx, src, p)
		}
		return err
	})
	return list, err
}

// recrawlBatch bounds what one round of RecrawlDue begins.
const recrawlBatch = 100

// RecrawlDue lets the web sources be fetched again whose time has come.
func (s *Library) RecrawlDue(ctx context.Context) error {
	var due []crm.KnowledgeSource
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { due, err = dueSources(tx, tx.Now(), recrawlBatch); return err })
	for _, d := range due {
		if err != nil {
			return err
		}
		err = s.db.Update(ctx, d.ID, func(tx *db.Tx) error {
			src, err := lockKnowledgeSource(tx, d.WorkspaceID, d.ID)
			if err != nil {
				return err
			}
			if src.NextCrawlAt != nil && !src.NextCrawlAt.After(tx.Now()) { // else another node was first
				s.reviseSource(tx, &src)
			}
			return nil
		})
		if k := crm.AsError(err); err != nil && (k.Kind == crm.KindNotFound || k.Kind == crm.KindConflict) {
			err = nil // removed or changed in this moment
		}
	}
	return err
}

// within reports whether a crawl may go on to a URL, and returns its one form.
func (w *crawler) within(base *url.URL, href string) (string, bool) {
	u, err := base.Parse(strings.TrimSpace(href))
	if err != nil || u.RawQuery != "" || u.User != nil || !strings.EqualFold(u.Host, w.start.Host) || u.Scheme != w.start.Scheme {
		return "", false
	}
	u.Fragment = ""
	if u.Path == "" {
		u.Path = "/"
	}
	switch strings.ToLower(path.Ext(u.Path)) {
	case ".jpg", ".jpeg", ".png", ".gif", ".svg", ".webp", ".ico", ".css", ".js", ".json", ".zip", ".gz", ".mp4", ".mp3", ".woff", ".woff2", ".exe", ".dmg":
		return "", false
	}
	if len(u.String()) > maxPageURL || !w.siteMap && !strings.HasPrefix(u.Path, w.prefix) {
		return "", false
	}
	return u.String(), true
}
