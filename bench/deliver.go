package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/bench/process"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

// How large the backlog of events is. They belong to keys by turns.
const (
	backlogEvents      = 1_000_000
	backlogPostgres    = 200_000
	backlogQuick       = 50_000
	backlogKeys        = 20_000
	deliverConcurrency = 64 // of the bare loop
)

// delivered is what came of a backlog of events on one engine.
type delivered struct {
	events      int
	rate        float64 // events per second at the receiver, over the whole backlog
	first, last float64 // in the first and the last tenth
	idle, peak  float64 // memory of serve in MB, before and highest
	disordered  int64   // events that did not follow the one before of their key
	repeated    int64   // that came again, also after a restart
	baseline    outcome // a bare loop of signed posts by the same client
}

// deliver lets a backlog of events pile up, starts the service and measures how
// fast they reach a receiver, each signed and its attempt recorded.
func deliver(ctx context.Context, o options, engine string) (*delivered, error) {
	progress("%s: deliver", engine)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return nil, fmt.Errorf("%s: deliver: %w", engine, err)
	}
	out := &delivered{events: backlogEvents}
	switch {
	case o.quick:
		out.events = backlogQuick
	case engine == postgres:
		out.events = backlogPostgres
	}
	var endpoint struct{ ID string }
	if err := e.call(ctx, e.url+"/v1/webhook-endpoints", map[string]any{"url": e.receiver.url, "events": []string{string(crm.EventMessagesUpsert)}}, &endpoint); err != nil {
		return nil, err
	}
	e.serve.Stop(30 * time.Second)
	if err := e.seedEvents(ctx, out.events); err != nil {
		return nil, err
	}
	b := newBacklog(out.events)
	e.receiver.backlog.Store(b)
	if err := e.startServe(ctx, o); err != nil {
		return nil, err
	}
	out.idle = process.Memory(e.serve.PID())
	profiled := e.saveProfile(o, engine+"-deliver", 15*time.Second)
	stop := e.watchMemory(&out.peak)
	err = b.await(ctx, o.drainTime+10*time.Minute)
	stop()
	<-profiled
	if err != nil {
		return out, fmt.Errorf("%s: deliver: %w", engine, err)
	}
	out.rate, out.first, out.last = b.rate(0, 10), b.rate(0, 1), b.rate(9, 10)
	// What was not recorded would be posted again after a restart.
	e.serve.Stop(30 * time.Second)
	if err := e.startServe(ctx, o); err != nil {
		return out, err
	}
	select {
	case <-ctx.Done():
		return out, ctx.Err()
	case <-time.After(3 * time.Second):
	}
	out.disordered, out.repeated = b.disordered.Load(), b.repeated.Load()
	e.serve.Stop(30 * time.Second)
	if out.baseline, err = bareDeliveries(ctx, o, e.receiver.url); err != nil {
		return out, err
	}
	progress("  %d events: %.0f/s (first tenth %.0f/s, last %.0f/s), bare loop %.0f/s; %d out of order, %d again; memory %.0f to %.0f MB",
		out.events, out.rate, out.first, out.last, out.baseline.rate(), out.disordered, out.repeated, out.idle, out.peak)
	return out, nil
}

// untold is a sender that leaves every event to the log.
type untold struct{}

func (untold) Owner() string                { return "" }
func (untold) Tell(event.LoggedEvent)       {}
func (untold) Changed(workspace, id string) {}
func (untold) Due(workspace, id string)     {}

// eventNumber is in the message id of a seeded event: which key and which of it.
const eventNumber = "event."

// seedEvents writes events while nothing delivers them.
func (e *environment) seedEvents(ctx context.Context, count int) error {
	base, err := e.db.open(ctx)
	if err != nil {
		return err
	}
	event.SetSender(base, untold{})
	sample, _ := crm.EventSample(crm.EventMessagesUpsert)
	data, ok := sample.(crm.MessageUpsertData)
	if !ok {
		return errors.Join(errors.New("the sample of messages.upsert is of another type"), base.Close())
	}
	const side, chunk = 8, 500
	var group sync.WaitGroup
	failures := make([]error, side)
	for s := range side {
		group.Go(func() {
			// A writer has keys of its own: s, s+side, …
			for n := 0; n*backlogKeys < count && failures[s] == nil; n++ {
				for first := s; first < backlogKeys && failures[s] == nil; first += side * chunk {
					failures[s] = base.Update(ctx, fmt.Sprint("seed", s), func(tx *db.Tx) error {
						for key := first; key < min(first+side*chunk, backlogKeys); key += side {
							if n*backlogKeys+key >= count {
								break
							}
							data := data
							data.MessageID = fmt.Sprintf("%s%d.%d", eventNumber, key, n)
							if err := event.AppendEvent(tx, crm.EventMessagesUpsert, e.workspace, fmt.Sprintf("cnv_%026d", key), crm.EventScope{PhoneNumberID: e.phones[key%len(e.phones)].id}, data); err != nil {
								return err
							}
						}
						return nil
					})
				}
			}
		})
	}
	group.Wait()
	return errors.Join(append(failures, base.Close())...)
}

// backlog follows a known number of events to the receiver.
type backlog struct {
	total                int64
	came                 atomic.Int64
	repeated, disordered atomic.Int64
	next                 []atomic.Int64 // by key: how many of it came
	tenths               [11]atomic.Int64
	done                 chan struct{}
}

func newBacklog(total int) *backlog {
	return &backlog{total: int64(total), next: make([]atomic.Int64, backlogKeys), done: make(chan struct{})}
}

// event takes the message id of an event.
func (b *backlog) event(id []byte) {
	rest, ok := bytes.CutPrefix(id, []byte(eventNumber))
	key, number, ok2 := bytes.Cut(rest, []byte("."))
	k, err := strconv.Atoi(string(key))
	n, err2 := strconv.ParseInt(string(number), 10, 64)
	if !ok || !ok2 || err != nil || err2 != nil || k < 0 || k >= len(b.next) {
		return
	}
	switch have := b.next[k].Load(); {
	case n < have:
		b.repeated.Add(1)
		return
	case n > have || !b.next[k].CompareAndSwap(have, n+1):
		b.disordered.Add(1)
		b.next[k].Store(max(b.next[k].Load(), n+1))
	}
	came := b.came.Add(1)
	if came == 1 {
		b.tenths[0].Store(time.Now().UnixNano())
	}
	if t := came * 10 / b.total; came*10%b.total < 10 && t > 0 {
		b.tenths[t].CompareAndSwap(0, time.Now().UnixNano())
	}
	if came == b.total {
		close(b.done)
	}
}

func (b *backlog) await(ctx context.Context, within time.Duration) error {
	select {
	case <-b.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(within):
		return fmt.Errorf("%d of %d events came within %s", b.came.Load(), b.total, within)
	}
}

// rate is how many events came per second between two tenths of the backlog.
func (b *backlog) rate(from, to int) float64 {
	took := time.Duration(b.tenths[to].Load() - b.tenths[from].Load())
	if took <= 0 {
		return 0
	}
	return float64(b.total) * float64(to-from) / 10 / took.Seconds()
}

// bareDeliveries posts signed events by the client of the service, with nothing
// around it.
func bareDeliveries(ctx context.Context, o options, url string) (outcome, error) {
	data, _ := crm.EventSample(crm.EventMessagesUpsert)
	body, err := crm.EventBody(crm.EventMessagesUpsert, time.Now(), data)
	if err != nil {
		return outcome{}, err
	}
	secret, src := webhook.NewSecret(), crm.NewSource(nil)
	client := webhook.NewClient(&egress.Guard{Rules: crm.EndpointRules{AllowLoopback: true}}, deliverConcurrency)
	l := &load{callers: deliverConcurrency, connect: func() (worker, error) {
		return worker{close: func() {}, do: func(int) error {
			r := client.Post(ctx, webhook.Call{URL: url, ID: src.NewID(crm.PrefixEvent), Secrets: []string{secret}, Body: body})
			if r.StatusCode != http.StatusOK {
				return errors.New(r.Error)
			}
			return nil
		}}, nil
	}}
	out, err := l.saturate(ctx, o.baselineTime, nil)
	return out, errors.Join(err, out.first)
}

func (d *delivered) figures(engine string) []figure {
	target := float64(embeddedDeliveries)
	if engine != embedded {
		target = postgresDeliveries
	}
	spoiled := ""
	if d.disordered+d.repeated > 0 {
		spoiled = fmt.Sprintf("%d came out of order, %d again", d.disordered, d.repeated)
	}
	out := []figure{
		{Name: fmt.Sprintf("signed deliveries, backlog of %d", d.events), Value: d.rate, Unit: "/s", Target: target, Spoiled: spoiled},
		{Name: "deliveries, share of a bare loop of signed posts", Value: d.rate / max(d.baseline.rate(), 1), Target: deliveryShare},
		{Name: "bare loop of signed posts", Value: d.baseline.rate(), Unit: "/s"},
		{Name: "last tenth of the backlog against the first", Value: d.last / max(d.first, 1), Target: 0.9},
		{Name: "memory, delivering a backlog", Value: d.peak, Unit: "MB", Target: busyMemory, AtMost: true},
	}
	for i := range out {
		out[i].Engine = engine
	}
	return out
}
