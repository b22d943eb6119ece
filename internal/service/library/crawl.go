package library

import (
	"context"
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/knowledge"
)

const (
	// crawlSlice is how long one run fetches before it lets others have a turn.
	crawlSlice = 20 * time.Second
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

// crawl fetches the pages of a web source, one after the other. Each is stored
// when it was read, so that whatever stops the crawl it goes on from there.
// more says that others shall have a turn first.
func (s *Library) crawl(ctx context.Context, src *crm.KnowledgeSource) (cuts []cut, more bool, err error) {
	now := s.now()
	src.CrawledAt = &now
	if src.RecrawlHours > 0 {
		next := now.Add(time.Duration(src.RecrawlHours) * time.Hour)
		src.NextCrawlAt = &next
	}
	web := s.newCrawler(*src)
	if err := s.db.Update(ctx, src.ID, func(tx *db.Tx) error { return findPages(tx, *src, []string{src.URL}, 1) }); err != nil {
		return nil, false, err
	}
	for began := time.Now(); ; {
		p, found, have := crm.KnowledgePage{}, false, pageCount{}
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			if p, found, err = waitingPage(tx, *src); err == nil {
				have, err = countPages(tx, *src)
			}
			return err
		})
		if err != nil {
			return nil, false, err
		}
		if !found {
			return s.cutPages(ctx, src)
		}
		web.siteMap = web.siteMap || have.Maps > 0
		links, maps := web.fetch(ctx, &p)
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if p.State == crm.PageMap && !p.Listed && have.Maps >= crm.MaxSiteMaps {
			p.State, p.Reason, p.Links, links, maps = crm.PageSkipped, siteMapsLeft, nil, nil, nil
		}
		err = s.db.Update(ctx, src.ID, func(tx *db.Tx) error { return s.keepPage(tx, src, p, links, maps) })
		if err != nil {
			return nil, false, err
		}
		if time.Since(began) > crawlSlice {
			return nil, true, nil
		}
		if err := web.rest(ctx); err != nil {
			return nil, false, err
		}
	}
}

// siteMapsLeft is what people are told when a site has too many site maps.
const siteMapsLeft = "The site has more than 50 site maps: the others were not read."

// keepPage stores what came of a page and what it leads to.
func (s *Library) keepPage(tx *db.Tx, src *crm.KnowledgeSource, p crm.KnowledgePage, links, maps []string) error {
	savePage(tx, *src, p)
	left, err := findSiteMaps(tx, *src, maps)
	if err != nil {
		return err
	}
	if left {
		p.Reason = siteMapsLeft
		savePage(tx, *src, p)
	}
	if err := findPages(tx, *src, links, src.PageLimit); err != nil {
		return err
	}
	have, err := countPages(tx, *src)
	if src.Total, src.Done = have.Pages, have.Done; err == nil {
		advanceKnowledgeSource(tx, *src)
	}
	return err
}

// cutPages cuts the pages that were fetched, and holds one of them at a time.
func (s *Library) cutPages(ctx context.Context, src *crm.KnowledgeSource) (cuts []cut, more bool, err error) {
	var pages []crm.KnowledgePage
	err = s.db.Update(ctx, src.ID, func(tx *db.Tx) (err error) {
		dropPages(tx, src.WorkspaceID, src.ID, src.Revision)
		pages, err = KnowledgePages(tx, *src)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	src.Pages = 0
	faults, bound := 0, ""
	for _, p := range pages {
		if p.State == crm.PageFailed || p.State == crm.PageSkipped {
			faults++
		}
		if bound == "" && (p.State == crm.PageMap || p.Reason == siteMapsLeft) {
			bound = p.Reason
		}
		document := ""
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { document, err = pageDocument(tx, *src, p.URL); return err })
		if err != nil {
			return nil, false, err
		}
		if document == "" {
			continue
		}
		var d knowledge.Document
		if err := json.Unmarshal([]byte(document), &d); err != nil {
			return nil, false, err
		}
		own := *src
		own.Title = ""
		if src.Kind == crm.SourcePage {
			own.Title = src.Title
		}
		list, _, err := cutDocument(d, &own)
		if err != nil {
			return nil, false, err
		}
		for _, c := range list {
			c.url = p.URL
			cuts = append(cuts, c)
		}
		if len(cuts) > crm.MaxSourcePassages {
			return nil, false, unreadable("It is too long: a source has at most 20,000 passages.")
		}
		src.Pages++
		if src.Title == "" {
			src.Title = fileTitle(d, src.URL)
		}
	}
	if len(cuts) == 0 {
		if src.RecrawlHours > 0 {
			next := s.now().Add(crawlAgain)
			src.NextCrawlAt = &next
		}
		reason := "No page with text was found."
		if i := slices.IndexFunc(pages, func(p crm.KnowledgePage) bool { return p.Reason != "" }); i >= 0 {
			reason = pages[i].Reason
		}
		return nil, false, unreadable(reason)
	}
	src.Reason = bound
	if faults > 0 {
		src.Reason = strings.TrimSpace(bound + " Some pages could not be read; see its pages.")
	}
	return cuts, false, nil
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
