package inbound

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"testing"
)

// statusBody is a status as the provider posts it.
func statusBody(n int) []byte {
	return fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"id":"%d","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550783881","phone_number_id":"%d"},"statuses":[{"id":"wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI3MTE5MjVBOTE3M%08dA","status":"delivered","timestamp":"%d","recipient_id":"1650387%04d","recipient_user_id":"US.13491208655%09d","conversation":{"id":"a4f1c2b39d8e4f5a%016x","origin":{"type":"marketing"}},"pricing":{"billable":true,"pricing_model":"PMP","category":"marketing","type":"regular"},"biz_opaque_callback_data":"msg_01jd5k3v6rf0w8m2a4t9x7%03d"}]},"field":"messages"}]}]}`,
		102290129340398+n%3, 106540352242922+n%3, n*7919, 1763856000+n, n, n*104729, n*15485863, n%1000)
}

// A body comes back as it came, whatever it is, also one that was stored before
// bodies were packed. A status takes a third of its bytes at most.
func TestBodiesComeBackAsTheyCame(t *testing.T) {
	noise := make([]byte, 5000)
	_, _ = rand.Read(noise)
	large := bytes.Repeat(statusBody(1), 4<<20/len(statusBody(1)))
	for name, body := range map[string][]byte{"status": statusBody(1), "empty": {}, "short": []byte("{}"), "noise": noise, "large": large} {
		size, stored := packBody(body)
		got, err := UnpackBody(size, stored)
		if err != nil || !bytes.Equal(got, body) {
			t.Errorf("%s: %d bytes come back as %d: %v", name, len(body), len(got), err)
		}
		if len(stored) > len(body) {
			t.Errorf("%s: %d bytes take %d", name, len(body), len(stored))
		}
	}
	if got, err := UnpackBody(0, []byte(`{"object":""}`)); err != nil || string(got) != `{"object":""}` {
		t.Errorf("an old body is %q: %v", got, err)
	}
	raw, packed := 0, 0
	for n := range 200 {
		_, stored := packBody(statusBody(n))
		raw, packed = raw+len(statusBody(n)), packed+len(stored)
	}
	t.Logf("a status of %d bytes takes %d", raw/200, packed/200)
	if packed*3 > raw {
		t.Errorf("statuses of %d bytes take %d", raw/200, packed/200)
	}
	if _, err := UnpackBody(10, []byte("no such frame")); err == nil {
		t.Error("what was never packed comes back")
	}
}

func BenchmarkPackBody(b *testing.B) {
	body := statusBody(1)
	for b.Loop() {
		packBody(body)
	}
}

func BenchmarkUnpackBody(b *testing.B) {
	size, stored := packBody(statusBody(1))
	for b.Loop() {
		if _, err := UnpackBody(size, stored); err != nil {
			b.Fatal(err)
		}
	}
}
