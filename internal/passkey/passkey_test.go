package passkey_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/json"
	"errors"
	"testing"

	"github.com/descope/virtualwebauthn"

	"service.example/crm/internal/passkey"
)

// device is a virtual authenticator with one passkey.
type device struct {
	party virtualwebauthn.RelyingParty
	auth  virtualwebauthn.Authenticator
	key   virtualwebauthn.Credential
}

func newDevice(handle []byte) *device {
	d := &device{party: virtualwebauthn.RelyingParty{ID: "crm.example.com", Name: "CRM", Origin: "https://crm.example.com"},
		auth: virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: handle})}
	// Coordinates that begin with a zero are written too short by the package.
	for whole := false; !whole; {
		d.key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		parsed, _ := x509.ParsePKCS8PrivateKey(d.key.Key.Data)
		public := parsed.(*ecdsa.PrivateKey).PublicKey
		raw, err := public.Bytes()
		whole = err == nil && raw[1] != 0 && raw[33] != 0
	}
	return d
}

func (d *device) make(t *testing.T, options []byte) []byte {
	t.Helper()
	o, err := virtualwebauthn.ParseAttestationOptions(string(options))
	must(t, err)
	return []byte(virtualwebauthn.CreateAttestationResponse(d.party, d.auth, d.key, *o))
}

func (d *device) use(t *testing.T, options []byte) []byte {
	t.Helper()
	o, err := virtualwebauthn.ParseAssertionOptions(string(options))
	must(t, err)
	return []byte(virtualwebauthn.CreateAssertionResponse(d.party, d.auth, d.key, *o))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newSite(t *testing.T) *passkey.Site {
	t.Helper()
	s, err := passkey.NewSite("https://crm.example.com", "CRM")
	must(t, err)
	return s
}

var ada = passkey.Person{Handle: bytes.Repeat([]byte{7}, 64), Name: "ada@example.com", Title: "Ada"}

// made returns a device whose passkey Ada has.
func made(t *testing.T, s *passkey.Site, set func(*device)) (*device, passkey.Person) {
	t.Helper()
	d := newDevice(ada.Handle)
	if set != nil {
		set(d)
	}
	begin, err := s.BeginMaking(ada)
	must(t, err)
	key, err := s.FinishMaking(ada, begin.Ceremony, d.make(t, begin.Options))
	must(t, err)
	person := ada
	person.Passkeys = []passkey.Passkey{key}
	return d, person
}

func use(t *testing.T, s *passkey.Site, d *device, p passkey.Person) (passkey.Passkey, error) {
	t.Helper()
	begin, err := s.BeginUsing()
	must(t, err)
	return s.FinishUsing(begin.Ceremony, d.use(t, begin.Options), func(_, handle []byte) (passkey.Person, error) {
		if !bytes.Equal(handle, p.Handle) {
			return passkey.Person{}, passkey.ErrWrong
		}
		return p, nil
	})
}

func TestPasskeysWithAndWithoutBackup(t *testing.T) {
	s := newSite(t)
	for _, backup := range []bool{false, true} {
		d, p := made(t, s, func(d *device) { d.auth.Options.BackupEligible, d.auth.Options.BackupState = backup, backup })
		if p.Passkeys[0].BackedUp != backup {
			t.Errorf("backed up: %t, want %t", p.Passkeys[0].BackedUp, backup)
		}
		for range 2 { // a device without a count says 0 each time
			key, err := use(t, s, d, p)
			must(t, err)
			p.Passkeys[0] = key
		}
		d.auth.Options.BackupEligible, d.auth.Options.BackupState = !backup, false
		key, err := use(t, s, d, p)
		if !errors.Is(err, passkey.ErrBackupChanged) {
			t.Fatalf("a changed flag: %v", err)
		}
		p.Passkeys[0] = key
		_, err = use(t, s, d, p)
		must(t, err)
	}
}

func TestBackupStateWithoutEligibilityIsRefused(t *testing.T) {
	s := newSite(t)
	d, p := made(t, s, nil)
	d.auth.Options.BackupState = true
	if _, err := use(t, s, d, p); !errors.Is(err, passkey.ErrWrong) {
		t.Errorf("taken: %v", err)
	}
}

// The count may only grow; a copy is noticed by one that does not.
func TestACountThatDoesNotGrowIsNoticed(t *testing.T) {
	s := newSite(t)
	d, p := made(t, s, func(d *device) { d.key.Counter = 5 })
	if _, err := use(t, s, d, p); !errors.Is(err, passkey.ErrCloned) {
		t.Errorf("the same count again: %v", err)
	}
	d.key.Counter = 6
	key, err := use(t, s, d, p)
	must(t, err)
	p.Passkeys[0] = key
	d.key.Counter = 4
	if _, err := use(t, s, d, p); !errors.Is(err, passkey.ErrCloned) {
		t.Errorf("an older count: %v", err)
	}
}

// Whatever does not fit is refused when a passkey is made and when it is used.
func TestWhatDoesNotFitIsRefused(t *testing.T) {
	s := newSite(t)
	for name, spoil := range map[string]func(*device){
		"another origin":     func(d *device) { d.party.Origin = "https://evil.example.com" },
		"another port":       func(d *device) { d.party.Origin = "https://crm.example.com:8443" },
		"without TLS":        func(d *device) { d.party.Origin = "http://crm.example.com" },
		"another site":       func(d *device) { d.party.ID = "evil.example.com" },
		"person not checked": func(d *device) { d.auth.Options.UserNotVerified = true },
		"person not there":   func(d *device) { d.auth.Options.UserNotPresent = true },
	} {
		d := newDevice(ada.Handle)
		spoil(d)
		begin, err := s.BeginMaking(ada)
		must(t, err)
		if _, err := s.FinishMaking(ada, begin.Ceremony, d.make(t, begin.Options)); !errors.Is(err, passkey.ErrWrong) {
			t.Errorf("%s: made with %v", name, err)
		}
		d, p := made(t, s, nil)
		spoil(d)
		if _, err := use(t, s, d, p); !errors.Is(err, passkey.ErrWrong) {
			t.Errorf("%s: used with %v", name, err)
		}
	}
}

func TestAnAnswerBelongsToItsCeremonyAndPerson(t *testing.T) {
	s := newSite(t)
	d, p := made(t, s, nil)
	one, err := s.BeginUsing()
	must(t, err)
	two, err := s.BeginUsing()
	must(t, err)
	find := func(_, _ []byte) (passkey.Person, error) { return p, nil }
	if _, err := s.FinishUsing(two.Ceremony, d.use(t, one.Options), find); !errors.Is(err, passkey.ErrWrong) {
		t.Errorf("the answer of another ceremony: %v", err)
	}
	making, err := s.BeginMaking(ada)
	must(t, err)
	if _, err := s.FinishUsing(making.Ceremony, d.use(t, making.Options), find); !errors.Is(err, passkey.ErrWrong) {
		t.Errorf("the ceremony of a new passkey: %v", err)
	}
	bob := passkey.Person{Handle: bytes.Repeat([]byte{8}, 64), Name: "bob@example.com", Title: "Bob"}
	if _, err := s.FinishMaking(bob, making.Ceremony, d.make(t, making.Options)); !errors.Is(err, passkey.ErrWrong) {
		t.Errorf("somebody else's ceremony: %v", err)
	}
	d.auth.Options.UserHandle = bob.Handle // the device says that it is Bob's
	if _, err := s.FinishUsing(two.Ceremony, d.use(t, two.Options), func(_, _ []byte) (passkey.Person, error) { return bob, nil }); !errors.Is(err, passkey.ErrWrong) {
		t.Errorf("somebody else's passkey: %v", err)
	}
	other, _ := made(t, s, nil)
	other.key.ID = d.key.ID // another key under the name of this one
	if _, err := use(t, s, other, p); !errors.Is(err, passkey.ErrWrong) {
		t.Errorf("another key: %v", err)
	}
}

func TestTheOptionsWantTheRightDevice(t *testing.T) {
	s := newSite(t)
	_, p := made(t, s, nil)
	begin, err := s.BeginMaking(p)
	must(t, err)
	var made struct {
		RP                     struct{ ID string }
		AuthenticatorSelection struct {
			UserVerification, ResidentKey string
			RequireResidentKey            bool
		}
		ExcludeCredentials []any
	}
	must(t, json.Unmarshal(begin.Options, &made))
	if made.RP.ID != "crm.example.com" || made.AuthenticatorSelection.UserVerification != "required" || made.AuthenticatorSelection.ResidentKey != "required" || len(made.ExcludeCredentials) != 1 {
		t.Errorf("options for a new passkey: %s", begin.Options)
	}
	begin, err = s.BeginUsing()
	must(t, err)
	var used map[string]any
	must(t, json.Unmarshal(begin.Options, &used))
	if used["userVerification"] != "required" || used["allowCredentials"] != nil || used["rpId"] != "crm.example.com" {
		t.Errorf("options for using one: %s", begin.Options)
	}
	// A ceremony that was changed to want less is not taken.
	if _, err := s.FinishUsing(bytes.Replace(begin.Ceremony, []byte("required"), []byte("preferred"), 1), nil, nil); err == nil {
		t.Error("a ceremony without verification is taken")
	}
}

func TestSitesThatCannotHavePasskeys(t *testing.T) {
	for address, want := range map[string]string{"https://crm.example.com": "crm.example.com", "https://CRM.example.com:8443/": "crm.example.com",
		"http://localhost:8080": "localhost", "http://127.0.0.1:8080": "localhost", "http://[::1]:8080": "localhost",
		"http://crm.example.com": "", "https://192.0.2.1": "", "crm.example.com": "", "": "", "ftp://localhost": ""} {
		s, err := passkey.NewSite(address, "CRM")
		if (err == nil) != (want != "") || err == nil && s.ID() != want {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func FuzzAnswers(f *testing.F) {
	s, err := passkey.NewSite("https://crm.example.com", "CRM")
	if err != nil {
		f.Fatal(err)
	}
	begin, _ := s.BeginUsing()
	making, _ := s.BeginMaking(ada)
	f.Add([]byte(`{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA","userHandle":"AA","attestationObject":"oA"}}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		if _, err := s.FinishUsing(begin.Ceremony, answer, func(_, _ []byte) (passkey.Person, error) { return ada, nil }); err == nil {
			t.Error("used")
		}
		if _, err := s.FinishMaking(ada, making.Ceremony, answer); err == nil {
			t.Error("made")
		}
	})
}
