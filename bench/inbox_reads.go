package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"service.example/crm/bench/reads"
)

// timedRead is one way of reading with how long it took.
type timedRead struct {
	reads.Read
	lat   latencies
	alone float64 // the median with nothing beside it, in milliseconds
}

func timed(list []reads.Read) (out []*timedRead) {
	for _, r := range list {
		out = append(out, &timedRead{Read: r})
	}
	return out
}

// inboxReads are all of them: by an API key, which sees everything, and by an agent,
// who has lists of their own.
func (e *environment) inboxReads(ctx context.Context, key string, ids []string) ([]*timedRead, error) {
	own, err := e.idsOf(ctx, e.agent.key, "/v1/conversations?view=mine&limit=200")
	if err == nil && len(own) == 0 {
		own, err = e.idsOf(ctx, e.agent.key, "/v1/conversations?limit=200")
	}
	if err == nil && (len(own) == 0 || len(ids) == 0) {
		err = fmt.Errorf("%d conversations are anybody's, %d the agent's", len(ids), len(own))
	}
	if err != nil {
		return nil, err
	}
	labels, err := e.idsOf(ctx, key, "/v1/labels")
	if err != nil {
		return nil, err
	}
	var view struct{ ID string }
	err = e.ask(ctx, http.MethodPost, "/v1/views", e.agent.key, map[string]any{"name": "Bench", "filter": map[string]any{"status": []string{"open", "pending"}, "labelIds": labels[:3]}}, &view)
	if err != nil {
		return nil, err
	}
	return timed(reads.Inbox{TeamID: e.agent.teamID, ViewID: view.ID, LabelIDs: labels, Everything: reads.Caller{Key: key, IDs: ids}, Agent: reads.Caller{Key: e.agent.key, IDs: own}}.Reads()), nil
}

// indexLimit bounds how long the phase waits until everything can be searched for.
const indexLimit = 30 * time.Minute

// awaitIndex waits until the service has indexed what was there before it.
func (e *environment) awaitIndex(ctx context.Context, key string) error {
	began, told := time.Now(), time.Now()
	for {
		var page struct{ Complete bool }
		if err := e.ask(ctx, http.MethodGet, "/v1/search?q=parcel&limit=1", key, nil, &page); err != nil {
			return err
		}
		took := time.Since(began).Round(time.Second)
		if page.Complete {
			progress("  everything can be searched for after %s", took)
			return nil
		}
		if took > indexLimit {
			progress("  not everything can be searched for after %s: the figures of searches are those of what can", took)
			return nil
		}
		if time.Since(told) > 15*time.Second {
			told = time.Now()
			progress("  waiting for the index of words, %s", took)
		}
		if err := rest(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// ask makes one call as who has the key; in may be nil, and so may out.
func (e *environment) ask(ctx context.Context, method, path, key string, in, out any) error {
	body, err := e.exchange(ctx, method, path, key, in)
	if err == nil && out != nil {
		err = json.Unmarshal(body, out)
	}
	return err
}

// shuffled numbers the reads in the order in which they are made.
func shuffled(list []*timedRead) []int {
	var plain []reads.Read
	for _, r := range list {
		plain = append(plain, r.Read)
	}
	return reads.Shuffled(plain)
}
