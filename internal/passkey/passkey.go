// Package passkey makes and checks passkeys: WebAuthn credentials that live on a
// person's device, can be found there without a name, and are used only after the
// device has verified the person. It stores nothing: the caller keeps passkeys and
// ceremonies, and uses each ceremony once.
package passkey

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Life is how long a ceremony may take. The caller enforces it by its own clock.
const Life = 5 * time.Minute

// The ways in which an answer is refused, beside being wrong.
var (
	// ErrWrong is an answer that does not belong to its ceremony, or whose device
	// did not verify the person.
	ErrWrong = errors.New("the passkey's answer is not valid")
	// ErrCloned is an answer whose count is behind the stored one: somebody may have
	// copied the passkey.
	ErrCloned = errors.New("the passkey may have been copied")
	// ErrBackupChanged is a right answer of a passkey that says of itself that it can
	// be copied to other devices, and did not at first, or the other way round.
	ErrBackupChanged = errors.New("the passkey says something else of its copies than before")
)

// Site is the service as devices know it: the host of its public address, to
// which passkeys are bound, and the origin of its pages.
type Site struct{ w *webauthn.WebAuthn }

// NewSite returns the site at a public address, such as https://crm.example.com.
// An address by number counts as localhost if it is of this machine; devices make
// no passkeys for numbers, so it is refused otherwise.
func NewSite(publicURL, name string) (*Site, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("%q is no address of a site", publicURL)
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); ip != nil {
		if !ip.IsLoopback() {
			return nil, fmt.Errorf("passkeys need a name, not the number %s", host)
		}
		host = "localhost"
	}
	if u.Scheme == "http" && host != "localhost" {
		return nil, fmt.Errorf("passkeys need https, except at localhost")
	}
	origin := u.Scheme + "://" + host
	if port := u.Port(); port != "" {
		origin += ":" + port
	}
	always := true
	w, err := webauthn.New(&webauthn.Config{RPID: strings.ToLower(host), RPDisplayName: name, RPOrigins: []string{strings.ToLower(origin)},
		AttestationPreference: protocol.PreferNoAttestation,
		// The session of each ceremony keeps that the person must be verified: only
		// then the library checks it.
		AuthenticatorSelection: protocol.AuthenticatorSelection{RequireResidentKey: &always, ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired},
		// Browsers report credProps and others unasked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
		Timeouts:                          webauthn.TimeoutsConfig{Login: webauthn.TimeoutConfig{Timeout: Life}, Registration: webauthn.TimeoutConfig{Timeout: Life}}})
	if err != nil {
		return nil, err
	}
	return &Site{w}, nil
}

// ID is the host that passkeys are bound to.
func (s *Site) ID() string { return s.w.Config.RPID }

// Person is who has passkeys. Handle is random and says nothing about them.
type Person struct {
	Handle      []byte
	Name, Title string // the address, and the name that people read
	Passkeys    []Passkey
}

// Passkey is one credential with all that is known of it.
type Passkey struct {
	// ID is the device's name for it.
	ID []byte
	// Record is the whole credential, to be stored and given back as it is.
	Record []byte
	// BackedUp says whether other devices of the person have it too.
	BackedUp bool
}

// Begin is what a browser is asked for, and the ceremony that its answer must
// belong to: to be stored as it is and used once within Life.
type Begin struct{ Options, Ceremony []byte }

// BeginMaking asks for a new passkey of a person, on a device that has none yet.
func (s *Site) BeginMaking(p Person) (Begin, error) {
	u, err := userOf(p)
	if err != nil {
		return Begin{}, err
	}
	options, session, err := s.w.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.credentials).CredentialDescriptors()))
	if err != nil {
		return Begin{}, err
	}
	return beginning(options.Response, session)
}

// FinishMaking returns the passkey that a browser made, or ErrWrong.
func (s *Site) FinishMaking(p Person, ceremony, answer []byte) (Passkey, error) {
	session, err := sessionOf(ceremony)
	if err != nil {
		return Passkey{}, err
	}
	u, err := userOf(p)
	if err != nil {
		return Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Passkey{}, wrong(err)
	}
	c, err := s.w.CreateCredential(u, session, parsed)
	if err != nil {
		return Passkey{}, wrong(err)
	}
	return passkeyOf(*c)
}

// BeginUsing asks for any passkey of this site, without saying whose.
func (s *Site) BeginUsing() (Begin, error) {
	options, session, err := s.w.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return Begin{}, err
	}
	return beginning(options.Response, session)
}

// FinishUsing returns the passkey with which a person answered, as it is to be
// stored from now on. find returns who has the handle. Any fault of the answer is
// ErrWrong; ErrCloned and ErrBackupChanged come with a passkey to be looked at,
// whose answer was right otherwise.
func (s *Site) FinishUsing(ceremony, answer []byte, find func(id, handle []byte) (Person, error)) (Passkey, error) {
	session, err := sessionOf(ceremony)
	if err != nil {
		return Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Passkey{}, wrong(err)
	}
	var changed bool
	var failed error
	c, err := s.w.ValidateDiscoverableLogin(func(id, handle []byte) (webauthn.User, error) {
		p, err := find(id, handle)
		if err != nil {
			failed = err
			return nil, err
		}
		u, err := userOf(p)
		if err != nil {
			failed = err
			return nil, err
		}
		changed = u.adopt(id, parsed.Response.AuthenticatorData.Flags)
		return u, nil
	}, session, parsed)
	switch {
	case failed != nil:
		return Passkey{}, failed
	case err != nil:
		return Passkey{}, wrong(err)
	}
	cloned := c.Authenticator.CloneWarning
	c.Authenticator.CloneWarning = false
	p, err := passkeyOf(*c)
	switch {
	case err != nil:
		return p, err
	case cloned:
		return p, ErrCloned
	case changed:
		return p, ErrBackupChanged
	}
	return p, nil
}

// user is a person as the library wants to see one.
type user struct {
	Person
	credentials []webauthn.Credential
}

func userOf(p Person) (*user, error) {
	u := &user{Person: p, credentials: make([]webauthn.Credential, len(p.Passkeys))}
	for i, key := range p.Passkeys {
		if err := json.Unmarshal(key.Record, &u.credentials[i]); err != nil {
			return nil, fmt.Errorf("the record of a passkey: %w", err)
		}
	}
	return u, nil
}

// adopt lets the library go on with a passkey that says something else of its
// backups than it did, and reports so: the library checks this last of all, and
// the caller decides.
func (u *user) adopt(id []byte, now protocol.AuthenticatorFlags) (changed bool) {
	for i := range u.credentials {
		if c := &u.credentials[i]; string(c.ID) == string(id) && c.Flags.BackupEligible != now.HasBackupEligible() {
			c.Flags.BackupEligible, changed = now.HasBackupEligible(), true
		}
	}
	return changed
}

func (u *user) WebAuthnID() []byte                         { return u.Handle }
func (u *user) WebAuthnName() string                       { return u.Name }
func (u *user) WebAuthnDisplayName() string                { return u.Title }
func (u *user) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

func passkeyOf(c webauthn.Credential) (Passkey, error) {
	record, err := json.Marshal(c)
	return Passkey{ID: c.ID, Record: record, BackedUp: c.Flags.BackupState}, err
}

func beginning(options any, session *webauthn.SessionData) (b Begin, err error) {
	if b.Options, err = json.Marshal(options); err != nil {
		return b, err
	}
	b.Ceremony, err = json.Marshal(session)
	return b, err
}

func sessionOf(ceremony []byte) (session webauthn.SessionData, err error) {
	if err := json.Unmarshal(ceremony, &session); err != nil {
		return session, fmt.Errorf("the ceremony: %w", err)
	}
	if session.UserVerification != protocol.VerificationRequired {
		return session, errors.New("the ceremony does not want the person verified")
	}
	return session, nil
}

// wrong keeps what the library says for the log. It names no secret.
func wrong(err error) error {
	var detail *protocol.Error
	if errors.As(err, &detail) && detail.DevInfo != "" {
		return fmt.Errorf("%w: %s: %s", ErrWrong, detail.Details, detail.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrWrong, err)
}
