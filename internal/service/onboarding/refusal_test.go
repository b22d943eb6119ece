package onboarding

import (
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/whatsapp"
)

// Every refusal that the provider's table names for setting numbers up is told in words of
// ours with a next step, and those that end by themselves say when.
func TestEveryRefusalIsExplained(t *testing.T) {
	code := func(code, subcode int) *whatsapp.APIError {
		return &whatsapp.APIError{ProviderError: crm.ProviderError{HTTPStatus: 400, Code: code, Subcode: subcode, Title: "In another language"}}
	}
	list := []*whatsapp.APIError{code(100, 33), code(100, 136025), code(100, 2388001), code(100, 2388012), code(100, 2388091), code(100, 2388093), code(100, 2388103), code(100, 2494100), code(100, 2207051)}
	for _, c := range []int{0, 1, 2, 3, 4, 10, 33, 104, 190, 200, 299, 368, 80007, 80008, 131000, 131005, 131016, 131031, 131037, 131042, 131045, 131057,
		133000, 133004, 133005, 133006, 133008, 133009, 133010, 133015, 133016, 136024, 136025, 139101, 139102, 139103} {
		list = append(list, code(c, 0))
	}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, refusal := range list {
		a := attempt{At: now}
		a.settle(refusal, now)
		e := crm.AsError(explain(a, refusal))
		if strings.Contains(e.Error(), "In another language: ") || e.Code == crm.CodeProviderRefused || e.Provider == nil || strings.Count(e.Message, ".") == 0 {
			t.Errorf("%d/%d: %v", refusal.Code, refusal.Subcode, e)
		}
		if e.Kind == crm.KindRateLimited && (e.RetryAfter <= 0 || !a.Until.Equal(now.Add(e.RetryAfter)) || !strings.Contains(e.Message, "Try again after 2026-03-")) {
			t.Errorf("%d/%d ends by itself, and does not say when: %v, %v", refusal.Code, refusal.Subcode, e, e.RetryAfter)
		}
	}
	if e := crm.AsError(explain(attempt{}, code(999999, 0))); e.Code != crm.CodeProviderRefused || !strings.Contains(e.Message, "It says: In another language") {
		t.Errorf("what nobody knows: %v", e)
	}
}

// Only what came to the provider counts against its limit, and only for so long.
func TestRegistrationsAreCounted(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	var h history
	for i := range 9 {
		h = append(h, attempt{Kind: askRegister, Outcome: done, At: now.Add(-time.Duration(i+1) * time.Hour)})
	}
	h = append(h, attempt{Kind: askDeregister, Outcome: unasked, At: now.Add(-20 * time.Hour)}, attempt{Kind: askRegister, Outcome: done, At: now.Add(-73 * time.Hour)}, attempt{Kind: askCode, Outcome: done, At: now})
	if left, next := h.registrations(now); left != 1 || !next.IsZero() {
		t.Errorf("%d are left, the next one at %v", left, next)
	}
	h = append(history{{Kind: askDeregister, Outcome: unknown, At: now}}, h...)
	if left, next := h.registrations(now); left != 0 || !next.Equal(now.Add(-9*time.Hour+crm.RegistrationPeriod)) {
		t.Errorf("%d are left, the next one at %v", left, next)
	}
}
