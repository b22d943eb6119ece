// Package totp makes and checks the codes of authenticator apps: six digits that
// change every 30 seconds (RFC 6238 with HMAC-SHA-1, which every app knows). It
// remembers nothing: the caller keeps the step of the last code, so that no code
// is good twice.
package totp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // what the apps speak; HMAC does not need more
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

const (
	// Digits is the length of a code.
	Digits = 6
	// Period is how long a code is shown.
	Period = 30 * time.Second
	// drift is by how many steps a clock may be wrong, in both directions.
	drift = 1
	// secretSize is the length of a secret in bytes, as RFC 4226 recommends.
	secretSize = 20
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a new random secret.
func NewSecret() []byte {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails
	return secret
}

// EncodeSecret returns a secret as people type it into an app: in base32.
func EncodeSecret(secret []byte) string { return encoding.EncodeToString(secret) }

// DecodeSecret reads what EncodeSecret wrote.
func DecodeSecret(text string) ([]byte, error) { return encoding.DecodeString(text) }

// FormURI returns the address that apps read from a barcode. The issuer is the
// name of the service, the account the user's address.
func FormURI(issuer, account string, secret []byte) string {
	escape := func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") } // apps show a plus sign as it is
	return fmt.Sprintf("otpauth://totp/%s:%s?secret=%s&issuer=%s&algorithm=SHA1&digits=%d&period=%d",
		escape(issuer), escape(account), EncodeSecret(secret), escape(issuer), Digits, int(Period.Seconds()))
}

// CodeAt returns the code that an app shows at the time.
func CodeAt(secret []byte, at time.Time) string { return codeOf(secret, stepAt(at), Digits) }

// CheckCode returns the step of a code that is right now, or was one step ago, or
// will be in one, and false where there is none after the given step. The caller
// stores the step in the transaction of what the code allows.
func CheckCode(secret []byte, code string, now time.Time, after int64) (step int64, ok bool) {
	for candidate := stepAt(now) - drift; candidate <= stepAt(now)+drift; candidate++ {
		right := subtle.ConstantTimeCompare([]byte(codeOf(secret, candidate, Digits)), []byte(code)) == 1
		if right && candidate > after && !ok {
			step, ok = candidate, true
		}
	}
	return step, ok
}

// stepAt is the number of the period in which a time lies.
func stepAt(at time.Time) int64 { return at.Unix() / int64(Period.Seconds()) }

// codeOf is the code of a step: HOTP of RFC 4226.
func codeOf(secret []byte, step int64, digits int) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, step)
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	value := binary.BigEndian.Uint32(sum[offset:offset+4]) & 0x7fffffff
	modulo := uint32(1)
	for range digits {
		modulo *= 10
	}
	return fmt.Sprintf("%0*d", digits, value%modulo)
}
