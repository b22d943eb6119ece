package db_test

import (
	"path/filepath"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// What waits or has failed, and what belongs to one contact or conversation, is
// found without reading all that the endpoint or the workspace has.
func TestStatementsGoByTheirIndex(t *testing.T) {
	plans, planned, err := db.PlansBesideTheIndex(testdb.Open(t, filepath.Join(t.TempDir(), "crm.db")))
	if err != nil {
		t.Fatal(err)
	}
	if planned < 41 {
		t.Errorf("only %d statements say what they go by", planned)
	}
	for text, plan := range plans {
		t.Errorf("%s\ngoes by\n%s", text, plan)
	}
}

// PostgreSQL makes the plan of a statement once, and may do so before anything
// was enqueued or the table was analyzed: even then what claims, delays and ends
// a job reads that job and its key, not all that waits.
func TestTheQueueGoesByItsIndexesBeforeItIsAnalyzed(t *testing.T) {
	plans, planned, err := db.PlansUnbounded(t.Context(), testdb.Open(t, testpg.New(t)))
	if err != nil {
		t.Fatal(err)
	}
	if planned < 11 {
		t.Errorf("only %d statements say what they go by", planned)
	}
	for text, plan := range plans {
		t.Errorf("%s\ngoes by\n%s", text, plan)
	}
}

// The same on PostgreSQL, of a message by the provider's identifier, of what
// waits for it, and of what the newest migrations added.
func TestStatementsGoByTheirIndexOnPostgres(t *testing.T) {
	plans, planned, err := db.PostgresPlansBesideTheIndex(t.Context(), testdb.Open(t, testpg.New(t)))
	if err != nil {
		t.Fatal(err)
	}
	if planned < 16 {
		t.Errorf("only %d statements say what they go by", planned)
	}
	for text, plan := range plans {
		t.Errorf("%s\ngoes by\n%s", text, plan)
	}
}
