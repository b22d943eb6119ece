package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A body that is about two workspaces, and about a number that nobody has, is
// stored once for each and applied once to each; it comes again without effect.
func TestABodyAboutTwoWorkspacesIsDivided(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Add(-time.Minute)
		stranger := k.Other
		stranger.WABAID, stranger.ProviderNumberID = "300000000000003", "300000000000004"
		var entries [][]byte
		for i, to := range []testkit.Tenant{k.Tenant, k.Other, stranger} {
			one := testkit.Webhook(to, "messages", testkit.Incoming(fmt.Sprintf("wamid.D%d", i), customer, fmt.Sprintf("to %d", i), at))
			_, entry, _ := bytes.Cut(one, []byte(`"entry":[`))
			entry, _, _ = bytes.Cut(entry, []byte(`],"object"`))
			entries = append(entries, entry)
		}
		body := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[%s]}`, bytes.Join(entries, []byte(",")))
		for range 2 {
			if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
				t.Fatalf("it is answered with %d %s", r.Status, r.Body)
			}
			k.Quiet()
		}
		got := map[string][]string{}
		for _, row := range k.Rows("SELECT workspace_id, state FROM provider_webhooks ORDER BY id") {
			owner := row["workspace_id"].(string)
			got[owner] = append(got[owner], row["state"].(string))
		}
		for owner, state := range map[string]string{k.Tenant.WorkspaceID: "stored", k.Other.WorkspaceID: "stored", "": "partial"} {
			if !slices.Equal(got[owner], []string{state, state}) {
				t.Errorf("the bodies of %q are %v, want two %s", owner, got[owner], state)
			}
		}
		for i, to := range []testkit.Tenant{k.Tenant, k.Other} {
			if n := k.Count("messages", fmt.Sprintf("workspace_id = '%s'", to.WorkspaceID)); n != 1 {
				t.Errorf("workspace %d has %d messages", i, n)
			}
			if n := k.Count("message_states", fmt.Sprintf("workspace_id = '%s' AND provider_message_id = 'wamid.D%d'", to.WorkspaceID, i)); n != 1 {
				t.Errorf("workspace %d has not the message to it", i)
			}
		}
	})
}
