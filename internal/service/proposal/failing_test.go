package proposal_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testshop"
)

var (
	// A proposal of a team is one that the database does not let be settled.
	refuseEmbeddedSQL = db.EmbeddedSQL(`CREATE TRIGGER refuse_proposal BEFORE UPDATE ON proposals WHEN NEW.settled = 1 AND NEW.kind = 'team' BEGIN SELECT RAISE(ABORT, 'no such proposal'); END`)
	faultEmbeddedSQL  = db.EmbeddedSQL(`CREATE TRIGGER refuse_proposal BEFORE UPDATE ON proposals WHEN NEW.settled = 1 AND NEW.kind = 'team' BEGIN SELECT abs(-9223372036854775807 - 1); END`)
	functionSQL       = db.PostgresSQL(`CREATE FUNCTION refuse_proposal() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION USING ERRCODE = TG_ARGV[0], MESSAGE = ''no such proposal''; END'`)
	refusePostgresSQL = db.PostgresSQL(`CREATE TRIGGER refuse_proposal BEFORE UPDATE ON proposals FOR EACH ROW WHEN (NEW.settled = 1 AND NEW.kind = 'team') EXECUTE FUNCTION refuse_proposal('23514')`)
	faultPostgresSQL  = db.PostgresSQL(`CREATE TRIGGER refuse_proposal BEFORE UPDATE ON proposals FOR EACH ROW WHEN (NEW.settled = 1 AND NEW.kind = 'team') EXECUTE FUNCTION refuse_proposal('P0001')`)
	takeEmbeddedSQL   = db.EmbeddedSQL(`DROP TRIGGER refuse_proposal`)
	takePostgresSQL   = db.PostgresSQL(`DROP TRIGGER refuse_proposal ON proposals`)
	spoilSQL          = db.SQL(`UPDATE proposals SET act = '{' WHERE workspace_id = $1 AND conversation_id = $2 AND kind = $3`)
)

// breaks lets the database not take some proposals.
func (s *shop) breaks(embedded *db.Stmt, postgres ...*db.Stmt) {
	s.t.Helper()
	list := []*db.Stmt{embedded}
	if s.DB().Engine() != "sqlite" {
		list = postgres
	}
	for _, stmt := range list {
		s.Must(s.DB().Update(s.t.Context(), "breaks", func(tx *db.Tx) error { _, err := tx.Exec(stmt); return err }))
	}
}

func (s *shop) mends() { s.t.Helper(); s.breaks(takeEmbeddedSQL, takePostgresSQL) }

// failures are what is on record, the oldest first, and told how often people were told.
func (s *shop) failures() (list []string, told int) {
	s.t.Helper()
	for _, f := range s.list("/v1/proposal-failures") {
		list = append([]string{fmt.Sprint(f["step"], " ", f["code"], " ", len(f["proposalIds"].([]any)))}, list...)
	}
	return list, len(testshop.EventsOf(s.Kit, crm.EventProposalFailed, func(crm.ProposalFailedData) bool { return true }))
}

func (s *shop) expectFailures(what string, told int, want ...string) {
	s.t.Helper()
	if list, n := s.failures(); fmt.Sprint(list) != fmt.Sprint(want) || n != told {
		s.t.Errorf("%s: on record are %v, told %d times; want %v, %d times", what, list, n, want, told)
	}
}

// What cannot be settled for good is on record, told of once, and holds up nothing: the
// other proposals of the conversation are settled, and so is what comes later.
func TestWhatFailsForGoodHoldsUpNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *shop) {
		s.allow("suggest", "label", "team")
		one, two := s.asks("A refund for repairs"), s.asks("A refund for repairs")
		s.expect(one, "label open, team open")
		s.breaks(refuseEmbeddedSQL, functionSQL, refusePostgresSQL)
		closed := map[string]any{"status": "closed"}
		s.put(one, "labels", map[string]any{"labelIds": []string{s.labels["Refund"]}})
		s.expect(one, "label confirmed, team open")
		s.put(one, "status", closed)
		s.expectFailures("the team cannot be settled", 1, "compare internal 1")
		s.put(two, "status", closed)
		s.expect(two, "label refuted, team open")
		s.expectFailures("again", 1, "compare internal 1", "compare internal 1")
		s.mends()
		s.put(two, "status", map[string]any{"status": "open"})
		s.put(two, "status", closed)
		s.expect(two, "label refuted, team refuted")
		r := s.must(http.MethodGet, "/v1/proposal-failures", nil).JSON()["data"].([]any)[0].(map[string]any)
		if r["conversationId"] != two || r["triggerId"] == "" || r["detail"] == "" {
			t.Errorf("%v", r)
		}
	})
}

// What is stored in a way that cannot be read fails at once; the rest of the workspace
// goes on.
func TestAProposalThatCannotBeReadHoldsUpNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *shop) {
		s.allow("suggest", "label")
		one, two := s.asks("A refund"), s.asks("A refund")
		s.Must(s.DB().Update(t.Context(), "spoil", func(tx *db.Tx) error { tx.Write(spoilSQL, s.WorkspaceID, one, "label"); return nil }))
		s.put(one, "labels", map[string]any{"labelIds": []string{s.labels["Refund"]}})
		s.put(two, "labels", map[string]any{"labelIds": []string{s.labels["Refund"]}})
		s.expect(two, "label confirmed")
		s.expectFailures("it cannot be read", 1, "compare internal 1")
		s.expect(one, "")
		s.expect(s.asks("A refund"), "label open")
		if list := s.list("/v1/proposals"); len(list) != 1 {
			t.Errorf("the list has %v, want the one that can be read", list)
		}
	})
}

// A fault that nobody knows is tried again for a while, in order, and then is on record.
func TestAnUnknownFaultIsTriedForAWhile(t *testing.T) {
	onBoth(t, func(t *testing.T, s *shop) {
		s.allow("suggest", "team")
		one, two := s.asks("About repairs"), s.asks("About repairs")
		s.breaks(faultEmbeddedSQL, functionSQL, faultPostgresSQL)
		give := func(c string) {
			s.must(http.MethodPut, "/v1/conversations/"+c+"/assignment", map[string]any{"teamId": s.team})
		}
		give(one)
		s.mends()
		s.settle()
		s.expect(one, "team confirmed")
		s.expectFailures("it passed by itself", 0)
		s.breaks(faultEmbeddedSQL, faultPostgresSQL)
		give(two)
		s.Eventually("it does not pass", func() bool {
			s.Advance(5 * time.Second)
			list, _ := s.failures()
			return len(list) == 1
		})
		s.Compared()
		s.expect(two, "team open")
		s.expectFailures("it did not pass", 1, "compare internal 1")
	})
}

// An answer of a model that cannot be stored is given up after some tries, is on record,
// and what the contact writes next is asked about.
func TestAQuestionIsGivenUp(t *testing.T) {
	onBoth(t, func(t *testing.T, s *shop) {
		s.allow("suggest", "team")
		s.breaks(db.EmbeddedSQL(noTeamEmbedded), functionSQL, db.PostgresSQL(noTeamPostgres))
		who := testshop.Customer(77)
		s.Ask(who, "About repairs")
		s.Eventually("it is given up", func() bool {
			s.Advance(5 * time.Second)
			list, _ := s.failures()
			return len(list) == 1
		})
		s.expectFailures("it cannot be stored", 1, "propose internal 0")
		s.mends()
		s.Ask(who, "About repairs, again")
		s.settle()
		s.expect(s.Conversation(who), "team open")
	})
}

const (
	noTeamEmbedded = `CREATE TRIGGER refuse_proposal BEFORE INSERT ON proposals WHEN NEW.kind = 'team' BEGIN SELECT RAISE(ABORT, 'no such proposal'); END`
	noTeamPostgres = `CREATE TRIGGER refuse_proposal BEFORE INSERT ON proposals FOR EACH ROW WHEN (NEW.kind = 'team') EXECUTE FUNCTION refuse_proposal('23514')`
)
