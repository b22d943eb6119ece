package webhook

import (
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/webhooks"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	svix "github.com/svix/svix-webhooks/go"
)

// The published vector of Standard Webhooks 1.0.
func TestPublishedVector(t *testing.T) {
	got, err := Sign([]string{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want || err != nil {
		t.Errorf("the signature is %s, %v, want %s", got, err, want)
	}
}

// verifiers are the libraries that receivers use, each by another vendor.
var verifiers = map[string]func(secret string, body []byte, h http.Header) error{
	"standard-webhooks": func(secret string, body []byte, h http.Header) error {
		w, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return err
		}
		return w.Verify(body, h)
	},
	"svix": func(secret string, body []byte, h http.Header) error {
		w, err := svix.NewWebhook(secret)
		if err != nil {
			return err
		}
		return w.Verify(body, h)
	},
	"openai": func(secret string, body []byte, h http.Header) error {
		s := webhooks.NewWebhookService(option.WithWebhookSecret(secret))
		return s.VerifySignature(body, h)
	},
}

func signed(t *testing.T, secrets []string, id string, at time.Time, body []byte) http.Header {
	t.Helper()
	signature, err := Sign(secrets, id, at, body)
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	h.Set("webhook-signature", signature)
	return h
}

// Three independent verifiers take what we sign, with one secret and with two
// during a rotation, and refuse everything else.
func TestIndependentVerifiers(t *testing.T) {
	const id = "evt_01jd5k3v6rf0w8m2a4t9x7bq1e"
	old, fresh, other := NewSecret(), NewSecret(), NewSecret()
	now := time.Now()
	body := []byte(`{"event":"messages.upsert","timestamp":1767225600,"data":{"content":"é <&> \u2028"}}`)
	for name, verify := range verifiers {
		one := signed(t, []string{fresh}, id, now, body)
		both := signed(t, []string{fresh, old}, id, now, body)
		for what, err := range map[string]error{
			"one secret": verify(fresh, body, one), "the new one of two": verify(fresh, body, both), "the old one of two": verify(old, body, both),
		} {
			if err != nil {
				t.Errorf("%s refuses %s: %v", name, what, err)
			}
		}
		changed := signed(t, []string{fresh}, "evt_01jd5k3v6rf0w8m2a4t9x7bq1f", now, body)
		changed.Set("webhook-id", id)
		for what, err := range map[string]error{
			"another secret": verify(other, body, both), "another body": verify(fresh, append(body, ' '), one), "another id": verify(fresh, body, changed),
			"an old timestamp": verify(fresh, body, signed(t, []string{fresh}, id, now.Add(-time.Hour), body)), "no signature": verify(fresh, body, http.Header{}),
		} {
			if err == nil {
				t.Errorf("%s takes %s", name, what)
			}
		}
	}
}

func TestNewSecret(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		s := NewSecret()
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(s, "whsec_"))
		if err != nil || len(key) != 32 || !strings.HasPrefix(s, "whsec_") || seen[s] {
			t.Fatalf("%s is no good secret", s)
		}
		seen[s] = true
	}
}

func TestSignRefusesABadSecret(t *testing.T) {
	_, err := Sign([]string{NewSecret(), "whsec_not base64"}, "evt_1", time.Now(), nil)
	if err == nil || strings.Contains(err.Error(), "not base64 ") || strings.Contains(err.Error(), "whsec_") {
		t.Errorf("the error is %v", err)
	}
}
