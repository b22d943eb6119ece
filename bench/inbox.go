package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"service.example/crm/bench/process"
	"service.example/crm/bench/wire"
)

// The load of the phase inbox.
const (
	inboxRate    = 200 // requests per second that read
	inboxSends   = 200 // messages per second meanwhile
	inboxTime    = 2 * time.Minute
	inboxCallers = 16
	inboxSample  = 200 // conversations that are looked at
)

// inbox reads the inbox of a workspace that has a history, while another one sends
// messages.
func inbox(ctx context.Context, o options, engine string) error {
	o.history = o.histories[len(o.histories)-1]
	if o.history == 0 {
		return errors.New("-histories must end with a number of messages")
	}
	progress("%s: inbox of %d conversations with %d messages", engine, o.history/10, o.history)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return fmt.Errorf("%s: inbox: %w", engine, err)
	}
	key, ids, err := e.seededInbox(ctx, o)
	var reads []*timedRead
	if err == nil {
		reads, err = e.inboxReads(ctx, key, ids)
	}
	if err == nil {
		err = e.awaitIndex(ctx, key)
	}
	if err != nil {
		return fmt.Errorf("%s: inbox: %w", engine, err)
	}
	if err = e.readBeside(ctx, o, engine+"-inbox", inboxRate, reads); err != nil {
		return fmt.Errorf("%s: inbox: %w", engine, err)
	}
	return nil
}

// readBeside makes so many reads per second while messages are sent, and tells how long
// each took. The rest goes on beside it.
func (e *environment) readBeside(ctx context.Context, o options, name string, rate int, reads []*timedRead, rest ...func(context.Context, time.Duration) error) error {
	d := inboxTime
	if o.quick {
		d = 5 * time.Second
	}
	var mu sync.Mutex
	order := shuffled(reads)
	reading := &load{callers: inboxCallers, connect: func() (worker, error) {
		client := &http.Client{Timeout: wire.RequestTimeout, Transport: &http.Transport{}}
		return worker{close: client.CloseIdleConnections, do: func(i int) error {
			r := reads[order[i%len(order)]]
			began := time.Now()
			err := look(ctx, client, r.URL(e.url, i), r.Key)
			mu.Lock()
			r.lat.add(time.Since(began))
			mu.Unlock()
			return err
		}}, nil
	}}
	sending := &load{callers: steadyCallers, connect: func() (worker, error) {
		return sender(e.url, func(i int) (string, []byte) { return e.keys[i%len(e.keys)], e.bodies[i%len(e.bodies)] }, nil)
	}}
	// What is read first is read from the disk, and statements are prepared.
	if _, err := reading.steady(ctx, rate, d/8); err != nil {
		return err
	}
	if err := readAlone(ctx, e.url, reads); err != nil {
		return err
	}
	var sent outcome
	failed := make([]error, 1+len(rest))
	var beside sync.WaitGroup
	used, profiled := e.use(), e.saveProfile(o, name, d)
	beside.Go(func() { sent, failed[0] = sending.steady(ctx, inboxSends, d) })
	for i, do := range rest {
		beside.Go(func() { failed[1+i] = do(ctx, d) })
	}
	read, err := reading.steady(ctx, rate, d)
	beside.Wait()
	<-profiled
	use := e.use().since(used)
	if err = errors.Join(err, errors.Join(failed...), read.first, sent.first); err != nil {
		return err
	}
	shares := 0
	for _, r := range reads {
		shares += r.Share
	}
	for _, r := range reads {
		r.lat = merged(r.lat)
		progress("  %-30s p50 %6.2f ms, p99 %6.2f ms, highest %6.2f ms of %d, %.1f %% of all; alone p50 %6.2f ms", r.Name, r.lat.at(.5), r.lat.at(.99), r.lat.at(1), len(r.lat), 100*float64(r.Share)/float64(shares), r.alone)
	}
	progress("  all from when they were due: p50 %.2f ms, p99 %.2f ms at %.0f/s; messages accepted p99 %.2f ms at %.0f/s", read.lat.at(.5), read.lat.at(.99), read.rate(), sent.lat.at(.99), sent.rate())
	use.tell()
	return nil
}

// readAlone measures each way of reading by itself, with nothing beside it.
func readAlone(ctx context.Context, url string, reads []*timedRead) error {
	const times = 15
	for _, r := range reads {
		var lat latencies
		for i := range times {
			began := time.Now()
			if err := look(ctx, http.DefaultClient, r.URL(url, i), r.Key); err != nil {
				return err
			}
			lat.add(time.Since(began))
		}
		r.alone, r.lat = merged(lat).at(.5), nil
	}
	return nil
}

// seededInbox returns a key of the workspace that has the history, and some of its
// conversations.
func (e *environment) seededInbox(ctx context.Context, o options) (key string, ids []string, err error) {
	if key, err = e.seededKey(ctx, o); err != nil {
		return "", nil, err
	}
	ids, err = e.idsOf(ctx, key, fmt.Sprintf("/v1/conversations?limit=%d", inboxSample))
	return key, ids, err
}

// seededKey makes a key of the workspace that has the history.
func (e *environment) seededKey(ctx context.Context, o options) (key string, err error) {
	list, err := process.Run(ctx, "", e.db.env(), o.crm, "admin", "list-workspaces")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(list) {
		for _, word := range strings.Fields(line) {
			if key == "" && strings.HasPrefix(word, "wsp_") && word != e.workspace {
				made, err := process.Run(ctx, "", e.db.env(), o.crm, "admin", "create-key", word, "--name", "inbox")
				if err != nil {
					return "", err
				}
				_, key, _ = strings.Cut(made, "api key  ")
				key, _, _ = strings.Cut(key, "\n")
			}
		}
	}
	if key == "" {
		return "", fmt.Errorf("no workspace has the history: %s", list)
	}
	return key, nil
}

// idsOf are the identifiers of a page.
func (e *environment) idsOf(ctx context.Context, key, path string) (ids []string, err error) {
	var page struct{ Data []struct{ ID string } }
	if err := e.ask(ctx, http.MethodGet, path, key, nil, &page); err != nil {
		return nil, err
	}
	for _, c := range page.Data {
		ids = append(ids, c.ID)
	}
	return ids, nil
}

func look(ctx context.Context, client *http.Client, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	authorize(req, key)
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, res.Status)
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err
}
