package library

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/temoto/robotstxt"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/extract"
	"service.example/crm/internal/service/media"
)

const (
	// pageAgent is what robots.txt calls us.
	pageAgent   = "crm-knowledge"
	pageTimeout = 20 * time.Second
	maxPageURL  = 2000
	maxPageSize = 8 << 20
	maxRobots   = 512 << 10
)

// pageFormats are the formats of pages, by media type.
var pageFormats = map[string]extract.Format{"text/html": extract.HTML, "application/xhtml+xml": extract.HTML, "text/plain": extract.Text, "text/markdown": extract.Markdown,
	"application/pdf": extract.PDF, "application/xml": siteMapFormat, "text/xml": siteMapFormat}

// siteMapFormat is that of site maps, which list pages (sitemaps.org).
const siteMapFormat extract.Format = "sitemap"

// crawler fetches the pages of one web source, in one run.
type crawler struct {
	svc     *Library
	client  *http.Client
	start   *url.URL
	prefix  string // of the paths of a site
	single  bool   // one page, no links
	siteMap bool   // the site is what its map lists
	maps    int    // how many links of the page at hand are site maps: the first ones
	note    string // what was left of the page at hand
	robots  map[string]*robotstxt.Group
	pause   time.Duration
}

func (s *Library) newCrawler(src crm.KnowledgeSource) *crawler {
	start, _ := url.Parse(src.URL) // it was checked
	client := s.media.FetchClient()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &crawler{svc: s, client: &client, start: start, prefix: start.Path[:strings.LastIndexByte(start.Path, '/')+1], single: src.Kind == crm.SourcePage,
		siteMap: strings.HasSuffix(strings.ToLower(start.Path), ".xml"), robots: map[string]*robotstxt.Group{}, pause: crawlPause}
}

// skipped is why a page is not taken, although it could be fetched.
type skipped string

func (s skipped) Error() string { return string(s) }

// moved is where a page of a site has gone to: it is read there.
type moved string

func (m moved) Error() string { return string(m) }

// fetch reads a page and returns the pages that it links to, and the site maps
// that it lists. A page that could not be fetched keeps what it said before.
func (w *crawler) fetch(ctx context.Context, p *crm.KnowledgePage) (links, maps []string) {
	w.maps, w.note = 0, ""
	bounded, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	err := w.read(bounded, p)
	now := w.svc.now()
	p.FetchedAt = &now
	var skip skipped
	var bad unreadable
	var to moved
	switch {
	case err == nil:
		p.Reason = w.note
	case errors.As(err, &to):
		p.State, p.Reason, p.Document, p.ETag, p.Modified, p.Links = crm.PageSkipped, "The page has moved to "+string(to)+".", "", "", "", []string{string(to)}
	case errors.As(err, &skip), errors.As(err, &bad):
		p.State, p.Reason, p.Document, p.ETag, p.Modified, p.Links = crm.PageSkipped, err.Error(), "", "", "", nil
	default:
		p.State, p.Reason = crm.PageFailed, pageFault(err)
	}
	if w.single {
		return nil, nil
	}
	return p.Links[w.maps:], p.Links[:w.maps]
}

// pageFault tells people why a page could not be fetched, without what our
// network looks like.
func pageFault(err error) string {
	if e := crm.AsError(media.Unreachable(err)); len(e.Fields) > 0 {
		return e.Fields[0].Detail
	}
	return "The page could not be fetched."
}

func (w *crawler) read(ctx context.Context, p *crm.KnowledgePage) error {
	if p.Document == "" { // a site map is read again: which of its links are site maps is not stored
		p.ETag, p.Modified = "", ""
	}
	res, err := w.get(ctx, p)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNotModified && p.Document != "" {
		p.State = crm.PageFetched
		return nil
	}
	if res.StatusCode == http.StatusGone || res.StatusCode == http.StatusNotFound {
		return skipped(fmt.Sprintf("The page is not there (status %d).", res.StatusCode))
	}
	if res.StatusCode != http.StatusOK {
		return media.AnswerError(res.StatusCode)
	}
	if e := res.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return skipped("The page is compressed although that was not asked for.")
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	format, known := pageFormats[kind]
	if !known {
		return skipped(fmt.Sprintf("It is no text: its type is %.60q.", kind))
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxPageSize+1))
	if err != nil {
		return err
	}
	if len(body) > maxPageSize {
		return skipped("The page is larger than 8 MB.")
	}
	p.ETag, p.Modified = clipHeader(res.Header.Get("ETag")), clipHeader(res.Header.Get("Last-Modified"))
	if format == siteMapFormat {
		p.State, p.Document = crm.PageMap, ""
		p.Links, err = w.siteMapLinks(res.Request.URL, body)
		return err
	}
	return w.keep(ctx, p, res.Request.URL, format, body)
}

// keep stores what a page says and links to.
func (w *crawler) keep(ctx context.Context, p *crm.KnowledgePage, at *url.URL, format extract.Format, body []byte) error {
	r, err := w.svc.extract(ctx, format, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if r.NoIndex {
		return skipped("The page says that it does not want to be found (noindex).")
	}
	document, err := json.Marshal(r.Document)
	if err != nil {
		return err
	}
	p.State, p.Document, p.Links = crm.PageFetched, string(document), []string{}
	base := at
	if b, err := at.Parse(r.Base); r.Base != "" && err == nil {
		base = b
	}
	if w.siteMap || w.single {
		return nil
	}
	for _, href := range r.Links {
		if u, ok := w.within(base, href); ok && len(p.Links) < 2*crm.MaxSitePages {
			p.Links = append(p.Links, u)
		}
	}
	return nil
}

// siteMapLinks are the site maps, and then the pages, that a site map lists.
func (w *crawler) siteMapLinks(at *url.URL, body []byte) (links []string, err error) {
	if w.single {
		return nil, skipped("It is a site map: make it a source of the kind site.")
	}
	var m struct {
		XMLName xml.Name
		Pages   []string `xml:"url>loc"`
		Maps    []string `xml:"sitemap>loc"`
	}
	if err := xml.Unmarshal(body, &m); err != nil || m.XMLName.Local != "urlset" && m.XMLName.Local != "sitemapindex" {
		return nil, skipped("It is no text: XML that is no site map.")
	}
	w.siteMap = true
	if len(m.Maps) > maxSiteMaps {
		m.Maps, w.note = m.Maps[:maxSiteMaps], "A site map lists more than 20 site maps: the others were not read."
	}
	if len(m.Pages) > maxSiteMapPages {
		m.Pages, w.note = m.Pages[:maxSiteMapPages], "A site map lists more than 50,000 pages: the others were not looked at."
	}
	for _, href := range m.Maps {
		if u, ok := w.within(at, href); ok {
			links = append(links, u)
		}
	}
	w.maps = len(links)
	for _, href := range m.Pages {
		if u, ok := w.within(at, href); ok && len(links) < 2*crm.MaxSitePages {
			links = append(links, u)
		}
	}
	return links, nil
}

// get fetches a page with the redirects that lead to it: each hop is judged as
// the first one.
func (w *crawler) get(ctx context.Context, p *crm.KnowledgePage) (*http.Response, error) {
	at, err := url.Parse(p.URL)
	if err != nil {
		return nil, skipped("The address is no URL.")
	}
	for hop := 0; ; hop++ {
		var f crm.Faults
		if crm.CheckURL(at.String(), w.svc.opt.Guard.Rules, &f); !f.Empty() {
			return nil, egress.ErrForbidden
		}
		if err := w.allowed(ctx, at); err != nil {
			return nil, err
		}
		res, err := w.ask(ctx, at, p)
		if err != nil {
			return nil, err
		}
		to := res.Header.Get("Location")
		if res.StatusCode < 300 || res.StatusCode > 399 || res.StatusCode == http.StatusNotModified || to == "" {
			return res, nil
		}
		_ = res.Body.Close()
		next, err := at.Parse(to)
		if err != nil || hop == media.MaxRedirects {
			return nil, media.ErrRedirects
		}
		if !w.single {
			if u, ok := w.within(at, to); ok {
				return nil, moved(u)
			}
			return nil, skipped("The page leads on to one that does not belong to the site.")
		}
		at = next
	}
}

func (w *crawler) ask(ctx context.Context, at *url.URL, p *crm.KnowledgePage) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", pageAgent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf,application/xml;q=0.8")
	if p.ETag != "" {
		req.Header.Set("If-None-Match", p.ETag)
	}
	if p.Modified != "" {
		req.Header.Set("If-Modified-Since", p.Modified)
	}
	return w.client.Do(req)
}

// allowed reports why robots.txt keeps us from a page (RFC 9309), or nil.
func (w *crawler) allowed(ctx context.Context, at *url.URL) error {
	host := at.Scheme + "://" + at.Host
	group, known := w.robots[host]
	if !known {
		file, err := url.Parse(host + "/robots.txt")
		if err != nil {
			return err
		}
		res, err := w.ask(ctx, file, &crm.KnowledgePage{})
		if err != nil {
			return err
		}
		body, err := io.ReadAll(io.LimitReader(res.Body, maxRobots))
		_ = res.Body.Close()
		if err != nil {
			return err
		}
		status := res.StatusCode
		if status >= 300 && status < 400 { // followed by none of us: as if there were none
			status = http.StatusNotFound
		}
		robots, err := robotstxt.FromStatusAndBytes(status, body)
		if err != nil {
			robots, _ = robotstxt.FromStatusAndBytes(http.StatusNotFound, nil)
		}
		group = robots.FindGroup(pageAgent)
		w.robots[host] = group
	}
	if group.CrawlDelay > w.pause {
		w.pause = min(group.CrawlDelay, maxCrawlPause)
	}
	if !group.Test(at.EscapedPath()) {
		return skipped("robots.txt does not allow the page.")
	}
	return nil
}

func clipHeader(s string) string { return s[:min(len(s), 500)] }
