package charge

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const chargeColumns = `message_id, number, kind, count, booked_at, participant, phone_number_id, category, model, market, rule, priced_as, rate_card, unpriced, amount, markup, currency, template_name, assistant_id, broadcast_id, charged_by, labels`

const (
	insertChargeText = `INSERT INTO charges (workspace_id, ` + chargeColumns + `) `
	addDayText       = `INSERT INTO charge_days (workspace_id, day, currency, category, market, phone_number_id, template_name, broadcast_id, assistant_id, rule, charges, free, unpriced, amount)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (workspace_id, day, currency, category, market, phone_number_id, template_name, broadcast_id, assistant_id, rule) DO UPDATE SET charges = charge_days.charges + excluded.charges,
			free = charge_days.free + excluded.free, unpriced = charge_days.unpriced + excluded.unpriced, amount = charge_days.amount + excluded.amount`
)

var (
	insertChargeSQL = db.Merged(insertChargeText+`VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
		insertChargeText+`SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[], $23::text[])`)
	addDaySQL    = db.SQL(addDayText)
	ofMessageSQL = db.SQL(`SELECT ` + chargeColumns + ` FROM charges WHERE workspace_id = $1 AND message_id = $2 ORDER BY number`)

	volumeSQL    = db.SQL(`SELECT messages FROM charge_volumes WHERE workspace_id = $1 AND month = $2 AND currency = $3 AND market = $4 AND category = $5`)
	setVolumeSQL = db.SQL(`INSERT INTO charge_volumes (workspace_id, month, currency, market, category, messages) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (workspace_id, month, currency, market, category) DO UPDATE SET messages = excluded.messages`)

	windowSQL        = db.SQL(`SELECT began_at FROM charge_windows WHERE workspace_id = $1 AND name = $2`)
	beginWindowSQL   = db.SQL(`INSERT INTO charge_windows (workspace_id, name, began_at) VALUES ($1, $2, $3) ON CONFLICT (workspace_id, name) DO UPDATE SET began_at = excluded.began_at`)
	expireWindowsSQL = db.SQL(`DELETE FROM charge_windows WHERE (workspace_id, name) IN (SELECT workspace_id, name FROM charge_windows WHERE began_at < $1 ORDER BY began_at LIMIT $2)`).
				By("charge_windows_age").ByOnPostgres("charge_windows_age").AcrossWorkspaces("retention")

	roundsSQL     = db.SQL(`SELECT rounds FROM charge_positions WHERE workspace_id = $1`)
	beginSQL      = db.SQL(`INSERT INTO charge_positions (workspace_id, rounds) VALUES ($1, 0) ON CONFLICT DO NOTHING`)
	moveRoundsSQL = db.SQL(`UPDATE charge_positions SET rounds = rounds + 1 WHERE workspace_id = $1 AND rounds = $2`)
)

func scanCharge(r db.Row) (c crm.BookedCharge, err error) {
	var kind, rule, by, labels string
	var at, unpriced, micros int64
	err = r.Scan(&c.MessageID, &c.Number, &kind, &c.Count, &at, &c.ParticipantID, &c.PhoneNumberID, &c.Category, &c.Model, &c.Market, &rule, &c.PricedAs, &c.RateCard, &unpriced, &micros, &c.Markup,
		&c.Currency, &c.TemplateName, &c.AssistantID, &c.BroadcastID, &by, &labels)
	if unpriced == 0 {
		c.Micros = &micros
	}
	c.LabelIDs = crm.SplitIDs(labels)
	c.Kind, c.Rule, c.ChargedBy, c.BookedAt = crm.ChargeKind(kind), crm.ChargeRule(rule), crm.Status(by), db.At(at)
	return c, err
}

// eachOfMessages calls each with the rows of messages, those of one in their order.
func eachOfMessages(tx *db.Tx, workspaceID string, messageIDs []string, each func(crm.BookedCharge)) error {
	ids := slices.Compact(slices.Sorted(slices.Values(messageIDs)))
	args := make([][]any, len(ids))
	for i, id := range ids {
		args[i] = []any{workspaceID, id}
	}
	return tx.EachOf(ofMessageSQL, args, func(_ int, r db.Row) error {
		row, err := scanCharge(r)
		if err == nil {
			each(row)
		}
		return err
	})
}

// Booked tells which of some messages the ledger has.
func Booked(tx *db.Tx, workspaceID string, messageIDs []string) (map[string]bool, error) {
	out := map[string]bool{}
	err := eachOfMessages(tx, workspaceID, messageIDs, func(c crm.BookedCharge) { out[c.MessageID] = true })
	return out, err
}

// sumKey is what charge_days has a row for.
type sumKey struct {
	day                                                                                     int64
	currency, category, market, phoneNumberID, templateName, broadcastID, assistantID, rule string
}

func keyOf(c *crm.BookedCharge) sumKey {
	return sumKey{db.Ms(c.BookedAt.UTC().Truncate(crm.SpanDay)), c.Currency, c.Category, c.Market, c.PhoneNumberID, c.TemplateName, c.BroadcastID, c.AssistantID, string(c.Rule)}
}

func (k sumKey) order() string {
	return strings.Join([]string{db.At(k.day).UTC().Format(time.DateOnly), k.currency, k.category, k.market, k.phoneNumberID, k.templateName, k.broadcastID, k.assistantID, k.rule}, "\x00")
}

// sumOf is what a row adds to a sum.
func sumOf(c *crm.BookedCharge) (s crm.ChargeSum) {
	s.Count = c.Count
	switch {
	case c.Micros == nil:
		s.Unpriced = c.Count
	case c.PricedAs == "":
		s.Free = c.Count // it costs 0
	default:
		s.Micros = *c.Micros
	}
	return s
}

// write stores the part.
func (b *booking) write(tx *db.Tx) {
	days, labelled := map[sumKey]crm.ChargeSum{}, map[totalKey]crm.ChargeSum{}
	for i := range b.rows {
		c := &b.rows[i]
		unpriced, amount := 1, int64(0)
		if c.Micros != nil {
			unpriced, amount = 0, *c.Micros
		}
		tx.Write(insertChargeSQL, b.workspaceID, c.MessageID, c.Number, string(c.Kind), c.Count, db.Ms(c.BookedAt), c.ParticipantID, c.PhoneNumberID, c.Category, c.Model, c.Market, string(c.Rule),
			c.PricedAs, c.RateCard, unpriced, amount, c.Markup, c.Currency, c.TemplateName, c.AssistantID, c.BroadcastID, string(c.ChargedBy), crm.JoinIDs(c.LabelIDs))
		days[keyOf(c)] = plus(days[keyOf(c)], sumOf(c), 1)
		addLabelled(labelled, keyOf(c).day, c.Currency, c.LabelIDs, sumOf(c))
	}
	addDays(tx, b.workspaceID, days)
	addTotals(tx, b.workspaceID, labelled)
	for _, v := range slices.Compact(b.counted) {
		tx.Write(setVolumeSQL, b.workspaceID, db.Ms(v.month), v.currency, v.market, v.category, b.volumes[v])
	}
	for _, name := range b.began {
		tx.Write(beginWindowSQL, b.workspaceID, name, db.Ms(b.windows[name]))
	}
}

// addDays adds to the sums of days, and to what they add up to by each dimension but labels.
func addDays(tx *db.Tx, workspaceID string, days map[sumKey]crm.ChargeSum) {
	addSums(tx, workspaceID, days)
	addTotals(tx, workspaceID, totalsOf(days))
}

func addSums(tx *db.Tx, workspaceID string, days map[sumKey]crm.ChargeSum) {
	keys := slices.SortedFunc(maps.Keys(days), func(a, b sumKey) int { return cmp.Compare(a.order(), b.order()) })
	for _, k := range keys {
		if s := days[k]; s != (crm.ChargeSum{}) {
			tx.Write(addDaySQL, workspaceID, k.day, k.currency, k.category, k.market, k.phoneNumberID, k.templateName, k.broadcastID, k.assistantID, k.rule, s.Count, s.Free, s.Unpriced, s.Micros)
		}
	}
}

func volumeNow(tx *db.Tx, workspaceID string, v volume) (n int64, err error) {
	_, err = tx.One(volumeSQL, []any{&n}, workspaceID, db.Ms(v.month), v.currency, v.market, v.category)
	return n, err
}

func windowOf(tx *db.Tx, workspaceID, name string) (began time.Time, known bool, err error) {
	var at int64
	known, err = tx.One(windowSQL, []any{&at}, workspaceID, name)
	return db.At(at), known, err
}

// roundsOf is how often the ledger of a workspace was added to.
func roundsOf(tx *db.Tx, workspaceID string) (n int64, err error) {
	_, err = tx.One(roundsSQL, []any{&n}, workspaceID)
	return n, err
}

// moveRounds keeps others from adding to a ledger until the transaction ends. It fails with
// errOvertaken where somebody did meanwhile.
func moveRounds(tx *db.Tx, workspaceID string, before int64) error {
	tx.Write(beginSQL, workspaceID)
	moved, err := tx.Exec(moveRoundsSQL, workspaceID, before)
	if err == nil && moved == 0 {
		err = errOvertaken
	}
	return err
}
