package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// onboardingWorld is a business that begins.
type onboardingWorld struct{ setupWorld }

func onOnboarding(t *testing.T, o testkit.Options, test func(w onboardingWorld)) {
	o.Parallel = true
	testkit.OnBoth(t, o, func(t *testing.T, k *testkit.Kit) { test(onboardingWorld{setupWorld{k, t}}) })
}

// item returns an item of the checklist, or the badge.
func (w onboardingWorld) item(id string) map[string]any {
	w.t.Helper()
	r := w.Do(http.MethodGet, "/v1/onboarding", w.Key, nil)
	if r.Status != http.StatusOK {
		w.t.Fatalf("the checklist: %d %s", r.Status, r.Body)
	}
	if id == crm.ItemBadge {
		return r.JSON()["badge"].(map[string]any)
	}
	for _, part := range []string{"prerequisites", "steps"} {
		for _, one := range r.JSON()[part].([]any) {
			if e := one.(map[string]any); e["id"] == id {
				return e
			}
		}
	}
	w.t.Fatalf("the checklist has no %s: %s", id, r.Body)
	return nil
}

// becomes waits until an item has a state.
func (w onboardingWorld) becomes(id string, state crm.ItemState) map[string]any {
	w.t.Helper()
	w.item(id) // the first look begins it
	w.Advance(15 * time.Second)
	w.Eventually(id+" is "+string(state), func() bool {
		return w.item(id)["state"] == string(state)
	})
	return w.item(id)
}

// check has an item checked, and wants a state of it.
func (w onboardingWorld) check(id string, state crm.ItemState) testkit.Response {
	w.t.Helper()
	r := w.post("/v1/onboarding/"+id+"/check", nil, 200, "")
	if r.Text("state") != string(state) {
		w.t.Fatalf("%s: %s, want %s", id, r.Body, state)
	}
	return r
}

// told are the changes of an item that events told of.
func (w onboardingWorld) told(item string) (out []string) {
	for _, row := range w.Rows("SELECT body FROM events WHERE workspace_id = '%s' AND kind = 'onboarding.updated' ORDER BY position", w.WorkspaceID) {
		body := fmt.Sprint(row["body"])
		if b, ok := row["body"].([]byte); ok {
			body = string(b)
		}
		if !strings.Contains(body, `"item":"`+item+`"`) {
			continue
		}
		_, rest, _ := strings.Cut(body, `"from_status":"`)
		from, rest, _ := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, `"to_status":"`)
		to, _, _ := strings.Cut(rest, `"`)
		out = append(out, from+">"+to)
	}
	return out
}

// A token that ends is told of before, and after.
func TestATokenThatEnds(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Hour}, func(w onboardingWorld) {
		w.control("token", `{"expiresIn":"480h"}`)
		w.check(crm.ItemToken, crm.ItemDone)
		w.Advance(10 * 24 * time.Hour)
		w.Eventually("the end is near", func() bool { return strings.Contains(fmt.Sprint(w.item(crm.ItemToken)["nextAction"]), "Create a new") })
		w.Advance(11 * 24 * time.Hour)
		w.becomes(crm.ItemToken, crm.ItemRejected)
		if e := w.item(crm.ItemBusiness); e["state"] != "verified" {
			t.Errorf("what the provider does not tell any more has changed: %v", e)
		}
		w.control("token", `{}`)
		w.check(crm.ItemToken, crm.ItemDone)
		w.post("/v1/phone-numbers/"+w.NumberID+"/deregister", nil, 200, "")
		w.control("numbers/"+w.ProviderNumberID, `{"onApp":true}`)
		if r := w.check(crm.ItemNumber, crm.ItemRejected); !strings.Contains(r.Text("nextAction"), "Delete the number from the app") {
			t.Errorf("a number on the app: %s", r.Body)
		}
		// Away is no news.
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Code: 2}))
		w.post("/v1/onboarding/business_verified/check", nil, 502, "")
		w.Must(w.Sandbox().SetFaults())
	})
}
