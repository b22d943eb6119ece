package event_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"service.example/crm/internal/testkit"
)

// Many programs that start at once and name the same receiver make one endpoint
// of it; one of them is told its secret.
func TestUpsertMakesNoDoubles(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		const path = "/v1/webhook-endpoints"
		urls := []string{"https://hooks.example.com/in", "https://HOOKS.example.com/in", "https://hooks.example.com:443/in"}
		statuses, secrets, ids := map[int]int{}, 0, map[string]bool{}
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				r := k.Do(http.MethodPut, path, k.Key, map[string]any{"url": urls[i%len(urls)], "description": fmt.Sprint("start ", i)})
				mu.Lock()
				defer mu.Unlock()
				statuses[r.Status]++
				ids[r.Text("id")] = true
				if r.Text("secret") != "" {
					secrets++
				}
			})
		}
		all.Wait()
		if statuses[http.StatusCreated] != 1 || statuses[http.StatusOK] != 11 || secrets != 1 || len(ids) != 1 {
			t.Errorf("statuses %v, %d secrets, ids %v", statuses, secrets, ids)
		}
		if list, _ := k.Do(http.MethodGet, path, k.Key, nil).JSON()["data"].([]any); len(list) != 1 {
			t.Errorf("there are %d endpoints", len(list))
		}
	})
}

// Of doubles from before, the oldest one that is enabled is meant.
func TestUpsertChoosesAmongDoubles(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	const path = "/v1/webhook-endpoints"
	body := map[string]any{"url": "https://hooks.example.com/in"}
	first, second := k.Do(http.MethodPost, path, k.Key, body).Text("id"), k.Do(http.MethodPost, path, k.Key, body).Text("id")
	k.Do(http.MethodPatch, path+"/"+first, k.Key, map[string]any{"enabled": false})
	if r := k.Do(http.MethodPut, path, k.Key, body); r.Status != http.StatusOK || r.Text("id") != second {
		t.Errorf("%d %s, want %s", r.Status, r.Body, second)
	}
	k.Do(http.MethodPatch, path+"/"+second, k.Key, map[string]any{"enabled": false})
	if r := k.Do(http.MethodPut, path, k.Key, map[string]any{"url": body["url"], "enabled": true}); r.Text("id") != first || r.Body == nil {
		t.Errorf("%d %s, want %s", r.Status, r.Body, first)
	}
}

// A signature that the endpoint does not have is told of together with every
// other fault, and nothing is changed.
func TestUpsertTellsOfAllFaultsAtOnce(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	const path = "/v1/webhook-endpoints"
	id := k.Do(http.MethodPut, path, k.Key, map[string]any{"url": "https://hooks.example.com/in", "signature": "ed25519"}).Text("id")
	for name, body := range map[string]map[string]any{
		"of shape":   {"events": []string{"nothing.at_all"}, "maxInFlight": "many"},
		"of meaning": {"description": strings.Repeat("x", 501), "phoneNumberIds": []string{"pn_01jd5k3v6rf0w8m2a4t9x7bq1e"}},
	} {
		want := []string{"/signature"}
		for field := range body {
			want = append(want, "/"+field)
		}
		body["url"], body["signature"] = "https://HOOKS.example.com:443/in", "hmac"
		r := k.Do(http.MethodPut, path, k.Key, body)
		for _, pointer := range want {
			if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"pointer":"`+pointer) {
				t.Errorf("faults %s: %d %s does not tell of %s", name, r.Status, r.Body, pointer)
			}
		}
	}
	if r := k.Do(http.MethodPut, path, k.Key, map[string]any{"url": "https://hooks.example.com/in", "signature": "hmac"}); r.Status != http.StatusUnprocessableEntity || !strings.Contains(r.Text("detail"), "rotate") {
		t.Errorf("the signature alone: %d %s", r.Status, r.Body)
	}
	if e := k.Do(http.MethodGet, path+"/"+id, k.Key, nil); e.Text("signature") != "ed25519" || e.Text("description") != "" {
		t.Errorf("it is changed to %s", e.Body)
	}
}

// Who lost the answer that had the secret asks again under the same key.
func TestUpsertTellsItsSecretAgainUnderTheSameKey(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	ask := func() string {
		r := k.DoIdempotent(http.MethodPut, "/v1/webhook-endpoints", k.Key, "start-1", map[string]any{"url": "https://hooks.example.com/in"})
		if r.Status != http.StatusCreated {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		return r.Text("secret")
	}
	if first, again := ask(), ask(); first == "" || first != again {
		t.Errorf("secrets %q and %q", first, again)
	}
}
