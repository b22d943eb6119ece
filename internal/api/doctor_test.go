package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// findings are the ids of what is wrong, without what they are about, in their order.
func (w onboardingWorld) findings() (out []string) {
	w.t.Helper()
	r := w.Do(http.MethodGet, "/v1/onboarding/doctor", w.Key, nil)
	if r.Status != http.StatusOK {
		w.t.Fatalf("the doctor answers %d %s", r.Status, r.Body)
	}
	for _, one := range r.JSON()["findings"].([]any) {
		f := one.(map[string]any)
		if f["what"] == "" || f["why"] == "" || f["doThis"] == "" {
			w.t.Errorf("a finding does not say all: %v", f)
		}
		id, _, _ := strings.Cut(f["id"].(string), ".")
		if s := f["severity"]; s != "info" {
			out = append(out, id)
		}
	}
	return out
}

// Each thing that is wrong is found, and gone once it is settled.
func TestTheDoctorFindsWhatIsWrong(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(w onboardingWorld) {
		if got := w.findings(); len(got) > 0 {
			t.Errorf("of a workspace that is well, it finds %v", got)
		}
		account, number := "accounts/"+w.WABAID, "numbers/"+w.ProviderNumberID
		for _, c := range []struct {
			name        string
			wrong, well func()
			want        string
		}{
			{"no payment", func() { w.control(account, `{"payment":false}`) }, func() { w.control(account, `{"payment":true}`) }, "payment"},
			{"a token that ends", func() { w.control("token", `{"expiresIn":"240h"}`) }, func() { w.control("token", `{}`) }, "token"},
			{"a revoked token", func() { w.control("token", `{"valid":false}`) }, func() { w.control("token", `{}`) }, "token"},
			{"no permission", func() { w.control("token", `{"scopes":["whatsapp_business_management"]}`) }, func() { w.control("token", `{}`) }, "token"},
			{"the name", func() { w.control(number, `{"name":"DECLINED"}`) }, func() { w.control(number, `{"name":"APPROVED"}`) }, "name_declined"},
			{"no webhooks", func() { unsubscribe(w.Kit, w.WABAID) }, func() {}, "webhooks_not_subscribed"},
		} {
			c.wrong()
			if got := w.findings(); !slices.Contains(got, c.want) {
				t.Errorf("%s: it finds %v", c.name, got)
			}
			c.well()
		}
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Code: 2}))
		if got := w.findings(); len(got) == 0 || got[0] != "provider_away" {
			t.Errorf("while the provider is away, it finds %v", got)
		}
		w.Must(w.Sandbox().SetFaults())

		id := "webhooks_not_subscribed." + w.AccountID
		w.post("/v1/onboarding/doctor/payment."+w.AccountID+"/fix", nil, 404, "")
		w.control("token", `{"valid":false}`)
		w.post("/v1/onboarding/doctor/token."+w.AccountID+"/fix", nil, 409, crm.CodeFindingByHand)
		w.control("token", `{}`)
		w.post("/v1/onboarding/doctor/"+id+"/fix", nil, 200, "")
		if got := w.findings(); slices.Contains(got, "webhooks_not_subscribed") {
			t.Errorf("afterwards it finds %v", got)
		}
		w.Eventually("a customer's message arrives", func() bool {
			return w.Do(http.MethodGet, "/v1/messages?direction=inbound", w.Key, nil).Text("data", "0", "id") != "" || w.CustomerWrites("+14155550199", "Hello") == ""
		})
	})
}
