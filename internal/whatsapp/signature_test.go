package whatsapp

import (
	"encoding/hex"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	emptyEntries = `{"object":"whatsapp_business_account","entry":[]}`
	emptyDigest  = "dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756"
)

func TestSignatureVectors(t *testing.T) {
	if got := sign("test_app_secret", []byte(emptyEntries)); got != "sha256="+emptyDigest {
		t.Errorf("got %s", got)
	}
	for name, digest := range map[string]string{
		"RAW-wire-voice-escaped-slashes": "ede49e38135580669804009e63f843236db7076ce16e2a625bcc75dbc4bd7c10",
		"RAW-wire-unicode-text":          "3ea3090365fdfe73267b9eeb3790c3de24876c6a5d01aa04b1da3028edabd573",
	} {
		t.Run(name, func(t *testing.T) {
			body := read(t, fixtures(t, filepath.Join("inbound", name+".raw.json"))[0])
			if !VerifySignature("test_app_secret", "sha256="+digest, body) {
				t.Error("the vector does not verify")
			}
		})
	}
}

func TestVerifySignature(t *testing.T) {
	body := []byte(emptyEntries)
	for name, c := range map[string]struct {
		secret, header string
		want           bool
	}{
		"right":          {"test_app_secret", "sha256=" + emptyDigest, true},
		"other secret":   {"test_app_secreT", "sha256=" + emptyDigest, false},
		"no header":      {"test_app_secret", "", false},
		"no prefix":      {"test_app_secret", emptyDigest, false},
		"other prefix":   {"test_app_secret", "sha1=" + emptyDigest, false},
		"prefix in caps": {"test_app_secret", "SHA256=" + emptyDigest, false},
		"blank":          {"test_app_secret", "sha256= " + emptyDigest[1:], false},
		"short":          {"test_app_secret", "sha256=" + emptyDigest[2:], false},
		"long":           {"test_app_secret", "sha256=" + emptyDigest + "00", false},
		"no hex":         {"test_app_secret", "sha256=" + strings.Repeat("z", 64), false},
		"empty secret":   {"", sign("", body), false},
	} {
		if got := VerifySignature(c.secret, c.header, body); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if VerifySignature("test_app_secret", "sha256="+emptyDigest, body[1:]) {
		t.Error("another body verifies")
	}
}

func TestVerifyHandshake(t *testing.T) {
	for name, c := range map[string]struct {
		mode, given, challenge, token string
		want                          bool
	}{
		"right":           {"subscribe", "tok", "<b>12", "tok", true},
		"wrong token":     {"subscribe", "tokk", "12", "tok", false},
		"empty token":     {"subscribe", "", "12", "", false},
		"other mode":      {"unsubscribe", "tok", "12", "tok", false},
		"no challenge":    {"subscribe", "tok", "", "tok", false},
		"endless":         {"subscribe", "tok", strings.Repeat("1", maxChallenge+1), "tok", false},
		"token not asked": {"subscribe", "", "12", "tok", false},
	} {
		q := url.Values{"hub.mode": {c.mode}, "hub.verify_token": {c.given}, "hub.challenge": {c.challenge}}
		got, ok := VerifyHandshake(q, c.token, time.Now())
		if ok != c.want || ok && got != c.challenge || !ok && got != "" {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
	if _, ok := VerifyHandshake(nil, "tok", time.Now()); ok {
		t.Error("nothing matches")
	}
}

// A token of a trial is taken for a minute, and by who has the verify token.
func TestTrialToken(t *testing.T) {
	now := time.Now()
	token := NewTrialToken("tok", now)
	for name, c := range map[string]struct {
		given, token string
		at           time.Time
		want         bool
	}{
		"right":         {token, "tok", now.Add(50 * time.Second), true},
		"too late":      {token, "tok", now.Add(61 * time.Second), false},
		"of tomorrow":   {NewTrialToken("tok", now.Add(24*time.Hour)), "tok", now, false},
		"another one's": {token, "tik", now, false},
		"cut":           {token[:len(token)-1], "tok", now, false},
		"longer life":   {strings.Replace(token, "trial.1", "trial.2", 1), "tok", now, false},
		"nothing":       {"trial.", "tok", now, false},
		"dots":          {"trial...", "tok", now, false},
	} {
		q := url.Values{"hub.mode": {"subscribe"}, "hub.verify_token": {c.given}, "hub.challenge": {"12"}}
		if _, ok := VerifyHandshake(q, c.token, c.at); ok != c.want {
			t.Errorf("%s: %v", name, ok)
		}
	}
}

// sign returns the X-Hub-Signature-256 header of a webhook body: the prefix
// sha256= and the hex HMAC-SHA256 under the app secret (inbound.md 1.2).
func sign(secret string, body []byte) string {
	return signaturePrefix + hex.EncodeToString(mac(secret, body))
}
