package model

import (
	"fmt"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const aiCallColumns = `id, workspace_id, purpose, conversation_id, message_id, turn_id, assistant_id, assistant_revision, provider_id, kind, model, answered,
	attempt, class, status_code, detail, latency_ms, input_uncached, cache_read, cache_write, output, reasoning, estimated, usage, cost_micros, priced, price_version, created_at`

var (
	insertAICallSQL = db.SQL(`INSERT INTO ai_calls (` + aiCallColumns + `) VALUES (` + numbers(1, 28) + `)`)
	// A day's row is one of many calls: it is locked at the end of a transaction,
	// once for all of them.
	addAIUsageSQL = db.Merged(`INSERT INTO ai_usage_days (`+aiUsageKey+`, `+strings.Join(aiSums, ", ")+`)
		VALUES (`+numbers(1, 7+len(aiSums))+`)`+addAIUsage,
		`INSERT INTO ai_usage_days (`+aiUsageKey+`, `+strings.Join(aiSums, ", ")+`)
		SELECT `+aiUsageKey+`, `+sums(aiSums)+` FROM unnest(`+arrays()+`) AS u (`+aiUsageKey+`, `+strings.Join(aiSums, ", ")+`)
		GROUP BY `+aiUsageKey+` ORDER BY `+aiUsageKey+addAIUsage+` RETURNING workspace_id, ''`)
	selectAIUsageSQL = db.SQL(`SELECT day, provider_id, model, assistant_id, purpose, class, ` + strings.Join(aiSums, ", ") + ` FROM ai_usage_days
		WHERE workspace_id = $1 AND day >= $2 AND day < $3`)

	// Newest first; each begins at the index that narrows it most.
	selectAICallsSQL         = aiCalls("", "")
	selectAIConversationsSQL = aiCalls(" INDEXED BY ai_calls_conversation", " AND conversation_id = $7 AND conversation_id <> ''").By("ai_calls_conversation")
	selectAIOfProviderSQL    = aiCalls(" INDEXED BY ai_calls_provider", " AND provider_id = $7").By("ai_calls_provider")
	selectAIOfAssistantSQL   = aiCalls(" INDEXED BY ai_calls_assistant", " AND assistant_id = $7 AND assistant_id <> ''").By("ai_calls_assistant")
	selectAIForPurposeSQL    = aiCalls(" INDEXED BY ai_calls_purpose", " AND purpose = $6").By("ai_calls_purpose")
	selectAIFailedSQL        = aiCalls(" INDEXED BY ai_calls_failed", " AND class <> '' AND class <> 'cache_hit'").By("ai_calls_failed")

	expireAICallsSQL = db.SQL(`DELETE FROM ai_calls WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM ai_calls WHERE created_at < $1 ORDER BY created_at LIMIT $2)`).By("ai_calls_age").
				AcrossWorkspaces("retention")
)

// aiSums are the columns that are added up, the histogram of latencies last.
var aiSums = []string{"calls", "input_uncached", "cache_read", "cache_write", "output", "reasoning", "estimated_tokens", "cost_micros", "estimated_micros", "unpriced",
	"l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "l10", "l11", "l12", "l13", "l14"}

const aiUsageKey = `workspace_id, day, provider_id, model, assistant_id, purpose, class`

var addAIUsage = ` ON CONFLICT (` + aiUsageKey + `) DO UPDATE SET ` + addAll("ai_usage_days", aiSums)

// sums adds up columns.
func sums(columns []string) string {
	var list []string
	for _, c := range columns {
		list = append(list, "CAST(sum("+c+") AS BIGINT)")
	}
	return strings.Join(list, ", ")
}

// arrays are the placeholders of many rows of ai_usage_days.
func arrays() string {
	var list []string
	for i := 1; i <= 7+len(aiSums); i++ {
		kind := "bigint"
		if i <= 7 && i != 2 { // the key but for the day
			kind = "text"
		}
		list = append(list, fmt.Sprintf("$%d::%s[]", i, kind))
	}
	return strings.Join(list, ", ")
}

// numbers are the placeholders from first to last.
func numbers(first, last int) string {
	var list []string
	for i := first; i <= last; i++ {
		list = append(list, fmt.Sprintf("$%d", i))
	}
	return strings.Join(list, ", ")
}

func addAll(table string, columns []string) string {
	var list []string
	for _, c := range columns {
		list = append(list, c+" = "+table+"."+c+" + excluded."+c)
	}
	return strings.Join(list, ", ")
}

func aiCalls(index, narrowed string) *db.Stmt {
	return db.SQL(`SELECT ` + aiCallColumns + ` FROM ai_calls` + index + ` WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND ($4 = '' OR provider_id = $4)
		AND ($5 = '' OR assistant_id = $5) AND ($6 = '' OR purpose = $6)` + narrowed + ` ORDER BY id DESC LIMIT $3`)
}

// RecordAICall stores one attempt, or an answer from the cache, and adds it to
// the counters of its day.
func RecordAICall(tx *db.Tx, c crm.AICall) {
	cost, priced := int64(0), c.CostMicros != nil
	if priced {
		cost = *c.CostMicros
	}
	t := c.Tokens
	tx.Write(insertAICallSQL, c.ID, c.WorkspaceID, c.Purpose, c.ConversationID, c.MessageID, c.TurnID, c.AssistantID, c.AssistantRevision, c.ProviderID, c.Kind, c.Model, c.Answered,
		c.Attempt, c.Class, c.StatusCode, c.Detail, c.Latency.Milliseconds(), t.InputUncached, t.CacheRead, t.CacheWrite, t.Output, t.Reasoning, c.Estimated,
		string(c.Usage), cost, priced, c.PriceVersion, db.Ms(c.CreatedAt))
	u := crm.AIUsage{Calls: 1}
	switch {
	case c.Estimated:
		u.EstimatedTokens, u.EstimatedMicros = t.Total(), cost
	default:
		u.Tokens, u.CostMicros = t, cost
	}
	if !priced && t.Total() > 0 && c.Class != crm.ClassCacheHit {
		u.Unpriced = 1
	}
	if c.Class != crm.ClassCacheHit {
		u.Latencies.Observe(c.Latency)
	}
	t = u.Tokens
	args := []any{c.WorkspaceID, db.Ms(crm.AIDay(c.CreatedAt)), c.ProviderID, c.Model, c.AssistantID, c.Purpose, c.Class,
		u.Calls, t.InputUncached, t.CacheRead, t.CacheWrite, t.Output, t.Reasoning, u.EstimatedTokens, u.CostMicros, u.EstimatedMicros, u.Unpriced}
	for _, n := range u.Latencies {
		args = append(args, n)
	}
	tx.Write(addAIUsageSQL, args...)
}

// aiUsage returns the counters of the days in [from, to), in no order.
func aiUsage(tx *db.Tx, workspaceID string, from, to time.Time) (out []crm.AIUsage, err error) {
	err = tx.Each(selectAIUsageSQL, func(r db.Row) error {
		var u crm.AIUsage
		var day int64
		t := &u.Tokens
		dest := []any{&day, &u.ProviderID, &u.Model, &u.AssistantID, &u.Purpose, &u.Class, &u.Calls, &t.InputUncached, &t.CacheRead, &t.CacheWrite, &t.Output,
			&t.Reasoning, &u.EstimatedTokens, &u.CostMicros, &u.EstimatedMicros, &u.Unpriced}
		for i := range u.Latencies {
			dest = append(dest, &u.Latencies[i])
		}
		err := r.Scan(dest...)
		u.Day = db.At(day)
		out = append(out, u)
		return err
	}, workspaceID, db.Ms(from), db.Ms(to))
	return out, err
}

// AICalls returns a page of calls, newest first.
func AICalls(tx *db.Tx, workspaceID string, f crm.AICallFilter, p crm.Page) (crm.List[crm.AICall], error) {
	args := []any{workspaceID, p.After, p.Limit + 1, f.ProviderID, f.AssistantID, f.Purpose}
	s := selectAICallsSQL
	switch {
	case f.ConversationID != "":
		s, args = selectAIConversationsSQL, append(args, f.ConversationID)
	case f.Failed:
		s = selectAIFailedSQL
	case f.ProviderID != "":
		s, args = selectAIOfProviderSQL, append(args, f.ProviderID)
	case f.AssistantID != "":
		s, args = selectAIOfAssistantSQL, append(args, f.AssistantID)
	case f.Purpose != "":
		s = selectAIForPurposeSQL
	}
	list, err := readCalls(tx, s, args...)
	return crm.CutPage(list, p.Limit, func(c crm.AICall) string { return c.ID }), err
}

func readCalls(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.AICall, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var c crm.AICall
		var latency, cost, created int64
		var usage string
		var priced bool
		t := &c.Tokens
		err := r.Scan(&c.ID, &c.WorkspaceID, &c.Purpose, &c.ConversationID, &c.MessageID, &c.TurnID, &c.AssistantID, &c.AssistantRevision, &c.ProviderID, &c.Kind, &c.Model, &c.Answered,
			&c.Attempt, &c.Class, &c.StatusCode, &c.Detail, &latency, &t.InputUncached, &t.CacheRead, &t.CacheWrite, &t.Output, &t.Reasoning, &c.Estimated,
			&usage, &cost, &priced, &c.PriceVersion, &created)
		if priced {
			c.CostMicros = &cost
		}
		if usage != "" {
			c.Usage = []byte(usage)
		}
		c.Latency, c.CreatedAt = time.Duration(latency)*time.Millisecond, db.At(created)
		out = append(out, c)
		return err
	}, args...)
	return out, err
}

// ExpireAICalls removes at most limit calls from before the time and returns
// how many. Their counters stay.
func ExpireAICalls(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireAICallsSQL, db.Ms(before), limit)
}
