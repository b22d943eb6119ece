package api_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// A network that sends wrong credentials without end is refused without a look at
// them, in whatever form. Whoever of it was let in before goes on meanwhile, and
// others once the network has stopped.
func TestWrongCredentialsArePaced(t *testing.T) {
	const most = 20_000
	for what, wrong := range map[string]func(k *testkit.Kit, p testkit.Person) testkit.Response{
		"keys":    func(k *testkit.Kit, _ testkit.Person) testkit.Response { return teams(k, crm.NewAPIKeySecret(false)) },
		"nothing": func(k *testkit.Kit, _ testkit.Person) testkit.Response { return teams(k, "") },
		"cookies": func(k *testkit.Kit, _ testkit.Person) testkit.Response {
			return teams(k, testkit.SessionKey+crm.NewAPIKeySecret(false)[:43])
		},
		"workspaces": func(k *testkit.Kit, p testkit.Person) testkit.Response {
			return k.Send(testkit.Request{Method: http.MethodGet, Path: "/v1/teams", Key: p.Key, Header: map[string]string{"Crm-Workspace": k.DB().Source().NewID(crm.PrefixWorkspace)}})
		},
		"cookies where nobody needs one": func(k *testkit.Kit, _ testkit.Person) testkit.Response {
			return k.Do(http.MethodPost, "/v1/invitations/accept", testkit.SessionKey+crm.NewAPIKeySecret(false)[:43], map[string]any{"token": "none"})
		},
	} {
		t.Run(what, func(t *testing.T) {
			k := testkit.New(t, testkit.Options{NoAccount: true})
			user, stranger := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
			right := func(key string) testkit.Response { return teams(k, key) }
			for _, key := range []string{k.Key, user.Key} {
				if r := right(key); r.Status != http.StatusOK {
					t.Fatalf("%d %s", r.Status, r.Body)
				}
			}
			var n atomic.Int64
			var held atomic.Bool
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					for !held.Load() && n.Add(1) < most {
						r := wrong(k, stranger)
						if r.Status == http.StatusTooManyRequests && r.Header.Get("Retry-After") != "" && r.Header.Get("RateLimit") == "" {
							held.Store(true)
						}
					}
				})
			}
			all.Wait()
			if !held.Load() {
				t.Errorf("%d requests were looked at", n.Load())
			}
			for _, key := range []string{k.Key, user.Key} {
				if r := right(key); r.Status != http.StatusOK {
					t.Errorf("who may is answered %d %s", r.Status, r.Body)
				}
			}
			t.Logf("held after %d", n.Load())
			k.Eventually("somebody of the network is let in for the first time", func() bool { return right(stranger.Key).Status == http.StatusOK })
		})
	}
}

func teams(k *testkit.Kit, key string) testkit.Response {
	return k.Do(http.MethodGet, "/v1/teams", key, nil)
}
