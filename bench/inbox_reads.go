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
	everything := [][2]string{{"all", list + "all"}, {"unassigned", list + "unassigned"}, {"needs_answer", list + "needs_answer"}, {"waiting_longest", list + "waiting_longest"},
		{"window_closing", list + "window_closing"}, {"follow_ups", list + "follow_ups"}, {"snoozed", list + "snoozed"}, {"assistant", list + "assistant"}, {"closed", list + "closed"},
		{"team", list + "team&teamId=" + e.agent.teamID}, {"without a view", "/v1/conversations"}, {"with a label", "/v1/conversations?labelId=" + labels[0]},
		{"closed, with a label", list + "closed&labelId=" + labels[1]}, {"counts", "/v1/conversation-counts"},
		{"a conversation", "/v1/conversations/{id}"}, {"its messages", "/v1/messages?conversationId={id}"}, {"its timeline", "/v1/conversations/{id}/timeline"},
		{"its episodes", "/v1/conversations/{id}/episodes"}, {"its notes", "/v1/conversations/{id}/notes"}, {"its routing", "/v1/conversations/{id}/routing"}, {"its clocks", "/v1/conversations/{id}/clocks"}}
	agents := [][2]string{{"agent: all", list + "all"}, {"agent: mine", list + "mine"}, {"agent: unassigned", list + "unassigned"}, {"agent: followed", list + "followed"},
		{"agent: mentions", list + "mentions"}, {"agent: closed", list + "closed"}, {"agent: without a view", "/v1/conversations"}, {"agent: counts", "/v1/conversation-counts"},
		{"agent: a saved view", "/v1/conversations?viewId=" + view.ID}, {"agent: its count", "/v1/views/" + view.ID + "/count"}, {"agent: views", "/v1/views"},
		{"agent: drafts", "/v1/drafts"}, {"agent: a conversation", "/v1/conversations/{id}"}, {"agent: its timeline", "/v1/conversations/{id}/timeline"}}
	var out []*inboxRead
	for _, r := range everything {
		out = append(out, &inboxRead{name: r[0], path: r[1], key: key, ids: ids})
	}
	for _, r := range agents {
		out = append(out, &inboxRead{name: r[0], path: r[1], key: e.agent.key, ids: own})
	}
	for _, s := range searches {
		path := "/v1/search?q=" + url.QueryEscape(s[1])
		out = append(out, &inboxRead{name: "search: " + s[0], path: path, key: key, ids: ids}, &inboxRead{name: "agent: search: " + s[0], path: path, key: e.agent.key, ids: own})
	}
	return out, nil
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
