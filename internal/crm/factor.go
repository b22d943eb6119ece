package crm

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"
)

// The factors by which people prove who they are, as a session names them.
const (
	FactorPassword     = "password"
	FactorTOTP         = "totp"
	FactorRecoveryCode = "recovery_code"
	FactorPasskey      = "passkey"
	FactorSSO          = "sso" // at an OpenID provider
)

// Limits of second factors and passkeys.
const (
	RecoveryCodeCount = 10
	MaxPasskeys       = 20
	MaxPasskeyName    = 100
	// PasskeyChangeLife is how long a change of a passkey's backups waits for the
	// person to confirm who they are.
	PasskeyChangeLife = 10 * time.Minute
)

// SecondFactor is what a person gives besides the password: one of the two.
type SecondFactor struct {
	// Code is what an authenticator app shows.
	Code string
	// RecoveryCode is one of the codes that were shown once.
	RecoveryCode string
}

// IsZero reports whether nothing is given.
func (f SecondFactor) IsZero() bool { return f == SecondFactor{} }

// Check records what is wrong with the form of a second factor.
func (f SecondFactor) Check(faults *Faults) {
	if f.Code != "" && f.RecoveryCode != "" {
		faults.Add("/recoveryCode", CodeNotAllowed, "Give code or recoveryCode, not both.")
	}
}

// Factors says which factors a person has besides the password.
type Factors struct {
	TOTP bool
	// TOTPSince is when codes of an app began to count; nil if they do not.
	TOTPSince *time.Time
	// RecoveryCodes is how many of them are not used yet.
	RecoveryCodes int
	Passkeys      int
}

// Passkey is a credential of a person's device: it proves who they are without a
// password. One that was copied by force is noticed by its count.
type Passkey struct {
	ID, UserID string
	Name       string
	// BackedUp says whether other devices of the person have it too.
	BackedUp   bool
	CreatedAt  time.Time
	LastUsedAt *time.Time
	// SuspectAt is when it was last used with an old count, and refused: somebody
	// may have copied it.
	SuspectAt *time.Time
}

// CheckPasskeyName records what is wrong with the name of a passkey.
func CheckPasskeyName(name string, faults *Faults) {
	switch {
	case strings.TrimSpace(name) == "":
		faults.Add("/name", CodeRequired, "name is required: by what you recognise the device.")
	case utf8.RuneCountInString(name) > MaxPasskeyName:
		faults.Add("/name", CodeTooLong, "name may have at most %d characters.", MaxPasskeyName)
	}
}

// recoveryAlphabet has no letter that is taken for another one.
var recoveryAlphabet = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// NewRecoveryCode returns a random code of 80 bits, such as
// k3xm-9f2a-hq7r-b5tz.
func NewRecoveryCode() string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails
	text := recoveryAlphabet.EncodeToString(b[:])
	return text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
}

// HashRecoveryCode returns how a person's recovery code is stored, however it was
// typed. 80 random bits need no slow hash.
func HashRecoveryCode(userID, code string) string {
	plain := strings.NewReplacer("-", "", " ", "").Replace(strings.ToLower(code))
	sum := sha256.Sum256([]byte("recovery code\n" + userID + "\n" + plain))
	return hex.EncodeToString(sum[:])
}
