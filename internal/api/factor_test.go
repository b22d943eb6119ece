package api_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/totp"
)

// signIn tries to sign a person in by password, with more in the body.
func signIn(k *testkit.Kit, email string, more map[string]any) testkit.Response {
	body := map[string]any{"email": email, "password": testkit.Password}
	for name, v := range more {
		body[name] = v
	}
	return k.Do(http.MethodPost, "/v1/session", "", body)
}

func want(t *testing.T, what string, r testkit.Response, status int, code crm.Code) {
	t.Helper()
	if r.Status != status || r.Code() != string(code) {
		t.Errorf("%s: %d %s, want %d %s", what, r.Status, r.Body, status, code)
	}
}

// sessionOf is the key of the session that an answer made.
func sessionOf(t *testing.T, r testkit.Response) string {
	t.Helper()
	for _, c := range r.Header.Values("Set-Cookie") {
		if secret, ok := strings.CutPrefix(c, "crm="); ok {
			return testkit.SessionKey + strings.SplitN(secret, ";", 2)[0]
		}
	}
	t.Fatalf("no session: %d %s", r.Status, r.Body)
	return ""
}

func TestCodesOfAnApp(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		begun := begunApp(k, p.Key)
		want(t, "before it is confirmed", signIn(k, p.Email, nil), 201, "")
		want(t, "a wrong code", k.Do("POST", "/v1/me/totp/confirm", p.Key, map[string]any{"code": "000000x"}), 422, crm.CodeCodeWrong)
		again := begunApp(k, p.Key)
		want(t, "the code of the secret before", k.Do("POST", "/v1/me/totp/confirm", p.Key, map[string]any{"code": begun.code()}), 422, crm.CodeCodeWrong)
		setUp := again.code()
		r := k.Do("POST", "/v1/me/totp/confirm", p.Key, map[string]any{"code": setUp})
		want(t, "confirmed", r, 200, "")
		recovery := r.Text("recoveryCodes", "0")
		want(t, "begun again", k.Do("POST", "/v1/me/totp", p.Key, nil), 409, crm.CodeFactorExists)

		want(t, "the password alone", signIn(k, p.Email, nil), 401, crm.CodeSecondFactor)
		want(t, "a wrong password", k.Do("POST", "/v1/session", "", map[string]any{"email": p.Email, "password": "something else at all"}), 401, crm.CodeSignInFailed)
		want(t, "the code of the set-up", signIn(k, p.Email, map[string]any{"code": setUp}), 401, crm.CodeSignInFailed)
		code := again.next()
		r = signIn(k, p.Email, map[string]any{"code": code})
		want(t, "a fresh code", r, 201, "")
		if r.Text("factors", "0") != "password" || r.Text("factors", "1") != "totp" {
			t.Errorf("the session is %s", r.Body)
		}
		want(t, "the same code", signIn(k, p.Email, map[string]any{"code": code}), 401, crm.CodeSignInFailed)
		want(t, "a code too early", signIn(k, p.Email, map[string]any{"code": totp.CodeAt(again.secret, k.Now().Add(2*totp.Period))}), 401, crm.CodeSignInFailed)
		want(t, "a code and a recovery code", signIn(k, p.Email, map[string]any{"code": "1", "recoveryCode": "2"}), 422, crm.CodeNotAllowed)
		want(t, "a recovery code, typed otherwise", signIn(k, p.Email, map[string]any{"recoveryCode": " " + strings.ToUpper(strings.ReplaceAll(recovery, "-", ""))}), 201, "")
		want(t, "the same recovery code", signIn(k, p.Email, map[string]any{"recoveryCode": recovery}), 401, crm.CodeSignInFailed)
		other := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		_, theirs := newApp(k, other.Key)
		want(t, "somebody else's recovery code", signIn(k, p.Email, map[string]any{"recoveryCode": theirs[0]}), 401, crm.CodeSignInFailed)
	})
}

// Of requests with one code at once, one wins.
func TestOneCodeMakesOneSession(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		x, recovery := newApp(k, p.Key)
		for _, name := range []string{"code", "recovery code"} {
			given := map[string]any{"recoveryCode": recovery[3]}
			if name == "code" {
				given = map[string]any{"code": x.next()}
			}
			var wait sync.WaitGroup
			answers := make([]testkit.Response, 8)
			for i := range answers {
				wait.Go(func() { answers[i] = signIn(k, p.Email, given) })
			}
			wait.Wait()
			made := 0
			for _, r := range answers {
				if r.Status == http.StatusCreated {
					made++
				} else if r.Status != http.StatusUnauthorized {
					t.Errorf("%s: %d %s", name, r.Status, r.Body)
				}
			}
			if made != 1 {
				t.Errorf("one %s made %d sessions", name, made)
			}
			k.Advance(16 * time.Minute) // else these count as attempts that went wrong
		}
	})
}

// Who has the password cannot try all codes.
func TestWrongCodesAreCounted(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		x, _ := newApp(k, p.Key)
		for range 30 {
			want(t, "without a code, which is no wrong one", signIn(k, p.Email, nil), 401, crm.CodeSecondFactor)
		}
		x.next()
		for range 10 {
			want(t, "a wrong code", signIn(k, p.Email, map[string]any{"code": "x"}), 401, crm.CodeSignInFailed)
		}
		want(t, "one more, though right", signIn(k, p.Email, map[string]any{"code": x.code()}), 429, crm.CodeRateLimited)
		k.Advance(16 * time.Minute)
		want(t, "later", signIn(k, p.Email, map[string]any{"code": x.code()}), 201, "")
	})
}

// What protects a person is not taken away by a password alone.
func TestSecondFactorsAreProtected(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		before := k.SignIn(p.Email) // by the password alone
		x, recovery := newApp(k, p.Key)
		for _, r := range [][2]string{{"DELETE", "/v1/me/totp"}, {"POST", "/v1/me/recovery-codes"}} {
			want(t, r[1]+" in a session without a second factor", k.Do(r[0], r[1], before, nil), 403, crm.CodeSignInAgain)
		}
		want(t, "confirmed by the password alone", k.Do("POST", "/v1/session/confirm", before, map[string]any{"password": testkit.Password}), 401, crm.CodeSecondFactor)
		r := k.Do("POST", "/v1/me/recovery-codes", p.Key, nil)
		want(t, "new recovery codes", r, 201, "")
		want(t, "an old recovery code", signIn(k, p.Email, map[string]any{"recoveryCode": recovery[0]}), 401, crm.CodeSignInFailed)
		want(t, "a new recovery code", signIn(k, p.Email, map[string]any{"recoveryCode": r.Text("recoveryCodes", "9")}), 201, "")
		k.Advance(11 * time.Minute)
		for _, r := range [][2]string{{"DELETE", "/v1/me/totp"}, {"POST", "/v1/me/recovery-codes"}, {"POST", "/v1/me/totp"}, {"POST", "/v1/me/passkeys/options"}} {
			want(t, r[1]+" too late", k.Do(r[0], r[1], p.Key, nil), 403, crm.CodeSignInAgain)
		}
		r = k.Do("POST", "/v1/session/confirm", p.Key, map[string]any{"password": testkit.Password, "code": x.code()})
		want(t, "confirmed", r, 200, "")
		key := sessionOf(t, r)
		change := func(from, to string) testkit.Response {
			return k.Do("POST", "/v1/me/password", key, map[string]any{"currentPassword": from, "newPassword": to})
		}
		want(t, "a short password beside the app", change(testkit.Password, "kite lamp 9"), 204, "")
		want(t, "the app removed from beside it", k.Do("DELETE", "/v1/me/totp", key, nil), 409, crm.CodePasswordShort)
		want(t, "a long one again", change("kite lamp 9", testkit.Password), 204, "")
		want(t, "removed", k.Do("DELETE", "/v1/me/totp", key, nil), 204, "")
		k.Eventually("letters tell of both", func() bool {
			var subjects []string
			for _, l := range k.Sandbox().Mail.Letters(p.Email) {
				subjects = append(subjects, l.Subject)
			}
			slices.Sort(subjects)
			return slices.Equal(subjects, []string{"A way to sign in was added", "A way to sign in was removed", "Your password was changed", "Your password was changed"})
		})
		want(t, "removed twice", k.Do("DELETE", "/v1/me/totp", key, nil), 409, crm.CodeFactorMissing)
		want(t, "the password alone", signIn(k, p.Email, nil), 201, "")
		if f := k.Do("GET", "/v1/me/factors", key, nil).JSON(); f["totp"] != false || f["recoveryCodesLeft"] != 0.0 {
			t.Errorf("the factors are %v", f)
		}
	})
}
