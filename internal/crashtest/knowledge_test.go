package crashtest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/library"
)

// However often the process is killed while files are read and a site is
// crawled, nobody ever finds a half of what a source says, or two editions of
// it at once; in the end each is found whole, once, or has failed with a
// reason, and nothing is left of what was being written.
func TestKnowledgeSurvivesKills(t *testing.T) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		s := newShelf(w)
		n, began := rounds(t, 4), time.Now()
		s.awaitEditions(len(bookForms) + 1) // every source has begun
		for range n {
			time.Sleep(w.lull())
			w.nodes[0].p.kill()
			w.logs()
			w.start(w.nodes[0])
		}
		s.close()
		s.verify()
		w.logs()
		t.Logf("%d kills in %s: %d editions of %d sources, %d searches between them", n, time.Since(began).Round(time.Second), s.editions.Load(), len(s.books), s.looks.Load())
		w.nodes[0].p.kill()
		s.verifyRows()
	})
}

// shelf is what a workspace knows: books that have new editions all the time,
// one as a site of the web, and readers who look at them.
type shelf struct {
	w       *world
	stop    chan struct{}
	people  sync.WaitGroup
	readers sync.WaitGroup
	quit    chan struct{}

	editions, looks atomic.Int64
	mu              sync.Mutex
	books           []*book
	gone            []string // sources that were removed
	broken          string   // a file that cannot be read
}

// book is a source whose every passage says of which edition it is.
type book struct {
	form    string
	id      string
	edition int // the last that was taken
	pages   atomic.Int64
}

func newShelf(w *world) *shelf {
	s := &shelf{w: w, stop: make(chan struct{}), quit: make(chan struct{})}
	for _, form := range bookForms {
		b := &book{form: form}
		s.books = append(s.books, b)
		s.people.Go(func() { s.write(b) })
	}
	site := &book{form: "site"}
	s.books = append(s.books, site)
	server := httptest.NewServer(site)
	w.t.Cleanup(server.Close)
	s.people.Go(func() { s.crawl(site, server.URL+"/help/") })
	s.people.Go(s.shred)
	s.readers.Go(s.read)
	return s
}

// close lets everybody finish.
func (s *shelf) close() {
	close(s.stop)
	s.people.Wait()
	close(s.quit)
	s.readers.Wait()
}

func (s *shelf) awaitEditions(n int) {
	s.w.t.Helper()
	awaitUntil(s.w.t, time.Minute, "the sources begin", func() (bool, string) {
		return s.editions.Load() >= int64(n), fmt.Sprint(s.editions.Load())
	})
}

// goesOn waits a moment; false when it is over.
func (s *shelf) goesOn(most time.Duration) bool {
	select {
	case <-s.stop:
		return false
	case <-time.After(rand.N(most)):
		return true
	}
}

// write replaces a file again and again, sometimes before it was read.
func (s *shelf) write(b *book) {
	for ok := true; ok; ok = s.goesOn(1500 * time.Millisecond) {
		id := s.publish(b.id, b.form, b.form, bookOf(b.form, b.edition+1))
		if id == "" {
			return
		}
		s.mu.Lock()
		b.id, b.edition = id, b.edition+1
		s.mu.Unlock()
		s.editions.Add(1)
	}
}

// crawl has a site read anew again and again. Its pages change only while
// nobody reads them, so that what is found is of one edition.
func (s *shelf) crawl(b *book, url string) {
	b.edition = 1
	b.pages.Store(1)
	id := s.persist("POST", "/v1/knowledge/sources", map[string]any{"kind": "site", "url": url, "pageLimit": sitePages + 1})
	for ok := id != ""; ok; ok = s.goesOn(time.Second) {
		s.mu.Lock()
		b.id = id
		s.mu.Unlock()
		s.editions.Add(1)
		if s.settled(id) != "ready" {
			continue
		}
		s.mu.Lock()
		b.edition++
		s.mu.Unlock()
		b.pages.Store(int64(b.edition))
		s.persist("POST", "/v1/knowledge/sources/"+id+"/recrawl", nil)
	}
}

// shred adds files and removes them while they are read, and one that cannot
// be read.
func (s *shelf) shred() {
	s.broken = s.publish("", "broken", "pdf", []byte("%PDF-1.7\nnothing else"))
	for n := 0; s.goesOn(1500 * time.Millisecond); n++ {
		id := s.publish("", fmt.Sprint("shredded-", n), "csv", bookOf("csv", n))
		if id == "" || !s.goesOn(300*time.Millisecond) {
			return
		}
		s.persist("DELETE", "/v1/knowledge/sources/"+id, nil)
		s.mu.Lock()
		s.gone = append(s.gone, id)
		s.mu.Unlock()
	}
}

// persist makes a call until it is answered, and returns the id in the answer.
func (s *shelf) persist(method, path string, in any) string {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		status, answer, err := s.w.try(s.w.nodes[0].url, method, path, "", in)
		var out struct{ ID string }
		switch {
		case err == nil && method == "DELETE" && (status == 204 || status == 404):
			return ""
		case err == nil && status < 300 && json.Unmarshal(answer, &out) == nil:
			return out.ID
		case err == nil && status < 500 && status != 409 || time.Now().After(deadline): // 409: it is being changed
			s.w.t.Errorf("%s %s: %d %v %s", method, path, status, err, answer)
			return ""
		}
	}
}

// settled waits until a source has come to an end, and returns which.
func (s *shelf) settled(id string) (state string) {
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var out struct{ State, Reason string }
		status, answer, err := s.w.try(s.w.nodes[0].url, "GET", "/v1/knowledge/sources/"+id, "", nil)
		if err == nil && status == 200 && json.Unmarshal(answer, &out) == nil && (out.State == "ready" || out.State == "failed") {
			if out.State == "failed" && out.Reason == "" {
				s.w.t.Errorf("%s has failed, and nobody is told why", id)
			}
			return out.State
		}
		if time.Now().After(deadline) {
			s.w.t.Errorf("%s is not settled after 3 minutes: %d %v %s", id, status, err, answer)
			return ""
		}
	}
}

// found is a passage as the API shows it.
type found struct{ ID, SourceID, Question, Text string }

var editionOf = regexp.MustCompile(`edition(\d+)`)

// read looks at the sources all the time: what one answer has of a source is of
// one edition.
func (s *shelf) read() {
	for {
		select {
		case <-s.quit:
			return
		case <-time.After(rand.N(100 * time.Millisecond)):
		}
		s.mu.Lock()
		id := s.books[rand.IntN(len(s.books))].id
		s.mu.Unlock()
		if id == "" {
			continue
		}
		var page struct{ Data []found }
		if status, answer, err := s.w.try(s.w.nodes[0].url, "GET", "/v1/knowledge/passages?limit=200&sourceId="+id, "", nil); err == nil && status == 200 && json.Unmarshal(answer, &page) == nil {
			s.oneEdition("the list", page.Data)
		}
		var search struct{ Data []struct{ Passage found } }
		in := map[string]any{"question": "What does point 7 cost?", "limit": 50, "sourceIds": []string{id}}
		if status, answer, err := s.w.try(s.w.nodes[0].url, "POST", "/v1/knowledge/search", "", in); err == nil && status == 200 && json.Unmarshal(answer, &search) == nil {
			var list []found
			for _, f := range search.Data {
				list = append(list, f.Passage)
			}
			s.oneEdition("the search", list)
		}
		s.looks.Add(1)
	}
}

// oneEdition checks that passages of a source are of one edition, and returns it.
func (s *shelf) oneEdition(where string, list []found) (edition int) {
	s.w.t.Helper()
	for _, f := range list {
		for _, m := range editionOf.FindAllStringSubmatch(f.Question+" "+f.Text, -1) {
			n, _ := strconv.Atoi(m[1])
			if edition != 0 && n != edition {
				s.w.t.Errorf("%s of %s has editions %d and %d at once", where, f.SourceID, edition, n)
				return edition
			}
			edition = n
		}
	}
	return edition
}

// all returns every passage of a source.
func (s *shelf) all(id string) (out []found) {
	s.w.t.Helper()
	for cursor := ""; ; {
		var page struct {
			Data       []found
			NextCursor *string
		}
		s.w.api(s.w.nodes[0].url, "GET", "/v1/knowledge/passages?limit=200&sourceId="+id+"&cursor="+cursor, nil, &page)
		out = append(out, page.Data...)
		if page.NextCursor == nil {
			return out
		}
		cursor = *page.NextCursor
	}
}

// verify waits for every source and checks what is found of it: the edition
// that was taken last, whole, and each passage once.
func (s *shelf) verify() {
	t := s.w.t
	t.Helper()
	for _, b := range s.books {
		if state := s.settled(b.id); state != "ready" {
			t.Errorf("the %s is %s", b.form, state)
			continue
		}
		list := s.all(b.id)
		if got := s.oneEdition("the whole list", list); got != b.edition {
			t.Errorf("the %s is found in edition %d, want %d", b.form, got, b.edition)
		}
		said, ids, text := map[string]bool{}, map[string]bool{}, ""
		for _, f := range list {
			if said[f.Question+"\n"+f.Text] || ids[f.ID] {
				t.Errorf("the %s has a passage twice: %+v", b.form, f)
			}
			said[f.Question+"\n"+f.Text], ids[f.ID] = true, true
			text += f.Question + "\n" + strings.Join(strings.Fields(f.Text), " ") + "\n"
		}
		for n := range points(b.form) {
			if !strings.Contains(text, point(b.edition, n)) {
				t.Errorf("point %d of the %s is not found in %d passages", n, b.form, len(list))
				break
			}
		}
	}
	if s.settled(s.broken) != "failed" {
		t.Error("a file that cannot be read has not failed")
	}
	for _, id := range s.gone {
		if status, answer, err := s.w.try(s.w.nodes[0].url, "GET", "/v1/knowledge/sources/"+id, "", nil); err != nil || status != http.StatusNotFound || len(s.all(id)) != 0 {
			t.Errorf("%s was removed, and is there: %d %v %s", id, status, err, answer)
		}
	}
	s.verifyShelf()
}

// verifyShelf checks every source that is there, also those whose making was
// not answered, and the workspace's own count of what is found.
func (s *shelf) verifyShelf() {
	t := s.w.t
	t.Helper()
	var list struct{ Data []struct{ ID string } }
	s.w.api(s.w.nodes[0].url, "GET", "/v1/knowledge/sources?limit=200", nil, &list)
	for _, src := range list.Data {
		s.settled(src.ID)
	}
	var k struct{ Passages, Sources int }
	s.w.api(s.w.nodes[0].url, "GET", "/v1/knowledge/settings", nil, &k)
	if n := len(s.all("")); k.Passages != n || k.Sources != len(list.Data) {
		t.Errorf("the workspace counts %+v, and %d passages of %d sources are there", k, n, len(list.Data))
	}
	// What nobody finds any more is removed by the same jobs, after that.
	awaitUntil(t, 2*time.Minute, "no source is being indexed", func() (bool, string) {
		_, text, err := s.w.try(s.w.nodes[0].url, "GET", "/metrics", "", nil)
		return err == nil && !waitingJobs.Match(text), string(waitingJobs.Find(text))
	})
}

var waitingJobs = regexp.MustCompile(`(?m)^crm_jobs_waiting\{kind="index_knowledge"\} [1-9].*$`)

// verifyRows looks into the database of the stopped process: no row is left of
// an edition that is not found.
func (s *shelf) verifyRows() {
	t, ctx := s.w.t, context.Background()
	t.Helper()
	key, err := app.MasterKey(config.Database{Database: s.w.database, MasterKey: s.w.master()}, false)
	if err != nil {
		t.Fatal(err)
	}
	base, err := schema.Open(ctx, db.Options{URL: s.w.database, Key: key.DatabaseKey()})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	ids := append([]string{s.broken}, s.gone...)
	for _, b := range s.books {
		ids = append(ids, b.id)
	}
	err = base.View(ctx, func(tx *db.Tx) error {
		for _, id := range ids {
			src, err := library.KnowledgeSource(tx, s.w.workspace, id)
			if err != nil && crm.AsError(err).Kind != crm.KindNotFound {
				return err
			}
			for revision := range max(src.Revision, 3) + 2 {
				list, err := library.PassagesAt(tx, s.w.workspace, id, revision)
				if err != nil {
					return err
				}
				if len(list) > 0 && revision != src.LiveRevision || revision > 0 && revision == src.LiveRevision && len(list) == 0 {
					t.Errorf("%s: %d rows are left of revision %d, and %d is found", id, len(list), revision, src.LiveRevision)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
