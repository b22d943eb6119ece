package reply_test

import (
	"testing"

	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// desk is a workspace with an assistant on duty for its number.
type desk struct{ *testshop.Desk }

// bothEngines runs a test on a desk of its own, on either engine.
func bothEngines(t *testing.T, config map[string]any, test func(t *testing.T, d *desk)) {
	testshop.OnBoth(t, config, func(t *testing.T, d *testshop.Desk) { test(t, &desk{d}) })
}

// withChain runs a test on a desk whose assistant has a chain of two providers.
func withChain(t *testing.T, config map[string]any, test func(t *testing.T, d *desk, chain []string)) {
	testshop.OnBothWithChain(t, config, func(t *testing.T, d *testshop.Desk, chain []string) { test(t, &desk{d}, chain) })
}

func newDesk(t *testing.T, k *testkit.Kit, config map[string]any) *desk {
	t.Helper()
	return &desk{testshop.NewDesk(t, k, config)}
}
