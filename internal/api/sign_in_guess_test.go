package api_test

import (
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/password"
	"service.example/crm/internal/testkit"
)

// An address that nobody has is answered like a wrong password: same status, same
// body, and as many hashes.
func TestSignInTellsNothingOfAddresses(t *testing.T) {
	h := password.NewForTests()
	k := testkit.New(t, testkit.Options{NoAccount: true, Passwords: h})
	p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	invite(k, k.Key, "invited@shop.test", "agent")
	try := func(email string) (testkit.Response, int64) {
		before := h.Figures().Made
		r := k.Do(http.MethodPost, "/v1/session", "", map[string]any{"email": email, "password": "wrong wrong wrong wrong"})
		return r, h.Figures().Made - before
	}
	known, hashes := try(p.Email)
	if known.Status != http.StatusUnauthorized || hashes != 1 {
		t.Fatalf("%d %s, %d hashes", known.Status, known.Body, hashes)
	}
	for _, email := range []string{"nobody@shop.test", "invited@shop.test"} {
		r, n := try(email)
		if r.Status != known.Status || r.Text("detail") != known.Text("detail") || r.Code() != known.Code() || n != hashes {
			t.Errorf("%s: %d %s, %d hashes; a wrong password: %d %s, %d hashes", email, r.Status, r.Body, n, known.Status, known.Body, hashes)
		}
	}
}

// Many who sign in at once have two hashes made at once.
func TestManySignInsAtOnce(t *testing.T) {
	h := password.NewForTests()
	k := testkit.New(t, testkit.Options{NoAccount: true, Passwords: h})
	p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	atOnce(100, func() int {
		return k.Do(http.MethodPost, "/v1/session", "", map[string]any{"email": p.Email, "password": testkit.Password}).Status
	})
	if f := h.Figures(); f.AtOnce > 2 || f.Made < 5 {
		t.Errorf("%+v", f)
	}
}
