package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// The load of the phase searchlag.
const (
	laggedRate  = 500 // messages per second that come in
	laggedTime  = 20 * time.Second
	laggedMark  = 100 // one of so many has a word that no other one has
	laggedLimit = time.Minute
)

// searchLag lets messages come in, and looks how long it takes until each can be
// found.
func searchLag(ctx context.Context, o options, engine string) error {
	d := laggedTime
	if o.quick {
		d = 4 * time.Second
	}
	progress("%s: search lag at %d messages/s, %s", engine, laggedRate, d)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err == nil {
		e.providerIDs, err = e.phonesAtProvider(ctx)
	}
	if err == nil {
		err = e.awaitIndex(ctx, e.keys[0])
	}
	var p50, p99, highest string
	var used usage
	if err == nil {
		used = e.use()
		p50, p99, highest, err = e.measureLag(ctx, d)
	}
	if err != nil {
		return fmt.Errorf("%s: searchlag: %w", engine, err)
	}
	progress("  found p50 %s, p99 %s, highest %s", p50, p99, highest)
	e.use().since(used).tell()
	return nil
}

// mark is the word that only the i-th message has.
func mark(i int) string { return fmt.Sprintf("mark%dend", i) }

// measureLag returns how long after its acknowledgement a message was found and how
// far behind the index said that it was, side by side.
func (e *environment) measureLag(ctx context.Context, d time.Duration) (p50, p99, highest string, err error) {
	marked := make(chan int, int(d.Seconds())*laggedRate)
	acknowledged := make(map[int]time.Time)
	var mu sync.Mutex
	posts := &load{callers: steadyCallers, connect: func() (worker, error) {
		return poster(e.url, func(i int) []byte {
			text := "Where is my parcel with the blue cups, please?"
			if i%laggedMark == 0 {
				text += " " + mark(i)
			}
			return webhookBodyOf(e.providerIDs, i, 1, text)
		}, func(i int) {
			if i%laggedMark == 0 {
				mu.Lock()
				acknowledged[i] = time.Now()
				mu.Unlock()
				marked <- i
			}
		})
	}}
	var found, behind latencies
	var failed [2]error
	ended := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { behind, failed[0] = e.watchIndex(ctx, ended) })
	watching.Go(func() {
		for i := range marked {
			mu.Lock()
			at := acknowledged[i]
			mu.Unlock()
			if failed[1] == nil {
				failed[1] = e.awaitHit(ctx, mark(i))
				found.add(time.Since(at))
			}
		}
	})
	sent, err := posts.steady(ctx, laggedRate, d)
	close(marked)
	close(ended)
	watching.Wait()
	if err = errors.Join(err, sent.first, failed[0], failed[1]); err != nil {
		return "", "", "", err
	}
	found, behind = merged(found), merged(behind)
	progress("  acknowledged p99 %.1f ms at %.0f/s; %d messages looked for, the index asked %d times how far it is", sent.lat.at(.99), sent.rate(), len(found), len(behind))
	at := func(q float64) string { return fmt.Sprintf("%.0f ms (indexed %.0f ms ago)", found.at(q), behind.at(q)) }
	return at(.5), at(.99), at(1), nil
}

type searched struct {
	Data         []struct{ ID string }
	IndexedUntil *time.Time
}

func (e *environment) awaitHit(ctx context.Context, word string) error {
	for end := time.Now().Add(laggedLimit); time.Now().Before(end); {
		var page searched
		if err := e.ask(ctx, http.MethodGet, "/v1/search?q="+word, e.keys[0], nil, &page); err != nil || len(page.Data) > 0 {
			return err
		}
		if err := rest(ctx, 5*time.Millisecond); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s was not found within %s", word, laggedLimit)
}

// watchIndex asks until the load has ended how far behind the index is.
func (e *environment) watchIndex(ctx context.Context, ended <-chan struct{}) (out latencies, err error) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return out, nil
		case <-tick.C:
		}
		var page searched
		if err := e.ask(ctx, http.MethodGet, "/v1/search?q=parcel&limit=1", e.keys[1], nil, &page); err != nil {
			return out, err
		}
		if page.IndexedUntil != nil {
			out.add(time.Since(*page.IndexedUntil))
		}
	}
}
