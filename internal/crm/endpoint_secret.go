package crm

import (
	"slices"
	"time"
)

// Limits of an endpoint's secrets.
const (
	MaxEndpointSecrets = 5 // that sign at once
	SecretOverlap      = 24 * time.Hour
	MaxSecretOverlap   = 7 * 24 * time.Hour
)

// Signature says how an endpoint's events are signed.
type Signature string

// The signatures of Standard Webhooks: v1 with a shared secret, v1a with a key
// pair of which the receiver has the public half, or one of each.
const (
	SignatureHMAC    Signature = "hmac"
	SignatureEd25519 Signature = "ed25519"
	SignatureBoth    Signature = "both"
)

// Signatures are all of them.
var Signatures = []Signature{SignatureHMAC, SignatureEd25519, SignatureBoth}

// Algorithm is what a secret signs with: SignatureHMAC or SignatureEd25519.
type Algorithm = Signature

// Algorithms returns those that sign, the order of their signatures.
func (s Signature) Algorithms() []Algorithm {
	switch s {
	case SignatureEd25519:
		return []Algorithm{SignatureEd25519}
	case SignatureBoth:
		return []Algorithm{SignatureHMAC, SignatureEd25519}
	}
	return []Algorithm{SignatureHMAC}
}

// EndpointSecret is one secret of an endpoint, which signs until ExpiresAt.
type EndpointSecret struct {
	// Secret is whsec_ and 32 random bytes, or whsk_ and an ed25519 key, in
	// base64.
	Secret    string     `json:"secret"`
	CreatedAt time.Time  `json:"createdAt"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	// What may be told of it, derived from Secret: an identifier, what it signs
	// with, and the public half of a key pair, whpk_….
	ID        string    `json:"-"`
	Algorithm Algorithm `json:"-"`
	PublicKey string    `json:"-"`
}

// Live reports whether the secret signs at now.
func (s *EndpointSecret) Live(now time.Time) bool {
	return s.ExpiresAt == nil || now.Before(*s.ExpiresAt)
}

// LiveSecrets returns the secrets that sign at now, newest first.
func (e *WebhookEndpoint) LiveSecrets(now time.Time) []EndpointSecret {
	var live []EndpointSecret
	for _, s := range slices.Backward(e.Secrets) {
		if s.Live(now) {
			live = append(live, s)
		}
	}
	return live
}

// Signature returns how the endpoint signs, by the secrets that have no end.
func (e *WebhookEndpoint) Signature() Signature {
	shared, pair := false, false
	for _, s := range e.Secrets {
		shared = shared || s.ExpiresAt == nil && s.Algorithm == SignatureHMAC
		pair = pair || s.ExpiresAt == nil && s.Algorithm == SignatureEd25519
	}
	switch {
	case shared && pair:
		return SignatureBoth
	case pair:
		return SignatureEd25519
	}
	return SignatureHMAC
}

// CheckSignature records a signature that does not exist.
func CheckSignature(s Signature, f *Faults) {
	if !slices.Contains(Signatures, s) {
		f.Add("/signature", CodeNotAllowed, "signature must be hmac, ed25519 or both.")
	}
}
