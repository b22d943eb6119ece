package webhook

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// The published vector of Standard Webhooks 1.0.
func TestPublishedVector(t *testing.T) {
	got, err := Sign([]string{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want || err != nil {
		t.Errorf("the signature is %s, %v, want %s", got, err, want)
	}
}

// The published vector of v1a, of another implementation.
func TestVectorOfAKeyPair(t *testing.T) {
	const private = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="
	got, err := Sign([]string{private}, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="; got != want || err != nil {
		t.Errorf("the signature is %s, %v, want %s", got, err, want)
	}
	s := crm.EndpointSecret{Secret: private}
	if err := Describe(&s); err != nil || s.PublicKey != "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=" || s.Algorithm != crm.SignatureEd25519 {
		t.Errorf("the public key is %+v, %v", s, err)
	}
}

// Each secret signs by itself, in their order, the very bytes of the body.
func TestSeveralSignatures(t *testing.T) {
	shared, pair := NewSecret(), NewPrivateKey()
	at := time.Unix(1767225600, 0)
	for _, body := range [][]byte{nil, []byte("{}"), bytes.Repeat([]byte{0xff, 0}, 1<<19)} {
		both, err := Sign([]string{shared, pair}, "evt_1", at, body)
		one, err2 := Sign([]string{shared}, "evt_1", at, body)
		other, err3 := Sign([]string{pair}, "evt_1", at, body)
		if err := errors.Join(err, err2, err3); err != nil || both != one+" "+other || !strings.HasPrefix(one, "v1,") || !strings.HasPrefix(other, "v1a,") {
			t.Errorf("%d bytes: %s, %s, %s: %v", len(body), both, one, other, err)
		}
		s := crm.EndpointSecret{Secret: pair}
		if err := Describe(&s); err != nil {
			t.Fatal(err)
		}
		public, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(s.PublicKey, "whpk_"))
		signature, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(other, "v1a,"))
		if !ed25519.Verify(public, append([]byte("evt_1.1767225600."), body...), signature) {
			t.Errorf("%d bytes: the public key does not verify them", len(body))
		}
	}
}

func TestDescribe(t *testing.T) {
	seen := map[string]bool{}
	for _, secret := range []string{NewSecret(), NewSecret(), NewPrivateKey(), NewPrivateKey()} {
		s := crm.EndpointSecret{Secret: secret}
		if err := Describe(&s); err != nil || len(s.ID) != len("wks_")+16 || seen[s.ID] || (s.PublicKey != "") != (s.Algorithm == crm.SignatureEd25519) {
			t.Errorf("it is described as %+v, %v", s, err)
		}
		seen[s.ID] = true
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
