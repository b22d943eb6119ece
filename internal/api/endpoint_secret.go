package api

import (
	"context"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// EndpointSecret is what is told of a secret that signs.
type EndpointSecret struct {
	ID        string        `json:"id" doc:"The beginning of the SHA-256 of the secret's bytes, or of the public key's bytes." example:"wks_3b9f0c6d2a81e457"`
	Algorithm crm.Algorithm `json:"algorithm" enum:"hmac,ed25519" doc:"hmac signs with a shared secret, ed25519 with a key pair."`
	PublicKey string        `json:"publicKey,omitempty" doc:"Verifies v1a signatures; only for ed25519." example:"whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="`
	CreatedAt time.Time     `json:"createdAt" doc:"When the secret was created."`
	ExpiresAt *time.Time    `json:"expiresAt,omitempty" doc:"When a rotated secret stops signing."`
}

// RotateEndpointSecret says how long the old secrets sign beside the new ones,
// and how events are signed from now on.
type RotateEndpointSecret struct {
	OverlapSeconds *int          `json:"overlapSeconds,omitempty" minimum:"0" maximum:"604800" default:"86400" doc:"How long the old secret signs beside the new one: up to 7 days, 1 day by default. 0 ends all earlier secrets at once."`
	Signature      crm.Signature `json:"signature,omitempty" enum:"hmac,ed25519,both" doc:"How events are signed from now on; unchanged by default."`
}

type expireSecretInput struct {
	EndpointInput
	SecretID string `path:"secretId" maxLength:"64" doc:"Id of the secret."`
}

func endpointSecretRoutes(s *Server, path string) {
	register(s, operation{id: "rotate-webhook-endpoint-secret", method: http.MethodPost, path: path + "/{id}/rotate-secret", tag: endpointsTag, errors: []int{404, 409},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "webhook_endpoint.secret_rotated", summary: "Rotate a signing secret", description: "Both secrets sign until the overlap ends. At most 5 secrets can sign at the same time. The answer shows the new secret only once. It signs every attempt that begins after the answer.",
		example: RotateEndpointSecret{OverlapSeconds: ptr(86400)}},
		func(ctx context.Context, a crm.Actor, in *rotateSecretInput) (*secretEndpointOutput, error) {
			overlap, signature := crm.SecretOverlap, crm.Signature("")
			if b := in.Body; b != nil {
				signature = b.Signature
				if b.OverlapSeconds != nil {
					overlap = time.Duration(*b.OverlapSeconds) * time.Second
				}
			}
			return s.answerSecret(ctx)(s.svc.Event.RotateEndpointSecret(ctx, a, in.ID, overlap, signature))
		})
	register(s, operation{id: "expire-webhook-endpoint-secret", method: http.MethodDelete, path: path + "/{id}/secrets/{secretId}", tag: endpointsTag, status: http.StatusNoContent, errors: []int{404, 409},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "webhook_endpoint.secret_expired", summary: "End an old signing secret", description: "Ends a rotated secret before its overlap is over. To end a current secret, rotate it."},
		func(ctx context.Context, a crm.Actor, in *expireSecretInput) (*struct{}, error) {
			return nil, s.svc.Event.ExpireEndpointSecret(ctx, a, in.ID, in.SecretID)
		})
}

func renderSecrets(list []crm.EndpointSecret) []EndpointSecret {
	out := []EndpointSecret{}
	for _, e := range slices.Backward(list) {
		out = append(out, EndpointSecret{ID: e.ID, Algorithm: e.Algorithm, PublicKey: e.PublicKey, CreatedAt: e.CreatedAt, ExpiresAt: e.ExpiresAt})
	}
	return out
}

// publicKeysURL is where anybody gets the public keys of an endpoint; empty if
// it has none.
func publicKeysURL(address string, e *crm.WebhookEndpoint) string {
	if !slices.ContainsFunc(e.Secrets, func(s crm.EndpointSecret) bool { return s.PublicKey != "" }) {
		return ""
	}
	return address + "/webhook-keys/" + e.WorkspaceID + "/" + e.ID
}

// publicKey is a JSON Web Key (RFC 8037), with the same as Standard Webhooks
// writes it.
type publicKey struct {
	Type      string     `json:"kty"`
	Curve     string     `json:"crv"`
	X         string     `json:"x"`
	ID        string     `json:"kid"`
	Use       string     `json:"use"`
	Algorithm string     `json:"alg"`
	PublicKey string     `json:"publicKey"`
	CreatedAt time.Time  `json:"createdAt"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// publicKeys answers with the public keys of an endpoint, without a login.
func (s *Server) publicKeys(w http.ResponseWriter, r *http.Request) {
	list, err := s.svc.Event.EndpointPublicKeys(r.Context(), r.PathValue("workspace"), r.PathValue("id"))
	if err != nil {
		s.writeProblem(w, r, err)
		return
	}
	keys := []publicKey{}
	for _, k := range list {
		raw, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(k.PublicKey, "whpk_"))
		keys = append(keys, publicKey{Type: "OKP", Curve: "Ed25519", X: base64.RawURLEncoding.EncodeToString(raw), ID: k.ID, Use: "sig", Algorithm: "EdDSA",
			PublicKey: k.PublicKey, CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt})
	}
	h := w.Header()
	h.Set("Content-Type", "application/jwk-set+json")
	h.Set("Cache-Control", "public, max-age=60")
	h.Set("Access-Control-Allow-Origin", "*")
	_ = writeAnswer(w, map[string]any{"keys": keys})
}
