package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

const newPassword = "parsnips stay at home"

// invite makes a user without a password and returns their id and the token.
func invite(k *testkit.Kit, key, email, role string) (id, token string) {
	r := k.Do(http.MethodPost, "/v1/users", key, map[string]any{"email": email, "name": "Amélie Bernard", "role": role})
	_, token, _ = strings.Cut(r.Text("invitationUrl"), "#token=")
	return r.Text("id"), token
}

func accept(k *testkit.Kit, token, password string) testkit.Response {
	return k.Do(http.MethodPost, "/v1/invitations/accept", "", map[string]any{"token": token, "password": password})
}

// lettersTo waits for so many letters to somebody.
func lettersTo(t *testing.T, k *testkit.Kit, to string, n int) []sandbox.Letter {
	t.Helper()
	k.Eventually(fmt.Sprint(n, " letters to ", to), func() bool { return len(k.Sandbox().Mail.Letters(to)) >= n })
	return k.Sandbox().Mail.Letters(to)
}

func tokenOf(l sandbox.Letter) string {
	_, token, _ := strings.Cut(strings.Join(l.Links, " "), "#token=")
	return token
}

// The link of an invitation comes by mail, and the person who follows it is
// signed in.
func TestInvitationByMail(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		id, _ := invite(k, k.Key, "amelie@shop.test", "agent")
		l := lettersTo(t, k, "amelie@shop.test", 1)[0]
		if !strings.Contains(l.Text, "Test shop") || !strings.Contains(l.HTML, "Test shop") || tokenOf(l) == "" {
			t.Fatalf("the letter: %+v", l)
		}
		r := accept(k, tokenOf(l), testkit.Password)
		cookie, _, _ := strings.Cut(r.Header.Get("Set-Cookie"), ";")
		if r.Status != http.StatusOK || !strings.HasPrefix(cookie, "crm=") || !strings.Contains(r.Header.Get("Set-Cookie"), "HttpOnly") {
			t.Fatalf("%d %s %v", r.Status, r.Body, r.Header)
		}
		if me := k.Send(testkit.Request{Method: http.MethodGet, Path: "/v1/phone-numbers", Header: map[string]string{"Cookie": cookie}}); me.Status != http.StatusOK {
			t.Errorf("the session: %d %s", me.Status, me.Body)
		}
		if u := k.Do(http.MethodGet, "/v1/users/"+id, k.Key, nil); u.Text("state") != "active" {
			t.Errorf("%s", u.Body)
		}
		for _, row := range k.Rows("SELECT payload FROM jobs") {
			if strings.Contains(fmt.Sprint(row), tokenOf(l)) {
				t.Error("a token stands in a job")
			}
		}
		if n := k.Count("jobs", "kind = 'send_letter'"); n != 0 {
			t.Errorf("%d letters are left", n)
		}
		if n := k.Count("audit_log", "action IN ('user.invited', 'invitation.accepted')"); n != 2 {
			t.Errorf("the audit log has %d acts", n)
		}
	})
}

// Of requests at once with one token, one is let in.
func TestATokenWorksOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		_, token := invite(k, k.Key, "amelie@shop.test", "agent")
		if got := atOnce(8, func() int { return accept(k, token, testkit.Password).Status }); got[200] != 1 || got[422] != 7 {
			t.Errorf("invitation: %v", got)
		}
		k.Do(http.MethodPost, "/v1/password-resets", "", map[string]any{"email": "amelie@shop.test"})
		var reset string
		for _, l := range lettersTo(t, k, "amelie@shop.test", 2) { // in any order
			if strings.Contains(strings.Join(l.Links, " "), "/password-reset#") {
				reset = tokenOf(l)
			}
		}
		if got := atOnce(8, func() int {
			return k.Do(http.MethodPost, "/v1/password-resets/complete", "", map[string]any{"token": reset, "password": newPassword}).Status
		}); got[204] != 1 || got[422] != 7 {
			t.Errorf("reset: %v", got)
		}
	})
}

// atOnce counts what came of n calls at once.
func atOnce(n int, call func() int) map[int]int {
	var mu sync.Mutex
	var all sync.WaitGroup
	out := map[int]int{}
	for range n {
		all.Go(func() {
			status := call()
			mu.Lock()
			defer mu.Unlock()
			out[status]++
		})
	}
	all.Wait()
	return out
}

// Two owners who demote each other at once do not leave the workspace without one.
func TestOneOwnerStays(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		for round := range 4 {
			a, b := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
			for _, u := range k.Rows("SELECT user_id FROM members WHERE workspace_id = '%s' AND state = 'active'", k.WorkspaceID) {
				if id := u["user_id"]; id != a.ID && id != b.ID {
					k.Do(http.MethodPost, fmt.Sprintf("/v1/users/%s/deactivate", id), k.Key, nil)
				}
			}
			pairs := make(chan [2]testkit.Person, 2)
			pairs <- [2]testkit.Person{a, b}
			pairs <- [2]testkit.Person{b, a}
			got := atOnce(2, func() int {
				p := <-pairs
				if round%2 == 0 {
					return k.Do(http.MethodPost, "/v1/users/"+p[1].ID+"/deactivate", p[0].Key, nil).Status
				}
				return k.Do(http.MethodPatch, "/v1/users/"+p[1].ID, p[0].Key, map[string]any{"role": "agent"}).Status
			})
			if n := k.Count("members", fmt.Sprintf("workspace_id = '%s' AND role_id = 'owner' AND state = 'active'", k.WorkspaceID)); n != 1 || got[200] != 1 {
				t.Fatalf("%d owners are left: %v", n, got)
			}
		}
	})
}

// Nobody gives, changes or takes away more than they have.
func TestNobodyHandsOnMoreThanTheyHave(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	owner, admin, other := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleAdmin), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	for what, r := range map[string]testkit.Response{
		"an admin makes an owner":        k.Do(http.MethodPost, "/v1/users", admin.Key, map[string]any{"email": "x@shop.test", "name": "X", "role": "owner"}),
		"an admin promotes to owner":     k.Do(http.MethodPatch, "/v1/users/"+other.ID, admin.Key, map[string]any{"role": "owner"}),
		"an admin promotes themselves":   k.Do(http.MethodPatch, "/v1/users/"+admin.ID, admin.Key, map[string]any{"role": "owner"}),
		"an admin demotes an owner":      k.Do(http.MethodPatch, "/v1/users/"+owner.ID, admin.Key, map[string]any{"role": "agent"}),
		"an admin deactivates an owner":  k.Do(http.MethodPost, "/v1/users/"+owner.ID+"/deactivate", admin.Key, nil),
		"an agent reads users":           k.Do(http.MethodGet, "/v1/users", other.Key, nil),
		"an agent deactivates":           k.Do(http.MethodPost, "/v1/users/"+admin.ID+"/deactivate", other.Key, nil),
		"a key with one scope makes one": k.Do(http.MethodPost, "/v1/users", k.NewKey(k.WorkspaceID, crm.ScopeUsersWrite), map[string]any{"email": "y@shop.test", "name": "Y", "role": "agent"}),
	} {
		if r.Status != http.StatusForbidden {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
	}
	if r := k.Do(http.MethodPatch, "/v1/users/"+other.ID, admin.Key, map[string]any{"role": "supervisor"}); r.Status != http.StatusOK {
		t.Errorf("what an admin may: %d %s", r.Status, r.Body)
	}
	k.Advance(11 * time.Minute)
	if r := k.Do(http.MethodPatch, "/v1/users/"+other.ID, admin.Key, map[string]any{"role": "agent"}); r.Code() != string(crm.CodeSignInAgain) {
		t.Errorf("long after the sign-in: %d %s", r.Status, r.Body)
	}
}

// Deactivating somebody ends their sessions, here at once, and lists their keys.
func TestDeactivation(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAdmin)
		key := k.Do(http.MethodPost, "/v1/api-keys", p.Key, map[string]any{"name": "Hers", "scopes": []string{"users:read"}}).Text("key")
		r := k.Do(http.MethodPost, "/v1/users/"+p.ID+"/deactivate", k.Key, nil)
		if keys, _ := r.JSON()["apiKeys"].([]any); r.Status != http.StatusOK || len(keys) != 1 || r.Text("apiKeys", "0", "name") != "Hers" {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/users", p.Key, nil); r.Status != http.StatusUnauthorized {
			t.Errorf("their session: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/users", key, nil); r.Status != http.StatusOK {
			t.Errorf("their key, which was only listed: %d", r.Status)
		}
		if n := k.Count("sessions", "user_id = '"+p.ID+"'"); n != 0 {
			t.Errorf("%d sessions are left", n)
		}
		k.Do(http.MethodPost, "/v1/users/"+p.ID+"/deactivate", k.Key, map[string]any{"revokeKeys": true})
		if r := k.Do(http.MethodGet, "/v1/users", key, nil); r.Status != http.StatusUnauthorized {
			t.Errorf("their key: %d", r.Status)
		}
		if r := k.Do(http.MethodPost, "/v1/users/"+p.ID+"/reactivate", k.Key, nil); r.Text("state") != "active" {
			t.Errorf("%s", r.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/users", k.SignIn(p.Email), nil); r.Status != http.StatusOK {
			t.Errorf("after they came back: %d %s", r.Status, r.Body)
		}
	})
}

// Somebody who works in two workspaces goes on in the other one, and nobody
// there learns or changes what they are called before they agree.
func TestAPersonOfTwoWorkspaces(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	p := k.NewPerson(k.WorkspaceID, crm.RoleAdmin)
	r := k.Do(http.MethodPost, "/v1/users", k.Other.Key, map[string]any{"email": strings.ToUpper(p.Email), "name": "Somebody", "role": "agent", "password": newPassword})
	_, token, _ := strings.Cut(r.Text("invitationUrl"), "#token=")
	if r.Text("state") != "invited" || r.JSON()["name"] != nil || r.Text("id") != p.ID {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	if r := k.Do(http.MethodPatch, "/v1/users/"+p.ID, k.Other.Key, map[string]any{"name": "Mallory"}); r.Status != http.StatusUnprocessableEntity {
		t.Errorf("another workspace changes the name: %d %s", r.Status, r.Body)
	}
	if r := accept(k, token, newPassword); r.Status != http.StatusUnauthorized {
		t.Errorf("with a password that is not theirs: %d %s", r.Status, r.Body)
	}
	if r := k.Do(http.MethodPost, "/v1/invitations/accept", p.Key, map[string]any{"token": token}); r.Status != http.StatusOK || r.JSON()["signedIn"] != false {
		t.Fatalf("signed in: %d %s", r.Status, r.Body)
	}
	here := func(workspaceID string) int {
		cookie := strings.TrimPrefix(p.Key, testkit.SessionKey)
		return k.Send(testkit.Request{Method: http.MethodGet, Path: "/v1/phone-numbers", Header: map[string]string{"Cookie": "crm=" + cookie, "Crm-Workspace": workspaceID}}).Status
	}
	if a, b := here(k.WorkspaceID), here(k.Other.WorkspaceID); a != 200 || b != 200 {
		t.Errorf("in both: %d %d", a, b)
	}
	k.Do(http.MethodPost, "/v1/users/"+p.ID+"/deactivate", k.Other.Key, nil)
	if a, b := here(k.WorkspaceID), here(k.Other.WorkspaceID); a != 200 || b != 404 {
		t.Errorf("after they left one: %d %d", a, b)
	}
}

// Whoever made an account with somebody else's address loses it to whom the
// address belongs: to who reads its mail. A link that was handed over proves
// nothing, so another workspace cannot take the account.
func TestAnAddressBelongsToItsOwner(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		const email = "amelie@shop.test"
		signIn := func(password string) int {
			return k.Do(http.MethodPost, "/v1/session", "", map[string]any{"email": email, "password": password}).Status
		}
		k.Do(http.MethodPost, "/v1/users", k.Other.Key, map[string]any{"email": email, "name": "Mallory", "role": "agent", "password": testkit.Password})
		thief, device := k.SignIn(email), newDevice(k)
		device.add(t, thief)
		_, token := invite(k, k.Key, email, "admin")
		if r := accept(k, token, newPassword); r.Status != http.StatusUnauthorized || signIn(newPassword) != http.StatusUnauthorized {
			t.Fatalf("who was handed the link takes the account: %d %s", r.Status, r.Body)
		}
		k.Do(http.MethodPost, "/v1/password-resets", "", map[string]any{"email": email})
		var reset string
		k.Eventually("the letter of the reset", func() bool {
			for _, l := range k.Sandbox().Mail.Letters(email) {
				if strings.Contains(strings.Join(l.Links, " "), "password-reset") {
					reset = tokenOf(l)
				}
			}
			return reset != ""
		})
		if r := k.Do(http.MethodPost, "/v1/password-resets/complete", "", map[string]any{"token": reset, "password": newPassword}); r.Status != http.StatusNoContent {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if r := accept(k, token, newPassword); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/phone-numbers", thief, nil); r.Status != http.StatusUnauthorized {
			t.Errorf("the session of before: %d", r.Status)
		}
		if a, b := signIn(testkit.Password), device.signIn().Status; a != http.StatusUnauthorized || b != http.StatusUnauthorized {
			t.Errorf("the password and the passkey of before: %d %d", a, b)
		}
	})
}

// A reset ends every session, and its answer tells nothing of the address: the
// same status, body and number of hashes.
func TestReset(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		ask := func(email string) testkit.Response {
			return k.Do(http.MethodPost, "/v1/password-resets", "", map[string]any{"email": email})
		}
		known, unknown := ask(p.Email), ask("nobody@shop.test")
		if known.Status != http.StatusAccepted || unknown.Status != known.Status || string(known.Body) != string(unknown.Body) {
			t.Errorf("%d %s, but %d %s", known.Status, known.Body, unknown.Status, unknown.Body)
		}
		first := tokenOf(lettersTo(t, k, p.Email, 1)[0])
		ask(p.Email)
		second := tokenOf(lettersTo(t, k, p.Email, 2)[1])
		complete := func(token string) testkit.Response {
			return k.Do(http.MethodPost, "/v1/password-resets/complete", "", map[string]any{"token": token, "password": newPassword})
		}
		for what, token := range map[string]string{"an earlier one": first, "none": "", "a wrong one": strings.Repeat("x", 43), "a long one": strings.Repeat("x", 5000)} {
			if r := complete(token); r.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		k.Advance(29 * time.Minute)
		if r := complete(second); r.Status != http.StatusNoContent {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/phone-numbers", p.Key, nil); r.Status != http.StatusUnauthorized {
			t.Errorf("a session goes on: %d", r.Status)
		}
		if r := k.Do(http.MethodPost, "/v1/session", "", map[string]any{"email": p.Email, "password": newPassword}); r.Status >= 300 {
			t.Errorf("with the new password: %d %s", r.Status, r.Body)
		}
		notice := lettersTo(t, k, p.Email, 3)[2]
		if !strings.Contains(notice.Subject, "password was changed") {
			t.Errorf("%+v", notice)
		}
		if len(k.Sandbox().Mail.Letters("nobody@shop.test")) > 0 {
			t.Error("a letter to nobody")
		}
	})
}

// A link works for half an hour; an address gets three in an hour, and a network
// may ask for thirty.
func TestResetsAreLimited(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	var got []int
	for range 31 {
		got = append(got, k.Do(http.MethodPost, "/v1/password-resets", "", map[string]any{"email": p.Email}).Status)
	}
	if n := slices.Index(got, http.StatusTooManyRequests); n != 30 {
		t.Errorf("the network is refused at %d: %v", n, got)
	}
	k.Quiet()
	list := lettersTo(t, k, p.Email, 3)
	if len(list) != 3 {
		t.Errorf("%d letters to one address", len(list))
	}
	k.Advance(30 * time.Minute)
	for _, l := range list {
		if r := k.Do(http.MethodPost, "/v1/password-resets/complete", "", map[string]any{"token": tokenOf(l), "password": newPassword}); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("half an hour later: %d", r.Status)
		}
	}
}

// A new password ends the other sessions, and guesses at the old one end soon.
func TestChangePassword(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	other := k.SignIn(p.Email)
	change := func(current, chosen string) testkit.Response {
		return k.Do(http.MethodPost, "/v1/me/password", p.Key, map[string]any{"currentPassword": current, "newPassword": chosen})
	}
	if r := change(testkit.Password, newPassword); r.Status != http.StatusNoContent {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	if a, b := k.Do(http.MethodGet, "/v1/phone-numbers", p.Key, nil).Status, k.Do(http.MethodGet, "/v1/phone-numbers", other, nil).Status; a != 200 || b != 401 {
		t.Errorf("this session %d, the other one %d", a, b)
	}
	refused := 0
	for range 12 {
		if change("wrong wrong wrong wrong", "carrots come along").Status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 3 { // one of ten was right
		t.Errorf("%d of 12 guesses were refused", refused)
	}
	lettersTo(t, k, p.Email, 1)
}

// Who was invited and has not accepted is invited again after a deactivation that
// was undone, also where another workspace knows them; who accepted works again.
func TestReactivationLetsNobodyIn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		p := k.NewPerson(k.Other.WorkspaceID, crm.RoleAgent)
		state := func(id, do string) string {
			t.Helper()
			r := k.Do(http.MethodPost, "/v1/users/"+id+"/"+do, k.Key, nil)
			if r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			return r.Text("state")
		}
		id, _ := invite(k, k.Key, p.Email, "agent")
		lettersTo(t, k, p.Email, 1)
		state(id, "deactivate")
		if got := state(id, "reactivate"); got != "invited" {
			t.Errorf("who never accepted is %s", got)
		}
		if r := k.Send(testkit.Request{Method: http.MethodGet, Path: "/v1/teams", Key: p.Key, Header: map[string]string{"Crm-Workspace": k.WorkspaceID}}); r.Status != http.StatusNotFound {
			t.Errorf("who never accepted is answered %d %s", r.Status, r.Body)
		}
		state(id, "invitation")
		token := tokenOf(lettersTo(t, k, p.Email, 2)[1])
		if r := accept(k, token, testkit.Password); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		state(id, "deactivate")
		if got := state(id, "reactivate"); got != "active" {
			t.Errorf("who accepted is %s", got)
		}
	})
}
