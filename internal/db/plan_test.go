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
		"INSERT INTO events",
		"INSERT INTO deliveries",
		"INSERT INTO deliveries",
		"UPDATE deliveries SET",
		"INSERT INTO delivery_attempts",
		"INSERT INTO delivery_runs",
		"INSERT INTO endpoint_cursors",
		"UPDATE endpoint_cursors SET",
		"UPDATE endpoint_cursors SET",
		"INSERT INTO endpoint_hours",
		"INSERT INTO ai_usage_days",
		"UPDATE media SET",
		"INSERT INTO contact_import_problems",
		"INSERT INTO contact_tags",
		"INSERT INTO contact_field_values",
		"INSERT INTO knowledge_passages",
		"INSERT INTO messages",
		"INSERT INTO message_expirations",
		"INSERT INTO charge_facts",
		"DELETE FROM charge_facts",
		"INSERT INTO message_provider_ids",
		"INSERT INTO message_states",
		"UPDATE message_states SET",
		"INSERT INTO charges",
		"INSERT INTO report_facts",
		"INSERT INTO report_sums",
		"INSERT INTO search_documents",
		"INSERT INTO provider_webhooks",
		"INSERT INTO template_asked",
	}
	if got := db.MergedOrder(); !slices.Equal(got, want) {
		t.Errorf("merged statements are sent in the order\n%s", strings.Join(got, "\n"))
	}
	if n := db.Statements(); n < 448 {
		t.Errorf("%d statements are linked: the test's database does not import every room", n)
	}
}

// unbounded are statements that may change any number of rows over workspaces, by
// their beginnings, each with its reason.
var unbounded = map[string]string{
	"UPDATE deployments SET":                                          "one row",
	"UPDATE schema_migrations SET applied_at":                         "one row for each migration of an empty file",
	"DELETE FROM commit_tokens WHERE written_at":                      "one row for each lane of a node",
	"UPDATE jobs SET run_at = $4 WHERE kind = $1 AND key = $2 AND id": "jobs of one key",
	"UPDATE jobs SET run_at = $3 WHERE kind = $1 AND key = $2":        "jobs of one key",
	"UPDATE jobs SET run_at = $4 WHERE kind = $1 AND key = $2":        "jobs of one key",
	"DELETE FROM jobs WHERE kind = $1 AND key = $2":                   "jobs of one key",
	"UPDATE jobs SET owner = '' WHERE owner":                          "what a node held, which its memory bounds",
	"UPDATE endpoint_cursors SET owner = '' WHERE owner":              "what a node served",
	"UPDATE users SET":                                "one person",
	"UPDATE user_tokens SET":                          "one token",
	"UPDATE sessions SET":                             "one session",
	"DELETE FROM sessions WHERE user_id":              "the sessions of one person, who has few",
	"UPDATE sign_in_failures SET":                     "one count",
	"DELETE FROM sign_in_failures WHERE subject = $1": "one count",
	"UPDATE user_totp SET":                            "the app of one person",
	"DELETE FROM user_totp WHERE user_id":             "the app of one person",
	"UPDATE recovery_codes SET":                       "one code",
	"DELETE FROM recovery_codes WHERE user_id":        "the ten codes of one person",
	"UPDATE passkeys SET":                             "the passkeys of one person, who has few",
	"DELETE FROM passkeys WHERE user_id":              "one passkey",
	"DELETE FROM number_paces WHERE node":             "the numbers that a node used",
	"DELETE FROM search_words WHERE rowid":            "the words of one document",
	"DELETE FROM identities WHERE connection_id":      "the people of one connection",
}

// What is removed or changed over workspaces is so a part at a time, however much
// there is.
func TestStatementsOverWorkspacesAreBounded(t *testing.T) {
	for _, text := range db.ChangesUnbounded() {
		named := false
		for begin := range unbounded {
			named = named || strings.HasPrefix(strings.Join(strings.Fields(text), " "), begin)
		}
		if !named {
			t.Errorf("this may change any number of rows; give it a LIMIT, or name it here with the reason:\n%s", text)
		}
	}
}

// A page goes on where the last one ended, not from the beginning of the list: a bound
// beside an OR is looked at row by row, on either engine.
func TestPagesBeginWhereTheLastEnded(t *testing.T) {
	for _, text := range db.HiddenBounds() {
		t.Errorf("write id < CASE WHEN $2 = '' THEN '~' ELSE $2 END:\n%s", text)
	}
}
