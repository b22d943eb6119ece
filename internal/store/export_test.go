package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Waiting is how many updates wait to be taken into a transaction.
func Waiting(db *DB) (n int) {
	for _, l := range db.lanes {
		n += len(l.urgent) + len(l.usual)
	}
	return n
}

// MigrateBy is Migrate with migrations of the test's own, by their numbers.
func MigrateBy(ctx context.Context, db *DB, scripts map[int64]string) error {
	var list []migration
	for _, version := range slices.Sorted(maps.Keys(scripts)) {
		list = append(list, migration{version, fmt.Sprintf("%04d.sql", version), scripts[version]})
	}
	return db.migrate(ctx, list)
}

// VersionOf is the version that a database is said to have that has the applied
// migrations of the known ones.
func VersionOf(applied, known []int64) int64 {
	var list []migration
	for _, version := range known {
		list = append(list, migration{version: version})
	}
	return versionOf(applied, list)
}

// AsksSessions reports whether the horizon of the log has stood still for so
// long that every reading asks whose the open transactions are.
func AsksSessions(db *DB) bool {
	db.horizon.mu.Lock()
	defer db.horizon.mu.Unlock()
	return !db.horizon.since.IsZero() && time.Since(db.horizon.since) > horizonPatience
}

// PrepareAll prepares every registered statement and returns the failures.
func PrepareAll(ctx context.Context, db *DB) (failures []error) {
	for _, s := range statements {
		if (s.postgres || s == lockKeys) && db.Engine() == "sqlite" {
			continue
		}
		switch e := db.engine.(type) {
		case *sqliteEngine:
			if _, err := e.writer.prepared(s); err != nil {
				failures = append(failures, err)
			}
		case *postgresEngine:
			c, err := e.pool.Acquire(ctx)
			if err != nil {
				return append(failures, err)
			}
			for _, text := range []string{s.text, s.merged, s.many} {
				if text == "" {
					continue
				}
				if _, err := c.Conn().Prepare(ctx, text, text); err != nil {
					failures = append(failures, &prepareError{text, err})
				}
			}
			c.Release()
		}
	}
	return failures
}

type prepareError struct {
	sql string
	err error
}

func (e *prepareError) Error() string { return e.sql + ": " + e.err.Error() }

// PlansBesideTheIndex are the statements that do not go by the index on the
// embedded engine that was made for them, each with its plan.
func PlansBesideTheIndex(db *DB) (plans map[string]string, err error) {
	plans = map[string]string{}
	for s, index := range map[*Stmt]string{countDue: "deliveries_pending", countPending: "deliveries_pending", dueDeliveries: "deliveries_pending",
		nextDelivery: "deliveries_pending", oldestPending: "deliveries_unsuccessful",
		oldestWaiting: "deliveries_unsuccessful", listInState: "deliveries_unsuccessful", lastInState: "deliveries_unsuccessful",
		selectThread: "messages_conversation", selectConversationsOf: "conversations_pair", lockConversationsOf: "conversations_pair",
		selectConsent: "consent_records_newest contacts_merged", newestConsent: "consent_records_newest contacts_merged", followConsent: "consent_records_newest contacts_merged",
		selectMergesKept: "contact_merges_kept", selectLastMergeOf: "contact_merges_gone", completeFile: "media_hash",
		oldTurns: "ai_turns_age", expireAINotices: "ai_notices_ended", expireGaps: "knowledge_gaps_age", expireAsked: "knowledge_gap_questions_age",
		expireAICalls: "ai_calls_age", expireCached: "ai_cache_age", dueQuestions: "conversation_floors_due",
		selectAIConversations: "ai_calls_conversation", selectAIOfProvider: "ai_calls_provider", selectAIOfAssistant: "ai_calls_assistant", selectAIFailed: "ai_calls_failed", selectAIForPurpose: "ai_calls_purpose",
		resolveAINotices: "ai_notices_open", endBudgetNotices: "ai_notices_open",
		selectThreadFrom: "messages_conversation", newestEvaluation: "evaluations_completed", countOpenEvaluations: "evaluations_open",
		oldEvaluations: "evaluations_ended", pastMessages: "", selectEvaluationItems: "", selectEvaluations: "", newestPublication: "assistant_publications_of"} {
		p, _, err := db.engine.(*sqliteEngine).writer.c.Prepare("EXPLAIN QUERY PLAN " + s.sqlite)
		if err != nil {
			return nil, err
		}
		var plan strings.Builder
		for p.Step() {
			plan.WriteString(p.ColumnText(3) + "\n")
		}
		if err := p.Close(); err != nil {
			return nil, err
		}
		if index == "" && strings.Contains(plan.String(), "USING PRIMARY KEY") && !strings.Contains(plan.String(), "TEMP B-TREE") {
			continue // by the primary key, in its order
		}
		if index != "" && goesBy(plan.String(), strings.Fields(index)) && !strings.Contains(plan.String(), "SEARCH deliveries USING PRIMARY KEY") &&
			!strings.Contains(plan.String(), "SEARCH d USING PRIMARY KEY") {
			continue
		}
		plans[s.text] = plan.String()
	}
	return plans, nil
}

// goesBy reports whether a plan searches or scans each of the indexes.
func goesBy(plan string, indexes []string) bool {
	for _, name := range indexes {
		if !strings.Contains(plan, "USING INDEX "+name) && !strings.Contains(plan, "USING COVERING INDEX "+name) {
			return false
		}
	}
	return true
}
