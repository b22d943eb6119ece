package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/testkit"
)

// twoNodes are two services on one PostgreSQL.
func twoNodes(t *testing.T) (a, b *testkit.Kit) {
	url := ""
	o := testkit.Options{Postgres: true, NoAccount: true, Config: func(c *config.Serve) {
		if url == "" {
			url = c.Database.Database
		}
		c.Database.Database = url
	}}
	return testkit.New(t, o), testkit.New(t, o)
}

// Whoever lost their key, session or role on one node writes nothing on another
// one that has not heard of it.
func TestRightsAreThoseOfTheMoment(t *testing.T) {
	a, b := twoNodes(t)
	do := func(key, method, path string, body any) testkit.Response {
		t.Helper()
		r := a.Do(method, path, key, body)
		if r.Status >= 300 {
			t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
		}
		return r
	}
	made := func(path string, body any) string {
		t.Helper()
		return do(a.Key, http.MethodPost, path, body).Text("id")
	}
	key := made("/v1/api-keys", map[string]any{"name": "Another", "scopes": []string{"messages:read"}})
	role := made("/v1/roles", map[string]any{"name": "Readers", "scopes": []string{"messages:read"}, "reach": "all"})
	team := made("/v1/teams", map[string]any{"name": "Sales"})
	user := a.NewPerson(a.WorkspaceID, crm.RoleAgent)
	connection := map[string]any{"name": "Ours", "issuer": "https://id.example", "clientId": "c", "clientSecret": "s"}
	sso := made("/v1/sso-connections", connection)
	writes := []struct {
		method, path string
		body         any
	}{
		{http.MethodPost, "/v1/api-keys", map[string]any{"name": "Mine", "scopes": []string{"messages:read"}}},
		{http.MethodPatch, "/v1/api-keys/" + key, map[string]any{"name": "Mine"}},
		{http.MethodPost, "/v1/api-keys/" + key + "/rotate", nil},
		{http.MethodDelete, "/v1/api-keys/" + key, nil},
		{http.MethodPost, "/v1/roles", map[string]any{"name": "Mine", "scopes": []string{"messages:read"}, "reach": "all"}},
		{http.MethodPatch, "/v1/roles/" + role, map[string]any{"name": "Ours"}},
		{http.MethodDelete, "/v1/roles/" + role, nil},
		{http.MethodPost, "/v1/teams", map[string]any{"name": "Mine"}},
		{http.MethodPatch, "/v1/teams/" + team, map[string]any{"name": "Ours"}},
		{http.MethodPut, "/v1/teams/" + team + "/members", map[string]any{"userIds": []string{user.ID}}},
		{http.MethodPut, "/v1/teams/" + team + "/numbers", map[string]any{"phoneNumberIds": []string{}}},
		{http.MethodDelete, "/v1/teams/" + team, nil},
		{http.MethodPost, "/v1/users", map[string]any{"email": "mine@shop.test", "name": "Mine", "role": "agent"}},
		{http.MethodPatch, "/v1/users/" + user.ID, map[string]any{"role": "supervisor"}},
		{http.MethodPost, "/v1/users/" + user.ID + "/deactivate", nil},
		{http.MethodPost, "/v1/sso-connections", connection},
		{http.MethodPatch, "/v1/sso-connections/" + sso, map[string]any{"name": "Mine"}},
		{http.MethodDelete, "/v1/sso-connections/" + sso, nil},
	}
	nothing := made("/v1/roles", map[string]any{"name": "Nothing", "scopes": []string{"messages:read"}, "reach": "all"})
	acts := func() string {
		return fmt.Sprint(a.Rows("SELECT action FROM audit_log WHERE workspace_id = '%s' ORDER BY seq", a.WorkspaceID))
	}
	refused := func(who string, status int, key, method, path string, body any) {
		t.Helper()
		before := acts()
		if r := b.Do(method, path, key, body); r.Status != status {
			t.Errorf("%s %s is %d for %s: %s", method, path, r.Status, who, r.Body)
		}
		if after := acts(); after != before {
			t.Errorf("%s %s is done for %s", method, path, who)
		}
	}
	known := func(key string) {
		t.Helper()
		if r := b.Do(http.MethodGet, "/v1/teams", key, nil); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	for _, w := range writes {
		mine := do(a.Key, http.MethodPost, "/v1/api-keys", map[string]any{"name": "Mine", "scopes": []string{"*"}})
		known(mine.Text("key"))
		do(a.Key, http.MethodDelete, "/v1/api-keys/"+mine.Text("id"), nil)
		refused("a revoked key", http.StatusUnauthorized, mine.Text("key"), w.method, w.path, w.body)

		p := a.NewPerson(a.WorkspaceID, crm.RoleOwner)
		known(p.Key)
		do(p.Key, http.MethodDelete, "/v1/session", nil)
		refused("an ended session", http.StatusUnauthorized, p.Key, w.method, w.path, w.body)

		p = a.NewPerson(a.WorkspaceID, crm.RoleOwner)
		known(p.Key)
		do(a.Key, http.MethodPatch, "/v1/users/"+p.ID, map[string]any{"role": nothing})
		refused("somebody demoted", http.StatusForbidden, p.Key, w.method, w.path, w.body)
	}
	for _, w := range []struct{ method, path string }{{http.MethodPost, "/v1/me/totp"}} {
		p := a.NewPerson(a.WorkspaceID, crm.RoleOwner)
		known(p.Key)
		do(p.Key, http.MethodDelete, "/v1/session", nil)
		refused("an ended session", http.StatusUnauthorized, p.Key, w.method, w.path, nil)
	}
	for _, w := range writes { // and for whom they are meant
		p := a.NewPerson(a.WorkspaceID, crm.RoleOwner)
		if r := b.Do(w.method, w.path, p.Key, w.body); r.Status >= 300 {
			t.Errorf("%s %s is %d for an owner: %s", w.method, w.path, r.Status, r.Body)
		}
	}
}

// A team that is removed on one node belongs to nothing that another one writes at
// the same time.
func TestATeamIsNotRemovedUnderItsThings(t *testing.T) {
	a, b := twoNodes(t)
	conversation := "con_" + strings.Repeat("0", 25) + "1"
	a.Must(a.DB().Update(t.Context(), "conversation", func(tx *db.Tx) error {
		return contact.SeedContacts(tx, []crm.Contact{{WorkspaceID: a.WorkspaceID, ID: "cnt_1", Phone: "+14155550123"}},
			[]contact.ListedConversation{{Conversation: crm.Conversation{WorkspaceID: a.WorkspaceID, ID: conversation, ContactID: "cnt_1", PhoneNumberID: "num_1"}}})
	}))
	for what, give := range map[string]func(team string) testkit.Response{
		"a canned reply": func(team string) testkit.Response {
			return b.Do(http.MethodPost, "/v1/canned-replies", a.Key, map[string]any{"shortcut": team[20:], "title": "Hello", "body": "Hello", "teamId": team})
		},
		"an API key": func(team string) testkit.Response {
			return b.Do(http.MethodPost, "/v1/api-keys", a.Key, map[string]any{"name": "Of a team", "scopes": []string{"messages:read"}, "reach": map[string]any{"kind": "team", "teamIds": []string{team}}})
		},
		"a conversation": func(team string) testkit.Response {
			return b.Do(http.MethodPut, "/v1/conversations/"+conversation+"/assignment", a.Key, map[string]any{"teamId": team})
		},
	} {
		t.Run(what, func(t *testing.T) {
			given, removed := 0, 0
			for round := range 40 {
				team := a.Do(http.MethodPost, "/v1/teams", a.Key, map[string]any{"name": fmt.Sprint(what, round)}).Text("id")
				var left, right testkit.Response
				var both sync.WaitGroup
				both.Go(func() { left = a.Do(http.MethodDelete, "/v1/teams/"+team, a.Key, nil) })
				both.Go(func() { right = give(team) })
				both.Wait()
				isRemoved, isGiven := left.Status == http.StatusNoContent, right.Status < 300
				if isRemoved == isGiven || !isRemoved && left.Code() != "in_use" || !isGiven && right.Status != http.StatusUnprocessableEntity {
					t.Fatalf("removing it: %d %s\ngiving it: %d %s", left.Status, left.Body, right.Status, right.Body)
				}
				if isGiven {
					given++
				} else {
					removed++
				}
			}
			t.Logf("%d were removed, %d were given something", removed, given)
		})
	}
}
