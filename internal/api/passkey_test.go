package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

func TestPasskeysSignIn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		for _, backup := range []bool{false, true} {
			p, d := k.NewPerson(k.WorkspaceID, crm.RoleAgent), newDevice(k)
			d.auth.Options.BackupEligible, d.auth.Options.BackupState = backup, backup
			newApp(k, p.Key) // a passkey needs no code
			id := d.add(t, p.Key)
			r := d.signIn()
			want(t, "signed in", r, 201, "")
			if r.Text("userId") != p.ID || r.Text("factors", "0") != "passkey" {
				t.Errorf("the session is %s", r.Body)
			}
			key := sessionOf(t, r)
			list := k.Do("GET", "/v1/me/passkeys", key, nil)
			if list.Text("data", "0", "id") != id || list.Text("data", "0", "lastUsedAt") == "" {
				t.Errorf("the passkeys are %s", list.Body)
			}
			want(t, "added twice", k.Do("POST", "/v1/me/passkeys", key, d.made(key)), 409, crm.CodeFactorExists)
			want(t, "the app removed after a passkey", k.Do("DELETE", "/v1/me/totp", key, nil), 204, "")
			stranger := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
			want(t, "removed by somebody else", k.Do("DELETE", "/v1/me/passkeys/"+id, stranger.Key, nil), 404, crm.CodeNotFound)
			want(t, "removed", k.Do("DELETE", "/v1/me/passkeys/"+id, key, nil), 204, "")
			want(t, "used after that", d.signIn(), 401, crm.CodeSignInFailed)
		}
	})
}

// Each way in which an answer does not fit is refused, and uses its ceremony up.
func TestPasskeysThatDoNotFit(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		good := newDevice(k)
		good.add(t, p.Key)
		for name, spoil := range map[string]func(*device){
			"another origin":     func(d *device) { d.party.Origin = "https://evil.example.com" },
			"another site":       func(d *device) { d.party.ID = "evil.example.com" },
			"person not checked": func(d *device) { d.auth.Options.UserNotVerified = true },
		} {
			d := newDevice(k)
			spoil(d)
			body := d.made(p.Key)
			want(t, name+", added", k.Do("POST", "/v1/me/passkeys", p.Key, body), 422, crm.CodePasskeyInvalid)
			want(t, name+", added again", k.Do("POST", "/v1/me/passkeys", p.Key, body), 409, crm.CodeCeremonyEnded)
			d = newDevice(k)
			d.key, d.auth = good.key, good.auth
			spoil(d)
			body = d.used()
			want(t, name+", used", k.Do("POST", "/v1/session/passkey", "", body), 401, crm.CodeSignInFailed)
			want(t, name+", used again", k.Do("POST", "/v1/session/passkey", "", body), 409, crm.CodeCeremonyEnded)
		}
		other := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		body := newDevice(k).made(p.Key)
		want(t, "somebody else's ceremony", k.Do("POST", "/v1/me/passkeys", other.Key, body), 409, crm.CodeCeremonyEnded)
		want(t, "one's own ceremony", k.Do("POST", "/v1/me/passkeys", p.Key, body), 201, "")

		theirs := newDevice(k)
		theirs.add(t, other.Key)
		theirs.auth.Options.UserHandle = good.auth.Options.UserHandle // it says that it is somebody else's
		want(t, "somebody else's passkey", theirs.signIn(), 401, crm.CodeSignInFailed)
		theirs.auth.Options.UserHandle = []byte("nobody")
		want(t, "nobody's passkey", theirs.signIn(), 401, crm.CodeSignInFailed)
		body = good.used()
		k.Advance(6 * time.Minute)
		want(t, "too late", k.Do("POST", "/v1/session/passkey", "", body), 409, crm.CodeCeremonyEnded)
		want(t, "nothing given", k.Do("POST", "/v1/session/passkey", "", map[string]any{}), 422, crm.CodeInvalid)
		want(t, "a ceremony that never was", k.Do("POST", "/v1/session/passkey", "", map[string]any{"ceremonyId": "cer_1", "credential": map[string]any{"id": 1}}), 409, crm.CodeCeremonyEnded)
	})
}

// Of requests with one answer at once, one wins.
func TestOneCeremonyMakesOneSession(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p, d := k.NewPerson(k.WorkspaceID, crm.RoleAgent), newDevice(k)
		d.add(t, p.Key)
		body := d.used()
		var wait sync.WaitGroup
		answers := make([]testkit.Response, 8)
		for i := range answers {
			wait.Go(func() { answers[i] = k.Do("POST", "/v1/session/passkey", "", body) })
		}
		wait.Wait()
		made := 0
		for _, r := range answers {
			if r.Status == http.StatusCreated {
				made++
			} else if r.Code() != string(crm.CodeCeremonyEnded) {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		}
		if made != 1 {
			t.Errorf("one answer made %d sessions", made)
		}
	})
}

// A count that does not grow means that somebody may have copied the passkey.
func TestCopiedPasskeysAreRefused(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p, d := k.NewPerson(k.WorkspaceID, crm.RoleAgent), newDevice(k)
		d.key.Counter = 5
		d.add(t, p.Key)
		copied := *d
		d.key.Counter = 6
		want(t, "used", d.signIn(), 201, "")
		copied.key.Counter = 6
		want(t, "the copy used", copied.signIn(), 401, crm.CodePasskeyCopied)
		if list := k.Do("GET", "/v1/me/passkeys", p.Key, nil); list.Text("data", "0", "suspectAt") == "" {
			t.Errorf("the person is not told: %s", list.Body)
		}
		d.key.Counter = 7
		want(t, "the right one used", d.signIn(), 201, "")
	})
}

// A device that begins to copy its passkeys is confirmed once by a second factor.
func TestChangedBackupsAreConfirmedOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p, d := k.NewPerson(k.WorkspaceID, crm.RoleAgent), newDevice(k)
		x, _ := newApp(k, p.Key)
		d.add(t, p.Key)
		d.auth.Options.BackupEligible, d.auth.Options.BackupState = true, true
		want(t, "changed", d.signIn(), 401, crm.CodePasskeyChanged)
		want(t, "changed, again", d.signIn(), 401, crm.CodePasskeyChanged)
		want(t, "the password alone", signIn(k, p.Email, nil), 401, crm.CodeSecondFactor)
		want(t, "not confirmed yet", d.signIn(), 401, crm.CodePasskeyChanged)
		k.Advance(11 * time.Minute)
		want(t, "confirmed too late", signIn(k, p.Email, map[string]any{"code": x.code()}), 201, "")
		want(t, "used after that", d.signIn(), 401, crm.CodePasskeyChanged)
		want(t, "confirmed", signIn(k, p.Email, map[string]any{"code": x.next()}), 201, "")
		want(t, "used", d.signIn(), 201, "")
		d.auth.Options.BackupEligible, d.auth.Options.BackupState = false, false
		want(t, "changed back", d.signIn(), 401, crm.CodePasskeyChanged)
	})
}

func TestAPersonHasTwentyPasskeysAtMost(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	waiting := newDevice(k).made(p.Key)
	for range crm.MaxPasskeys {
		newDevice(k).add(t, p.Key)
	}
	want(t, "one more", k.Do("POST", "/v1/me/passkeys/options", p.Key, nil), 409, crm.CodePasskeyLimit)
	want(t, "one more that was begun before", k.Do("POST", "/v1/me/passkeys", p.Key, waiting), 409, crm.CodePasskeyLimit)
}

// No secret of a factor is stored in clear.
func TestFactorsAreStoredSealed(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p, d := k.NewPerson(k.WorkspaceID, crm.RoleAgent), newDevice(k)
		x, recovery := newApp(k, p.Key)
		d.add(t, p.Key)
		d.begin("/v1/session/passkey", "")
		for _, table := range []string{"user_totp", "recovery_codes", "passkeys", "ceremonies"} {
			rows := k.Rows("SELECT * FROM %s", table)
			if len(rows) == 0 {
				t.Errorf("%s has no row", table)
			}
			for _, row := range rows {
				for name, v := range row {
					text := fmt.Sprintf("%s %s", v, v)
					for _, secret := range []string{string(x.secret), recovery[0], "publicKey", "challenge"} {
						if strings.Contains(text, secret) {
							t.Errorf("%s.%s shows a secret", table, name)
						}
					}
				}
			}
		}
	})
}
