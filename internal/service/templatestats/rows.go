package templatestats

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

const (
	countColumns = `sent, delivered, read, tapped, answered, failed, billed, unpriced, micros`

	insertAsked  = `INSERT INTO template_asked (workspace_id, conversation_id, template_id, day, sent_at) `
	replaceAsked = ` ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET template_id = excluded.template_id, day = excluded.day, sent_at = excluded.sent_at`
)

// newsOf looks at a page of workspaces, from $1 on: which have events that were not
// counted. head is the end of a log.
func newsOf(head, join string) string {
	return `SELECT w.id, CASE WHEN ` + head + ` > coalesce(p.position, 0) THEN 1 ELSE 0 END
		FROM (SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT $2) w` + join + ` LEFT JOIN template_positions p ON p.workspace_id = w.id`
}

var (
	newsEmbeddedSQL = db.EmbeddedSQL(newsOf(`coalesce((SELECT e.position FROM events e WHERE e.workspace_id = w.id ORDER BY e.position DESC LIMIT 1), 0)`, "")).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")
	newsPostgresSQL = db.PostgresSQL(newsOf(`coalesce(h.position, 0)`, ` LEFT JOIN log_heads h ON h.workspace_id = w.id`)).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")

	positionSQL     = db.SQL(`SELECT position, event_id FROM template_positions WHERE workspace_id = $1`)
	beginSQL        = db.SQL(`INSERT INTO template_positions (workspace_id, position, event_id) VALUES ($1, 0, '') ON CONFLICT DO NOTHING`)
	movePositionSQL = db.SQL(`UPDATE template_positions SET position = $4, event_id = $5 WHERE workspace_id = $1 AND position = $2 AND event_id = $3`)

	nextCountedSQL = db.SQL(`SELECT workspace_id FROM template_positions WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).AcrossWorkspaces("the operator compares all counts").Unlimited("one row by the primary key")

	addSQL = db.SQL(`INSERT INTO template_days (workspace_id, template_id, day, ` + countColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (workspace_id, template_id, day) DO UPDATE SET sent = template_days.sent + excluded.sent, delivered = template_days.delivered + excluded.delivered,
			read = template_days.read + excluded.read, tapped = template_days.tapped + excluded.tapped, answered = template_days.answered + excluded.answered,
			failed = template_days.failed + excluded.failed, billed = template_days.billed + excluded.billed, unpriced = template_days.unpriced + excluded.unpriced,
			micros = template_days.micros + excluded.micros`)
	daysSQL = db.SQL(`SELECT day, ` + countColumns + ` FROM template_days WHERE workspace_id = $1 AND template_id = $2 AND day >= $3 AND day <= $4 ORDER BY day LIMIT $5`)

	askedSQL = db.SQL(`SELECT template_id, day, sent_at FROM template_asked WHERE workspace_id = $1 AND conversation_id = $2`).
			ForMany(`SELECT u.n, a.template_id, a.day, a.sent_at FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, conversation, n)
			JOIN template_asked a ON a.workspace_id = u.workspace AND a.conversation_id = u.conversation`)
	saveAskedSQL = db.Merged(insertAsked+`VALUES ($1, $2, $3, $4, $5)`+replaceAsked,
		insertAsked+`SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])`+replaceAsked).KeyOf(2).BeforeReads()
	dropAskedSQL   = db.SQL(`DELETE FROM template_asked WHERE workspace_id = $1 AND conversation_id = $2`)
	expireAskedSQL = db.SQL(`DELETE FROM template_asked WHERE (workspace_id, conversation_id) IN
		(SELECT workspace_id, conversation_id FROM template_asked WHERE sent_at < $1 ORDER BY sent_at LIMIT $2)`).
		By("template_asked_age").ByOnPostgres("template_asked_age").AcrossWorkspaces("retention")

	tappedSQL     = db.SQL(`SELECT message_id FROM template_taps WHERE workspace_id = $1 AND message_id = $2`)
	saveTapSQL    = db.SQL(`INSERT INTO template_taps (workspace_id, message_id, tapped_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	expireTapsSQL = db.SQL(`DELETE FROM template_taps WHERE (workspace_id, message_id) IN
		(SELECT workspace_id, message_id FROM template_taps WHERE tapped_at < $1 ORDER BY tapped_at LIMIT $2)`).
		By("template_taps_age").ByOnPostgres("template_taps_age").AcrossWorkspaces("retention")
)

// workspacesWithNews returns the workspaces whose log goes on.
func workspacesWithNews(tx *db.Tx) ([]string, error) {
	return event.Behind(tx, newsEmbeddedSQL, newsPostgresSQL)
}

// positionOf is how far a log was counted; the zero position before the first part.
func positionOf(tx *db.Tx, workspaceID string) (p event.Position, err error) {
	_, err = tx.One(positionSQL, []any{&p.Number, &p.ID}, workspaceID)
	return p, err
}

// movePosition stores how far a log was counted, and keeps others from counting it until
// the transaction ends. It fails with errOvertaken where somebody did meanwhile.
func movePosition(tx *db.Tx, workspaceID string, before, after event.Position) error {
	tx.Write(beginSQL, workspaceID)
	moved, err := tx.Exec(movePositionSQL, workspaceID, before.Number, before.ID, after.Number, after.ID)
	if err == nil && moved == 0 {
		err = errOvertaken
	}
	return err
}

// nextCounted returns the workspace after one of which a log was counted; "" at the end.
func nextCounted(tx *db.Tx, after string) (next string, err error) {
	_, err = tx.One(nextCountedSQL, []any{&next}, after)
	return next, err
}

// cohort are the messages of a template that were due on a day.
type cohort struct {
	templateID string
	day        int64 // when it begins, in Unix milliseconds
}

func dayOf(at time.Time) int64 { return db.Ms(at.UTC().Truncate(crm.SpanDay)) }

func dateOf(day int64) string { return db.At(day).UTC().Format(time.DateOnly) }

func add(tx *db.Tx, workspaceID string, counts map[cohort]*crm.TemplateCount) {
	for _, of := range slices.SortedFunc(maps.Keys(counts), func(a, b cohort) int {
		return cmp.Or(cmp.Compare(a.templateID, b.templateID), cmp.Compare(a.day, b.day))
	}) {
		if c := *counts[of]; c != (crm.TemplateCount{}) {
			tx.Write(addSQL, workspaceID, of.templateID, of.day, c.Sent, c.Delivered, c.Read, c.Tapped, c.Answered, c.Failed, c.Billed, c.Unpriced, c.Micros)
		}
	}
}

// days returns the counts of a template from a day to another one.
func days(tx *db.Tx, workspaceID, templateID string, first, last time.Time) (out []crm.TemplateDay, err error) {
	err = tx.Each(daysSQL, func(r db.Row) error {
		var d crm.TemplateDay
		var day int64
		c := &d.TemplateCount
		err := r.Scan(&day, &c.Sent, &c.Delivered, &c.Read, &c.Tapped, &c.Answered, &c.Failed, &c.Billed, &c.Unpriced, &c.Micros)
		d.Date = dateOf(day)
		out = append(out, d)
		return err
	}, workspaceID, templateID, db.Ms(first), db.Ms(last), crm.MaxPeriodDays)
	return out, err
}

// asked is the last template of a conversation that the contact has not answered.
type asked struct {
	cohort
	sentAt int64
}

func askedIn(tx *db.Tx, workspaceID string, conversationIDs []string) (map[string]asked, error) {
	rows, out := of(workspaceID, conversationIDs), map[string]asked{}
	err := tx.EachOf(askedSQL, rows, func(i int, r db.Row) error {
		var a asked
		err := r.Scan(&a.templateID, &a.day, &a.sentAt)
		out[conversationIDs[i]] = a
		return err
	})
	return out, err
}

// keepAsked stores what a conversation was asked last, or that nothing is open.
func keepAsked(tx *db.Tx, workspaceID, conversationID string, a asked, open bool) {
	if open {
		tx.Write(saveAskedSQL, workspaceID, conversationID, a.templateID, a.day, a.sentAt)
		return
	}
	tx.Write(dropAskedSQL, workspaceID, conversationID)
}

// tapped returns which messages were tapped before.
func tapped(tx *db.Tx, workspaceID string, ids []string) (map[string]bool, error) {
	out := map[string]bool{}
	err := tx.EachOf(tappedSQL, of(workspaceID, ids), func(i int, r db.Row) error {
		var id string
		err := r.Scan(&id)
		out[ids[i]] = true
		return err
	})
	return out, err
}

func of(workspaceID string, ids []string) [][]any {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	return rows
}
