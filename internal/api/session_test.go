package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// trySignIn tries to sign in as a browser does.
func trySignIn(k *testkit.Kit, email, password string, header map[string]string) testkit.Response {
	body, err := json.Marshal(map[string]string{"email": email, "password": password})
	k.Must(err)
	return k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/session", Header: header, Body: body})
}

// Requests that another site makes a browser send are refused, whatever they
// say, and change nothing.
func TestCrossSiteRequestsAreRefused(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	p := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
	cookie := "crm=" + strings.TrimPrefix(p.Key, testkit.SessionKey)
	own := k.App.URL()
	host := strings.TrimPrefix(own, "http://")
	hostile := []map[string]string{
		{}, // a cookie alone
		{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "CROSS-SITE"}, {"Sec-Fetch-Site": "anything"},
		{"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Origin": "http://" + host + ".elsewhere.example"},
		{"Origin": "http://elsewhere.example/" + host}, {"Origin": "http://localhost"}, {"Origin": "file://"}, {"Origin": "http://127.0.0.1:1"},
		{"Origin": own, "Sec-Fetch-Site": "cross-site"}, {"Referer": own + "/"}, {"X-Requested-With": "XMLHttpRequest"},
		{"Origin": "https://elsewhere.example", "X-Forwarded-Host": "elsewhere.example"}, {"Origin": "https://elsewhere.example", "Host": "elsewhere.example"},
	}
	requests := []struct{ method, path, body string }{
		{http.MethodPost, "/v1/api-keys", `{"name":"Stolen","scopes":["*"]}`},
		{http.MethodPost, "/v1/contacts", `{"phone":"+14155550199"}`},
		{http.MethodDelete, "/v1/session", ""},
	}
	sent := 0
	for _, r := range requests {
		for _, h := range hostile {
			header := map[string]string{"Cookie": cookie}
			for name, value := range h {
				header[name] = value
			}
			res := k.Send(testkit.Request{Method: r.method, Path: r.path, Header: header, Body: []byte(r.body)})
			if res.Status != http.StatusForbidden || res.Text("code") != string(crm.CodeCrossSite) {
				t.Errorf("%s %s with %v answers %d %s", r.method, r.path, h, res.Status, res.Body)
			}
			sent++
		}
	}
	if r := k.Do(http.MethodGet, "/v1/me", p.Key, nil); r.Status != http.StatusOK {
		t.Errorf("the session is gone: %d", r.Status)
	}
	if rows := k.Rows("SELECT id FROM api_keys WHERE workspace_id = '%s' AND name = 'Stolen'", k.WorkspaceID); len(rows) > 0 || sent < 50 {
		t.Errorf("%d requests made %d keys", sent, len(rows))
	}
	for _, good := range []map[string]string{{"Origin": own}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}} {
		good["Cookie"] = cookie
		if r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/contacts", Header: good, Body: []byte(`{}`)}); r.Status == http.StatusForbidden {
			t.Errorf("the own site is refused with %v: %s", good, r.Body)
		}
	}
}

// A secret that the browser brought is never taken over, a cookie is good for
// what it was made for only, and a secret that was replaced is good for nothing.
func TestSessionsCannotBeFixed(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		planted := "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
		r := trySignIn(k, p.Email, testkit.Password, map[string]string{"Cookie": "crm=" + planted + "; __Host-crm=" + planted})
		given := cookieNamed(t, r, "crm")
		if r.Status != http.StatusCreated || given.Value == planted || !given.HttpOnly || given.SameSite != http.SameSiteLaxMode || given.Path != "/" || given.Secure {
			t.Fatalf("%d %+v", r.Status, given)
		}
		if r := k.Do(http.MethodGet, "/v1/me", testkit.SessionKey+planted, nil); r.Status != http.StatusUnauthorized {
			t.Errorf("the planted secret answers %d", r.Status)
		}
		key := testkit.SessionKey + given.Value
		confirmed := k.Do(http.MethodPost, "/v1/session/confirm", key, map[string]any{"password": testkit.Password})
		if next := cookieNamed(t, confirmed, "crm"); next.Value == given.Value || confirmed.Text("id") == r.Text("id") {
			t.Error("the session was not replaced")
		}
		for name, key := range map[string]string{"replaced": key, "its id": testkit.SessionKey + confirmed.Text("id"), "as an API key": given.Value, "empty": testkit.SessionKey} {
			if r := k.Do(http.MethodGet, "/v1/conversations", key, nil); r.Status != http.StatusUnauthorized {
				t.Errorf("%s: answers %d", name, r.Status)
			}
		}
		secure := trySignIn(k, p.Email, testkit.Password, map[string]string{"X-Forwarded-Proto": "https"})
		if c := cookieNamed(t, secure, "__Host-crm"); !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
			t.Errorf("over https: %+v", c)
		}
		if n := len(k.Rows("SELECT hash FROM sessions WHERE hash = '%s' OR hash LIKE '%%%s%%'", given.Value, given.Value)); n > 0 {
			t.Error("the secret is stored")
		}
	})
}

func cookieNamed(t *testing.T, r testkit.Response, name string) *http.Cookie {
	t.Helper()
	for _, line := range r.Header.Values("Set-Cookie") {
		if c, err := http.ParseSetCookie(line); err == nil && c.Name == name {
			return c
		}
	}
	t.Fatalf("no cookie %s: %d %v %s", name, r.Status, r.Header, r.Body)
	return nil
}

// Wrong attempts are counted, many at once too. Whoever guesses does not lock out
// a browser in which the person signed in before.
func TestGuessesAreCounted(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		device := cookieNamed(t, trySignIn(k, p.Email, testkit.Password, nil), "crm-device").Value
		for _, email := range []string{p.Email, "nobody@people.example"} {
			var mu sync.Mutex
			got := map[string]int{}
			var all sync.WaitGroup
			for range 30 {
				all.Go(func() {
					r := trySignIn(k, email, "a wrong password, quite long", nil)
					mu.Lock()
					defer mu.Unlock()
					got[fmt.Sprint(r.Status, " ", r.Text("code"))]++
				})
			}
			all.Wait()
			if len(got) != 2 || got["401 sign_in_failed"] != 10 || got["429 rate_limited"] != 20 {
				t.Errorf("%s: %v", email, got)
			}
		}
		if r := trySignIn(k, p.Email, testkit.Password, nil); r.Status != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
			t.Errorf("an unknown browser: %d %s", r.Status, r.Body)
		}
		if r := trySignIn(k, p.Email, testkit.Password, map[string]string{"Cookie": "crm-device=" + device}); r.Status != http.StatusCreated {
			t.Errorf("the known browser: %d %s", r.Status, r.Body)
		}
		k.Advance(16 * time.Minute)
		if r := trySignIn(k, p.Email, testkit.Password, nil); r.Status != http.StatusCreated {
			t.Errorf("afterwards: %d %s", r.Status, r.Body)
		}
	})
}

// A session ends after 12 hours of silence, and after 30 days in any case.
func TestSessionsEnd(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	status := func() int { return k.Do(http.MethodGet, "/v1/me", p.Key, nil).Status }
	seen := func() any {
		return k.Rows("SELECT seen_at FROM sessions WHERE user_id = '%s' ORDER BY id DESC LIMIT 1", p.ID)[0]["seen_at"]
	}
	for day := range 61 { // used every 11 hours and 50 minutes
		before := seen()
		k.Advance(11*time.Hour + 50*time.Minute)
		want := http.StatusOK
		if time.Duration(day+1)*(11*time.Hour+50*time.Minute) >= crm.SessionLife {
			want = http.StatusUnauthorized
		}
		if want != http.StatusOK {
			if got := status(); got != want {
				t.Fatalf("after %d steps: %d, want %d", day+1, got, want)
			}
			break
		}
		k.Eventually("the session is good", func() bool { return status() == want })
		k.Eventually("its use is noted", func() bool { return fmt.Sprint(seen()) != fmt.Sprint(before) })
	}
	p.Key = k.SignIn(p.Email)
	k.Advance(12*time.Hour + time.Second)
	if got := status(); got != http.StatusUnauthorized {
		t.Errorf("after 12 hours of silence: %d", got)
	}
}

// Finding out who holds a session costs no more than a tenth of a millisecond
// beyond an API key.
func TestASessionIsCheckedFast(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	p := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
	least := func(key string) time.Duration {
		best := time.Hour
		for range 300 {
			began := time.Now()
			if r := k.Do(http.MethodGet, "/v1/api-keys?limit=1", key, nil); r.Status != http.StatusOK {
				t.Fatal(r.Status, string(r.Body))
			}
			best = min(best, time.Since(began))
		}
		return best
	}
	key, session := least(k.Key), least(p.Key)
	t.Logf("with a key %v, with a session %v", key, session)
	if session > key+100*time.Microsecond {
		t.Errorf("with a session %v, with a key %v", session, key)
	}
}
