package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// EncryptionKey is the key of the flows of a phone number.
type EncryptionKey struct {
	PublicKey   *string `json:"publicKey" doc:"The 2048-bit RSA public key in PEM; null if none was set."`
	Fingerprint string  `json:"fingerprint,omitempty" doc:"SHA-256 of the key in DER form, in hexadecimal: compare it with that of your own."`
}

// SetEncryptionKey is another public key.
type SetEncryptionKey struct {
	PublicKey string `json:"publicKey,omitempty" needed:"true" maxLength:"10000" doc:"A 2048-bit RSA public key in PEM. Never send the private key."`
}

type (
	setEncryptionKeyInput struct {
		NumberInput
		Body SetEncryptionKey
	}
	encryptionKeyOutput struct{ Body EncryptionKey }
)

func answerEncryptionKey(k crm.EncryptionKey, err error) (*encryptionKeyOutput, error) {
	out := &encryptionKeyOutput{EncryptionKey{Fingerprint: k.Fingerprint}}
	if k.PEM != "" {
		out.Body.PublicKey = &k.PEM
	}
	return out, err
}

// exampleKey is a key whose private part nobody kept.
const exampleKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwP2XRtL0EMDqJEKItrq+
HmCqaF5jL0/s8q0QnwC8VRlVE1d4cgjq4fP/HU4FaQzOsfawX+w6maaPKJxOFPHs
d5HEcpuaqdcHC6XfwvdetzIbKMP/Q2gAJ2M5cHnQs8bekcXeQjaI/U9rUD0AzJdE
TuLev/CPIcs+2UDOqiGGMVRS/71SRGtSdAIOH0CUrm5xyamxNpE0VffIHPHv7vhz
0WqRwr6CGfaN46PFH80DaAMiVH6w4fOTlTJ/6MjbxK2YbnhFsDpsyVZrTInEUbtF
tOhJMzn6CnKkAr1wLSJUzuXa+hdqGRuSniBl2LOC4yzO+e6t8XOG4LiEi8ctK7zI
nQIDAQAB
-----END PUBLIC KEY-----
`

func encryptionKeyRoutes(s *Server) {
	const path = "/v1/phone-numbers/{id}/encryption-key"
	register(s, operation{id: "get-encryption-key", method: http.MethodGet, path: path, tag: numbersTag, errors: setupCalls,
		scope: crm.ScopeNumbersRead, summary: "Get the encryption key of flows", description: "The public key by which the provider encrypts what contacts enter in flows, as it has it now."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*encryptionKeyOutput, error) {
			return answerEncryptionKey(s.svc.Storefront.EncryptionKey(ctx, a, in.ID))
		})
	register(s, operation{id: "set-encryption-key", method: http.MethodPut, path: path, tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "encryption_key.set", summary: "Set the encryption key of flows",
		description: "Gives the provider your public key. The private key stays with you, where flows are decrypted: the service never asks for it, and refuses one that is sent. Whoever decrypts must have the new private key before you set its public one.",
		example:     SetEncryptionKey{PublicKey: exampleKey}},
		func(ctx context.Context, a crm.Actor, in *setEncryptionKeyInput) (*encryptionKeyOutput, error) {
			return answerEncryptionKey(s.svc.Storefront.SetEncryptionKey(ctx, a, in.ID, in.Body.PublicKey))
		})
}
