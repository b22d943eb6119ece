package db_test

import (
	"path/filepath"
	"slices"
	"strings"
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

// Nodes of two builds lock rows in one order, so that they do not wait for each
// other while one takes over from the other. The order is that in which packages
// are initialized, so a new room may change it: put it back, or let the release
// say so.
func TestMergedStatementsKeepTheirOrder(t *testing.T) {
	want := []string{
		"SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
		"INSERT INTO jobs",
		"DELETE FROM jobs",
		"UPDATE jobs SET",
		"INSERT INTO ai_usage_days",
		"INSERT INTO events",
		"INSERT INTO deliveries",
		"INSERT INTO deliveries",
		"UPDATE deliveries SET",
		"INSERT INTO delivery_attempts",
		"INSERT INTO endpoint_cursors",
		"UPDATE endpoint_cursors SET",
		"UPDATE endpoint_cursors SET",
		"INSERT INTO endpoint_hours",
		"UPDATE media SET",
		"INSERT INTO contact_import_problems",
		"INSERT INTO contact_tags",
		"INSERT INTO contact_field_values",
		"INSERT INTO knowledge_passages",
		"INSERT INTO messages",
		"INSERT INTO message_expirations",
		"UPDATE messages SET",
		"INSERT INTO provider_webhooks",
	}
	if got := db.MergedOrder(); !slices.Equal(got, want) {
		t.Errorf("merged statements are sent in the order\n%s", strings.Join(got, "\n"))
	}
	if n := db.Statements(); n < 448 {
		t.Errorf("%d statements are linked: the test's database does not import every room", n)
	}
}
