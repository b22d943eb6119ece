package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"service.example/crm/bench/process"
	"service.example/crm/bench/wire"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/service/message"
)

// Sizes of what the provider posts (inbound.md 1.6).
const (
	largeItems   = 1000
	largeText    = 2700 // characters of each item in a body of 3 MB
	ordinaryText = 120
	webhookPath  = "/provider/webhook"
)

// received is what came of the provider's webhooks on one engine.
type received struct {
	steady        outcome   // acknowledgements at the steady rate, one item each
	lag           latencies // from the acknowledgement to the event at the receiver
	left          int       // items of the steady load that did not come to an event
	large         latencies // acknowledgements of 3 MB with 1,000 items
	applied       latencies // from their posting until all items are read back
	itemRate      float64   // items applied per second in bodies of 1,000
	storeBaseline latencies // the same small bodies put into the store, without anything around it
	echoBaseline  latencies // and posted to an HTTP server that only reads them
	peak          float64   // memory of serve in MB
}

// receive measures the provider's webhooks.
func receive(ctx context.Context, o options, engine string) (*received, error) {
	progress("%s: receive", engine)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return nil, fmt.Errorf("%s: receive: %w", engine, err)
	}
	out := &received{}
	if e.providerIDs, err = e.numbersAtProvider(ctx); err != nil {
		return nil, err
	}
	stop := e.watchMemory(&out.peak)
	defer stop()
	for _, step := range []func(context.Context, options, *received) error{e.receiveSteady, e.receiveLarge, e.receiveMany} {
		if err := step(ctx, o, out); err != nil {
			return out, fmt.Errorf("%s: receive: %w", engine, err)
		}
	}
	if out.storeBaseline, err = storeBodies(ctx, o, engine, e.providerIDs); err != nil {
		return out, err
	}
	if out.echoBaseline, err = echoBodies(ctx, o, e.providerIDs); err != nil {
		return out, err
	}
	progress("  acknowledged p50 %.2f ms, p99 %.2f ms; applied after p99 %.0f ms (%d left); 3 MB of 1,000 items acknowledged in %.0f ms, applied in %.0f ms; %.0f items/s; memory %.0f MB",
		out.steady.lat.at(.5), out.steady.lat.at(.99), out.lag.at(.99), out.left, out.large.at(1), out.applied.at(1), out.itemRate, out.peak)
	return out, nil
}

// arrivals follows items from their acknowledgement to their event; the number
// of an item is in its identifier.
type arrivals struct {
	acknowledged, told []atomic.Int64 // Unix nanoseconds
}

const itemID = "wamid.bench."

func (a *arrivals) event(id []byte) {
	text, ok := strings.CutPrefix(string(id), itemID)
	if i, err := strconv.Atoi(text); ok && err == nil && i < len(a.told) {
		a.told[i].CompareAndSwap(0, time.Now().UnixNano())
	}
}

func (a *arrivals) lags() (out latencies, left int) {
	for i := range a.told {
		began, ended := a.acknowledged[i].Load(), a.told[i].Load()
		switch {
		case began == 0:
		case ended == 0:
			left++
		default:
			out.add(time.Duration(ended - began))
		}
	}
	return merged(out), left
}

// receiveSteady posts single items at the steady rate, each told to a receiver.
func (e *environment) receiveSteady(ctx context.Context, o options, out *received) error {
	var endpoint struct{ ID string }
	err := e.call(ctx, e.url+"/v1/webhook-endpoints", map[string]any{"url": e.receiver.url, "events": []string{"messages.received"}}, &endpoint)
	if err != nil {
		return err
	}
	d := min(o.steadyTime, 20*time.Second)
	a := &arrivals{acknowledged: make([]atomic.Int64, o.rate*int(d.Seconds())+1), told: make([]atomic.Int64, o.rate*int(d.Seconds())+1)}
	e.receiver.arrivals.Store(a)
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return poster(e.url, func(i int) []byte { return webhookBody(e.providerIDs, i, 1, ordinaryText) }, func(i int) { a.acknowledged[i].Store(time.Now().UnixNano()) })
	}}
	if out.steady, err = l.steady(ctx, o.rate, d); err != nil {
		return err
	}
	for end := time.Now().Add(o.drainTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if out.lag, out.left = a.lags(); out.left == 0 || ctx.Err() != nil {
			break
		}
	}
	if out.steady.first != nil {
		return out.steady.first
	}
	return e.remove(ctx, "/v1/webhook-endpoints/"+endpoint.ID)
}

// receiveLarge posts bodies of the provider's largest size, one after the other.
func (e *environment) receiveLarge(ctx context.Context, _ options, out *received) error {
	w, err := poster(e.url, func(i int) []byte { return webhookBody(e.providerIDs[:1], i, largeItems, largeText) }, nil)
	if err != nil {
		return err
	}
	defer w.close()
	const first = 10_000_000
	for n := range 5 {
		began := time.Now()
		if err := w.do(first + n*largeItems); err != nil {
			return err
		}
		out.large.add(time.Since(began))
		if err := e.awaitItem(ctx, first+(n+1)*largeItems-1); err != nil {
			return err
		}
		out.applied.add(time.Since(began))
	}
	out.large, out.applied = merged(out.large), merged(out.applied)
	return nil
}

// receiveMany posts large bodies of ordinary items as fast as they are applied.
func (e *environment) receiveMany(ctx context.Context, o options, out *received) error {
	w, err := poster(e.url, func(i int) []byte { return webhookBody(e.providerIDs[:1], i, largeItems, ordinaryText) }, nil)
	if err != nil {
		return err
	}
	defer w.close()
	const first, ahead = 20_000_000, 8
	items, began := 0, time.Now()
	for time.Since(began) < o.acceptTime {
		if err := w.do(first + items); err != nil {
			return err
		}
		if items += largeItems; items > ahead*largeItems {
			if err := e.awaitItem(ctx, first+items-ahead*largeItems-1); err != nil {
				return err
			}
		}
	}
	if err := e.awaitItem(ctx, first+items-1); err != nil {
		return err
	}
	out.itemRate = float64(items) / time.Since(began).Seconds()
	return nil
}

// awaitItem waits until an item or a later one can be read: items of one
// number are applied in order.
func (e *environment) awaitItem(ctx context.Context, item int) error {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		body, err := e.get(ctx, "/v1/messages?direction=inbound&limit=200")
		if err != nil {
			return err
		}
		if newest(body) >= item {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	return errors.New("the items were not applied")
}

// newest is the highest number of the items on a page.
func newest(page []byte) (n int) {
	for {
		_, rest, ok := bytes.Cut(page, []byte(itemID))
		if !ok {
			return n
		}
		page = rest
		digits := rest[:max(0, bytes.IndexByte(rest, '"'))]
		if i, err := strconv.Atoi(string(digits)); err == nil {
			n = max(n, i)
		}
	}
}

// webhookBody is what the provider posts about count items from the first on,
// all of one number, each of another customer.
func webhookBody(ids []string, first, count, length int) []byte {
	return webhookBodyOf(ids, first, count, strings.Repeat("Do you have it in blue? ", length/24+1)[:length])
}

// webhookBodyOf is webhookBody in which each item has this text.
func webhookBodyOf(ids []string, first, count int, text string) []byte {
	b := make([]byte, 0, count*(len(text)+320)+512)
	number := ids[first/count%len(ids)]
	b = fmt.Appendf(b, `{"object":"whatsapp_business_account","entry":[{"id":%q,"changes":[{"value":{"messaging_product":"whatsapp",`+
		`"metadata":{"display_phone_number":"15550001000","phone_number_id":%q},"contacts":[`, account, number)
	for i := range count {
		b = fmt.Appendf(b, `%s{"profile":{"name":"Ada"},"wa_id":%q}`, comma(i), contactPhone((first + i) % contacts)[1:])
	}
	b = append(b, `],"messages":[`...)
	for i := range count {
		b = fmt.Appendf(b, `%s{"from":%q,"id":"%s%d","timestamp":"%d","type":"text","text":{"body":%q}}`,
			comma(i), contactPhone((first + i) % contacts)[1:], itemID, first+i, time.Now().Unix(), text)
	}
	return append(b, `]},"field":"messages"}]}]}`...)
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// poster returns a worker that posts signed webhooks over a connection of its own.
func poster(url string, body func(i int) []byte, acknowledged func(i int)) (worker, error) {
	c, err := wire.Dial(strings.TrimPrefix(url, "http://"))
	if err != nil {
		return worker{}, err
	}
	return worker{close: c.Close, do: func(i int) error {
		b := body(i)
		status, answer, err := c.Post(webhookPath, "X-Hub-Signature-256: "+sandbox.Sign(sandbox.DefaultAppSecret, b), b)
		if err == nil && status != http.StatusOK && status != http.StatusAccepted {
			err = fmt.Errorf("status %d: %s", status, bytes.TrimSpace(answer))
		}
		if err == nil && acknowledged != nil {
			acknowledged(i)
		}
		return err
	}}, nil
}

// storeBodies puts the steady load's bodies into the store with their jobs.
func storeBodies(ctx context.Context, o options, engine string, ids []string) (latencies, error) {
	d, err := newDatabase(ctx, engine, o.dir, o.postgres, "")
	if err != nil {
		return nil, err
	}
	defer d.remove()
	base, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	defer base.Close()
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return worker{close: func() {}, do: func(i int) error {
			body, number := webhookBody(ids, i, 1, ordinaryText), ids[i%len(ids)]
			return base.Update(ctx, number, func(tx *db.Tx) error {
				inbound.InsertProviderWebhook(tx, message.JobIngest, inbound.ProviderWebhook{Account: "live", ReceivedAt: tx.Now(), Body: body}, []string{number})
				return nil
			})
		}}, nil
	}}
	out, err := l.steady(ctx, o.rate, o.baselineTime)
	return out.lat, errors.Join(err, out.first)
}

// echoBodies posts them to a server that reads them and nothing else.
func echoBodies(ctx context.Context, o options, ids []string) (latencies, error) {
	p, url, err := startEcho(ctx)
	if err != nil {
		return nil, err
	}
	defer p.Stop(time.Second)
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return poster(url, func(i int) []byte { return webhookBody(ids, i, 1, ordinaryText) }, nil)
	}}
	out, err := l.steady(ctx, o.rate, o.baselineTime)
	return out.lat, errors.Join(err, out.first)
}

// numbersAtProvider are the provider's identifiers of the connected numbers.
func (e *environment) numbersAtProvider(ctx context.Context) (out []string, err error) {
	body, err := e.get(ctx, "/v1/phone-numbers?limit=200")
	if err != nil {
		return nil, err
	}
	var page struct{ Data []struct{ ProviderID string } }
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, err
	}
	for _, n := range page.Data {
		out = append(out, n.ProviderID)
	}
	if len(out) == 0 {
		err = errors.New("no phone number is connected")
	}
	return out, err
}

func (e *environment) get(ctx context.Context, path string) ([]byte, error) {
	return e.request(ctx, http.MethodGet, path)
}

func (e *environment) remove(ctx context.Context, path string) error {
	_, err := e.request(ctx, http.MethodDelete, path)
	return err
}

func (e *environment) request(ctx context.Context, method, path string) ([]byte, error) {
	return e.exchange(ctx, method, path, e.keys[0], nil)
}

// watchMemory keeps the highest memory of serve until it is stopped.
func (e *environment) watchMemory(peak *float64) (stop func()) {
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				*peak = max(*peak, process.Memory(e.serve.PID()))
			}
		}
	}()
	return func() { close(end); <-done }
}
