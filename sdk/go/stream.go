package service

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// StreamEvents selects what Stream tells; all of it may be left out.
type StreamEvents struct {
	// LastEventID is the id of the last event that you have: the stream goes on
	// behind it. Without it the stream begins now.
	LastEventID string
	// Since begins the stream with the events made since then, where there is
	// no LastEventID.
	Since time.Time
	// Events are kinds of events: names, messages.* for all that begin so, or *.
	Events []string
	// PhoneNumberIDs leaves out the events of other phone numbers.
	PhoneNumberIDs []string
	// Opened, if set, is called each time the stream is open, also when it was
	// opened again.
	Opened func()
}

const (
	// streamSilence is how long a stream may be silent before it is believed
	// dead: four heart-beats.
	streamSilence = time.Minute
	// streamPause is the wait before a stream is opened again, until the
	// service says otherwise.
	streamPause    = time.Second
	maxStreamPause = time.Minute
)

// Stream calls GET /v1/events/stream: the workspace's events as they happen,
// with the ids and bodies that webhooks have.
//
//	for event, err := range client.Events.Stream(ctx, service.StreamEvents{LastEventID: last}) {
//		if err != nil {
//			return err
//		}
//		handle(event) // and keep event.ID, to go on from there after a restart
//	}
//
// A stream that breaks is opened again behind the last event, for as long as
// it takes, so none is lost or repeated. The iteration ends with an error when
// that cannot help: an *Error of status 401 or 403, of status 410 when the log
// does not reach back to the last event any more, or that of ctx. A stream that
// was never open gives up after the retries of a call.
func (r *EventsResource) Stream(ctx context.Context, query StreamEvents, options ...CallOption) iter.Seq2[*WebhookEvent, error] {
	return func(yield func(*WebhookEvent, error) bool) {
		s := &eventStream{t: r.t, query: query, options: options, last: query.LastEventID, pause: streamPause}
		failures := 0
		for {
			err := s.read(ctx, yield)
			if s.stopped {
				return
			}
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			wait := s.pause
			if s.alive {
				failures = 0
			}
			if err != nil && !s.alive {
				again := false
				wait, again = retryDelay(err, failures, time.Now())
				if failures++; !again || !s.opened && failures > s.retries {
					yield(nil, err)
					return
				}
			}
			select {
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			case <-time.After(wait):
			}
		}
	}
}

// eventStream is a stream over all of its connections.
type eventStream struct {
	t       *transport
	query   StreamEvents
	options []CallOption
	last    string        // the newest id
	pause   time.Duration // as the service asks for
	retries int
	opened  bool // it was open once
	alive   bool // the last connection was open
	stopped bool // the caller has enough
}

// read opens the stream and yields its events until the connection ends. An
// error says why it was not opened.
func (s *eventStream) read(ctx context.Context, yield func(*WebhookEvent, error) bool) error {
	s.alive = false
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watch := time.AfterFunc(streamSilence, cancel)
	defer watch.Stop()
	c := s.t.newCall(http.MethodGet, "/v1/events/stream", s.options)
	s.retries = c.maxRetries
	s.fill(c.query)
	c.header.Set("Accept", "text/event-stream")
	if s.last != "" {
		c.header.Set("Last-Event-ID", s.last)
	}
	res, err := s.t.send(ctx, c, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); kind != "text/event-stream" {
		return fmt.Errorf("service: the answer is no stream of events but %q; does the base URL name the service?", kind)
	}
	if s.query.Opened != nil {
		s.query.Opened()
	}
	blocks := newBlockReader(res.Body)
	for {
		b, err := blocks.next()
		if err != nil {
			return nil // broken; what was not read to its end comes again
		}
		watch.Reset(streamSilence)
		s.opened, s.alive = true, true
		if b.hasID {
			s.last = b.id
		}
		if b.retry > 0 {
			s.pause = min(b.retry, maxStreamPause)
		}
		if !b.hasData || b.event != "" && b.event != "message" {
			continue // a heart-beat, or the service's last words
		}
		event := &WebhookEvent{ID: b.id, Body: b.data}
		if err := json.Unmarshal(b.data, event); err != nil {
			s.stopped = true
			yield(nil, fmt.Errorf("service: the event %s is not JSON: %w", b.id, err))
			return nil
		}
		if !yield(event, nil) {
			s.stopped = true
			return nil
		}
	}
}

func (s *eventStream) fill(v url.Values) {
	if len(s.query.Events) > 0 {
		v.Set("events", strings.Join(s.query.Events, ","))
	}
	if len(s.query.PhoneNumberIDs) > 0 {
		v.Set("phoneNumberId", strings.Join(s.query.PhoneNumberIDs, ","))
	}
	if !s.query.Since.IsZero() && s.last == "" {
		v.Set("since", s.query.Since.UTC().Format(time.RFC3339Nano))
	}
}
