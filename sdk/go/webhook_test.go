package service

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func verifyWebhook(body []byte, header http.Header, secret string, now time.Time) (*WebhookEvent, error) {
	return WebhookVerifier{Secrets: []string{secret}}.verify(body, header, now)
}

// The vector that the Standard Webhooks libraries publish.
const (
	vectorSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	vectorID     = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	vectorTime   = 1614265330
	vectorBody   = `{"test": 2432232314}`
	vectorSign   = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
)

func headers(id string, at int64, signature string) http.Header {
	h := http.Header{}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", fmt.Sprint(at))
	h.Set("webhook-signature", signature)
	return h
}

func TestVerifyWebhookVector(t *testing.T) {
	e, err := verifyWebhook([]byte(vectorBody), headers(vectorID, vectorTime, vectorSign), vectorSecret, time.Unix(vectorTime, 0))
	if err != nil || e.ID != vectorID {
		t.Fatal(e, err)
	}
}

func TestVerifyWebhook(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	body := []byte(`{"event":"messages.received","timestamp":1700000000,"data":{"from":"+1"}}`)
	sign := func(secret string) string {
		key, _ := base64.StdEncoding.DecodeString(secret[len("whsec_"):])
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "evt_1.%d.%s", now.Unix(), body)
		return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	other := "whsec_" + base64.StdEncoding.EncodeToString([]byte("another secret"))
	good := headers("evt_1", now.Unix(), sign(other)+" v1a,x "+sign(vectorSecret))
	e, err := verifyWebhook(body, good, vectorSecret, now)
	if err != nil || e.Event != "messages.received" || e.ID != "evt_1" || string(e.Data) != `{"from":"+1"}` {
		t.Fatal(e, err)
	}
	for name, try := range map[string]struct {
		body   string
		header http.Header
		secret string
		at     time.Time
	}{
		"another body":   {string(body) + " ", good, vectorSecret, now},
		"another secret": {string(body), headers("evt_1", now.Unix(), sign(other)), vectorSecret, now},
		"another id":     {string(body), headers("evt_2", now.Unix(), sign(vectorSecret)), vectorSecret, now},
		"too old":        {string(body), good, vectorSecret, now.Add(6 * time.Minute)},
		"of the future":  {string(body), good, vectorSecret, now.Add(-6 * time.Minute)},
		"no header":      {string(body), http.Header{}, vectorSecret, now},
		"no signature":   {string(body), headers("evt_1", now.Unix(), ""), vectorSecret, now},
	} {
		if _, err := verifyWebhook([]byte(try.body), try.header, try.secret, try.at); !errors.Is(err, ErrWebhook) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := VerifyWebhook(body, good, "whsec_"); err == nil || errors.Is(err, ErrWebhook) {
		t.Error("a missing secret is no fault of the request:", err)
	}
}

// The vector of v1a that another implementation publishes.
func TestVerifyWebhookVectorByPublicKey(t *testing.T) {
	const public = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
	const sign = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="
	if e, err := verifyWebhook([]byte(vectorBody), headers(vectorID, vectorTime, sign), public, time.Unix(vectorTime, 0)); err != nil || e.ID != vectorID {
		t.Fatal(e, err)
	}
}

// A public key holds v1a signatures, beside secrets that hold v1 ones.
func TestVerifyWebhookByPublicKey(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	body := []byte(`{"event":"messages.received","timestamp":1700000000,"data":{}}`)
	key := func(seed byte) (public string, sign func() string) {
		private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
		return "whpk_" + base64.StdEncoding.EncodeToString(private.Public().(ed25519.PublicKey)), func() string {
			return "v1a," + base64.StdEncoding.EncodeToString(ed25519.Sign(private, fmt.Appendf(nil, "evt_1.%d.%s", now.Unix(), body)))
		}
	}
	mine, sign := key(1)
	other, signOther := key(2)
	long := strings.Repeat("v1a,AAAA ", 100)
	for name, try := range map[string]struct {
		signature string
		secrets   []string
		ok        bool
	}{
		"its own":                  {sign(), []string{mine}, true},
		"one of two keys":          {sign(), []string{other, mine}, true},
		"beside a secret":          {sign(), []string{vectorSecret, mine}, true},
		"among several signatures": {"v1,AAAA " + signOther() + " " + sign(), []string{mine}, true},
		"another key":              {signOther(), []string{mine}, false},
		"of another scheme":        {"v1" + strings.TrimPrefix(sign(), "v1a"), []string{mine}, false},
		"a secret only":            {sign(), []string{vectorSecret}, false},
		"after too many":           {long + sign(), []string{mine}, false},
	} {
		v := WebhookVerifier{Secrets: try.secrets}
		e, err := v.verify(body, headers("evt_1", now.Unix(), try.signature), now)
		if (err == nil) != try.ok || err == nil && e.ID != "evt_1" || err != nil && !errors.Is(err, ErrWebhook) {
			t.Errorf("%s: %v, %v", name, e, err)
		}
	}
	wide := WebhookVerifier{Secrets: []string{mine}, Tolerance: time.Hour}
	if _, err := wide.verify(body, headers("evt_1", now.Unix(), sign()), now.Add(59*time.Minute)); err != nil {
		t.Error("within a tolerance of one's own:", err)
	}
	if _, err := wide.verify(body, headers("evt_1", now.Unix(), sign()), now.Add(-61*time.Minute)); !errors.Is(err, ErrWebhook) {
		t.Error("beyond it:", err)
	}
	for _, secrets := range [][]string{nil, {"whpk_AAAA"}, {"whpk_"}, {mine, "whsec_%"}} {
		if _, err := VerifyWebhook(body, http.Header{}, secrets...); err == nil || errors.Is(err, ErrWebhook) {
			t.Errorf("%v is no fault of the request: %v", secrets, err)
		}
	}
}

func FuzzVerifyWebhook(f *testing.F) {
	f.Add([]byte(vectorBody), vectorID, "1614265330", vectorSign)
	f.Fuzz(func(t *testing.T, body []byte, id, at, signature string) {
		h := http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {at}, "Webhook-Signature": {signature}}
		both := WebhookVerifier{Secrets: []string{vectorSecret, "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="}}
		e, err := both.verify(body, h, time.Unix(vectorTime, 0))
		if (e == nil) == (err == nil) {
			t.Fatal(e, err)
		}
	})
}

func TestVerifyWebhooks(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	sign := func(id, body string) http.Header {
		key, _ := base64.StdEncoding.DecodeString(vectorSecret[len("whsec_"):])
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%d.%s", id, now.Unix(), body)
		return headers(id, now.Unix(), "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	v := WebhookVerifier{Secrets: []string{vectorSecret}}
	const batch = `[{"id":"evt_1","sequence":7,"event":"a","timestamp":3,"data":{"x":1}},{"id":"evt_2","event":"b","timestamp":4,"data":{}}]`
	list, err := v.verifyAll([]byte(batch), sign("bat_1", batch), now)
	if err != nil || len(list) != 2 || list[0].ID != "evt_1" || list[0].Sequence != 7 || list[0].Event != "a" || list[0].Timestamp != 3 ||
		string(list[0].Data) != `{"x":1}` || list[1].ID != "evt_2" || list[1].Sequence != 0 || list[1].Event != "b" {
		t.Fatal(list, err)
	}
	if _, err := v.verify([]byte(batch), sign("bat_1", batch), now); err == nil || !strings.Contains(err.Error(), "VerifyWebhooks") {
		t.Error("one event is expected:", err)
	}
	const one = `{"event":"a","timestamp":3,"data":{}}`
	h := sign("evt_9", one)
	h.Set("webhook-sequence", "12")
	if list, err = v.verifyAll([]byte(one), h, now); err != nil || len(list) != 1 || list[0].ID != "evt_9" || list[0].Sequence != 12 {
		t.Error(list, err)
	}
	for _, wrong := range []string{`[{"event":"without an id"}]`, `[1]`, `[`} {
		if _, err := v.verifyAll([]byte(wrong), sign("bat_1", wrong), now); !errors.Is(err, ErrWebhook) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if _, err := v.verifyAll([]byte(batch+" "), sign("bat_1", batch), now); !errors.Is(err, ErrWebhook) {
		t.Error("another body:", err)
	}
}
