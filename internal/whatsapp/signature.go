package whatsapp

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
	"time"
)

const (
	signaturePrefix = "sha256="
	maxChallenge    = 1024
)

// IsSignature reports whether a header has the form of a signature.
func IsSignature(header string) bool {
	digest, ok := strings.CutPrefix(header, signaturePrefix)
	if !ok || len(digest) != hex.EncodedLen(sha256.Size) {
		return false
	}
	_, err := hex.DecodeString(digest)
	return err == nil
}

// VerifySignature reports whether header signs exactly these raw body bytes
// under the app secret. An empty secret verifies nothing. The comparison takes
// the same time wherever the values differ.
func VerifySignature(secret, header string, body []byte) bool {
	digest, ok := strings.CutPrefix(header, signaturePrefix)
	if !ok || secret == "" || len(digest) != hex.EncodedLen(sha256.Size) {
		return false
	}
	given, err := hex.DecodeString(digest)
	return err == nil && hmac.Equal(given, mac(secret, body))
}

// VerifyHandshake checks the query of the provider's subscription handshake
// against the verify token and returns the challenge, which must be answered
// as plain text, unchanged (inbound.md 1.1). The token of a trial is taken, too. An empty
// token matches nothing.
func VerifyHandshake(query url.Values, token string, now time.Time) (challenge string, ok bool) {
	challenge = query.Get("hub.challenge")
	if token == "" || query.Get("hub.mode") != "subscribe" || challenge == "" || len(challenge) > maxChallenge {
		return "", false
	}
	if given := query.Get("hub.verify_token"); !equalSecrets(given, token) && !isTrialToken(token, given, now) {
		return "", false
	}
	return challenge, true
}

// equalSecrets compares digests, so that not even the length of a secret shows.
func equalSecrets(a, b string) bool {
	given, want := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return hmac.Equal(given[:], want[:])
}

func mac(secret string, body []byte) []byte {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write(body)
	return h.Sum(nil)
}
