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
	ID          int64
	WorkspaceID string // nobody, where it is not known whose it is
	Account     string
	ReceivedAt  time.Time
	Body        []byte

	size   int    // of Body, where it is stored packed; 0 where it is stored as it is
	stored []byte // Body as it is stored
}

// bodyRef tells a body from all others.
type bodyRef struct {
	workspaceID string
	id          int64
}

func (w ProviderWebhook) ref() bodyRef { return bodyRef{w.WorkspaceID, w.ID} }

// packed is the same with the bytes that are to be stored, so that no writer has
// to pack them.
func (w ProviderWebhook) packed() ProviderWebhook {
	w.size, w.stored = packBody(w.Body)
	return w
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

// body is the body that the job applies, of the workspace of the job.
func (w webhookJob) body() bodyRef { return bodyRef{w.WorkspaceID, w.WebhookID} }

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
	insertWebhookSQL = db.Merged(`INSERT INTO provider_webhooks (id, workspace_id, account, received_at, state, size, body) VALUES ($1, $2, $3, $4, 'stored', $5, $6)`,
		`INSERT INTO provider_webhooks (id, workspace_id, account, received_at, state, size, body)
		SELECT u.id, u.workspace_id, u.account, u.received_at, 'stored', u.size, u.body
		FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[]) AS u (id, workspace_id, account, received_at, size, body)
		RETURNING id::text, ''`)
	selectWebhookSQL = db.SQL(`SELECT workspace_id, id, account, received_at, size, body FROM provider_webhooks WHERE workspace_id = $1 AND id = $2`).
				ForMany(`SELECT u.n, w.workspace_id, w.id, account, received_at, size, body FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS u (workspace_id, id, n)
		JOIN provider_webhooks w ON w.workspace_id = u.workspace_id AND w.id = u.id`)
	// A body is applied in several steps, and by a job for each number of it.
	markWebhookSQL = db.SQL(`UPDATE provider_webhooks SET state = CASE WHEN state = 'partial' THEN state ELSE $3 END,
		problem = CASE WHEN problem = '' THEN $4 WHEN length(problem) > 2000 THEN problem ELSE problem || '; ' || $4 END,
		pending = pending || $5 WHERE workspace_id = $1 AND id = $2`)

	selectPendingSQL = db.SQL(`SELECT workspace_id, id, state, pending FROM provider_webhooks WHERE state <> 'stored' AND id > $1 ORDER BY id LIMIT $2`).By("provider_webhooks_pending").
				AcrossWorkspaces("an operator applies all anew")
	clearPendingSQL = db.SQL(`UPDATE provider_webhooks SET state = 'stored', problem = '', pending = '' WHERE workspace_id = $1 AND id = $2 AND state <> 'stored'`)
	countAgainSQL   = db.SQL(`SELECT count(*) FROM jobs WHERE kind = $1 AND payload LIKE '%:%:%'`).
			Unlimited("counts what is applied anew").AcrossWorkspaces("an operator asks")

	// The next owners that have bodies, one step of the key each,
	// and whether the oldest of each was received before a time. Identifiers rise
	// with time.
	webhookOwnersSQL = db.SQL(`WITH RECURSIVE w (name) AS (
			SELECT min(workspace_id) FROM provider_webhooks WHERE workspace_id >= $1
			UNION ALL
			SELECT (SELECT min(workspace_id) FROM provider_webhooks WHERE workspace_id > w.name) FROM w WHERE w.name IS NOT NULL)
		SELECT name, (SELECT min(id) FROM provider_webhooks WHERE workspace_id = w.name) < $2 FROM w WHERE name IS NOT NULL LIMIT $3`).By().
		AcrossWorkspaces("retention")
	expireWebhooksSQL = db.SQL(`DELETE FROM provider_webhooks WHERE workspace_id = $1 AND id IN (
		SELECT id FROM provider_webhooks WHERE workspace_id = $1 AND id < $2 ORDER BY id LIMIT $3)`)
)

// InsertProviderWebhook stores a body and one job per queue to apply it. Its
// identifier is filled in.
func InsertProviderWebhook(tx *db.Tx, kind jobs.JobKind, w ProviderWebhook, queues []string) ProviderWebhook {
	w.ID = tx.NewNumber()
	if w.stored == nil {
		w = w.packed()
	}
	tx.Write(insertWebhookSQL, w.ID, w.WorkspaceID, w.Account, db.Ms(w.ReceivedAt), w.size, w.stored)
	applyWebhook(tx, kind, w.WorkspaceID, webhookJob{WebhookID: w.ID}, queues)
	return w
}

func applyWebhook(tx *db.Tx, kind jobs.JobKind, workspaceID string, w webhookJob, queues []string) {
	for _, q := range queues {
		jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: kind, Queue: q, Key: q, Payload: w.payload()})
	}
}

// providerWebhooks returns stored bodies; one that is gone is left out.
func providerWebhooks(tx *db.Tx, refs []bodyRef) (map[bodyRef]ProviderWebhook, error) {
	out := make(map[bodyRef]ProviderWebhook, len(refs))
	err := tx.EachOf(selectWebhookSQL, bodyArgs(refs), func(_ int, r db.Row) error {
		var w ProviderWebhook
		var received int64
		var stored []byte
		if err := r.Scan(&w.WorkspaceID, &w.ID, &w.Account, &received, &w.size, &stored); err != nil {
			return err
		}
		w.ReceivedAt = db.At(received)
		var err error
		w.Body, err = UnpackBody(w.size, stored)
		out[w.ref()] = w
		return err
	})
	return out, err
}

func bodyArgs(refs []bodyRef) [][]any {
	rows := make([][]any, len(refs))
	for i, ref := range refs {
		rows[i] = []any{ref.workspaceID, ref.id}
	}
	return rows
}

// markProviderWebhook records which parts of a body were not applied, and why.
// A body that was applied needs no mark.
func markProviderWebhook(tx *db.Tx, body bodyRef, state, problem string, pending Parts) {
	tx.Write(markWebhookSQL, body.workspaceID, body.id, state, problem, pending.String())
}

// progressWebhookJob notes how many items of a job have been applied. When
// somebody else has taken it over meanwhile, the whole update fails with ErrLost.
func progressWebhookJob(tx *db.Tx, w webhookJob, done int) {
	w.Done = done
	jobs.ProgressJob(tx, w.Job, w.payload())
}

// PendingWebhook is a body of which parts were not applied.
type PendingWebhook struct {
	WorkspaceID string
	ID          int64
	State       string
	Parts       Parts
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
		err := r.Scan(&w.WorkspaceID, &w.ID, &w.State, &parts)
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
	n, err := tx.Exec(clearPendingSQL, w.WorkspaceID, w.ID)
	if err == nil && n == 1 {
		applyWebhook(tx, kind, w.WorkspaceID, webhookJob{WebhookID: w.ID, Only: w.Parts}, queues)
	}
	return err
}

// countAgain counts the jobs of the kind that apply a body again.
func countAgain(tx *db.Tx, kind jobs.JobKind) (n int64, err error) {
	_, err = tx.One(countAgainSQL, []any{&n}, string(kind))
	return n, err
}

// OwnersOfOldWebhooks looks at up to limit owners of bodies, from a name on. It
// returns those that have a body which was received before the time, and the name
// to go on from; "" at the end.
func OwnersOfOldWebhooks(tx *db.Tx, from string, before time.Time, limit int) (list []string, next string, err error) {
	n := 0
	err = tx.Each(webhookOwnersSQL, func(r db.Row) error {
		var owner string
		var old bool
		err := r.Scan(&owner, &old)
		if old {
			list = append(list, owner)
		}
		next = owner + "\x01" // no name goes on like this
		n++
		return err
	}, from, db.FirstNumber(before), limit)
	if n < limit {
		next = ""
	}
	return list, next, err
}

// ExpireProviderWebhooks removes up to limit bodies of an owner that were received
// before the time, and returns how many these were.
func ExpireProviderWebhooks(tx *db.Tx, owner string, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireWebhooksSQL, owner, db.FirstNumber(before), limit)
}
