package service

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookEvent is what the service tells; Decode turns its data into the type
// of its kind.
type WebhookEvent struct {
	// Sequence is the event's number for the endpoint: a gap shows that an event
	// is missing. 0 for an event that is delivered again on request.
	Sequence int64 `json:"-"`
	// ID names the event and stays the same when it is delivered again; use it
	// to handle each event once.
	ID        string          `json:"-"`
	Event     string          `json:"event"`
	Timestamp int64           `json:"timestamp"` // seconds since 1970
	Data      json.RawMessage `json:"data"`
	// Body is all of it, exactly as it was sent.
	Body []byte `json:"-"`
}

// ErrWebhook is what every error of VerifyWebhook wraps: the request is not
// from the service, or too old. Answer it with 400 and do nothing else.
var ErrWebhook = errors.New("service: the webhook is not valid")

// WebhookTolerance is how far a webhook's time may be from now, before or after
// it, unless a WebhookVerifier says otherwise.
const WebhookTolerance = 5 * time.Minute

// maxSignatures is how many signatures of a webhook are looked at. The service
// sends one for each secret that signs, five at most.
const maxSignatures = 16

// VerifyWebhook checks that a webhook request came from the service, unchanged
// and within the last five minutes (Standard Webhooks, schemes v1 and v1a), and
// returns its event. body is exactly what was received. secrets are the
// endpoint's, whsec_…, or its public keys, whpk_…; any of them will do. While a
// secret is being rotated, the old one and the new one work.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*WebhookEvent, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(body, header)
}

// VerifyWebhooks is VerifyWebhook for an endpoint with a maxBatch above 1: it
// returns every event of the request, in order. It takes a request with one
// event too.
func VerifyWebhooks(body []byte, header http.Header, secrets ...string) ([]*WebhookEvent, error) {
	return WebhookVerifier{Secrets: secrets}.VerifyAll(body, header)
}

// WebhookVerifier checks webhook requests.
type WebhookVerifier struct {
	// Secrets are whsec_… or, for endpoints that sign by ed25519, whpk_….
	Secrets []string
	// Tolerance is how far a webhook's time may be from now; 0 means
	// WebhookTolerance.
	Tolerance time.Duration
}

// Verify is VerifyWebhook by these secrets and this tolerance.
func (v WebhookVerifier) Verify(body []byte, header http.Header) (*WebhookEvent, error) {
	return v.verify(body, header, time.Now())
}

// VerifyAll is VerifyWebhooks by these secrets and this tolerance.
func (v WebhookVerifier) VerifyAll(body []byte, header http.Header) ([]*WebhookEvent, error) {
	return v.verifyAll(body, header, time.Now())
}

func (v WebhookVerifier) verify(body []byte, header http.Header, now time.Time) (*WebhookEvent, error) {
	if err := v.signed(body, header, now); err != nil {
		return nil, err
	}
	if isBatch(body) {
		return nil, errors.New("service: the webhook is a batch, as its endpoint has a maxBatch above 1: use VerifyWebhooks")
	}
	event := &WebhookEvent{ID: header.Get("webhook-id"), Body: body}
	event.Sequence, _ = strconv.ParseInt(header.Get("webhook-sequence"), 10, 64)
	if err := json.Unmarshal(body, event); err != nil {
		return nil, errBody
	}
	return event, nil
}

func (v WebhookVerifier) verifyAll(body []byte, header http.Header, now time.Time) ([]*WebhookEvent, error) {
	if !isBatch(body) {
		event, err := v.verify(body, header, now)
		if err != nil {
			return nil, err
		}
		return []*WebhookEvent{event}, nil
	}
	if err := v.signed(body, header, now); err != nil {
		return nil, err
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(body, &entries); err != nil {
		return nil, errBody
	}
	events := make([]*WebhookEvent, len(entries))
	for i, text := range entries {
		entry := struct {
			ID       string `json:"id"`
			Sequence int64  `json:"sequence"`
			*WebhookEvent
		}{WebhookEvent: &WebhookEvent{Body: text}}
		if err := json.Unmarshal(text, &entry); err != nil || entry.ID == "" {
			return nil, errBody
		}
		events[i] = entry.WebhookEvent
		events[i].ID, events[i].Sequence = entry.ID, entry.Sequence
	}
	return events, nil
}

var errBody = fmt.Errorf("%w: it is signed, but its body is not JSON of events", ErrWebhook)

func isBatch(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) }

// signed is nil where one of the secrets signed the request.
func (v WebhookVerifier) signed(body []byte, header http.Header, now time.Time) error {
	id, stamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	checks, err := v.checks([]byte(id+"."+stamp+"."), body)
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if id == "" || err != nil {
		return fmt.Errorf("%w: a webhook-id or webhook-timestamp header is missing or wrong", ErrWebhook)
	}
	tolerance := v.Tolerance
	if tolerance <= 0 {
		tolerance = WebhookTolerance
	}
	if age := now.Sub(time.Unix(seconds, 0)); age.Abs() > tolerance {
		return fmt.Errorf("%w: it is %s old; %s are allowed", ErrWebhook, age.Round(time.Second), tolerance)
	}
	for i, signature := range strings.Fields(header.Get("webhook-signature")) {
		if i == maxSignatures {
			break
		}
		scheme, text, _ := strings.Cut(signature, ",")
		got, err := base64.StdEncoding.DecodeString(text)
		for _, check := range checks {
			if err != nil || check.scheme != scheme || !check.holds(got) {
				continue
			}
			return nil
		}
	}
	return fmt.Errorf("%w: no signature matches; was the body changed, or is the secret another one?", ErrWebhook)
}

// check holds signatures of a scheme against one secret.
type check struct {
	scheme string
	holds  func(signature []byte) bool
}

func (v WebhookVerifier) checks(head, body []byte) (out []check, err error) {
	signed := append(head, body...)
	for _, secret := range v.Secrets {
		text, public := strings.CutPrefix(secret, "whpk_")
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_"))
		switch {
		case err != nil || len(key) == 0 || public && len(key) != ed25519.PublicKeySize:
			return nil, errors.New("service: the webhook secret is not whsec_ or whpk_ and base64")
		case public:
			out = append(out, check{"v1a", func(got []byte) bool { return ed25519.Verify(key, signed, got) }})
		default:
			mac := hmac.New(sha256.New, key)
			mac.Write(signed)
			want := mac.Sum(nil)
			out = append(out, check{"v1", func(got []byte) bool { return hmac.Equal(got, want) }})
		}
	}
	if out == nil {
		return nil, errors.New("service: no webhook secret is given")
	}
	return out, nil
}
