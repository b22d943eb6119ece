package deal

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	putMovementSQL = db.SQL(`INSERT INTO deal_movements (workspace_id, pipeline_id, metric, part, at, deal_id, number, value, amount) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
	addMovedSQL    = db.SQL(`INSERT INTO deal_movement_sums (workspace_id, pipeline_id, metric, span, at, value, part, n, amount, times) VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9)
		ON CONFLICT (workspace_id, pipeline_id, metric, span, at, value, part) DO UPDATE SET n = deal_movement_sums.n + 1, amount = deal_movement_sums.amount + excluded.amount, times = excluded.times`)
	// The histograms of every span of a moment.
	timesSQL = db.SQL(strings.Join([]string{timesOf(15, 6), timesOf(60, 7), timesOf(360, 8), timesOf(1440, 9)}, ` UNION ALL `))
)

func timesOf(span, at int) string {
	return `SELECT span, times FROM deal_movement_sums WHERE workspace_id = $1 AND pipeline_id = $2 AND metric = $3 AND span = ` + strconv.Itoa(span) + ` AND at = ` + placeholder(at) + ` AND value = $4 AND part = $5`
}

// The movements of a span in a time. PostgreSQL answers for all stretches of time at once.
var movementSumsSQL = db.SQL(`SELECT at, value, part, n, amount, times FROM deal_movement_sums WHERE workspace_id = $1 AND pipeline_id = $2 AND metric = $3 AND span = $4 AND at >= $5 AND at < $6`).
	ForMany(`SELECT u.n, x.at, x.value, x.part, x.n, x.amount, x.times FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[]) WITH ORDINALITY AS u (workspace, pipeline, metric, span, since, until, n)
		CROSS JOIN LATERAL (SELECT at, value, part, n, amount, times FROM deal_movement_sums WHERE workspace_id = u.workspace AND pipeline_id = u.pipeline AND metric = u.metric AND span = u.span AND at >= u.since AND at < u.until) x ORDER BY u.n`)

// itemsBy is a statement of the movements of a part in a time by an index, the latest
// first, before a place, with what the deal was then.
func itemsBy(index, condition string) *db.Stmt {
	return db.SQL(`SELECT m.at, m.deal_id, m.number, m.value, m.amount, coalesce(f.title, ''), coalesce(f.owner_id, ''), coalesce(f.close_note, '')
		FROM (SELECT * FROM deal_movements m` + index + ` WHERE m.workspace_id = $1 AND m.pipeline_id = $2 AND m.metric = $3 AND m.part = $4` + condition + ` AND m.at >= $5 AND m.at < $6 AND m.at <= $7
			AND (m.at < $7 OR m.at = $7 AND (m.deal_id < $8 OR m.deal_id = $8 AND (m.number < $9 OR m.number = $9 AND m.part > $10))) ORDER BY m.at DESC, m.deal_id DESC, m.number DESC LIMIT $11) m
		LEFT JOIN deal_facts f ON f.workspace_id = m.workspace_id AND f.deal_id = m.deal_id AND f.number = m.number ORDER BY m.at DESC, m.deal_id DESC, m.number DESC`)
}

var (
	itemsSQL        = itemsBy("", "")
	itemsOfValueSQL = itemsBy(" INDEXED BY deal_movements_value", " AND m.value = $12").By("deal_movements_value")
)

// movementSum is how many movements of a part there were in a span of time.
type movementSum struct {
	at        int64
	value     string
	part      crm.MovementPart
	n, amount int64
	times     string
}

// movementSums reads the sums of a metric between bounds, so that none goes across one.
func movementSums(tx *db.Tx, p crm.Pipeline, metric crm.MovementMetric, bounds []int64, each func(movementSum) error) error {
	var rows [][]any
	var last crm.Stretch
	for i := range bounds[:len(bounds)-1] {
		for _, s := range crm.CoverTime(bounds[i], bounds[i+1], crm.SpanDay, everlasting) {
			if last.Span == s.Span && last.To == s.From {
				rows[len(rows)-1][5] = s.To
			} else {
				rows = append(rows, []any{p.WorkspaceID, p.ID, string(metric), minutes(s.Span), s.From, s.To})
			}
			last = s
		}
	}
	return tx.EachOf(movementSumsSQL, rows, func(_ int, r db.Row) error {
		var m movementSum
		if err := r.Scan(&m.at, &m.value, (*string)(&m.part), &m.n, &m.amount, &m.times); err != nil {
			return err
		}
		return each(m)
	})
}

// movementsOf returns up to limit movements of a part in a time, the latest first.
func movementsOf(tx *db.Tx, p crm.Pipeline, metric crm.MovementMetric, part crm.MovementPart, value *string, from, to int64, place factPlace, limit int) (out []crm.MovementItem, err error) {
	which, args := itemsSQL, []any{p.WorkspaceID, p.ID, string(metric), string(part), from, to, place.from, place.dealID, place.number, place.part, limit}
	if value != nil {
		which, args = itemsOfValueSQL, append(args, *value)
	}
	err = tx.Each(which, func(r db.Row) error {
		m := crm.MovementItem{Movement: crm.Movement{PipelineID: p.ID, Metric: metric, Part: part}}
		err := r.Scan(&m.At, &m.DealID, &m.Number, &m.Value, &m.Amount, &m.Title, &m.OwnerID, &m.Note)
		out = append(out, m)
		return err
	}, args...)
	return out, err
}

// spanStart is when the span of a length began in which a moment is, in Unix
// milliseconds.
func spanStart(at int64, span time.Duration) int64 {
	return at / span.Milliseconds() * span.Milliseconds()
}

// addMovements stores the movements of a change of a deal, and adds them up.
func addMovements(tx *db.Tx, from, to *crm.Deal, at int64, list []crm.Movement) error {
	d := to
	if d == nil {
		d = from
	}
	number := d.Version
	if to == nil {
		number++ // what comes after all that is kept of it
	}
	for _, m := range list {
		tx.Write(putMovementSQL, d.WorkspaceID, m.PipelineID, string(m.Metric), string(m.Part), at, d.ID, number, m.Value, m.Amount)
		times, err := timesWith(tx, d.WorkspaceID, m, at)
		if err != nil {
			return err
		}
		for _, span := range crm.Spans {
			tx.Write(addMovedSQL, d.WorkspaceID, m.PipelineID, string(m.Metric), minutes(span), spanStart(at, span), m.Value, string(m.Part), m.Amount, times[minutes(span)])
		}
	}
	return nil
}

func minutes(span time.Duration) int64 { return int64(span / time.Minute) }

// timesWith returns the histograms of a moment with a movement, by span; none where the
// movement takes no time. The pipeline is locked: nobody else adds to them meanwhile.
func timesWith(tx *db.Tx, workspaceID string, m crm.Movement, at int64) (map[int64]string, error) {
	if !m.Metric.HasTimes() {
		return nil, nil
	}
	all, args := map[int64]*crm.Histogram{}, []any{workspaceID, m.PipelineID, string(m.Metric), m.Value, string(m.Part)}
	for _, span := range slices.Backward(crm.Spans) {
		all[minutes(span)] = new(crm.Histogram)
		args = append(args, spanStart(at, span))
	}
	err := tx.Each(timesSQL, func(r db.Row) error {
		var span int64
		var text string
		if err := r.Scan(&span, &text); err != nil {
			return err
		}
		return all[span].AddText(text)
	}, args...)
	out := map[int64]string{}
	for span, h := range all {
		h.Count(m.Amount, 1)
		out[span] = h.String()
	}
	return out, err
}
