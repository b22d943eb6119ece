// Package webhook sends events to the receivers of customers. It signs them by
// Standard Webhooks and retries them on a schedule, each endpoint by itself.
package webhook

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// How keys are written (Standard Webhooks 1.0, "Signature scheme").
const (
	secretPrefix  = "whsec_" // shared, for v1
	privatePrefix = "whsk_"  // ed25519, for v1a
	publicPrefix  = "whpk_"
)

// NewSecret returns a shared secret: whsec_ and 32 random bytes in base64.
func NewSecret() string {
	var key [32]byte
	_, _ = rand.Read(key[:])
	return secretPrefix + base64.StdEncoding.EncodeToString(key[:])
}

// NewPrivateKey returns an ed25519 key: whsk_ and its 64 bytes, seed and public
// half, in base64.
func NewPrivateKey() string {
	_, key, _ := ed25519.GenerateKey(nil)
	return privatePrefix + base64.StdEncoding.EncodeToString(key)
}

// Describe fills in what may be told of a secret.
func Describe(s *crm.EndpointSecret) error {
	k, err := parseKey(s.Secret)
	if err != nil {
		return err
	}
	s.Algorithm = crm.SignatureHMAC
	told := k.shared
	if k.private != nil {
		s.Algorithm, told = crm.SignatureEd25519, k.private.Public().(ed25519.PublicKey)
		s.PublicKey = publicPrefix + base64.StdEncoding.EncodeToString(told)
	}
	sum := sha256.Sum256(told)
	s.ID = "wks_" + hex.EncodeToString(sum[:8])
	return nil
}

// key is a secret that is ready to sign: shared, or an ed25519 key.
type key struct {
	shared  []byte
	private ed25519.PrivateKey
}

var errSecret = errors.New("webhook: a signing secret is none of Standard Webhooks")

func parseKey(secret string) (key, error) {
	text, pair := strings.CutPrefix(secret, privatePrefix)
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, secretPrefix))
	switch {
	case err != nil || len(raw) == 0 || pair && len(raw) != ed25519.PrivateKeySize:
		return key{}, errSecret
	case pair:
		return key{private: raw}, nil
	}
	return key{shared: raw}, nil
}

// Sign returns the webhook-signature header of Standard Webhooks 1.0 for the
// event id, the second of the attempt and the exact body: one signature per
// secret in their order, v1 by a shared one and v1a by an ed25519 key.
func Sign(secrets []string, id string, at time.Time, body []byte) (string, error) {
	head := make([]byte, 0, 64)
	head = append(append(head, id...), '.')
	head = append(strconv.AppendInt(head, at.Unix(), 10), '.')
	var whole []byte // what an ed25519 key signs, made for the first one
	out := make([]byte, 0, 128)
	for i, s := range secrets {
		k, err := parseKey(s)
		if err != nil {
			return "", err
		}
		if i > 0 {
			out = append(out, ' ')
		}
		if k.private != nil {
			if whole == nil {
				whole = append(append(make([]byte, 0, len(head)+len(body)), head...), body...)
			}
			out = base64.StdEncoding.AppendEncode(append(out, "v1a,"...), ed25519.Sign(k.private, whole))
			continue
		}
		mac := hmac.New(sha256.New, k.shared)
		mac.Write(head)
		mac.Write(body)
		var sum [sha256.Size]byte
		out = base64.StdEncoding.AppendEncode(append(out, "v1,"...), mac.Sum(sum[:0]))
	}
	return string(out), nil
}
