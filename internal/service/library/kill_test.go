package library_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"service.example/crm/internal/app"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/testkit/testdb"
)

var (
	firstJob    = db.SQL(`SELECT id, workspace_id, key, fence, attempt, payload FROM jobs WHERE kind = $1 ORDER BY id LIMIT 1`)
	countStored = db.SQL(`SELECT count(*) FROM knowledge_vectors`)
	countStaged = db.SQL(`SELECT count(*) FROM knowledge_passages WHERE workspace_id = $1 AND source_id = $2 AND revision = $3`)
	countOthers = db.SQL(`SELECT count(*) FROM knowledge_passages WHERE workspace_id = $1 AND revision <> $2`)
)

// process has the knowledge of a workspace on a database where nothing runs by
// itself: a test does its jobs.
type process struct {
	t     *testing.T
	base  *db.DB
	svc   *service.Service
	actor crm.Actor
}

func newProcess(t *testing.T, base *db.DB) *process {
	p := &process{t: t, base: base}
	key, err := secret.ParseMasterKey("a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=")
	p.must(err)
	ctx := context.Background()
	box, err := app.OpenBox(ctx, base, key)
	p.must(err)
	p.svc = service.New(base, box, slog.New(slog.DiscardHandler), service.Options{Guard: &egress.Guard{Rules: crm.EndpointRules{AllowLoopback: true}}})
	w, _, err := p.svc.Access.CreateWorkspace(ctx, "Shop", false, "en_US")
	p.must(err)
	p.actor, err = p.svc.Access.Operator(ctx, w.ID)
	p.must(err)
	return p
}

func (p *process) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// carry does the jobs of a kind until none is left, or the process ends.
func (p *process) carry(ctx context.Context, kind jobs.Kind) {
	p.t.Helper()
	for {
		j, found := jobs.Job{Kind: kind.Name}, false
		p.must(p.base.View(context.Background(), func(tx *db.Tx) (err error) {
			found, err = tx.One(firstJob, []any{&j.ID, &j.WorkspaceID, &j.Key, &j.Fence, &j.Attempt, &j.Payload}, string(kind.Name))
			return err
		}))
		if !found {
			return
		}
		err := kind.Handle(ctx, []jobs.Job{j})
		if m, is := ctx.(mortal); is && m.Context.Err() != nil {
			return
		}
		if err != nil && !errors.Is(err, jobs.ErrRetried) {
			p.t.Fatal(err)
		}
	}
}

func (p *process) count(s *db.Stmt, args ...any) (n int64) {
	p.t.Helper()
	p.must(p.base.View(context.Background(), func(tx *db.Tx) error { _, err := tx.One(s, []any{&n}, args...); return err }))
	return n
}

// mortal is the context of a process that ends after so many looks at it.
type mortal struct {
	context.Context
	end  func()
	left *atomic.Int64
}

func newMortal(looks int64) mortal {
	ctx, end := context.WithCancel(context.Background())
	m := mortal{ctx, end, new(atomic.Int64)}
	m.left.Store(looks)
	return m
}

func (m mortal) Err() error {
	if m.left.Add(-1) < 0 {
		m.end()
	}
	return m.Context.Err()
}

// listener counts the texts that are embedded.
type listener struct {
	http.Handler
	mu    sync.Mutex
	texts map[string]int
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var in struct{ Input []string }
	_ = json.Unmarshal(body, &in)
	l.mu.Lock()
	for _, text := range in.Input {
		l.texts[text]++
	}
	l.mu.Unlock()
	l.Handler.ServeHTTP(w, r)
}

// taken are the texts since the last call, and how many came twice.
func (l *listener) taken() (texts, twice int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range l.texts {
		texts++
		if n > 1 {
			twice++
		}
	}
	l.texts = map[string]int{}
	return texts, twice
}

func shelves(n int, edition int64) string {
	var b strings.Builder
	for i := range n {
		_, _ = fmt.Fprintf(&b, "# Shelf %d\n\nOn shelf %d lies the toy with the number %d of edition %d.\n\n", i, i, 1000+i, edition)
	}
	return b.String()
}

// Wherever the process ends while passages get their vectors, the next one goes
// on from there: none is embedded that has its vector, and none is left out.
func TestEmbeddingGoesOnWhereverTheProcessEnds(t *testing.T) {
	t.Parallel()
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		t.Parallel()
		const passages = 150
		p, ctx := newProcess(t, base), context.Background()
		heard := &listener{Handler: sandbox.New(sandbox.Config{}).Handler(), texts: map[string]int{}}
		endpoint := httptest.NewServer(heard)
		t.Cleanup(endpoint.Close)
		_, err := p.svc.Library.CreateKnowledgeSource(ctx, p.actor, crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Store", Content: shelves(passages, 0)})
		p.must(err)
		p.carry(ctx, library.IndexKnowledge(p.svc.Library))
		url, model := endpoint.URL+"/ai/vectors/v1", "embed-1"
		ends, within := 0, 0
		for looks := int64(0); ; looks++ {
			dimensions := int(64 + looks) // a space of its own
			_, err := p.svc.Library.UpdateKnowledgeSettings(ctx, p.actor, library.KnowledgeSettingsChange{
				Embeddings: &library.EmbeddingsChange{BaseURL: &url, Model: &model, Dimensions: &dimensions}})
			p.must(err)
			dying := newMortal(looks)
			p.carry(dying, library.EmbedKnowledge(p.svc.Library))
			ended := dying.Context.Err() != nil
			e, err := p.svc.Library.Embeddings(ctx, p.actor)
			p.must(err)
			if !ended && !e.Embedding.Ended() || e.Embedding.Done > 0 && e.Embedded != e.Embedding.Done {
				t.Errorf("after %d looks %d texts have a vector, and the run is %+v", looks, e.Embedded, e.Embedding)
			}
			if before, twice := heard.taken(); before > passages || twice > 0 {
				t.Errorf("after %d looks %d texts were embedded, %d of them twice", looks, before, twice)
			}
			if ended {
				p.carry(ctx, library.EmbedKnowledge(p.svc.Library))
				if after, twice := heard.taken(); int64(after) != passages-e.Embedded || twice > 0 {
					t.Errorf("%d texts had a vector; then %d were embedded, %d of them twice", e.Embedded, after, twice)
				}
				if ends++; e.Embedded > 0 && e.Embedded < passages {
					within++
				}
			}
			e, err = p.svc.Library.Embeddings(ctx, p.actor)
			if run := e.Embedding; err != nil || e.State() != "ready" || run.State != crm.RunCompleted || run.Done != passages || *run.Total != passages || p.count(countStored) != passages {
				t.Fatalf("in the end %d vectors are stored, and the run is %+v, %v", p.count(countStored), run, err)
			}
			if !ended {
				if ends < 8 || within < 3 {
					t.Errorf("the process ended at %d places only, and at %d between two vectors", ends, within)
				}
				return
			}
		}
	})
}

// Wherever the process ends while a source is indexed, what is found of it is
// one revision, whole, and each passage is staged once.
func TestIndexingGoesOnWhereverTheProcessEnds(t *testing.T) {
	t.Parallel()
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		t.Parallel()
		const passages = 450
		p, ctx := newProcess(t, base), context.Background()
		lib := p.svc.Library
		src, err := lib.CreateKnowledgeSource(ctx, p.actor, crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Store", Content: shelves(passages, 0)})
		p.must(err)
		p.carry(ctx, library.IndexKnowledge(lib))
		ends, within := 0, 0
		for looks := int64(0); ; looks++ {
			content := shelves(passages, looks+1)
			src, err = lib.UpdateKnowledgeSource(ctx, p.actor, src.ID, library.KnowledgeSourceChange{Content: &content})
			p.must(err)
			dying := newMortal(looks)
			p.carry(dying, library.IndexKnowledge(lib))
			ended := dying.Context.Err() != nil
			found, err := lib.KnowledgeSource(ctx, p.actor, src.ID)
			p.must(err)
			staged := p.count(countStaged, src.WorkspaceID, src.ID, src.Revision)
			if found.Indexing.Done != staged || !found.Indexing.Ended() && found.LiveRevision != src.Revision-1 || found.Passages != passages {
				t.Errorf("after %d looks %d passages are staged, and the source is %+v", looks, staged, found.Indexing)
			}
			if ended {
				p.carry(ctx, library.IndexKnowledge(lib))
				if ends++; staged > 0 && staged < passages {
					within++
				}
			}
			found, err = lib.KnowledgeSource(ctx, p.actor, src.ID)
			if others := p.count(countOthers, src.WorkspaceID, src.Revision); err != nil || found.State != crm.SourceReady || found.LiveRevision != src.Revision ||
				found.Indexing.Done != passages || *found.Indexing.Total != passages || others != 0 || p.count(countStaged, src.WorkspaceID, src.ID, src.Revision) != passages {
				t.Fatalf("in the end %d passages of other revisions are left, and the source is %+v, %v", others, found, err)
			}
			if !ended {
				if ends < 8 || within < 2 {
					t.Errorf("the process ended at %d places only, and at %d between two passages", ends, within)
				}
				return
			}
		}
	})
}

// A crawl that is broken off during a page goes on with this page. A source that
// is changed meanwhile is crawled anew, and one that is removed leaves nothing.
func TestACrawlGoesOnWhereTheProcessEnds(t *testing.T) {
	t.Parallel()
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		t.Parallel()
		p, ctx := newProcess(t, base), context.Background()
		lib := p.svc.Library
		var at atomic.Pointer[func(page string)]
		var asked sync.Map
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n, _ := asked.LoadOrStore(r.URL.Path, new(atomic.Int64))
			n.(*atomic.Int64).Add(1)
			if then := at.Load(); then != nil {
				(*then)(r.URL.Path)
			}
			if r.URL.Path == "/robots.txt" || r.URL.Path == "/gone" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, `<title>Page %s</title><a href="/b">b</a><a href="/gone">g</a><a href="/c">c</a><p>The page %s speaks of toys.`, r.URL.Path, r.URL.Path)
		}))
		t.Cleanup(site.Close)
		asks := func(page string) int64 {
			n, ok := asked.LoadAndDelete(page)
			if !ok {
				return 0
			}
			return n.(*atomic.Int64).Load()
		}
		src, err := lib.CreateKnowledgeSource(ctx, p.actor, crm.KnowledgeSource{Kind: crm.SourceSite, URL: site.URL + "/"})
		p.must(err)
		for i, page := range []string{"/", "/b", "/gone", "/c"} {
			if i > 0 {
				src, err = lib.RecrawlKnowledgeSource(ctx, p.actor, src.ID)
				p.must(err)
			}
			dying := newMortal(1 << 40)
			end := func(asked string) {
				if asked == page {
					dying.end()
				}
			}
			at.Store(&end)
			p.carry(dying, library.IndexKnowledge(lib))
			at.Store(nil)
			found, err := lib.KnowledgeSource(ctx, p.actor, src.ID)
			if run := found.Indexing; err != nil || run.Ended() || run.Phase != crm.PhaseCrawling || run.Done != int64(i) {
				t.Errorf("broken off at %s it is %+v, %v", page, run, err)
			}
			p.carry(ctx, library.IndexKnowledge(lib))
			for _, each := range []string{"/", "/b", "/gone", "/c"} {
				want := int64(1)
				if each == page {
					want = 2
				}
				if n := asks(each); n != want {
					t.Errorf("broken off at %s, %s was fetched %d times", page, each, n)
				}
			}
			found, err = lib.KnowledgeSource(ctx, p.actor, src.ID)
			if err != nil || found.State != crm.SourceReady || found.Pages != 3 || found.Passages != 3 || found.Indexing.Done != 3 || found.Indexing.Phase != crm.PhaseIndexing {
				t.Errorf("in the end the source is %+v, %v", found, err)
			}
		}
		for _, remove := range []bool{false, true} {
			_, err := lib.RecrawlKnowledgeSource(ctx, p.actor, src.ID)
			p.must(err)
			var once sync.Once
			change := func(page string) {
				if page != "/b" {
					return
				}
				once.Do(func() {
					var err error
					if remove {
						err = lib.DeleteKnowledgeSource(ctx, p.actor, src.ID)
					} else {
						src, err = lib.RecrawlKnowledgeSource(ctx, p.actor, src.ID)
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			at.Store(&change)
			p.carry(ctx, library.IndexKnowledge(lib))
			at.Store(nil)
			found, err := lib.KnowledgeSource(ctx, p.actor, src.ID)
			switch {
			case remove && (crm.AsError(err).Kind != crm.KindNotFound || p.count(countOthers, src.WorkspaceID, 0) != 0):
				t.Errorf("the source that was removed is %+v, %v, with %d passages", found, err, p.count(countOthers, src.WorkspaceID, 0))
			case !remove && (err != nil || found.State != crm.SourceReady || found.LiveRevision > found.Revision || found.Revision != src.Revision || asks("/") != 2):
				t.Errorf("the source that was changed is %+v, %v", found, err)
			}
		}
	})
}

// A passage that comes while others get their vectors is not left without one.
func TestPassagesThatComeMeanwhileGetVectors(t *testing.T) {
	t.Parallel()
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		t.Parallel()
		p, ctx := newProcess(t, base), context.Background()
		lib := p.svc.Library
		heard := &listener{Handler: sandbox.New(sandbox.Config{}).Handler(), texts: map[string]int{}}
		var late atomic.Int64
		add := func(n int64) {
			_, err := lib.CreateKnowledgeSource(ctx, p.actor, crm.KnowledgeSource{Kind: crm.SourceQuestion, Question: fmt.Sprint("What is ", n, "?"), Content: fmt.Sprint("A number, the one before ", n+1, ".")})
			if err == nil {
				p.carry(ctx, library.IndexKnowledge(lib))
			}
			if err != nil {
				t.Error(err)
			}
		}
		endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if n := late.Add(1); n < 5 { // its place is behind the run, or before it
				add(n)
			}
			heard.ServeHTTP(w, r)
		}))
		t.Cleanup(endpoint.Close)
		url, model := endpoint.URL+"/ai/vectors/v1", "embed-1"
		add(100)
		_, err := lib.UpdateKnowledgeSettings(ctx, p.actor, library.KnowledgeSettingsChange{Embeddings: &library.EmbeddingsChange{BaseURL: &url, Model: &model}})
		p.must(err)
		p.carry(ctx, library.EmbedKnowledge(lib))
		add(200)
		p.carry(ctx, library.EmbedKnowledge(lib))
		e, err := lib.Embeddings(ctx, p.actor)
		if texts, twice := heard.taken(); err != nil || e.State() != "ready" || e.Embedded != 6 || texts != 6 || twice != 0 {
			t.Errorf("%d texts were embedded, %d of them twice: %+v, %v", texts, twice, e, err)
		}
	})
}
