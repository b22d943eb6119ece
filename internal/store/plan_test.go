package store_test

import (
	"path/filepath"
	"testing"

	"service.example/crm/internal/store"
)

// What waits or has failed, and what belongs to one contact or conversation, is
// found without reading all that the endpoint or the workspace has.
func TestStatementsGoByTheirIndex(t *testing.T) {
	plans, err := store.PlansBesideTheIndex(open(t, filepath.Join(t.TempDir(), "crm.db")))
	if err != nil {
		t.Fatal(err)
	}
	for text, plan := range plans {
		t.Errorf("%s\ngoes by\n%s", text, plan)
	}
}
