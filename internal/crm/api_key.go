package crm

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"slices"
	"strings"
	"time"
)

// APIKey is a credential of one workspace. Only a hash of the key itself is
// kept; the key is shown once, when it is made.
type APIKey struct {
	ID          string
	WorkspaceID string
	Name        string
	LastFour    string
	Scopes      []Scope
	CreatedAt   time.Time
	ExpiresAt   *time.Time
	RevokedAt   *time.Time
	LastUsedAt  *time.Time
	// RotatedTo names the key that replaces this one; until ExpiresAt both work.
	RotatedTo string
	// Reach is which conversations the key may see.
	Reach KeyReach
	// MasksPhoneNumbers shows the key contacts' phone numbers masked.
	MasksPhoneNumbers bool
	// Networks are those from which the key may be used, as CIDR; empty for every one.
	Networks []string
	// LastUsedFrom is the address of the caller at LastUsedAt, and CreatedBy who made
	// the key; both are empty where that is not known.
	LastUsedFrom string
	CreatedBy    DoneBy
}

// Usable returns nil when the key may be used at now.
func (k APIKey) Usable(now time.Time) error {
	if k.RevokedAt != nil {
		return Errorf(KindUnauthorized, CodeUnauthorized, "This API key was revoked.")
	}
	if k.ExpiresAt != nil && !now.Before(*k.ExpiresAt) {
		return Errorf(KindUnauthorized, CodeKeyExpired, "This API key expired at %s.", k.ExpiresAt.Format(time.RFC3339))
	}
	return nil
}

const (
	liveKeyPrefix = "sk_live_"
	testKeyPrefix = "sk_test_"
	keyAlphabet   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	keyRandom     = 43 // 43 characters of 62 are more than 256 bits
	keyChecksum   = 6
)

// NewAPIKeySecret returns a key: prefix, 256 random bits, and a checksum by
// which scanners and the server tell a typo without a look-up.
func NewAPIKeySecret(live bool) string {
	prefix := testKeyPrefix
	if live {
		prefix = liveKeyPrefix
	}
	out := make([]byte, 0, keyRandom)
	var buf [64]byte
	for len(out) < keyRandom {
		_, _ = rand.Read(buf[:])
		for _, b := range buf {
			if b < 248 && len(out) < keyRandom { // 248 = 4·62: no modulo bias
				out = append(out, keyAlphabet[b%62])
			}
		}
	}
	return prefix + string(out) + checksum(prefix+string(out))
}

// CheckAPIKeySecret reports whether the text has the form and checksum of a
// key, and whether it is a live one.
func CheckAPIKeySecret(secret string) (live, ok bool) {
	if len(secret) != len(liveKeyPrefix)+keyRandom+keyChecksum {
		return false, false
	}
	live = strings.HasPrefix(secret, liveKeyPrefix)
	if !live && !strings.HasPrefix(secret, testKeyPrefix) {
		return false, false
	}
	body := secret[:len(secret)-keyChecksum]
	return live, checksum(body) == secret[len(secret)-keyChecksum:]
}

func checksum(s string) string {
	n := crc32.ChecksumIEEE([]byte(s))
	var out [keyChecksum]byte
	for i := range out {
		out[i] = keyAlphabet[n%62]
		n /= 62
	}
	return string(out[:])
}

// HashAPIKey returns the hash under which a key is stored: SHA-256 in hex. The
// key has 256 random bits, so a slow hash would add nothing.
func HashAPIKey(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// NewAPIKeyRequest is what a caller may choose of a new key.
type NewAPIKeyRequest struct {
	Name      string
	Scopes    []Scope
	ExpiresAt *time.Time
	Reach     KeyReach
	Networks  []string

	MasksPhoneNumbers bool
}

// Validate returns every fault of the request; maker must hold each scope
// that it hands on.
func (r NewAPIKeyRequest) Validate(maker Actor, now time.Time) error {
	var f Faults
	checkKeyName(r.Name, &f)
	if len(r.Scopes) == 0 {
		f.Add("/scopes", CodeRequired, "scopes needs at least one scope, or \"*\".")
	}
	for i, s := range r.Scopes {
		p := Pointer("scopes", i)
		if !slices.Contains(Scopes, s) {
			f.Add(p, CodeNotAllowed, "%q is not a scope.", s)
		} else if maker.Require(s) != nil {
			f.Add(p, CodeForbidden, "%s the scope %s and cannot grant it.", maker.Address("This API key lacks", "You lack"), s)
		}
	}
	r.Reach.check(maker, &f)
	maker.checkMask(r.MasksPhoneNumbers, &f)
	CheckNetworks(r.Networks, &f)
	if r.ExpiresAt != nil && !r.ExpiresAt.After(now) {
		f.Add("/expiresAt", CodeOutOfRange, "expiresAt must be in the future.")
	}
	return f.Err()
}
