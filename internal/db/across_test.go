package db_test

import (
	"path/filepath"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
)

// A statement looks at the rows of one workspace, or says why it does not; then
// it is bounded, whatever the number of workspaces, or says why not.
func TestStatementsStayInTheirWorkspace(t *testing.T) {
	base := testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))
	tables, err := db.TablesOfWorkspaces(base)
	reaches := db.Reaches(append(tables, "log_heads")) // which only PostgreSQL has
	if err != nil || len(tables) < 60 || len(reaches) < 400 {
		t.Fatalf("%d tables and %d statements on them: %v", len(tables), len(reaches), err)
	}
	across, unlimited := 0, 0
	for _, r := range reaches {
		switch {
		case !r.Narrow && r.Across == "":
			t.Errorf("looks across workspaces, and does not say why:\n%s", r.Text)
		case r.Narrow && r.Across != "":
			t.Errorf("stays in its workspace, but says that it does not:\n%s", r.Text)
		case r.Across != "" && !r.Bounded && r.Unlimited == "":
			t.Errorf("has no LIMIT by an index, and does not say why:\n%s", r.Text)
		case r.Bounded && r.Unlimited != "", r.Across == "" && r.Unlimited != "":
			t.Errorf("is bounded, but says that it is not:\n%s", r.Text)
		}
		if r.Across != "" {
			across++
		}
		if r.Unlimited != "" {
			unlimited++
		}
	}
	if across != 135 || unlimited != 55 {
		t.Errorf("%d statements look across workspaces, %d of them without a bound", across, unlimited)
	}
}
