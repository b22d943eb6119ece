package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/bench/process"
)

// The phase broadcast.
const (
	broadcastRate   = 1000 // messages per second that the phone number takes
	broadcastSent   = 100_000
	broadcastLarge  = 1_000_000 // prepared only
	singleRate      = 20        // single messages per second beside it, by the same number
	singleAlone     = 10 * time.Second
	broadcastBounds = 30 * time.Minute
)

// broadcastRun is the phase broadcast.
type broadcastRun struct {
	*environment
	accepted, sent latencies // of single messages
	failed         error
	mu             sync.Mutex
	singles        atomic.Int64
}

// broadcasts prepares a broadcast to a million people, then sends one to a hundred thousand
// while single messages go by the same phone number.
func broadcasts(ctx context.Context, o options, engine string) error {
	large, many := broadcastLarge, broadcastSent
	if o.quick {
		large, many = large/100, many/100
	}
	progress("%s: a broadcast to %d people, beside %d single messages/s", engine, many, singleRate)
	ctx, cancel := context.WithTimeout(ctx, broadcastBounds)
	defer cancel()
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return err
	}
	r := &broadcastRun{environment: e}
	if _, err = r.prepare(ctx, large, 2_000_000); err != nil {
		return fmt.Errorf("%s: broadcast: %w", engine, err)
	}
	id, err := r.prepare(ctx, many, 4_000_000)
	if err == nil {
		err = r.beside(ctx, "alone", func(ctx context.Context) error { return rest(ctx, singleAlone) })
	}
	if err == nil {
		profiled := r.saveProfile(o, engine+"-broadcast", time.Minute)
		err = r.beside(ctx, "beside the broadcast", func(ctx context.Context) error { return r.send(ctx, id, many) })
		<-profiled
	}
	if err != nil {
		return fmt.Errorf("%s: broadcast: %w", engine, err)
	}
	return nil
}

type shownBroadcast struct {
	ID, Status  string
	Preparation struct{ State string }
	Counts      struct{ Recipients, Excluded, Sent int }
}

// prepare uploads a table of people and waits until each is validated and priced.
func (r *broadcastRun) prepare(ctx context.Context, people, from int) (id string, err error) {
	body, write := io.Pipe()
	form := multipart.NewWriter(write)
	go func() {
		_ = form.WriteField("options", fmt.Sprintf(`{"name":"Bench","templateName":"order_shipped","language":"en_US","phoneNumberId":%q,"parameters":{"name":"Ada","eta":"on Friday"}}`, r.phones[0].id))
		file, err := form.CreateFormFile("file", "people.csv")
		if err == nil {
			_, err = io.WriteString(file, "to,order_number\n")
		}
		for i := 0; i < people && err == nil; i++ {
			_, err = fmt.Fprintf(file, "+1202%07d,A%d\n", from+i, i)
		}
		_ = write.CloseWithError(errors.Join(err, form.Close()))
	}()
	before, peak := process.Memory(r.serve.PID()), 0.0
	stop := r.watchMemory(&peak)
	began, used := time.Now(), r.use()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url+"/v1/broadcasts/from-table", body)
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	authorize(req, r.keys[0])
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var b shownBroadcast
	if err := json.NewDecoder(res.Body).Decode(&b); err != nil || b.ID == "" {
		return "", fmt.Errorf("the table was answered by %s: %w", res.Status, err)
	}
	taken := time.Since(began)
	for b.Preparation.State != "completed" {
		if err := rest(ctx, 100*time.Millisecond); err != nil {
			return "", err
		}
		if err := r.ask(ctx, http.MethodGet, "/v1/broadcasts/"+b.ID, r.keys[0], nil, &b); err != nil {
			return "", err
		}
	}
	ready := time.Since(began)
	stop()
	asked := time.Now()
	var said struct {
		SecondsToFinish int
		Charge          struct{ Worst, Currency string }
	}
	if err := r.ask(ctx, http.MethodGet, "/v1/broadcasts/"+b.ID+"/forecast", r.keys[0], nil, &said); err != nil {
		return "", err
	}
	progress("  %d recipients: table taken after %.1f s, prepared after %.1f s; memory %.0f MB before, %.0f MB at most; forecast in %.0f ms: %s %s, %d s",
		b.Counts.Recipients, taken.Seconds(), ready.Seconds(), before, peak, ms(time.Since(asked)), said.Charge.Worst, said.Charge.Currency, said.SecondsToFinish)
	r.use().since(used).tell()
	if b.Counts.Recipients != people {
		return "", fmt.Errorf("%d recipients of %d: %+v", b.Counts.Recipients, people, b)
	}
	return b.ID, nil
}

// send starts the broadcast and waits until all of it was sent.
func (r *broadcastRun) send(ctx context.Context, id string, people int) error {
	path := "/v1/broadcasts/" + id
	before, peak := process.Memory(r.serve.PID()), 0.0
	stop := r.watchMemory(&peak)
	defer stop()
	began, singles := time.Now(), r.singles.Load()
	if err := r.ask(ctx, http.MethodPost, path+"/start", r.keys[0], map[string]any{}, nil); err != nil {
		return err
	}
	var b shownBroadcast
	for b.Counts.Sent < people {
		if err := rest(ctx, 100*time.Millisecond); err != nil {
			return err
		}
		if err := r.ask(ctx, http.MethodGet, path, r.keys[0], nil, &b); err != nil {
			return err
		}
		if b.Status != "running" && b.Counts.Sent < people {
			return fmt.Errorf("the broadcast is %+v", b)
		}
	}
	took := time.Since(began).Seconds()
	all := people + int(r.singles.Load()-singles)
	progress("  %d recipients were sent in %.1f s; with the single messages %.0f/s of %d/s; memory %.0f MB before, %.0f MB at most", people, took, float64(all)/took, broadcastRate, before, peak)
	return nil
}

// beside sends single messages while do goes on.
func (r *broadcastRun) beside(ctx context.Context, what string, do func(context.Context) error) error {
	r.accepted, r.sent, r.failed = nil, nil, nil
	used := r.use()
	ended := make(chan struct{})
	var senders sync.WaitGroup
	senders.Go(func() {
		tick := time.NewTicker(time.Second / singleRate)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-ended:
				return
			case <-tick.C:
				senders.Go(func() { r.single(ctx, i) })
			}
		}
	})
	err := do(ctx)
	close(ended)
	senders.Wait()
	if err = errors.Join(err, r.failed); err != nil {
		return err
	}
	accepted, sent := merged(r.accepted), merged(r.sent)
	progress("  %d single messages %s: accepted p50 %.1f ms, p99 %.1f ms; sent p50 %.0f ms, p99 %.0f ms, highest %.0f ms", len(accepted), what, accepted.at(.5), accepted.at(.99), sent.at(.5), sent.at(.99), sent.at(1))
	r.use().since(used).tell()
	return nil
}

// single sends one message and waits until the provider has it.
func (r *broadcastRun) single(ctx context.Context, i int) {
	n := i * len(r.phones) % contacts // whom the first number knows
	began := time.Now()
	var m struct{ MessageID, Status string }
	err := r.ask(ctx, http.MethodPost, "/v1/messages", r.keys[1], json.RawMessage(sendBody(contactPhone(n), r.phones[0].number)), &m)
	accepted, path := time.Since(began), "/v1/messages/"+m.MessageID
	for err == nil && (m.Status == "" || m.Status == "queued" || m.Status == "sending") {
		if err = rest(ctx, max(50*time.Millisecond, time.Since(began)/10)); err == nil {
			err = r.ask(ctx, http.MethodGet, path, r.keys[2], nil, &m)
		}
	}
	sent := time.Since(began)
	r.singles.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed = errors.Join(r.failed, err); err == nil {
		r.accepted.add(accepted)
		r.sent.add(sent)
	}
}
