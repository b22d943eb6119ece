package sandbox

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	mathrand "math/rand/v2"
	"strings"
	"time"
)

// Config describes the simulated provider. The zero value is usable: it has
// one account with one number and a set of templates, and posts no webhooks
// until a callback URL is set.
type Config struct {
	// Seed fixes every id, trace id and delay; 0 draws one, so that a simulator
	// that starts beside an old database never repeats an id. User ids depend on
	// the number alone.
	Seed int64

	// AppID, AppSecret and VerifyToken belong to the app that receives the
	// webhooks: AppSecret signs them, VerifyToken is told in the handshake. An
	// empty secret or token is drawn at random.
	AppID, AppSecret, VerifyToken string

	// Token is the one access token that is accepted; drawn at random when empty.
	Token string

	// Control says who may use the control API; nobody by default.
	Control Control

	// CallbackURL is where webhooks go; none are posted while it is empty.
	CallbackURL string

	// Accounts are the messaging accounts; DefaultAccount when empty.
	Accounts []Account

	// Clock tells the time to which advances are added; time.Now when nil. It
	// must not itself be moved by OnClockAdvance, or advances count twice.
	Clock func() time.Time

	// OnClockAdvance is told of every advance, before anything falls due by it.
	OnClockAdvance func(time.Duration)

	// StatusDelay is the base of the time before each status of a message; it
	// varies by a quarter. 0 posts statuses at once, so that they can overtake
	// the answer of the send; a negative value means the default of 30 ms.
	StatusDelay time.Duration

	// AutoRead makes every phone read what it receives.
	AutoRead bool

	// PairLimit enforces the provider's limit per pair of numbers: 45 at once,
	// then one per 6 s.
	PairLimit bool

	// TemplateReview is how templates are reviewed: approve (when empty), reject, manual, or
	// content, by what they say.
	TemplateReview string

	// TemplatePacing holds back messages of marketing templates; none when zero.
	TemplatePacing Pacing

	// WebhookTimeout bounds one post; 5 s when 0.
	WebhookTimeout time.Duration

	// WebhookRetry are the waits before the second and later posts of a webhook
	// that was not answered with 200; afterwards it is given up. The default
	// spans 36 hours.
	WebhookRetry []time.Duration

	// WebhookBatch is the most items in one post when more are waiting; 1 when
	// 0, at most 1000.
	WebhookBatch int

	// WebhookConcurrency is the number of posts under way at a time; 8 when 0.
	WebhookConcurrency int

	// LogLimit is the number of provider calls kept for Log; 10000 when 0.
	LogLimit int

	// HardEscape also escapes @ < > & % in webhooks and answers.
	HardEscape bool

	// Logger receives what an operator of the sandbox may want to know.
	Logger *slog.Logger
}

// Control says who may use the control API under /_sandbox/. It always wants a
// loopback Host header, so that no web page reaches it by a name of its own.
type Control struct {
	// Open lets everything on this machine use it, but for web pages of another
	// origin. Otherwise callers need Token, and post JSON by its content type;
	// without a Token nobody may use it.
	Open bool
	// Token is asked for as a bearer token whenever it is set.
	Token string
	// Clock lets callers move the clock.
	Clock bool
}

// Account is one messaging account with its phone numbers and templates.
type Account struct {
	ID, Name  string
	Phones    []Phone
	Templates []Template
	// Currency is USD, EUR, INR, BRL or AED; USD when empty. Tiers are in order.
	Currency string
	Tiers    []VolumeTier
	// FreeReplies are the service messages that a number has for free each month since
	// they are charged; 1,000 when 0.
	FreeReplies int
}

// Phone is one business number. ID is drawn when empty; Throughput is in
// messages per second, 80 when 0. An Unverified number must be verified and
// registered before it can send; the name of an Unreviewed one is still in review.
type Phone struct {
	ID, Number, Name string
	Throughput       int
	Unverified       bool
	Unreviewed       bool
}

// Template is one template as the provider lists it: a JSON object with name,
// language, category, components and optionally id, status (APPROVED when
// absent) and parameter_format (POSITIONAL when absent).
type Template json.RawMessage

// MarshalJSON returns the template as it was given.
func (t Template) MarshalJSON() ([]byte, error) { return json.RawMessage(t).MarshalJSON() }

// UnmarshalJSON keeps the template as it is; New tells by its log of one that
// makes no sense and leaves it out.
func (t *Template) UnmarshalJSON(raw []byte) error {
	*t = append((*t)[:0], raw...)
	return nil
}

// DefaultAppID is the app's id where Config names none. The secrets beside it
// are for tests, which must ask for them: nothing trusts them by itself.
const (
	DefaultAppID       = "300000000000001"
	DefaultAppSecret   = "sandbox-app-secret"
	DefaultVerifyToken = "sandbox-verify-token"
	DefaultToken       = "EAAsandbox"

	defaultStatusDelay = 30 * time.Millisecond
	defaultThroughput  = 80
	maxWebhookBatch    = 1000
)

// DemoConfig returns the configuration of the demo: the default account, the
// provider's pair limit, and phones that read what they receive.
func DemoConfig() Config {
	return Config{PairLimit: true, AutoRead: true, StatusDelay: 400 * time.Millisecond, TemplateReview: reviewContent}
}

func (c Config) withDefaults() Config {
	orString(&c.AppID, DefaultAppID)
	orString(&c.AppSecret, strings.ToLower(rand.Text()))
	orString(&c.VerifyToken, strings.ToLower(rand.Text()))
	orString(&c.Token, "EAA"+rand.Text())
	for c.Seed == 0 {
		c.Seed = int64(mathrand.Uint64())
	}
	if len(c.Accounts) == 0 {
		c.Accounts = []Account{DefaultAccount()}
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.StatusDelay < 0 {
		c.StatusDelay = defaultStatusDelay
	}
	if c.WebhookTimeout <= 0 {
		c.WebhookTimeout = 5 * time.Second
	}
	if len(c.WebhookRetry) == 0 {
		c.WebhookRetry = defaultRetry
	}
	c.WebhookBatch = min(max(c.WebhookBatch, 1), maxWebhookBatch)
	if c.WebhookConcurrency <= 0 {
		c.WebhookConcurrency = 8
	}
	if c.LogLimit <= 0 {
		c.LogLimit = 10_000
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

func orString(s *string, fallback string) {
	if *s == "" {
		*s = fallback
	}
}

// defaultRetry repeats with decreasing frequency over 36 hours.
var defaultRetry = []time.Duration{
	time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute,
	30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour, 8 * time.Hour, 12 * time.Hour,
}

// settings are the parts of the configuration that change while running. They
// are replaced as a whole, never edited in place.
type settings struct {
	appSecret, verifyToken string
	callbackURL            string
	statusDelay            time.Duration
	autoRead, pairLimit    bool
	retry                  []time.Duration
	batch                  int
	timeout                time.Duration
	enc                    encoder
	templateReview         string
	templateReviewDelay    time.Duration // 0: statusDelay
	templateRules          []reviewRule
	pacing                 Pacing
}

func (c Config) settings() *settings {
	return &settings{
		appSecret: c.AppSecret, verifyToken: c.VerifyToken, callbackURL: c.CallbackURL,
		statusDelay: c.StatusDelay, autoRead: c.AutoRead, pairLimit: c.PairLimit,
		retry: c.WebhookRetry, batch: c.WebhookBatch, timeout: c.WebhookTimeout,
		enc: encoder{hard: c.HardEscape}, templateReview: cmp.Or(c.TemplateReview, reviewApprove), pacing: c.TemplatePacing,
	}
}
