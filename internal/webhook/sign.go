// Package webhook sends events to the customers' receivers: signed by Standard
// Webhooks, retried on a schedule, each endpoint by itself.
package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const secretPrefix = "whsec_"

// NewSecret returns a signing secret: whsec_ and 32 random bytes in base64.
func NewSecret() string {
	var key [32]byte
	_, _ = rand.Read(key[:])
	return secretPrefix + base64.StdEncoding.EncodeToString(key[:])
}

// Sign returns the webhook-signature header of Standard Webhooks 1.0 for the
// event id, the second of the attempt and the exact body: one v1 signature per
// secret, newest first.
func Sign(secrets []string, id string, at time.Time, body []byte) (string, error) {
	var out strings.Builder
	stamp := strconv.FormatInt(at.Unix(), 10)
	for i, s := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(s, secretPrefix))
		if err != nil {
			return "", fmt.Errorf("webhook: a signing secret is not base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + stamp + "."))
		mac.Write(body)
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString("v1,")
		out.WriteString(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return out.String(), nil
}
