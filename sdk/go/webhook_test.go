package service

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

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

func FuzzVerifyWebhook(f *testing.F) {
	f.Add([]byte(vectorBody), vectorID, "1614265330", vectorSign)
	f.Fuzz(func(t *testing.T, body []byte, id, at, signature string) {
		h := http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {at}, "Webhook-Signature": {signature}}
		e, err := verifyWebhook(body, h, vectorSecret, time.Unix(vectorTime, 0))
		if (e == nil) == (err == nil) {
			t.Fatal(e, err)
		}
	})
}
