package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/testkit"
)

// keysPath returns the path of an endpoint's public keys at the service, which
// the endpoint tells as a whole URL.
func keysPath(t *testing.T, k *testkit.Kit, endpoint testkit.Response) string {
	t.Helper()
	path, ok := strings.CutPrefix(endpoint.Text("publicKeysUrl"), k.App.URL())
	if !ok || !strings.HasPrefix(path, "/webhook-keys/") {
		t.Fatalf("the public keys are said to be at %q", endpoint.Text("publicKeysUrl"))
	}
	return path
}

// Public keys are where the caller reaches the service: by the public address
// where the deployment has said it, else by that of the request.
func TestPublicKeysHaveAWholeURL(t *testing.T) {
	body := map[string]any{"url": "https://example.com", "signature": "ed25519"}
	for callback, want := range map[string]string{"": "https://crm.example:8443", "https://public.example/crm/provider/webhook": "https://public.example/crm"} {
		k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { c.CallbackURL = callback }})
		made := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, body)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, k.App.URL()+"/v1/webhook-endpoints/"+made.Text("id"), nil)
		k.Must(err)
		req.Host = "crm.example:8443"
		req.Header.Set("X-Forwarded-Proto", "https")
		req.Header.Set("Authorization", "Bearer "+k.Key)
		res, err := http.DefaultClient.Do(req)
		k.Must(err)
		var got struct{ PublicKeysURL string }
		k.Must(json.NewDecoder(res.Body).Decode(&got))
		_ = res.Body.Close()
		if want += "/webhook-keys/" + k.WorkspaceID + "/" + made.Text("id"); got.PublicKeysURL != want {
			t.Errorf("with the callback %q it is %q, want %q", callback, got.PublicKeysURL, want)
		}
		if listed := k.Do(http.MethodGet, "/v1/webhook-endpoints", k.Key, nil).Text("data", "0", "publicKeysUrl"); !strings.HasPrefix(listed, "http") {
			t.Errorf("a list tells %q", listed)
		}
	}
}

// Secrets are told of without their values, the newest first; an old one ends
// by itself or early, and a sixth is refused.
func TestEndpointSecrets(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const path = "/v1/webhook-endpoints/"
		made := k.Do(http.MethodPost, path[:len(path)-1], k.Key, map[string]any{"url": "https://example.com", "enabled": false})
		id, first := made.Text("id"), made.Text("secrets", "0", "id")
		if made.Text("signature") != "hmac" || made.Text("secrets", "0", "algorithm") != "hmac" || made.Text("publicKeysUrl") != "" || !strings.HasPrefix(made.Text("secret"), "whsec_") {
			t.Fatalf("it is made as %s", made.Body)
		}
		if r := k.Do(http.MethodGet, "/webhook-keys/"+k.WorkspaceID+"/"+id, "", nil); r.Status != http.StatusNotFound {
			t.Errorf("without public keys it answers %d %s", r.Status, r.Body)
		}
		rotate := func(body map[string]any) testkit.Response {
			return k.Do(http.MethodPost, path+id+"/rotate-secret", k.Key, body)
		}
		both := rotate(map[string]any{"signature": "both", "overlapSeconds": 3600})
		if both.Text("signature") != "both" || both.Text("secrets", "0", "algorithm") != "hmac" || both.Text("secrets", "1", "algorithm") != "ed25519" ||
			both.Text("secrets", "2", "id") != first || both.Text("secrets", "2", "expiresAt") == "" || both.Text("secrets", "0", "expiresAt") != "" {
			t.Fatalf("it is rotated to %s", both.Body)
		}
		for _, r := range []testkit.Response{k.Do(http.MethodGet, path+id, k.Key, nil), k.Do(http.MethodGet, path[:len(path)-1], k.Key, nil)} {
			if r.Status != http.StatusOK || strings.Contains(string(r.Body), "whsec_") || strings.Contains(string(r.Body), "whsk_") || !strings.Contains(string(r.Body), first) {
				t.Errorf("it is shown as %s", r.Body)
			}
		}
		keys := k.Do(http.MethodGet, keysPath(t, k, both), "", nil)
		if keys.Status != http.StatusOK || keys.Text("keys", "0", "publicKey") != both.Text("secrets", "1", "publicKey") || keys.Text("keys", "0", "kty") != "OKP" ||
			keys.Text("keys", "1", "kid") != "" || strings.Contains(string(keys.Body), "whsec_") || strings.Contains(string(keys.Body), "whsk_") {
			t.Errorf("the public keys are %d %s", keys.Status, keys.Body)
		}
		for _, wrong := range []string{k.Other.WorkspaceID + "/" + id, k.WorkspaceID + "/whk_1"} {
			if r := k.Do(http.MethodGet, "/webhook-keys/"+wrong, "", nil); r.Status != http.StatusNotFound {
				t.Errorf("%s: %d %s", wrong, r.Status, r.Body)
			}
		}
		again := rotate(map[string]any{}) // two more: five
		if again.Text("secrets", "4", "id") != first || again.Text("signature") != "both" {
			t.Fatalf("it is rotated again to %s", again.Body)
		}
		if keys := k.Do(http.MethodGet, keysPath(t, k, both), "", nil); keys.Text("keys", "1", "kid") != both.Text("secrets", "1", "id") {
			t.Errorf("during the overlap the public keys are %s", keys.Body)
		}
		if r := rotate(map[string]any{}); r.Code() != "secret_limit_reached" || !strings.Contains(r.Text("detail"), "5 live secrets") {
			t.Errorf("a sixth secret: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodDelete, path+id+"/secrets/"+again.Text("secrets", "0", "id"), k.Key, nil); r.Code() != "secret_current" {
			t.Errorf("the current one ends: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodDelete, path+id+"/secrets/"+both.Text("secrets", "0", "id"), k.Key, nil); r.Status != http.StatusNoContent {
			t.Errorf("an old one does not end: %d %s", r.Status, r.Body)
		}
		k.Advance(time.Hour)
		if left := k.Do(http.MethodGet, path+id, k.Key, nil); left.Text("secrets", "2", "id") != both.Text("secrets", "1", "id") || left.Text("secrets", "3", "id") != "" {
			t.Errorf("when the first has ended, it has %s", left.Body)
		}
		only := rotate(map[string]any{"overlapSeconds": 0, "signature": "ed25519"})
		if only.Text("secret") != "" || only.Text("signature") != "ed25519" || only.Text("secrets", "1", "id") != "" {
			t.Errorf("by a key pair alone it is %s", only.Body)
		}
	})
}
