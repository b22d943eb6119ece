package service

import (
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

// WebhookEvent is what the service tells: Data is decoded by kind, for example
// into MessageStatusData for messages.status_updated.
type WebhookEvent struct {
	// ID names the event and stays the same when it is delivered again; use it
	// to handle each event once.
	ID        string          `json:"-"`
	Event     string          `json:"event"`
	Timestamp int64           `json:"timestamp"` // seconds since 1970
	Data      json.RawMessage `json:"data"`
}

// ErrWebhook is what every error of VerifyWebhook wraps: the request is not
// from the service, or too old. Answer it with 400 and do nothing else.
var ErrWebhook = errors.New("service: the webhook is not valid")

// webhookTolerance is how far a webhook's time may be from now.
const webhookTolerance = 5 * time.Minute

// VerifyWebhook checks that a webhook request came from the service, unchanged
// and within the last five minutes (Standard Webhooks, scheme v1), and returns
// its event. body is exactly what was received; secret is the endpoint's,
// whsec_…. While a secret is being rotated, either works.
func VerifyWebhook(body []byte, header http.Header, secret string) (*WebhookEvent, error) {
	return verifyWebhook(body, header, secret, time.Now())
}

func verifyWebhook(body []byte, header http.Header, secret string, now time.Time) (*WebhookEvent, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return nil, errors.New("service: the webhook secret is not whsec_ and base64")
	}
	id, stamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if id == "" || err != nil {
		return nil, fmt.Errorf("%w: a webhook-id or webhook-timestamp header is missing or wrong", ErrWebhook)
	}
	if age := now.Sub(time.Unix(seconds, 0)); age.Abs() > webhookTolerance {
		return nil, fmt.Errorf("%w: it is %s old; %s are allowed", ErrWebhook, age.Round(time.Second), webhookTolerance)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, stamp)
	mac.Write(body)
	want := mac.Sum(nil)
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		scheme, text, _ := strings.Cut(signature, ",")
		got, err := base64.StdEncoding.DecodeString(text)
		if scheme != "v1" || err != nil || !hmac.Equal(got, want) {
			continue
		}
		event := &WebhookEvent{ID: id}
		if err := json.Unmarshal(body, event); err != nil {
			return nil, fmt.Errorf("%w: it is signed, but its body is not JSON", ErrWebhook)
		}
		return event, nil
	}
	return nil, fmt.Errorf("%w: no signature matches; was the body changed, or is the secret another one?", ErrWebhook)
}
