// Package verifiers lets the libraries of other vendors verify what the service
// sends. It is a module of its own, so that the service needs none of them.
package verifiers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/webhooks"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	svix "github.com/svix/svix-webhooks/go"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/webhook"
)

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

// received is a post as it came.
type received struct {
	header http.Header
	body   []byte
}

// send posts by the real client to a receiver and returns what came there.
func send(t *testing.T, secrets []string, id string, body []byte) received {
	t.Helper()
	var got received
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got.header = r.Header.Clone()
		got.body, _ = io.ReadAll(r.Body)
	}))
	defer s.Close()
	c := webhook.NewClient(&egress.Guard{Rules: crm.EndpointRules{AllowLoopback: true}}, 4)
	r := c.Post(context.Background(), webhook.Call{URL: s.URL, ID: id, Secrets: secrets, Body: body, Timeout: time.Minute})
	if !r.OK() || !bytes.Equal(got.body, body) {
		t.Fatalf("it came as %d bytes of %d: %+v", len(got.body), len(body), r)
	}
	return got
}

const id = "evt_01jd5k3v6rf0w8m2a4t9x7bq1e"

var bodies = map[string][]byte{
	"an event":     []byte(`{"event":"messages.upsert","timestamp":1767225600,"data":{"content":"Hello"}}`),
	"every script": []byte("{\"event\":\"messages.upsert\",\"data\":{\"content\":\"é <&> \u2028 😀 نعم \\u00e9 \x7f\"}}"),
	"no JSON":      {0, 0xff, '\r', '\n', 0x80},
	"nothing":      {},
	"a mebibyte":   bytes.Repeat([]byte("é🦄{}\n\x00"), 1<<20/10),
}

// Each verifier takes what the client sends, with one secret, with two during a
// rotation, and beside a signature of the other scheme; and nothing else.
func TestEveryVerifierTakesWhatIsSent(t *testing.T) {
	old, fresh, other, pair := webhook.NewSecret(), webhook.NewSecret(), webhook.NewSecret(), webhook.NewPrivateKey()
	for what, body := range bodies {
		one := send(t, []string{fresh}, id, body)
		both := send(t, []string{fresh, old}, id, body)
		mixed := send(t, []string{fresh, pair, old}, id, body)
		if n := len(strings.Fields(mixed.header.Get("webhook-signature"))); n != 3 {
			t.Fatalf("with three secrets there are %d signatures", n)
		}
		for name, verify := range verifiers {
			for kind, err := range map[string]error{
				"one secret": verify(fresh, one.body, one.header), "the new one of two": verify(fresh, both.body, both.header), "the old one of two": verify(old, both.body, both.header),
				"beside a key pair": verify(fresh, mixed.body, mixed.header), "behind a key pair": verify(old, mixed.body, mixed.header),
			} {
				if err != nil {
					t.Errorf("%s, %s, refuses %s: %v", name, what, kind, err)
				}
			}
			for kind, err := range map[string]error{
				"another secret": verify(other, both.body, both.header), "another body": verify(fresh, append(bytes.Clone(one.body), ' '), one.header),
				"another id": verify(fresh, one.body, with(one.header, "Webhook-Id", id+"0")), "another time": verify(fresh, one.body, with(one.header, "Webhook-Timestamp", "1614265330")),
				"no signature": verify(fresh, one.body, with(one.header, "Webhook-Signature", "")),
			} {
				if err == nil {
					t.Errorf("%s, %s, takes %s", name, what, kind)
				}
			}
		}
	}
}

func with(h http.Header, name, value string) http.Header {
	out := h.Clone()
	out.Set(name, value)
	return out
}

// The libraries sign as we do: the same bytes.
func TestTheSameSignature(t *testing.T) {
	secret, at := webhook.NewSecret(), time.Unix(1_767_225_600, 0)
	for what, body := range bodies {
		ours, err := webhook.Sign([]string{secret}, id, at, body)
		standard, err2 := standardwebhooks.NewWebhook(secret)
		theirs, err3 := standard.Sign(id, at, body)
		if err := errors.Join(err, err2, err3); err != nil || ours != theirs {
			t.Errorf("%s: %s, theirs %s: %v", what, ours, theirs, err)
		}
	}
}
