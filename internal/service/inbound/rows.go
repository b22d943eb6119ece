package inbound

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

// ProviderWebhook is a body that the provider posted, as it came.
type ProviderWebhook struct {
	ID         int64
	Account    string
	ReceivedAt time.Time
	Body       []byte
}

// What became of a body; one that was applied stays stored.
const (
	WebhookPartial     = "partial"     // items were odd, or of a number that is not here
	WebhookUnsupported = "unsupported" // items are kept raw only
	WebhookQuarantined = "quarantined" // it could not be read
)

// Part is a stretch of a body.
type Part struct{ Offset, Length int }

// Parts are stretches of a body; nil is all of it.
type Parts []Part

// Has reports whether any of the parts overlaps with the stretch.
func (p Parts) Has(one Part) bool {
	for _, part := range p {
		if one.Offset < part.Offset+part.Length && part.Offset < one.Offset+one.Length {
			return true
		}
	}
	return p == nil
}

func (p Parts) String() string {
	var b strings.Builder
	for _, part := range p {
		fmt.Fprintf(&b, "%d-%d,", part.Offset, part.Length)
	}
	return b.String()
}

func parseParts(text string) (out Parts, err error) {
	for entry := range strings.SplitSeq(text, ",") {
		if entry == "" {
			continue
		}
		var part Part
		if _, err := fmt.Sscanf(entry, "%d-%d", &part.Offset, &part.Length); err != nil {
			return nil, fmt.Errorf("parts %q: %w", text, err)
		}
		out = append(out, part)
	}
	return out, nil
}

// webhookJob is a job that applies a body.
type webhookJob struct {
	jobs.Job
	WebhookID int64
	// Done is how many of the items that are the job's have been applied.
	Done int
	// Only are the parts to apply: nil at first, and when the body is applied
	// again those that were not applied.
	Only Parts
}

// parseWebhookJob reads the payload of a job: the identifier of the body, then
// how much is done and the parts, where there are any.
func parseWebhookJob(j jobs.Job) (w webhookJob, err error) {
	w.Job = j
	id, rest, _ := strings.Cut(j.Payload, ":")
	if w.WebhookID, err = strconv.ParseInt(id, 10, 64); err != nil || rest == "" {
		return w, err
	}
	done, parts, _ := strings.Cut(rest, ":")
	if w.Done, err = strconv.Atoi(done); err == nil {
		w.Only, err = parseParts(parts)
	}
	return w, err
}

func (w webhookJob) payload() string {
	if w.Done == 0 && w.Only == nil {
		return strconv.FormatInt(w.WebhookID, 10)
	}
	out := fmt.Sprintf("%d:%d", w.WebhookID, w.Done)
	if w.Only != nil {
		out += ":" + w.Only.String()
	}
	return out
}

var (
	insertWebhookSQL = db.Merged(`INSERT INTO provider_webhooks (id, account, received_at, state, body) VALUES ($1, $2, $3, 'stored', $4)`,
		`INSERT INTO provider_webhooks (id, account, received_at, state, body)
		SELECT u.id, u.account, u.received_at, 'stored', u.body FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bytea[]) AS u (id, account, received_at, body)
		RETURNING id::text, ''`)
	selectWebhookSQL = db.SQL(`SELECT id, account, received_at, body FROM provider_webhooks WHERE id = $1`).
				ForMany(`SELECT u.n, w.id, account, received_at, body FROM unnest($1::bigint[]) WITH ORDINALITY AS u (id, n) JOIN provider_webhooks w ON w.id = u.id`)
	// A body is applied in several steps, and by a job for each number of it.
	markWebhookSQL = db.SQL(`UPDATE provider_webhooks SET state = CASE WHEN state = 'partial' THEN state ELSE $2 END,
		problem = CASE WHEN problem = '' THEN $3 WHEN length(problem) > 2000 THEN problem ELSE problem || '; ' || $3 END,
		pending = pending || $4 WHERE id = $1`)

	selectPendingSQL = db.SQL(`SELECT id, state, pending FROM provider_webhooks WHERE state <> 'stored' AND id > $1 ORDER BY id LIMIT $2`)
	clearPendingSQL  = db.SQL(`UPDATE provider_webhooks SET state = 'stored', problem = '', pending = '' WHERE id = $1 AND state <> 'stored'`)
	countAgainSQL    = db.SQL(`SELECT count(*) FROM jobs WHERE kind = $1 AND payload LIKE '%:%:%'`)

	expireWebhooksSQL = db.SQL(`DELETE FROM provider_webhooks WHERE id IN (SELECT id FROM provider_webhooks WHERE id < $1 ORDER BY id LIMIT $2)`)
)

// InsertProviderWebhook stores a body and one job per queue to apply it. Its
// identifier is filled in.
func InsertProviderWebhook(tx *db.Tx, kind jobs.JobKind, w ProviderWebhook, queues []string) ProviderWebhook {
	w.ID = tx.NewNumber()
	tx.Write(insertWebhookSQL, w.ID, w.Account, db.Ms(w.ReceivedAt), w.Body)
	applyWebhook(tx, kind, webhookJob{WebhookID: w.ID}, queues)
	return w
}

func applyWebhook(tx *db.Tx, kind jobs.JobKind, w webhookJob, queues []string) {
	for _, q := range queues {
		jobs.EnqueueJob(tx, jobs.Job{Kind: kind, Queue: q, Key: q, Payload: w.payload()})
	}
}

// providerWebhooks returns stored bodies by their identifier; one that is gone
// is left out.
func providerWebhooks(tx *db.Tx, ids []int64) (map[int64]ProviderWebhook, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{id}
	}
	out := make(map[int64]ProviderWebhook, len(ids))
	err := tx.EachOf(selectWebhookSQL, rows, func(_ int, r db.Row) error {
		var w ProviderWebhook
		var received int64
		err := r.Scan(&w.ID, &w.Account, &received, &w.Body)
		w.ReceivedAt = db.At(received)
		out[w.ID] = w
		return err
	})
	return out, err
}

// markProviderWebhook records which parts of a body were not applied, and why.
// A body that was applied needs no mark.
func markProviderWebhook(tx *db.Tx, id int64, state, problem string, pending Parts) {
	tx.Write(markWebhookSQL, id, state, problem, pending.String())
}

// progressWebhookJob notes how many items of a job have been applied. When
// somebody else has taken it over meanwhile, the whole update fails with ErrLost.
func progressWebhookJob(tx *db.Tx, w webhookJob, done int) {
	w.Done = done
	jobs.ProgressJob(tx, w.Job, w.payload())
}

// PendingWebhook is a body of which parts were not applied.
type PendingWebhook struct {
	ID    int64
	State string
	Parts Parts
}

// PendingWebhooks returns up to limit bodies of which parts were not applied,
// in the order in which they came, received since the time and after the
// identifier.
func PendingWebhooks(tx *db.Tx, since time.Time, after int64, limit int) (out []PendingWebhook, err error) {
	if first := db.FirstNumber(since); !since.IsZero() && first > after {
		after = first
	}
	err = tx.Each(selectPendingSQL, func(r db.Row) error {
		var w PendingWebhook
		var parts string
		err := r.Scan(&w.ID, &w.State, &parts)
		if err == nil {
			w.Parts, err = parseParts(parts)
		}
		out = append(out, w)
		return err
	}, after, limit)
	return out, err
}

// applyAgain clears what was noted of a body and makes the jobs that apply the
// parts that were not applied.
func applyAgain(tx *db.Tx, kind jobs.JobKind, w PendingWebhook, queues []string) error {
	n, err := tx.Exec(clearPendingSQL, w.ID)
	if err == nil && n == 1 {
		applyWebhook(tx, kind, webhookJob{WebhookID: w.ID, Only: w.Parts}, queues)
	}
	return err
}

// countAgain counts the jobs of the kind that apply a body again.
func countAgain(tx *db.Tx, kind jobs.JobKind) (n int64, err error) {
	_, err = tx.One(countAgainSQL, []any{&n}, string(kind))
	return n, err
}

// ExpireProviderWebhooks removes up to limit bodies received before the time,
// and returns how many these were.
func ExpireProviderWebhooks(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireWebhooksSQL, db.FirstNumber(before), limit)
}
