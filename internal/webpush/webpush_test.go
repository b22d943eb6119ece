package webpush

import (
	"crypto/ecdh"
	"encoding/base64"
	"testing"
)

func read(t *testing.T, text string) []byte {
	t.Helper()
	out, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The example of RFC 8291, appendix A.
func TestSealAsInTheStandard(t *testing.T) {
	local, err := ecdh.P256().NewPrivateKey(read(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	s := Subscription{P256dh: read(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"), Auth: read(t, "BTBZMqHH6r4Tts7J_aSIgg")}
	out, err := seal([]byte("When I grow up, I want to be a watermelon"), s, local, read(t, "DGv6ra1nlYgDCS1FRnbzlw"), 0)
	if err != nil {
		t.Fatal(err)
	}
	const want = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if got := base64.RawURLEncoding.EncodeToString(out); got != want {
		t.Errorf("the message is\n%s, want\n%s", got, want)
	}
}

// Keys that are none, and messages that are too long.
func TestRefusals(t *testing.T) {
	local, err := ecdh.P256().NewPrivateKey(read(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	good := Subscription{P256dh: local.PublicKey().Bytes(), Auth: make([]byte, 16)}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for what, s := range map[string]Subscription{"no key": {Auth: good.Auth}, "no point": {P256dh: make([]byte, 65), Auth: good.Auth}, "a short secret": {P256dh: good.P256dh, Auth: make([]byte, 15)}} {
		if s.Validate() == nil {
			t.Errorf("%s is taken", what)
		}
	}
	if _, err := seal(make([]byte, MaxPayload+1), good, local, make([]byte, 16), MaxPayload); err == nil {
		t.Error("a message that is too long is taken")
	}
	sealed, err := seal(make([]byte, MaxPayload), good, local, make([]byte, 16), MaxPayload)
	if err != nil || len(sealed) > 4096 {
		t.Errorf("the longest message has %d bytes: %v", len(sealed), err)
	}
}
