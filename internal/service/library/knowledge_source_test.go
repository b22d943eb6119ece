package library_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/testkit"
)

// website is a site whose pages change, and that counts what is asked.
type website struct {
	*httptest.Server
	mu    sync.Mutex
	pages map[string]string // HTML, or "type: …\n" before something else
	asked []string
	fresh []string // asked without saying what is known
}

func newWebsite(t *testing.T, pages map[string]string) *website {
	w := &website{pages: pages}
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.asked = append(w.asked, r.URL.Path)
		body, ok := w.pages[r.URL.Path]
		if !ok {
			http.NotFound(rw, r)
			return
		}
		if to, moved := strings.CutPrefix(body, "to: "); moved {
			http.Redirect(rw, r, to, http.StatusMovedPermanently)
			return
		}
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		if kind, rest, typed := strings.Cut(body, "\n"); typed && strings.HasPrefix(kind, "type: ") {
			rw.Header().Set("Content-Type", kind[6:])
			body = rest
		}
		tag := fmt.Sprintf(`"%d-%x"`, len(body), body[:min(len(body), 40)])
		rw.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			rw.WriteHeader(http.StatusNotModified)
			return
		}
		w.fresh = append(w.fresh, r.URL.Path)
		_, _ = rw.Write([]byte(body))
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *website) set(path, body string) { w.mu.Lock(); w.pages[path] = body; w.mu.Unlock() }

// taken returns the pages that were given whole since the last call.
func (w *website) taken() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := slices.Sorted(slices.Values(w.fresh))
	w.fresh = nil
	return out
}

func (l *shelf) states(id string) (out []string) {
	list, err := l.Service.Library.KnowledgePages(context.Background(), l.Actor, id)
	l.Must(err)
	for _, p := range list {
		out = append(out, p.URL[strings.Index(p.URL[8:], "/")+8:]+" "+string(p.State))
	}
	return out
}

func TestASiteIsCrawled(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		w := newWebsite(t, map[string]string{
			"/robots.txt":        "type: text/plain\nUser-agent: *\nDisallow: /help/secret",
			"/help/":             `<title>Help</title><a href="returns.html">R</a><a href="/help/secret.html">S</a><a href="/shop/">shop</a><a href="old">old</a><a href="#x">x</a><a href="logo">l</a><p>Ask us.`,
			"/help/returns":      `<title>Returns</title><p>You may return goods within 30 days.`,
			"/help/secret":       `secret`,
			"/help/old":          "to: /help/returns.html",
			"/help/logo":         "type: image/png\nPNG",
			"/help/returns.html": `<title>Returns</title><p>You may return goods within 30 days.<a href="/help/">up</a><a href="late.html">late</a>`,
		})
		src := l.Add(crm.KnowledgeSource{Kind: crm.SourceSite, URL: w.URL + "/help/", PageLimit: 10, RecrawlHours: 24})
		if s := l.Settled(src.ID); s.State != crm.SourceReady || s.Pages != 2 || s.Title != "Help" || s.NextCrawlAt == nil {
			t.Fatalf("the site is %+v", s)
		}
		want := "[/help/ fetched /help/returns.html fetched /help/secret.html skipped /help/old skipped /help/logo skipped /help/late.html skipped]"
		if got := fmt.Sprint(l.states(src.ID)); got != want {
			t.Errorf("the pages are %s", got)
		}
		k.Must(k.DB().View(context.Background(), func(tx *db.Tx) error {
			list, err := library.KnowledgePages(tx, crm.KnowledgeSource{WorkspaceID: k.WorkspaceID, ID: src.ID, Revision: 1})
			for _, p := range list {
				if p.Document != "" || len(p.Links) > 0 {
					t.Errorf("the list of pages holds what %s says: %s %v", p.URL, p.Document, p.Links)
				}
			}
			return err
		}))
		problems := ""
		for page := (crm.Page{Limit: 2}); ; {
			list, err := l.Service.Library.KnowledgeProblems(context.Background(), l.Actor, src.ID, page)
			k.Must(err)
			for _, p := range list.Items {
				problems += fmt.Sprintln(p.Number, strings.TrimPrefix(p.Item, w.URL), p.Reason)
			}
			if page.After = list.Next; page.After == "" {
				break
			}
		}
		if want := "3 /help/secret.html robots.txt does not allow the page.\n4 /help/old The page has moved to " + w.URL + "/help/returns.html.\n" +
			"5 /help/logo It is no text: its type is \"image/png\".\n6 /help/late.html The page is not there (status 404).\n"; problems != want {
			t.Errorf("the problems are\n%s", problems)
		}
		found := l.Find("may I return goods")
		if found[0].SourceID != src.ID {
			t.Errorf("found %+v", found)
		}
		for _, path := range w.asked {
			if strings.HasPrefix(path, "/help/secret") || strings.HasPrefix(path, "/shop") {
				t.Errorf("%s was asked for", path)
			}
		}
		// A day later what has changed is read again, and nothing else.
		w.taken()
		w.set("/help/returns.html", `<title>Returns</title><p>You may return goods within 60 days.`)
		k.Advance(25 * time.Hour)
		k.Must(l.Service.Library.RecrawlDue(context.Background()))
		k.Must(l.Service.Library.RecrawlDue(context.Background()))
		s := l.Settled(src.ID)
		if got := fmt.Sprint(w.taken()); s.Revision != 2 || got != "[/help/logo /help/returns.html /robots.txt]" {
			t.Errorf("revision %d, %s were read again", s.Revision, got)
		}
		if again := l.Find("may I return goods"); !strings.Contains(again[0].Text, "60 days") {
			t.Errorf("found %+v", again[0])
		}
	})
}

func TestASiteMapAndAPage(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	l := newShelf(t, k)
	w := newWebsite(t, map[string]string{
		"/moved": "to: /page", "/page": `<title>Page</title><p>The page about parking: it is free.`,
		"/away": "to: https://10.0.0.1/", "/a": "<p>About apples", "/b": "<p>About bananas", "/none": `<meta name="robots" content="noindex"><p>x`,
	})
	w.set("/sitemap.xml", "type: application/xml\n"+`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>`+w.URL+`/a</loc></url><url><loc>`+w.URL+`/b</loc></url><url><loc>`+w.URL+`/none</loc></url><url><loc>https://elsewhere.example/</loc></url></urlset>`)
	site := l.Add(crm.KnowledgeSource{Kind: crm.SourceSite, URL: w.URL + "/sitemap.xml"})
	page := l.Add(crm.KnowledgeSource{Kind: crm.SourcePage, URL: w.URL + "/moved"})
	away := l.Add(crm.KnowledgeSource{Kind: crm.SourcePage, URL: w.URL + "/away"})
	if s := l.Settled(site.ID); s.State != crm.SourceReady || fmt.Sprint(l.states(site.ID)) != "[/sitemap.xml map /a fetched /b fetched /none skipped]" {
		t.Errorf("the site is %+v, %v", s, l.states(site.ID))
	}
	if s := l.Settled(page.ID); s.State != crm.SourceReady || s.Title != "Page" || s.Passages != 1 {
		t.Errorf("the page is %+v", s)
	}
	if s := l.Settled(away.ID); s.State != crm.SourceFailed || !strings.Contains(s.Reason, "private") {
		t.Errorf("the page that leads to a private network is %+v", s)
	}
}

// Site maps that list site maps without end are read up to a bound, which the
// source tells.
func TestSiteMapsComeToAnEnd(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		w := newWebsite(t, map[string]string{})
		for i := range 2*crm.MaxSiteMaps + 1 {
			w.set(fmt.Sprintf("/p%d", i), fmt.Sprintf("<p>The page number %d.", i))
			w.set(fmt.Sprintf("/m%d.xml", i), fmt.Sprintf("type: text/xml\n<sitemapindex><sitemap><loc>/m%d.xml</loc></sitemap><sitemap><loc>/m%d.xml</loc></sitemap><url><loc>/p%d</loc></url></sitemapindex>", 2*i+1, 2*i+2, i))
		}
		w.set("/wide.xml", "type: text/xml\n<sitemapindex>"+strings.Repeat("<sitemap><loc>/p1</loc></sitemap>", 21)+"</sitemapindex>")
		deep := l.Add(crm.KnowledgeSource{Kind: crm.SourceSite, URL: w.URL + "/m0.xml", PageLimit: 3})
		wide := l.Add(crm.KnowledgeSource{Kind: crm.SourceSite, URL: w.URL + "/wide.xml"})
		if s := l.Settled(wide.ID); s.State != crm.SourceReady || s.Pages != 1 || !strings.Contains(s.Reason, "more than 20 site maps") {
			t.Errorf("the site whose map lists many is %+v", s)
		}
		s := l.Settled(deep.ID)
		if s.State != crm.SourceReady || s.Pages != 3 || s.Reason != "The site has more than 50 site maps: the others were not read." {
			t.Errorf("the site is %+v", s)
		}
		maps := 0
		for _, state := range l.states(deep.ID) {
			if strings.HasSuffix(state, " map") {
				maps++
			}
		}
		if n := len(l.states(deep.ID)); maps != crm.MaxSiteMaps || n != maps+3 {
			t.Errorf("%d site maps of %d pages were read", maps, n)
		}
	})
}

func TestFilesOfKnowledge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		ctx := context.Background()
		upload := func(id, name, body string) (crm.KnowledgeSource, error) {
			return l.Service.Library.UploadKnowledgeFile(ctx, l.Actor, crm.KnowledgeSource{ID: id}, media.FileSource{Body: strings.NewReader(body), Filename: name, Pointer: "/file"})
		}
		src, err := upload("", "faq.csv", "question,answer\nDo you ship abroad?,Yes to Austria.\nIs there a shop?,In Berlin.\n")
		k.Must(err)
		if s := l.Settled(src.ID); s.State != crm.SourceReady || s.Passages != 2 || s.Title != "faq" || s.MIMEType != "text/csv" {
			t.Fatalf("the file is %+v", s)
		}
		first := l.Find("do you ship abroad")[0]
		_, err = upload(src.ID, "faq.csv", "question,answer\nDo you ship abroad?,Yes to Austria and Italy.\n")
		k.Must(err)
		if s := l.Settled(src.ID); s.Revision != 2 || s.Passages != 1 {
			t.Errorf("the replaced file is %+v", s)
		}
		if n := k.Count("audit_log", "action = 'knowledge_source.updated'"); n != 1 {
			t.Errorf("it is recorded %d times", n)
		}
		if now := l.Find("do you ship abroad")[0]; now.ID != first.ID || now.Text != "Yes to Austria and Italy." {
			t.Errorf("found %+v", now)
		}
		for name, body := range map[string]string{"a.exe": "MZ\x00\x01\x02\x03", "a.pdf": "just text", "empty.txt": ""} {
			if _, err := upload("", name, body); err == nil {
				t.Errorf("%s was taken", name)
			}
		}
		bad, err := upload("", "broken.pdf", "%PDF-1.7\nnothing else")
		k.Must(err)
		if s := l.Settled(bad.ID); s.State != crm.SourceFailed || s.Reason == "" {
			t.Errorf("the broken file is %+v", s)
		}
		k.Must(l.Service.Library.DeleteKnowledgeSource(ctx, l.Actor, bad.ID))
		k.Quiet()
		if n := k.Count("knowledge_sources", "object <> ''"); n != 1 {
			t.Errorf("%d files are left", n)
		}
	})
}

func TestGapsAreGrouped(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		ctx := context.Background()
		ask := func(questions ...string) {
			for _, q := range questions {
				k.Must(k.DB().Update(ctx, k.WorkspaceID, func(tx *db.Tx) error {
					return library.RecordGap(tx, k.WorkspaceID, crm.GapQuestion{Question: q, ConversationID: "cnv_1"})
				}))
			}
			k.Quiet()
		}
		ask("Do you sell gift cards?", "Do you repair bicycles?", "gift cards for sale? mail ada@example.com or +49 170 1234567", "can you repair my bicycle", "do you sell gift cards")
		list, err := l.Service.Library.Gaps(ctx, l.Actor, crm.GapOpen, crm.Page{Limit: 10})
		k.Must(err)
		if len(list.Items) != 2 || list.Items[0].Count != 3 || list.Items[1].Count != 2 || len(list.Items[0].Examples) != 3 {
			t.Fatalf("the gaps are %+v", list.Items)
		}
		for _, e := range list.Items[0].Examples {
			if strings.Contains(e.Question, "ada@") || strings.Contains(e.Question, "1234") {
				t.Errorf("a gap keeps %q", e.Question)
			}
		}
		cards, bicycles := list.Items[0], list.Items[1]
		src, err := l.Service.Library.AnswerGap(ctx, l.Actor, cards.ID, crm.KnowledgeSource{Content: "Yes, from 10 euros."})
		k.Must(err)
		l.Settled(src.ID)
		if found := l.Find("do you have gift cards"); found[0].SourceID != src.ID {
			t.Errorf("found %+v", found)
		}
		_, err = l.Service.Library.DismissGap(ctx, l.Actor, bicycles.ID)
		k.Must(err)
		ask("do you repair bicycles?", "gift cards?")
		got, err := l.Service.Library.Gap(ctx, l.Actor, bicycles.ID)
		if err != nil || got.State != crm.GapDismissed || got.Count != 3 {
			t.Errorf("the dismissed gap is %+v, %v", got, err)
		}
		if got, err = l.Service.Library.Gap(ctx, l.Actor, cards.ID); err != nil || got.State != crm.GapOpen || got.SourceID != src.ID {
			t.Errorf("the answered gap that is asked again is %+v, %v", got, err)
		}
	})
}
