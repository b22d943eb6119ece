package broadcast

import (
	"cmp"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	failureSQL     = db.SQL(`SELECT code, provider_code, failed_at FROM broadcast_failures WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
	saveFailureSQL = db.SQL(`INSERT INTO broadcast_failures (workspace_id, broadcast_id, number, code, provider_code, failed_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (workspace_id, broadcast_id, number) DO UPDATE SET code = excluded.code, provider_code = excluded.provider_code, failed_at = excluded.failed_at`)
	dropFailureSQL     = db.SQL(`DELETE FROM broadcast_failures WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
	addFailureCountSQL = db.SQL(`INSERT INTO broadcast_failure_counts (workspace_id, broadcast_id, code, provider_code, count) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, broadcast_id, code, provider_code) DO UPDATE SET count = broadcast_failure_counts.count + excluded.count`)
	failureCountsSQL = db.SQL(`SELECT code, provider_code, count FROM broadcast_failure_counts WHERE workspace_id = $1 AND broadcast_id = $2 AND count > 0
		ORDER BY count DESC, code, provider_code LIMIT 500`)
	holdPositionSQL  = db.SQL(`SELECT position FROM broadcast_positions WHERE workspace_id = $1 FOR UPDATE`)
	tallyFailuresSQL = db.SQL(`SELECT code, provider_code, count(*) FROM broadcast_failures WHERE workspace_id = $1 AND broadcast_id = $2 GROUP BY code, provider_code`)
)

// holdPosition keeps others from counting the log of a workspace until the transaction ends.
func holdPosition(tx *db.Tx, workspaceID string) error {
	var at int64
	_, err := tx.One(holdPositionSQL, []any{&at}, workspaceID)
	return err
}

// failure is why a recipient failed, and when.
type failure struct {
	crm.FailureKey
	at time.Time
}

// failures are those of recipients, by their place.
func failures(tx *db.Tx, workspaceID string, of []place) (map[place]failure, error) {
	rows, out := make([][]any, len(of)), map[place]failure{}
	for i, p := range of {
		rows[i] = []any{workspaceID, p.broadcastID, p.number}
	}
	err := tx.EachOf(failureSQL, rows, func(i int, r db.Row) error {
		var code string
		var provider, at int64
		err := r.Scan(&code, &provider, &at)
		out[of[i]] = failure{crm.FailureKey{Code: crm.Code(code), ProviderCode: int(provider)}, db.At(at)}
		return err
	})
	return out, err
}

// keepFailures stores why recipients fail that have changed, and forgets it of those that
// arrived after all.
func keepFailures(tx *db.Tx, workspaceID string, changed []*moving) error {
	var were []place
	for _, m := range changed {
		if m.before.State == crm.RecipientFailed && m.State != crm.RecipientFailed {
			were = append(were, place{m.broadcastID, m.Number})
		}
	}
	known, err := failures(tx, workspaceID, were)
	if err != nil {
		return err
	}
	less := map[string]failureSteps{}
	step := func(id string, k crm.FailureKey, n int64) {
		if less[id] == nil {
			less[id] = failureSteps{}
		}
		less[id][k] += n
	}
	for _, m := range changed {
		switch {
		case m.State == crm.RecipientFailed && m.before.State != crm.RecipientFailed:
			tx.Write(saveFailureSQL, workspaceID, m.broadcastID, m.Number, string(m.failed.Code), m.failed.ProviderCode, db.Ms(m.failedAt))
			step(m.broadcastID, m.failed, 1)
		case m.State != crm.RecipientFailed && m.before.State == crm.RecipientFailed:
			if old, is := known[place{m.broadcastID, m.Number}]; is {
				tx.Write(dropFailureSQL, workspaceID, m.broadcastID, m.Number)
				step(m.broadcastID, old.FailureKey, -1)
			}
		}
	}
	for _, id := range sortedKeys(less) {
		less[id].save(tx, workspaceID, id)
	}
	return nil
}

// failureSteps are how many more fail for each reason.
type failureSteps map[crm.FailureKey]int64

func (f failureSteps) save(tx *db.Tx, workspaceID, broadcastID string) {
	keys := make([]crm.FailureKey, 0, len(f))
	for k, n := range f {
		if n != 0 {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b crm.FailureKey) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.ProviderCode, b.ProviderCode))
	})
	for _, k := range keys {
		tx.Write(addFailureCountSQL, workspaceID, broadcastID, string(k.Code), k.ProviderCode, f[k])
	}
}

// failureCounts returns how many recipients failed for each reason, as they are kept or,
// by tallyFailuresSQL, as they are.
func failureCounts(tx *db.Tx, which *db.Stmt, b crm.Broadcast) (out []crm.FailureCount, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var code string
		var provider, n int64
		err := r.Scan(&code, &provider, &n)
		out = append(out, crm.FailureCount{FailureKey: crm.FailureKey{Code: crm.Code(code), ProviderCode: int(provider)}, Count: n})
		return err
	}, b.WorkspaceID, b.ID)
	return out, err
}

// wrongFailures is what is to be added to the kept counts of reasons to make them right.
func wrongFailures(tx *db.Tx, b crm.Broadcast) (failureSteps, error) {
	there, err := failureCounts(tx, tallyFailuresSQL, b)
	if err != nil {
		return nil, err
	}
	kept, err := failureCounts(tx, failureCountsSQL, b)
	out := failureSteps{}
	for _, c := range there {
		out[c.FailureKey] += c.Count
	}
	for _, c := range kept {
		if out[c.FailureKey] -= c.Count; out[c.FailureKey] == 0 {
			delete(out, c.FailureKey)
		}
	}
	return out, err
}
