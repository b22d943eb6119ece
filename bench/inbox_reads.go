package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// inboxRead is one way of reading the inbox of a workspace with a history.
type inboxRead struct {
	name string
	// path is asked with one of ids where it has an {id}, by who has the key.
	path, key string
	ids       []string
	share     int // how often it is asked for, of the shares of all
	lat       latencies
	alone     float64 // the median with nothing beside it, in milliseconds
}

// url is asked for the i-th time.
func (r *inboxRead) url(service string, i int) string {
	return service + strings.ReplaceAll(r.path, "{id}", r.ids[i%len(r.ids)])
}

// inboxReads are all of them: by an API key, which sees everything, and by an agent,
// who has lists of their own.
func (e *environment) inboxReads(ctx context.Context, key string, ids []string) ([]*inboxRead, error) {
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
	const list = "/v1/conversations?view="
	everything := []inboxRead{{name: "all", path: list + "all", share: 6}, {name: "unassigned", path: list + "unassigned", share: 6}, {name: "needs_answer", path: list + "needs_answer", share: 6},
		{name: "waiting_longest", path: list + "waiting_longest", share: 4}, {name: "window_closing", path: list + "window_closing", share: 2}, {name: "follow_ups", path: list + "follow_ups", share: 2},
		{name: "snoozed", path: list + "snoozed", share: 2}, {name: "assistant", path: list + "assistant", share: 2}, {name: "closed", path: list + "closed", share: 2},
		{name: "team", path: list + "team&teamId=" + e.agent.teamID, share: 4}, {name: "without a view", path: "/v1/conversations", share: 6}, {name: "with a label", path: "/v1/conversations?labelId=" + labels[0], share: 2},
		{name: "closed, with a label", path: list + "closed&labelId=" + labels[1], share: 2}, {name: "counts", path: "/v1/conversation-counts", share: 16},
		{name: "a conversation", path: "/v1/conversations/{id}", share: 24}, {name: "its messages", path: "/v1/messages?conversationId={id}", share: 24}, {name: "its timeline", path: "/v1/conversations/{id}/timeline", share: 8},
		{name: "its episodes", path: "/v1/conversations/{id}/episodes", share: 2}, {name: "its notes", path: "/v1/conversations/{id}/notes", share: 6}, {name: "its routing", path: "/v1/conversations/{id}/routing", share: 2},
		{name: "its clocks", path: "/v1/conversations/{id}/clocks", share: 4}}
	agents := []inboxRead{{name: "agent: all", path: list + "all", share: 4}, {name: "agent: mine", path: list + "mine", share: 12}, {name: "agent: unassigned", path: list + "unassigned", share: 6},
		{name: "agent: followed", path: list + "followed", share: 2}, {name: "agent: mentions", path: list + "mentions", share: 2}, {name: "agent: closed", path: list + "closed", share: 2},
		{name: "agent: without a view", path: "/v1/conversations", share: 4}, {name: "agent: counts", path: "/v1/conversation-counts", share: 8}, {name: "agent: a saved view", path: "/v1/conversations?viewId=" + view.ID, share: 2},
		{name: "agent: its count", path: "/v1/views/" + view.ID + "/count", share: 2}, {name: "agent: views", path: "/v1/views", share: 2}, {name: "agent: drafts", path: "/v1/drafts", share: 2},
		{name: "agent: a conversation", path: "/v1/conversations/{id}", share: 8}, {name: "agent: its timeline", path: "/v1/conversations/{id}/timeline", share: 2}}
	var out []*inboxRead
	for _, r := range everything {
		r.key, r.ids = key, ids
		out = append(out, &r)
	}
	for _, r := range agents {
		r.key, r.ids = e.agent.key, own
		out = append(out, &r)
	}
	for _, s := range searches {
		path := "/v1/search?q=" + url.QueryEscape(s[1])
		out = append(out, &inboxRead{name: "search: " + s[0], path: path, share: 1, key: key, ids: ids}, &inboxRead{name: "agent: search: " + s[0], path: path, share: 1, key: e.agent.key, ids: own})
	}
	return out, nil
}

// shared returns the reads in an order in which each comes as often as its share says,
// spread out.
func shared(reads []*inboxRead) (order []*inboxRead) {
	total, due := 0, make([]int, len(reads))
	for _, r := range reads {
		total += r.share
	}
	for range total {
		next := 0
		for i, r := range reads {
			if due[i] += r.share; due[i] > due[next] {
				next = i
			}
		}
		due[next] -= total
		order = append(order, reads[next])
	}
	return order
}

// searches are what is searched for in what crm seed wrote.
var searches = [...][2]string{{"a rare word", "lighthouse"}, {"a frequent word", "parcel"}, {"two words", "weekend receipt"}, {"a beginning", "lighth"}, {"Chinese", "什么时候"}, {"a number", "4915000000"}}

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
