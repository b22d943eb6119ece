package report

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	sumColumns = `part, n, wall_ms, office_ms, walls, offices`
	sumTime    = ` AND span = $5 AND at >= $6 AND at < $7`

	insertSum  = `INSERT INTO report_sums (workspace_id, metric, kind, value, phone_number_id, span, at, part, n, wall_ms, office_ms, walls, offices, expires_at) `
	replaceSum = ` ON CONFLICT (workspace_id, metric, kind, value, phone_number_id, span, at, part) DO UPDATE
		SET n = excluded.n, wall_ms = excluded.wall_ms, office_ms = excluded.office_ms, walls = excluded.walls, offices = excluded.offices`
)

var (
	sumSQL = db.SQL(`SELECT ` + sumColumns + ` FROM report_sums WHERE workspace_id = $1 AND metric = $2 AND kind = $3 AND value = $4 AND phone_number_id = $5 AND span = $6 AND at = $7 AND part = $8`).
		ForMany(`SELECT u.number, s.part, s.n, s.wall_ms, s.office_ms, s.walls, s.offices
			FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[]) WITH ORDINALITY AS u (workspace, metric, kind, value, phone, span, at, part, number)
			JOIN report_sums s ON s.workspace_id = u.workspace AND s.metric = u.metric AND s.kind = u.kind AND s.value = u.value AND s.phone_number_id = u.phone AND s.span = u.span AND s.at = u.at AND s.part = u.part`)
	// Who counts next in the same transaction adds to them.
	saveSumSQL = db.Merged(insertSum+`VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`+replaceSum,
		insertSum+`SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
			$9::bigint[], $10::bigint[], $11::bigint[], $12::text[], $13::text[], $14::bigint[])`+replaceSum).KeyOf(8).BeforeReads()

	// The sums of a slice, and those of each value of a dimension.
	// PostgreSQL answers for all stretches of time at once.
	sumsSQL = db.SQL(`SELECT '', at, ` + sumColumns + ` FROM report_sums WHERE workspace_id = $1 AND metric = $2 AND kind = $3 AND value = $4 AND phone_number_id = $8` + sumTime).
		ForMany(`SELECT u.n, '', x.at, x.part, x.n, x.wall_ms, x.office_ms, x.walls, x.offices
			FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[]) WITH ORDINALITY AS u (workspace, metric, kind, value, span, since, until, number, n)
			CROSS JOIN LATERAL (SELECT at, ` + sumColumns + ` FROM report_sums WHERE workspace_id = u.workspace AND metric = u.metric AND kind = u.kind AND value = u.value
				AND phone_number_id = u.number AND span = u.span AND at >= u.since AND at < u.until) x ORDER BY u.n`)
	// A value is found behind the one before it: that looks at each value once, however many
	// sums it has, and reads its sums one behind the other.
	sumsByValueSQL = db.SQL(`WITH RECURSIVE v (value) AS (SELECT ` + valueBehind("") + ` UNION ALL SELECT ` + valueBehind(" AND value > v.value") + ` FROM v WHERE v.value IS NOT NULL)
		SELECT v.value, at, ` + sumColumns + ` FROM v CROSS JOIN report_sums s WHERE s.workspace_id = $1 AND s.metric = $2 AND s.kind = $3 AND s.value = v.value AND s.phone_number_id = $4` + sumTime)
	expireSumsSQL = db.SQL(`DELETE FROM report_sums WHERE (workspace_id, metric, kind, value, phone_number_id, span, at, part) IN
		(SELECT workspace_id, metric, kind, value, phone_number_id, span, at, part FROM report_sums WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`).
		By("report_sums_age").ByOnPostgres("report_sums_age").AcrossWorkspaces("retention")
)

// valueBehind is the first value of a dimension that has sums.
func valueBehind(before string) string {
	return `(SELECT value FROM report_sums WHERE workspace_id = $1 AND metric = $2 AND kind = $3` + before + ` ORDER BY value LIMIT 1)`
}

func minutes(span time.Duration) int64 { return int64(span / time.Minute) }

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.metric, o.metric), cmp.Compare(p.Kind, o.Kind), cmp.Compare(p.Value, o.Value), cmp.Compare(p.PhoneNumberID, o.PhoneNumberID),
		cmp.Compare(p.span, o.span), cmp.Compare(p.at, o.at), cmp.Compare(p.part, o.part))
}

// expiresAt is when a sum is forgotten: quarters of an hour earlier than longer ones.
func (p place) expiresAt() int64 {
	life := crm.ReportLife
	if p.span == crm.SpanQuarter {
		life = crm.QuarterLife
	}
	return p.at + (p.span + life).Milliseconds()
}

func (p place) args(workspaceID string) []any {
	return []any{workspaceID, string(p.metric), string(p.Kind), p.Value, p.PhoneNumberID, minutes(p.span), p.at, p.part}
}

// addSums adds to the sums of a workspace whose position is locked.
func addSums(tx *db.Tx, workspaceID string, sums map[place]*crm.Figure) error {
	places := slices.SortedFunc(maps.Keys(sums), place.compare)
	rows := make([][]any, len(places))
	for i, p := range places {
		rows[i] = p.args(workspaceID)
	}
	err := tx.EachOf(sumSQL, rows, func(i int, r db.Row) error {
		var s storedSum
		if err := s.scan(r); err != nil {
			return err
		}
		return s.addTo(sums[places[i]])
	})
	for i, p := range places {
		f := sums[p]
		tx.Write(saveSumSQL, append(rows[i], f.Count, f.Wall, f.Office, f.Walls.String(), f.Offices.String(), p.expiresAt())...)
	}
	return err
}

// storedSum is a sum of one part, as it is stored.
type storedSum struct {
	of, part        string // of is the value of the dimension by which sums are broken down
	at              int64
	n, wall, office int64
	walls, offices  string
}

func (s *storedSum) scan(r db.Row, dest ...any) error {
	return r.Scan(append(dest, &s.part, &s.n, &s.wall, &s.office, &s.walls, &s.offices)...)
}

func (s *storedSum) addTo(f *crm.Figure) error {
	return f.AddSum(s.part, s.n, s.wall, s.office, s.walls, s.offices)
}

// readSums calls add with the sums in stretches of time: of a slice, or of each value of
// the dimension by which they are broken down.
func readSums(tx *db.Tx, workspaceID string, m crm.Metric, s crm.Slice, by crm.ReportGroup, stretches []crm.Stretch, add func(*storedSum) error) error {
	which := sumsSQL
	rows := make([][]any, len(stretches))
	for i, t := range stretches {
		rows[i] = []any{workspaceID, string(m), string(s.Kind), s.Value, minutes(t.Span), t.From, t.To}
		switch by {
		case crm.GroupTeam, crm.GroupAgent, crm.GroupLabel, crm.GroupNumber:
			which, rows[i][2], rows[i][3] = sumsByValueSQL, string(by), s.PhoneNumberID
		default:
			rows[i] = append(rows[i], s.PhoneNumberID)
		}
	}
	return tx.EachOf(which, rows, func(_ int, r db.Row) error {
		var s storedSum
		if err := s.scan(r, &s.of, &s.at); err != nil {
			return err
		}
		return add(&s)
	})
}
