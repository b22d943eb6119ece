package sandbox

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// newWebhookClient returns a client whose connections stay open for all posts
// that may be under way at a time. Redirects are not followed: only 200 counts.
func newWebhookClient(cfg Config) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			MaxIdleConns:        4 * cfg.WebhookConcurrency,
			MaxIdleConnsPerHost: 4 * cfg.WebhookConcurrency,
			IdleConnTimeout:     90 * time.Second,
			DisableCompression:  true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// postStatus queues the webhooks of a status.
func (s *Server) postStatus(st *step, now time.Time) {
	m := st.message
	if m.statuses == statusesLost || !s.listening(m.from.account, m.from) {
		st.posted()
		return
	}
	for _, it := range st.items(now) {
		s.enqueue(m.from.lane, it)
	}
}

// listening reports whether anybody receives the webhooks of a number.
func (s *Server) listening(a *account, p *phone) bool {
	a.mu.RLock()
	subscribed := a.subscribed
	a.mu.RUnlock()
	return subscribed && s.callbackFor(a, p) != ""
}

// callbackFor is where webhooks go: the number's override, the account's, the
// app's. Those about templates and the account always go to the app's.
func (s *Server) callbackFor(a *account, p *phone) string {
	if p == nil {
		return s.settings.Load().callbackURL
	}
	if o := p.override.Load(); o != nil && *o != "" {
		return *o
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.override != "" {
		return a.override
	}
	return s.settings.Load().callbackURL
}

func (s *Server) enqueue(l *lane, it item) {
	s.pending.add(1)
	if s.outbox.put(l, it) {
		return
	}
	s.stats.webhooksDropped.Add(1)
	it.finish()
	s.pending.done(1)
}

// finish lets the message's life go on once its status was posted.
func (it *item) finish() {
	if it.step != nil && it.last {
		it.last = false
		it.step.posted()
	}
}

// poster is one sender of webhooks, with buffers of its own.
type poster struct {
	*Server
	secret string
	mac    hash.Hash
	body   []byte
	raw    string   // the callback that was last parsed
	parsed *url.URL // nil if it is no URL
}

// target parses a callback URL unless it is the one of the last post.
func (p *poster) target(callback string) *url.URL {
	if p.raw != callback {
		u, err := url.Parse(callback)
		if err != nil || u.Host == "" {
			u = nil
		}
		p.raw, p.parsed = callback, u
	}
	return p.parsed
}

// postWebhooks posts until ctx ends.
func (s *Server) postWebhooks(ctx context.Context) {
	p := &poster{Server: s}
	size := func() int { return s.settings.Load().batch }
	for {
		b := s.outbox.take(size)
		if b == nil {
			return
		}
		p.deliver(ctx, b)
	}
}

// deliver posts a batch, as a fault may want it, and settles what is next.
func (p *poster) deliver(ctx context.Context, b *batch) {
	f := p.webhookFault(b)
	if f == nil {
		p.settle(b, p.post(ctx, b, false))
		return
	}
	if !sleep(ctx, time.Duration(f.DelayMs)*time.Millisecond) {
		p.outbox.putBack(b, false)
		return
	}
	switch {
	case f.Drop == dropBefore:
		p.stats.webhooksLost.Add(1)
		p.settle(b, true)
	case f.Reorder:
		b.attempt = max(b.attempt, 1)
		p.outbox.hold(b)
		p.timers.after(reorderDelay, taskFunc(func() { p.outbox.putBack(b, true) }))
	case f.Drop == dropAfter:
		p.post(ctx, b, false)
		p.settle(b, false)
	case f.BadSignature:
		p.settle(b, p.post(ctx, b, true))
	case f.Double:
		p.post(ctx, b, false)
		p.settle(b, p.post(ctx, b, false))
	default:
		p.settle(b, p.post(ctx, b, false))
	}
}

// reorderDelay is how long a webhook stands aside for others.
const reorderDelay = 100 * time.Millisecond

// webhookFault takes a fault for the first post of a batch.
func (p *poster) webhookFault(b *batch) *Fault {
	if b.attempt > 0 {
		return nil
	}
	url := p.callbackFor(b.lane.account, b.lane.phone)
	return p.faults.take(func(m *Match) bool {
		return m.webhook() && (m.Path == "" || m.path(url)) && slices.ContainsFunc(b.items, func(it item) bool {
			kind := m.Kind == "webhook" || m.Kind == "webhook:"+it.is()
			who := it.customer()
			return kind && (m.To == "" || who != nil && m.to(who.number, who.userID))
		})
	})
}

func (m *Match) webhook() bool { return strings.HasPrefix(m.Kind, "webhook") }

// settle ends a batch, or has it posted again later.
func (p *poster) settle(b *batch, ok bool) {
	for i := range b.items {
		b.items[i].finish()
	}
	retry := p.settings.Load().retry
	if ok || b.attempt >= len(retry) {
		if !ok {
			p.stats.webhooksAbandoned.Add(int64(len(b.items)))
		}
		p.pending.done(len(b.items))
		return
	}
	wait := time.Duration(float64(retry[b.attempt]) * p.ids.between(0.9, 1.1))
	b.attempt++
	p.outbox.hold(b)
	p.timers.after(wait, taskFunc(func() { p.outbox.putBack(b, true) }))
}

// post makes one HTTP request and reports whether it was answered with 200. A
// batch that nobody receives any more counts as done.
func (p *poster) post(ctx context.Context, b *batch, wrong bool) bool {
	set := p.settings.Load()
	target := p.target(p.callbackFor(b.lane.account, b.lane.phone))
	if target == nil {
		return true
	}
	p.body = b.appendPost(p.body[:0], set.enc, p.Now().Unix())
	signature := p.sign(set.appSecret, p.body)
	if wrong {
		signature = p.sign(set.appSecret+"wrong", p.body)
	}
	ctx, cancel := context.WithTimeout(ctx, set.timeout)
	defer cancel()
	body := &postBody{}
	body.Reset(p.body)
	req := (&http.Request{
		Method: http.MethodPost, URL: target, Host: target.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"Content-Type":        headerWebhook,
			"User-Agent":          headerAgent,
			"X-Hub-Signature-256": {signature},
		},
		Body: body, ContentLength: int64(len(p.body)),
	}).WithContext(ctx)
	p.stats.webhooksPosted.Add(1)
	ok := p.do(req)
	if !ok || !body.closed.Load() {
		p.body = nil // the transport may still be reading it
	}
	if ok {
		p.stats.webhooksOK.Add(1)
	} else {
		p.stats.webhooksFailed.Add(1)
	}
	return ok
}

var (
	headerWebhook = []string{"application/json"}
	headerAgent   = []string{"facebookexternalua"}
)

func (p *poster) do(req *http.Request) bool {
	res, err := p.client.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	_, _ = io.CopyN(io.Discard, res.Body, 64<<10) // so that the connection can be used again
	return res.StatusCode == http.StatusOK
}

// postBody knows when the transport has done with it.
type postBody struct {
	bytes.Reader
	closed atomic.Bool
}

func (b *postBody) Close() error {
	b.closed.Store(true)
	return nil
}

// sign returns the signature header of a body.
func (p *poster) sign(secret string, body []byte) string {
	if p.mac == nil || p.secret != secret {
		p.mac, p.secret = hmac.New(sha256.New, []byte(secret)), secret
	}
	p.mac.Reset()
	p.mac.Write(body)
	var sum [sha256.Size]byte
	return "sha256=" + hex.EncodeToString(p.mac.Sum(sum[:0]))
}

// Sign returns the X-Hub-Signature-256 header of a webhook body, for tests that
// post bodies of their own.
func Sign(appSecret string, body []byte) string { return new(poster).sign(appSecret, body) }

func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
