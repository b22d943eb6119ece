package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"service.example/crm/bench/process"
)

const (
	replyRate      = 100 // per second
	replyPause     = 2 * time.Second
	repliesTime    = 30 * time.Second
	cachedQuestion = "How much does delivery cost?"
	cachedPrime    = 1_000_000 // the item that has the answer written
)

// replied is what came of automated replies on one engine.
type replied struct {
	posts outcome   // of the provider's webhooks
	lat   latencies // see the phases
	// missing came to no call, repeated to more than one; early calls came
	// before the pause was over. written is how often a model was asked.
	missing, repeated, early, written int
	use                               usage
	peak                              float64 // memory of serve in MB
	load                              [2]float64
}

// replies measures our own part of a reply that a model writes: from the time
// that its message carries, which is taken within the transaction that stores
// it, over the burst pause, to the moment at which the AI endpoint has the head
// of the request. Every question is another one, of another conversation.
func replies(ctx context.Context, o options, engine string) (*replied, error) {
	return measureReplies(ctx, o, engine, "replies", replyPause, func(e *environment, m *replied, ids []string, total int) error {
		err := m.post(ctx, e, o.profileOf(engine, "replies"), total, func(i int) []byte { return asks(ids, i, i, question(i)) }, nil)
		if err != nil {
			return err
		}
		byPlace := make(map[string]int, total)
		for i := range total {
			byPlace[place(i)] = i
		}
		asked := map[int]time.Time{}
		var last uint64
		for end := time.Now().Add(o.drainTime); len(asked) < total && time.Now().Before(end); {
			if last, err = e.providerCalls(ctx, last, func(c *providerCall) {
				if i, known := byPlace[askedPlace(c.Body)]; known && c.ai() {
					m.written++
					if _, again := asked[i]; again {
						m.repeated++
						return
					}
					asked[i] = c.Time
				}
			}); err != nil {
				return err
			}
			if err := rest(ctx, 200*time.Millisecond); err != nil {
				return err
			}
		}
		stored, err := e.storedAt(ctx, total)
		for i := range total {
			at, ok := stored[i]
			if asked[i].IsZero() || !ok {
				m.missing++
				continue
			}
			took := asked[i].Sub(at.Add(replyPause))
			if took < 0 {
				m.early++
			}
			m.lat.add(took)
		}
		return err
	})
}

// cached measures a reply that was given before, without a burst pause: from the
// moment at which the provider's webhook is posted to the one at which the
// provider has accepted the reply. One contact has it written, then others ask
// the same.
func cached(ctx context.Context, o options, engine string) (*replied, error) {
	return measureReplies(ctx, o, engine, "cached", 0, func(e *environment, m *replied, ids []string, total int) error {
		// Until the answer is kept nobody else may ask.
		w, err := poster(e.url, func(i int) []byte { return asks(ids, contacts-1, i, cachedQuestion) }, nil)
		if err != nil {
			return err
		}
		defer w.close()
		if err := w.do(cachedPrime); err != nil {
			return err
		}
		accepted := map[string]time.Time{} // by the contact's number
		var last uint64
		collect := func(want int) (err error) {
			for end := time.Now().Add(o.drainTime); len(accepted) < want && time.Now().Before(end); {
				if last, err = e.providerCalls(ctx, last, func(c *providerCall) { m.heard(c, accepted) }); err != nil {
					return err
				}
				if err := rest(ctx, 200*time.Millisecond); err != nil {
					return err
				}
			}
			return nil
		}
		if err := collect(1); err != nil {
			return err
		}
		began := make([]time.Time, total)
		err = m.post(ctx, e, o.profileOf(engine, "cached"), total, func(i int) []byte { return asks(ids, i, i, cachedQuestion) }, began)
		if err == nil {
			err = collect(1 + total)
		}
		for i, at := range began {
			answered := accepted[contactPhone(i)[1:]]
			if answered.IsZero() || at.IsZero() {
				m.missing++
				continue
			}
			m.lat.add(answered.Sub(at))
		}
		return err
	})
}

// heard notes a reply that the provider accepted, or an answer that was written.
func (m *replied) heard(c *providerCall, accepted map[string]time.Time) {
	if c.ai() {
		m.written++
		return
	}
	var sent struct{ Type, To string }
	if !c.sends() || c.Status != 200 || json.Unmarshal(c.Body, &sent) != nil || sent.Type != "text" {
		return
	}
	to := strings.TrimPrefix(sent.To, "+")
	if _, again := accepted[to]; again {
		m.repeated++
		return
	}
	accepted[to] = c.Answered
}

// measureReplies starts an environment with an assistant and measures there.
func measureReplies(ctx context.Context, o options, engine, name string, pause time.Duration, measure func(e *environment, m *replied, ids []string, total int) error) (*replied, error) {
	progress("%s: %s, %d/s", engine, name, replyRate)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err == nil {
		err = e.hireAssistant(ctx, pause, contacts)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", engine, name, err)
	}
	ids, err := e.phonesAtProvider(ctx)
	if err != nil {
		return nil, err
	}
	m := &replied{}
	stop := e.watchMemory(&m.peak)
	err = measure(e, m, ids, replyRate*int(min(o.steadyTime, repliesTime)/time.Second))
	stop()
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", engine, name, err)
	}
	m.lat = merged(m.lat)
	u := m.use
	progress("  p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, at most %.1f ms of %d; %d missing, %d again, %d early; %d written by a model; memory %.0f MB",
		m.lat.at(.5), m.lat.at(.9), m.lat.at(.99), m.lat.at(1), len(m.lat), m.missing, m.repeated, m.early, m.written, m.peak)
	progress("  webhooks acknowledged p50 %.1f ms, p99 %.1f ms, %d refused; processor seconds in %.1f s: serve %.1f, sandbox %.1f, bench %.1f, database %.1f, others %.1f; load before %.1f, after %.1f",
		m.posts.lat.at(.5), m.posts.lat.at(.99), m.posts.failed, u.Seconds, u.Serve, u.Sandbox, u.Bench, u.Database, u.others(), m.load[0], m.load[1])
	return m, m.posts.first
}

// post has a customer write at the rate of replies. began, if not nil, is when
// each was posted.
func (m *replied) post(ctx context.Context, e *environment, profile func(*environment, time.Duration) <-chan struct{}, total int, body func(i int) []byte, began []time.Time) (err error) {
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return poster(e.url, func(i int) []byte {
			b := body(i)
			if began != nil {
				began[i] = time.Now()
			}
			return b
		}, nil)
	}}
	d := time.Duration(total/replyRate) * time.Second
	m.load[0] = process.LoadAverage()
	saved, before := profile(e, d), e.use()
	m.posts, err = l.steady(ctx, replyRate, d)
	m.use, m.load[1] = e.use().since(before), process.LoadAverage()
	<-saved
	return err
}

// profileOf saves profiles of a phase, if asked for.
func (o options) profileOf(engine, name string) func(*environment, time.Duration) <-chan struct{} {
	return func(e *environment, d time.Duration) <-chan struct{} { return e.saveProfile(o, engine+"-"+name, d) }
}

func (m *replied) spoiled() string {
	switch {
	case m.posts.failed > 0:
		return refused(&m.posts)
	case m.missing+m.repeated+m.early > 0:
		return fmt.Sprintf("%d were missing, %d came again, %d too early", m.missing, m.repeated, m.early)
	}
	return ""
}

func repliesFigures(engine string, m *replied) []figure {
	at := fmt.Sprintf(" at %d/s", replyRate)
	out := []figure{
		{Name: "message stored → AI request beyond the pause, p50" + at, Value: m.lat.at(.5), Unit: "ms"},
		{Name: "message stored → AI request beyond the pause, p99" + at, Value: m.lat.at(.99), Unit: "ms", Target: replyOverheadP99, AtMost: true, Spoiled: m.spoiled()},
		{Name: "memory, replies written", Value: m.peak, Unit: "MB"},
	}
	for i := range out {
		out[i].Engine = engine
	}
	return out
}

func cachedFigures(engine string, m *replied) []figure {
	spoiled := m.spoiled()
	if spoiled == "" && m.written != 1 {
		spoiled = fmt.Sprintf("a model was asked %d times", m.written)
	}
	at := fmt.Sprintf(" at %d/s", replyRate)
	out := []figure{
		{Name: "webhook → known reply accepted by the provider, p50" + at, Value: m.lat.at(.5), Unit: "ms"},
		{Name: "webhook → known reply accepted by the provider, p99" + at, Value: m.lat.at(.99), Unit: "ms", Target: cachedReplyP99, AtMost: true, Spoiled: spoiled},
	}
	for i := range out {
		out[i].Engine = engine
	}
	return out
}
