package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// exchanges counts how often the provider was given a code.
func (w onboardingWorld) exchanges() (n int) {
	log, _ := w.Sandbox().Log(0, 10_000)
	for _, c := range log {
		if strings.HasSuffix(c.Path, "/oauth/access_token") {
			n++
		}
	}
	return n
}

// The provider is given a code once. Who asks again goes on with its token, or is told that
// nobody has it; a code that did not come to the provider is given to it again.
func TestASignupCodeIsGivenOnce(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond, NoAccount: true}, func(w onboardingWorld) {
		const path = "/v1/onboarding/signup"
		ask := func(key string, end map[string]any, status int, code crm.Code, exchanges int) testkit.Response {
			t.Helper()
			before := w.exchanges()
			r := w.DoIdempotent(http.MethodPost, path, w.Key, key, end)
			if r.Status != status || r.Code() != string(code) || w.exchanges()-before != exchanges {
				t.Errorf("%s: %d %s, and the provider was given %d codes, want %d %s and %d", key, r.Status, r.Body, w.exchanges()-before, status, code, exchanges)
			}
			return r
		}
		end := w.signUp(`{"number":"+14155550181"}`)
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: "/debug_token"}, Status: 500, Code: 2, Times: 1})
		ask("resumed", end, 502, crm.CodeProviderUnreachable, 1)
		if w.Count("messaging_accounts") != 0 {
			t.Error("something is half connected")
		}
		w.Advance(31 * time.Second)
		ask("resumed", end, 201, "", 0)
		if n := w.Count("signup_codes", "outcome = 'done'"); n != 1 {
			t.Errorf("%d codes are done", n)
		}
		ask("another", end, 422, crm.CodeSignupCode, 0)

		lost := w.signUp(`{"number":"+14155550182"}`)
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: "/oauth/access_token"}, Drop: "after", Times: 1})
		before := w.exchanges()
		if r := w.DoIdempotent(http.MethodPost, path, w.Key, "lost", lost); r.Status < 500 || w.exchanges() != before+1 {
			t.Errorf("without an answer: %d %s, %d exchanges", r.Status, r.Body, w.exchanges()-before)
		}
		if r := ask("lost", lost, 422, crm.CodeSignupCode, 0); !strings.Contains(string(r.Body), "Nothing was connected") {
			t.Errorf("it is not told what happened: %s", r.Body)
		}
		if n := w.Count("messaging_accounts"); n != 1 {
			t.Errorf("%d accounts are connected", n)
		}
		w.Advance(26 * time.Hour)
		w.Must(w.App.Service.Onboarding.Sweep(t.Context()))
		if n := w.Count("signup_codes"); n != 0 {
			t.Errorf("%d codes are kept", n)
		}
	})
}
