package library

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const (
	// indexSlice is how long a run goes on before it lets others have a turn.
	indexSlice = 20 * time.Second
	// stageBatch is how many passages share a transaction.
	stageBatch = 200
)

// indexRuns makes passages of the newest revision of a source. The pages of a
// web source are fetched one by one. Passages are staged batch by batch, seen by
// nobody, and found all at once in the place of those before, so that whatever
// stops a run leaves a source as it was or as it shall be.
func (s *Library) indexRuns() longrun.Kind {
	return longrun.Kind{Table: indexRuns, Job: jobIndexKnowledge, Slice: indexSlice, Ended: s.indexingEnded, Tidy: s.dropUnfound,
		GaveUp: "It could not be indexed because of a fault on our side; try again later.",
		Open: func(ctx context.Context, key longrun.Key) (longrun.Steps, error) {
			r := &indexRun{Library: s, key: key}
			err := s.db.View(ctx, func(tx *db.Tx) (err error) { r.src, err = KnowledgeSource(tx, key[0], key[1]); return err })
			return longrun.Steps{Step: r.step}, err
		}}
}

// beginIndexing lets the newest revision of a source be indexed. What is being
// done for the one before is canceled.
func (s *Library) beginIndexing(tx *db.Tx, src *crm.KnowledgeSource) {
	key := sourceKey(src.WorkspaceID, src.ID)
	src.State = crm.SourcePending
	src.Indexing = crm.Run{State: crm.RunRunning, Position: indexPlace{revision: src.Revision}.String(), StartedAt: tx.Now(), UpdatedAt: tx.Now()}
	s.indexes.Begin(tx, key, src.ID, src.Indexing)
	tx.After(func() { s.indexes.Stop(key) })
}

// The parts of indexing, in their order. Sources that are not fetched have
// no crawl.
const (
	partBegin = ""
	partCrawl = "crawl" // fetches pages
	partClear = "clear" // removes what was staged of other revisions
	partStage = "stage"
)

// indexPlace is where the indexing of a source stands.
type indexPlace struct {
	revision int64
	part     string
	number   int64  // of the page that was fetched last, or of passages that are staged
	digest   string // of all passages: what was staged of others is of no use
}

func (p indexPlace) String() string {
	if p.part == partBegin {
		return fmt.Sprint(p.revision)
	}
	return strings.TrimSpace(fmt.Sprint(p.revision, " ", p.part, " ", p.number, " ", p.digest))
}

func parseIndexPlace(text string) (p indexPlace, err error) {
	_, err = fmt.Sscan(text, &p.revision, &p.part, &p.number, &p.digest)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // the last ones may be absent
		err = nil
	}
	return p, err
}

// indexRun is one slice of the indexing of a source.
type indexRun struct {
	*Library
	key longrun.Key
	src crm.KnowledgeSource // as the slice found it
	web *crawler            // once a page was fetched

	// What follows is known once the source was read.
	read     bool
	took     time.Duration
	next     crm.KnowledgeSource // as it is when its passages are found
	passages []crm.KnowledgePassage
	same     bool // nothing has changed
	digest   string
}

func (r *indexRun) step(ctx context.Context, run crm.Run) (next longrun.Next, err error) {
	at, err := parseIndexPlace(run.Position)
	switch {
	case err != nil:
		return next, err
	case at.revision != r.src.Revision: // changed in this moment
		return next, longrun.ErrMoved
	case at.part == partBegin && r.src.Kind.Web():
		return next, r.beginCrawl(ctx, run, at)
	case at.part == partCrawl:
		return r.crawl(ctx, run, at)
	}
	err = r.readSource(ctx)
	var nothing nothingFound
	switch {
	case errors.As(err, &nothing):
		return next, r.failUnfound(ctx, run, string(nothing))
	case err != nil:
		return next, err
	case r.same:
		return next, r.keep(ctx, run, at)
	case at.part != partStage || at.digest != r.digest:
		return next, r.clear(ctx, run, at)
	}
	return next, r.stage(ctx, run, at)
}

// readSource reads the source once in a slice, cuts it, and names its passages.
func (r *indexRun) readSource(ctx context.Context) error {
	if r.read {
		return nil
	}
	began := time.Now()
	r.next = r.src
	cuts, err := r.cutSource(ctx, &r.next)
	if err != nil {
		return err
	}
	if len(cuts) == 0 {
		return unreadable("No text was found in it.")
	}
	if r.passages, r.same, err = r.namePassages(ctx, r.next, cuts); err != nil {
		return err
	}
	r.next.Passages, r.next.Flagged = int64(len(r.passages)), 0
	sum := sha256.New()
	for _, p := range r.passages {
		_, _ = sum.Write(p.Hash)
		if p.Flagged {
			r.next.Flagged++
		}
	}
	r.digest = fmt.Sprintf("%x", sum.Sum(nil)[:8])
	r.read, r.took = true, time.Since(began)
	return nil
}

// clear removes what broken runs have staged.
func (r *indexRun) clear(ctx context.Context, run crm.Run, at indexPlace) error {
	return r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
		more, err := dropPassages(tx, r.src.WorkspaceID, r.src.ID, r.src.LiveRevision)
		if err != nil {
			return err
		}
		to := indexPlace{revision: at.revision, part: partStage, digest: r.digest}
		if more {
			to = indexPlace{revision: at.revision, part: partClear}
		}
		indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: to.String(), Done: -run.Done, Total: &r.next.Passages, Phase: crm.PhaseIndexing})
		return nil
	})
}

// stage writes the next passages, and lets all be found when they are there. A
// source that takes long to read is not read anew for each batch.
func (r *indexRun) stage(ctx context.Context, run crm.Run, at indexPlace) error {
	for began := time.Now(); at.number < r.next.Passages; {
		part := r.passages[at.number:min(at.number+stageBatch, r.next.Passages)]
		at.number += int64(len(part))
		err := r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
			indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: at.String(), Done: int64(len(part))})
			StagePassages(tx, r.src, part)
			return nil
		})
		if err != nil || r.took < indexSlice/2 || time.Since(began) > indexSlice {
			return err
		}
		run.Position = at.String()
	}
	return r.publish(ctx, run)
}

// publish lets a staged revision be found, if the workspace has room.
func (r *indexRun) publish(ctx context.Context, run crm.Run) error {
	return r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
		k, err := knowledgeSettings(tx, r.src.WorkspaceID)
		if err != nil {
			return err
		}
		if k.Passages-r.src.Passages+r.next.Passages > crm.MaxKnowledgePassages {
			return unreadable("The workspace has no room: its knowledge has at most 100,000 passages.")
		}
		src := r.next
		crawled(&src, tx.Now(), 0)
		indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: run.Position})
		finishKnowledgeSource(tx, r.src, src)
		if err := r.embedFound(tx, src.WorkspaceID); err != nil {
			return err
		}
		return r.indexes.End(tx, r.key, crm.RunCompleted, "")
	})
}

// keep ends the indexing of a revision that says what the one before says.
func (r *indexRun) keep(ctx context.Context, run crm.Run, at indexPlace) error {
	return r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
		src := r.next
		crawled(&src, tx.Now(), 0)
		to := indexPlace{revision: at.revision, part: partStage, number: src.Passages, digest: r.digest}
		indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: to.String(), Done: src.Passages - run.Done, Total: &src.Passages, Phase: crm.PhaseIndexing})
		keepKnowledgeSource(tx, src)
		return r.indexes.End(tx, r.key, crm.RunCompleted, "")
	})
}

// failUnfound ends the indexing of a web source of which nothing was found. It
// is fetched again soon, if it is fetched on a schedule.
func (r *indexRun) failUnfound(ctx context.Context, run crm.Run, reason string) error {
	return r.db.Update(ctx, r.src.ID, func(tx *db.Tx) error {
		indexRuns.Advance(tx, r.key, longrun.Move{From: run, To: run.Position})
		if err := r.indexes.End(tx, r.key, crm.RunFailed, reason); err != nil {
			return err
		}
		src := r.src
		crawled(&src, tx.Now(), crawlAgain)
		failKnowledgeSource(tx, src)
		return nil
	})
}

// indexingEnded notes when a web source whose indexing failed is fetched again.
func (s *Library) indexingEnded(tx *db.Tx, key longrun.Key) error {
	src, err := KnowledgeSource(tx, key[0], key[1])
	if err == nil && src.State == crm.SourceFailed && src.Kind.Web() {
		crawled(&src, tx.Now(), 0)
		failKnowledgeSource(tx, src)
	}
	return err
}

// dropUnfound removes passages of a source that nobody finds any more; all,
// with the pages, of one that is gone.
func (s *Library) dropUnfound(ctx context.Context, key longrun.Key) (more bool, err error) {
	err = s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		src, err := lockKnowledgeSource(tx, key[0], key[1])
		switch {
		case err != nil && crm.AsError(err).Kind == crm.KindNotFound:
			dropPages(tx, key[0], key[1], math.MaxInt64)
		case err != nil:
			return err
		case !src.Indexing.Ended(): // it stages passages
			more = false
			return nil
		}
		more, err = dropPassages(tx, key[0], key[1], src.LiveRevision)
		return err
	})
	return more, err
}
