// Package listen forwards the live events of a workspace to a receiver on the
// developer's machine. It signs them like webhooks.
package listen

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"

	"service.example/crm/internal/webhook"
	service "service.example/crm/sdk/go"
)

// Options say what to listen to and where to forward it.
type Options struct {
	URL, APIKey string
	// ForwardTo is the receiver; "" only prints.
	ForwardTo string
	// Secret signs what is forwarded; "" is SecretOf the key.
	Secret string
	Query  service.StreamEvents
	// Of says in brackets where URL and key are from; it may be empty.
	Of string
	// JSON writes each event to Events, one per line.
	JSON bool
	// Events gets the events as JSON, Log what people read.
	Events, Log io.Writer
	// Restart is how long a receiver that takes no connection is waited for,
	// as when it is started anew after a change.
	Restart time.Duration
	Timeout time.Duration
}

const (
	// inFlight is how many keys are forwarded side by side, and waiting how
	// many events are held beyond them.
	inFlight = 16
	waiting  = 256
	// endPatience is what calls under way may take when it is to end.
	endPatience = 5 * time.Second
	maxShown    = 200 // characters of an answer that is no success
	restartStep = 200 * time.Millisecond
)

// SecretOf derives the signing secret that belongs to an API key, so that it
// stays the same from run to run and need not be copied again. It tells
// nothing of the key and is sent nowhere.
func SecretOf(apiKey string) string {
	mac := hmac.New(sha256.New, []byte(apiKey))
	mac.Write([]byte("crm listen: signing secret"))
	return "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Run forwards events until ctx ends, which is no error, or until the service
// refuses.
func Run(ctx context.Context, o Options) error {
	client, err := service.NewClient(service.WithAPIKey(o.APIKey), service.WithBaseURL(o.URL))
	if err != nil {
		return err
	}
	if o.Secret == "" {
		o.Secret = SecretOf(o.APIKey)
	}
	if _, err := webhook.Sign([]string{o.Secret}, "evt_", time.Now(), nil); err != nil {
		return errors.New("--secret must be whsec_ followed by base64")
	}
	calls, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	f := &forwarder{o: o, ctx: calls, stopping: ctx.Done(), places: make(chan struct{}, inFlight), room: make(chan struct{}, waiting), lanes: map[string][]*service.WebhookEvent{}, done: map[string]bool{},
		http: &http.Client{Timeout: o.Timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	defer f.http.CloseIdleConnections()
	if o.ForwardTo != "" {
		f.warnOfDouble(ctx, client)
	}
	opened := false
	o.Query.Opened = func() {
		if !opened {
			f.say("Listening to %s.\n", o.place())
		}
		opened = true
	}
	for event, streamErr := range client.Events.Stream(ctx, o.Query) {
		if err = streamErr; err != nil {
			break
		}
		if !f.take(event) {
			break
		}
	}
	f.end(cancel)
	switch {
	case f.reached != "":
		f.say("Stopped. To continue from here, use --since %s\n", f.reached)
	case ctx.Err() != nil:
		f.say("Stopped.\n")
	}
	var failed *service.ConnectionError
	switch {
	case ctx.Err() != nil:
		return nil
	case !opened && errors.As(err, &failed):
		return fmt.Errorf("cannot connect to %s: is the service running there? %w", o.place(), err)
	}
	return err
}

// place is the service in words.
func (o *Options) place() string {
	if o.Of == "" {
		return o.URL
	}
	return o.URL + " (" + o.Of + ")"
}

// forwarder posts events: those of one conversation in order, others side by
// side.
type forwarder struct {
	o        Options
	http     *http.Client
	ctx      context.Context // of the calls
	stopping <-chan struct{} // no new calls
	places   chan struct{}
	room     chan struct{} // one for each event that is held
	running  sync.WaitGroup

	mu    sync.Mutex
	lanes map[string][]*service.WebhookEvent // by key; present while one is posted
	// reached is the last event before which all are done; order are those
	// from there on, and done which of them are.
	reached string
	order   []string
	done    map[string]bool

	printing sync.Mutex
}

// take takes an event, waiting for room. It returns false when it is to end.
func (f *forwarder) take(e *service.WebhookEvent) bool {
	if f.o.JSON {
		f.printing.Lock()
		_, _ = f.o.Events.Write(append(bytes.Clone(e.Body), '\n'))
		f.printing.Unlock()
	}
	if f.o.ForwardTo == "" {
		if !f.o.JSON {
			f.say("%s  %s  %s\n", time.Now().Format(time.TimeOnly), e.ID, e.Event)
		}
		f.reached = e.ID
		return true
	}
	select {
	case f.room <- struct{}{}:
	case <-f.stopping:
		return false
	}
	key := keyOf(e)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.order = append(f.order, e.ID)
	if lane, busy := f.lanes[key]; busy {
		f.lanes[key] = append(lane, e)
		return true
	}
	f.lanes[key] = nil
	f.running.Go(func() { f.lane(key, e) })
	return true
}

// lane posts an event and those that came after it of the same key.
func (f *forwarder) lane(key string, e *service.WebhookEvent) {
	for e != nil {
		select {
		case f.places <- struct{}{}:
			f.forward(e)
			<-f.places
			f.finish(e.ID)
		case <-f.stopping:
			f.say("%s  %s  %s  not forwarded: stopping\n", time.Now().Format(time.TimeOnly), e.ID, e.Event)
		}
		<-f.room
		f.mu.Lock()
		if rest := f.lanes[key]; len(rest) > 0 {
			e, f.lanes[key] = rest[0], rest[1:]
		} else {
			e = nil
			delete(f.lanes, key)
		}
		f.mu.Unlock()
	}
}

// finish notes that an event was posted.
func (f *forwarder) finish(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.done[id] = true; len(f.order) > 0 && f.done[f.order[0]]; f.order = f.order[1:] {
		f.reached = f.order[0]
		delete(f.done, f.reached)
	}
}

// end lets the calls under way end for a while.
func (f *forwarder) end(cancel context.CancelFunc) {
	done := make(chan struct{})
	go func() { f.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(endPatience):
		cancel()
		<-done
	}
}

// forward posts an event once. What the receiver answers is shown and not
// tried again: it is being written. Only where nobody listens at all, because
// it is just being started, the post is made again for a while.
func (f *forwarder) forward(e *service.WebhookEvent) {
	began := time.Now()
	status, shown, err := f.post(e)
	for errors.Is(err, syscall.ECONNREFUSED) && time.Since(began) < f.o.Restart {
		select {
		case <-f.ctx.Done():
		case <-f.stopping:
		case <-time.After(restartStep):
			status, shown, err = f.post(e)
			continue
		}
		break
	}
	result, took := strconv.Itoa(status), time.Since(began).Round(time.Millisecond)
	if err != nil {
		result, shown = "failed", err.Error()
	}
	if shown != "" {
		shown = "  " + shown
	}
	f.say("%s  %s  %s  →  %s  %s%s\n", began.Format(time.TimeOnly), e.ID, e.Event, result, took, shown)
}

func (f *forwarder) post(e *service.WebhookEvent) (status int, shown string, err error) {
	req, err := http.NewRequestWithContext(f.ctx, http.MethodPost, f.o.ForwardTo, bytes.NewReader(e.Body))
	if err != nil {
		return 0, "", err
	}
	now := time.Now()
	signature, err := webhook.Sign([]string{f.o.Secret}, e.ID, now, e.Body)
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "crm-listen")
	req.Header.Set("webhook-id", e.ID)
	req.Header.Set("webhook-timestamp", strconv.FormatInt(now.Unix(), 10))
	req.Header.Set("webhook-signature", signature)
	res, err := f.http.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
		return res.StatusCode, "", nil
	}
	answer, _ := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	return res.StatusCode, firstLine(answer), nil
}

// firstLine is what a person needs of an answer, without characters that would
// act on a terminal.
func firstLine(answer []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(answer), []byte("\n"))
	out := []rune{}
	for _, r := range string(line) {
		if len(out) == maxShown {
			return string(out) + "…"
		}
		if r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f) {
			out = append(out, r)
		}
	}
	return string(out)
}

func (f *forwarder) say(format string, args ...any) {
	f.printing.Lock()
	defer f.printing.Unlock()
	fmt.Fprintf(f.o.Log, format, args...)
}
