package sandbox

import (
	"net/http"
	"net/url"
	"slices"
	"time"
)

// configChange are the settings that POST /_sandbox/config can change; what is
// absent stays.
type configChange struct {
	CallbackURL      *string        `json:"callbackUrl"`
	AppSecret        *string        `json:"appSecret"`
	VerifyToken      *string        `json:"verifyToken"`
	AutoRead         *bool          `json:"autoRead"`
	StatusDelayMs    *int           `json:"statusDelayMs"`
	PairLimit        *bool          `json:"pairLimit"`
	WebhookBatch     *int           `json:"webhookBatch"`
	WebhookTimeoutMs *int           `json:"webhookTimeoutMs"`
	WebhookRetryMs   []int          `json:"webhookRetryMs"`
	HardEscape       *bool          `json:"hardEscape"`
	TemplateReview   *string        `json:"templateReview"` // approve, reject, manual or content
	TemplateReviewMs *int           `json:"templateReviewMs"`
	TemplateRules    []reviewRule   `json:"templateRules"` // an empty list for none
	TemplatePacing   *Pacing        `json:"templatePacing"`
	Throughput       *int           `json:"throughput"`  // of all numbers
	Throughputs      map[string]int `json:"throughputs"` // by number or id
	Handshake        bool           `json:"handshake"`   // verify the callback URL afterwards
}

func (c *configChange) validate() *badInput {
	if v := c.CallbackURL; v != nil && *v != "" {
		if u, err := url.Parse(*v); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return &badInput{"callbackUrl", "must be an http or https URL"}
		}
	}
	for _, n := range []struct {
		field     string
		value     *int
		low, high int
	}{
		{"statusDelayMs", c.StatusDelayMs, 0, 3_600_000},
		{"templateReviewMs", c.TemplateReviewMs, 0, 7 * 24 * 3_600_000},
		{"webhookBatch", c.WebhookBatch, 1, maxWebhookBatch},
		{"webhookTimeoutMs", c.WebhookTimeoutMs, 1, 600_000},
		{"throughput", c.Throughput, 1, 1_000_000},
	} {
		if n.value != nil && (*n.value < n.low || *n.value > n.high) {
			return &badInput{n.field, "is out of range"}
		}
	}
	for _, ms := range c.WebhookRetryMs {
		if ms < 0 {
			return &badInput{"webhookRetryMs", "must not be negative"}
		}
	}
	if v := c.TemplateReview; v != nil && *v != reviewContent && !slices.Contains(reviewVerdicts, *v) {
		return &badInput{"templateReview", "must be approve, reject, manual or content"}
	}
	if bad := c.TemplatePacing.validate(); bad != nil {
		return bad
	}
	return checkReviewRules(c.TemplateRules)
}

// apply writes the changes into v.
func (c *configChange) apply(v *settings) {
	set(&v.callbackURL, c.CallbackURL)
	set(&v.appSecret, c.AppSecret)
	set(&v.verifyToken, c.VerifyToken)
	set(&v.autoRead, c.AutoRead)
	set(&v.pairLimit, c.PairLimit)
	set(&v.batch, c.WebhookBatch)
	set(&v.enc.hard, c.HardEscape)
	set(&v.templateReview, c.TemplateReview)
	set(&v.pacing, c.TemplatePacing)
	if c.TemplateReviewMs != nil {
		v.templateReviewDelay = time.Duration(*c.TemplateReviewMs) * time.Millisecond
	}
	if c.TemplateRules != nil {
		v.templateRules = c.TemplateRules
	}
	if c.StatusDelayMs != nil {
		v.statusDelay = time.Duration(*c.StatusDelayMs) * time.Millisecond
	}
	if c.WebhookTimeoutMs != nil {
		v.timeout = time.Duration(*c.WebhookTimeoutMs) * time.Millisecond
	}
	if c.WebhookRetryMs != nil {
		v.retry = nil
		for _, ms := range c.WebhookRetryMs {
			v.retry = append(v.retry, time.Duration(ms)*time.Millisecond)
		}
	}
}

func set[T any](into *T, from *T) {
	if from != nil {
		*into = *from
	}
}

// controlConfig shows the settings, after changing them.
func (s *Server) controlConfig(r *http.Request) (any, *badInput) {
	answer := map[string]any{}
	if r.Method == http.MethodPost {
		var change configChange
		if bad := readBody(r, &change); bad != nil {
			return nil, bad
		}
		if bad := change.validate(); bad != nil {
			return nil, bad
		}
		if bad := s.throttle(&change); bad != nil {
			return nil, bad
		}
		s.update(change.apply)
		if change.Handshake {
			answer["handshake"] = "ok"
			if err := s.Handshake(r.Context()); err != nil {
				answer["handshake"] = "failed: " + err.Error()
			}
		}
	}
	v := s.settings.Load()
	answer["callbackUrl"], answer["autoRead"], answer["pairLimit"] = v.callbackURL, v.autoRead, v.pairLimit
	answer["statusDelayMs"], answer["webhookBatch"] = v.statusDelay.Milliseconds(), v.batch
	answer["hardEscape"], answer["templateReview"] = v.enc.hard, v.templateReview
	answer["templateReviewMs"], answer["templateRules"] = v.templateReviewDelay.Milliseconds(), v.templateRules
	answer["templatePacing"] = v.pacing
	answer["appId"], answer["accounts"] = s.cfg.AppID, s.accountsView()
	return answer, nil
}

// throttle changes the throughput of numbers.
func (s *Server) throttle(change *configChange) *badInput {
	for name, rate := range change.Throughputs {
		p := s.book.phone(name)
		if p == nil || rate < 1 {
			return &badInput{"throughputs." + name, "must name a number and a rate of at least 1"}
		}
		p.limit.rate.Store(int64(rate))
	}
	if change.Throughput == nil {
		return nil
	}
	for _, a := range s.book.all() {
		for _, p := range a.list() {
			p.limit.rate.Store(int64(*change.Throughput))
		}
	}
	return nil
}

// accountsView lists accounts and numbers for whoever sets up a client.
func (s *Server) accountsView() []map[string]any {
	var out []map[string]any
	for _, a := range s.book.all() {
		phones := []map[string]any{}
		for _, p := range a.list() {
			phones = append(phones, map[string]any{
				"id": p.id, "number": "+" + p.number, "name": p.name, "throughput": p.limit.rate.Load(),
			})
		}
		out = append(out, map[string]any{"id": a.id, "name": a.name, "phones": phones})
	}
	return out
}
