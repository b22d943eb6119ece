package broadcast

import (
	"encoding/json"
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const (
	countColumns = `excluded, queued, sending, sent, delivered, read, failed, canceled, answered, micros, held_out`
	columns      = `id, status, name, template, phone_number_id, audience, limits, scheduled_at, reason, prepared_at, watched_from, watched_at, watched_delivered, numbered, experiment, delivery, follow_up, ` + countColumns + `,
		created_by, created_at, updated_at, started_at, ended_at, ` + longrun.Columns
)

// runs are the preparation and the sending of broadcasts, as long runs.
var runs = longrun.In("broadcasts", "workspace_id", "id")

var (
	insertSQL = db.SQL(`INSERT INTO broadcasts (workspace_id, id, status, name, template, phone_number_id, audience, limits, scheduled_at, reason, prepared_at, watched_from, numbered, experiment, delivery, follow_up,
		` + countColumns + `, created_by, created_at, updated_at, started_at, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', 0, 0, 0, $12, $13, $14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $10, $11, $11, 0, 0)`)
	updateSQL = db.SQL(`UPDATE broadcasts SET name = $3, template = $4, phone_number_id = $5, audience = $6, limits = $7, scheduled_at = $8, updated_at = $9, experiment = $10, delivery = $11, follow_up = $12 WHERE workspace_id = $1 AND id = $2`)
	statusSQL = db.SQL(`UPDATE broadcasts SET status = $3, reason = $4, watched_from = $5, started_at = $6, ended_at = $7, updated_at = $8, watched_at = $9, watched_delivered = $10 WHERE workspace_id = $1 AND id = $2`)
	// What was prepared is given up.
	unprepareSQL = db.SQL(`UPDATE broadcasts SET prepared_at = 0, numbered = 0, excluded = 0, queued = 0, held_out = 0 WHERE workspace_id = $1 AND id = $2`)
	preparedSQL  = db.SQL(`UPDATE broadcasts SET prepared_at = $3 WHERE workspace_id = $1 AND id = $2`)
	numberedSQL  = db.SQL(`UPDATE broadcasts SET numbered = $3 WHERE workspace_id = $1 AND id = $2`)
	countSQL     = db.SQL(`UPDATE broadcasts SET excluded = excluded + $3, queued = queued + $4, sending = sending + $5, sent = sent + $6, delivered = delivered + $7, read = read + $8,
		failed = failed + $9, canceled = canceled + $10, answered = answered + $11, micros = micros + $12, held_out = held_out + $13 WHERE workspace_id = $1 AND id = $2`)
	removeSQL = db.SQL(`DELETE FROM broadcasts WHERE workspace_id = $1 AND id = $2`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM broadcasts WHERE workspace_id = $1 AND id = $2`)
	lockSQL   = db.SQL(`SELECT ` + columns + ` FROM broadcasts WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	listSQL   = db.SQL(`SELECT ` + columns + ` FROM broadcasts WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`)
	// The same of one status.
	listOfStatusSQL = db.SQL(`SELECT ` + columns + ` FROM broadcasts INDEXED BY broadcasts_status WHERE workspace_id = $1 AND status = $4 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END
		ORDER BY status DESC, id DESC LIMIT $3`).By("broadcasts_status").ByOnPostgres("broadcasts_status")

	// Those that were started, by when they ended, which is 0 for those that go on.
	openSQL = db.SQL(`SELECT ` + columns + ` FROM broadcasts INDEXED BY broadcasts_open WHERE workspace_id = $1 AND (ended_at, started_at, id) > ($2, $3, $4) AND ended_at <= $5
		ORDER BY ended_at, started_at, id LIMIT $6`).By("broadcasts_open").ByOnPostgres("broadcasts_open")

	insertPartSQL  = db.SQL(`INSERT INTO broadcast_parts (workspace_id, broadcast_id, part, entries) VALUES ($1, $2, $3, $4)`)
	selectPartSQL  = db.SQL(`SELECT part, entries FROM broadcast_parts WHERE workspace_id = $1 AND broadcast_id = $2 AND part > $3 ORDER BY part LIMIT 1`)
	removePartsSQL = db.SQL(`DELETE FROM broadcast_parts WHERE workspace_id = $1 AND broadcast_id = $2`)

	addExclusionSQL = db.SQL(`INSERT INTO broadcast_exclusions (workspace_id, broadcast_id, reason, count) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, broadcast_id, reason) DO UPDATE SET count = broadcast_exclusions.count + excluded.count`)
	exclusionsSQL       = db.SQL(`SELECT reason, count FROM broadcast_exclusions WHERE workspace_id = $1 AND broadcast_id = $2 ORDER BY reason LIMIT 100`)
	removeExclusionsSQL = db.SQL(`DELETE FROM broadcast_exclusions WHERE workspace_id = $1 AND broadcast_id = $2`)

	addMarketSQL = db.SQL(`INSERT INTO broadcast_markets (workspace_id, broadcast_id, market, recipients, free) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, broadcast_id, market) DO UPDATE SET recipients = broadcast_markets.recipients + excluded.recipients, free = broadcast_markets.free + excluded.free`)
	marketsSQL       = db.SQL(`SELECT market, recipients, free FROM broadcast_markets WHERE workspace_id = $1 AND broadcast_id = $2 ORDER BY market LIMIT 500`)
	removeMarketsSQL = db.SQL(`DELETE FROM broadcast_markets WHERE workspace_id = $1 AND broadcast_id = $2`)
)

func insert(tx *db.Tx, b crm.Broadcast) {
	tx.Write(insertSQL, b.WorkspaceID, b.ID, string(b.Status), b.Name, db.Text(b.Template), b.PhoneNumberID, db.Text(b.Audience), db.Text(b.Limits), db.MsOf(b.ScheduledAt), b.CreatedBy.String(), db.Ms(b.CreatedAt), db.Text(b.Experiment), db.Text(b.Delivery), db.Text(b.FollowUp))
}

func update(tx *db.Tx, b crm.Broadcast) {
	tx.Write(updateSQL, b.WorkspaceID, b.ID, b.Name, db.Text(b.Template), b.PhoneNumberID, db.Text(b.Audience), db.Text(b.Limits), db.MsOf(b.ScheduledAt), db.Ms(b.UpdatedAt), db.Text(b.Experiment), db.Text(b.Delivery), db.Text(b.FollowUp))
}

// saveStatus stores how far a broadcast has come.
func saveStatus(tx *db.Tx, b crm.Broadcast) {
	tx.Write(statusSQL, b.WorkspaceID, b.ID, string(b.Status), b.Reason, b.WatchedFrom, db.MsOf(b.StartedAt), db.MsOf(b.EndedAt), db.Ms(b.UpdatedAt), db.Ms(b.WatchedAt), b.WatchedDelivered)
}

// count adds to the counts of a broadcast.
func count(tx *db.Tx, workspaceID, id string, c crm.BroadcastCounts) {
	if c != (crm.BroadcastCounts{}) {
		tx.Write(countSQL, workspaceID, id, c.Excluded, c.Queued, c.Sending, c.Sent, c.Delivered, c.Read, c.Failed, c.Canceled, c.Answered, c.Micros, c.HeldOut)
	}
}

// remove deletes a broadcast; its recipients go with its run.
func remove(tx *db.Tx, b crm.Broadcast) {
	for _, which := range []*db.Stmt{removeSQL, removePartsSQL, removeExclusionsSQL, removeMarketsSQL, removeArmsSQL, removeZonesSQL} {
		tx.Write(which, b.WorkspaceID, b.ID)
	}
}

// one returns a broadcast, or a KindNotFound error.
func one(tx *db.Tx, workspaceID, id string) (crm.Broadcast, error) {
	return find(tx, selectSQL, workspaceID, id)
}

// lock is one, and keeps others from changing it meanwhile.
func lock(tx *db.Tx, workspaceID, id string) (crm.Broadcast, error) {
	return find(tx, lockSQL, workspaceID, id)
}

func find(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Broadcast, error) {
	found, err := read(tx, which, workspaceID, id)
	if err == nil && len(found) == 0 {
		err = crm.NotFound("broadcast", id)
	}
	return append(found, crm.Broadcast{})[0], err
}

// list returns a page of broadcasts, newest first; status narrows it.
func list(tx *db.Tx, workspaceID string, status crm.BroadcastStatus, p crm.Page) (crm.List[crm.Broadcast], error) {
	which, args := listSQL, []any{p.After, p.Limit + 1}
	if status != "" {
		which, args = listOfStatusSQL, append(args, string(status))
	}
	found, err := read(tx, which, workspaceID, args...)
	return crm.CutPage(found, p.Limit, func(b crm.Broadcast) string { return b.ID }), err
}

// eachOpen calls take with every broadcast that was started and goes on, or ended after a
// time.
func eachOpen(tx *db.Tx, workspaceID string, endedAfter time.Time, take func(crm.Broadcast)) error {
	for _, last := range []struct{ ended, from int64 }{{0, 0}, {math.MaxInt64, db.Ms(endedAfter)}} {
		ended, started, id := last.from, int64(0), "~" // no draft, which was never started, is after it
		for {
			found, err := read(tx, openSQL, workspaceID, ended, started, id, last.ended, openPage)
			if err != nil {
				return err
			}
			for _, b := range found {
				take(b)
				ended, started, id = db.MsOf(b.EndedAt), db.MsOf(b.StartedAt), b.ID
			}
			if len(found) < openPage {
				break
			}
		}
	}
	return nil
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Broadcast, err error) {
	err = tx.Each(which, func(r db.Row) error {
		b, err := scan(r)
		b.WorkspaceID = workspaceID
		out = append(out, b)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

func scan(r db.Row) (b crm.Broadcast, err error) {
	var status, template, audience, limits, experiment, delivery, followUp, by string
	var scheduled, prepared, watched, created, updated, started, ended int64
	var run longrun.Row
	c := &b.Counts
	err = r.Scan(append([]any{&b.ID, &status, &b.Name, &template, &b.PhoneNumberID, &audience, &limits, &scheduled, &b.Reason, &prepared, &b.WatchedFrom, &watched, &b.WatchedDelivered, &b.Numbered, &experiment, &delivery, &followUp,
		&c.Excluded, &c.Queued, &c.Sending, &c.Sent, &c.Delivered, &c.Read, &c.Failed, &c.Canceled, &c.Answered, &c.Micros, &c.HeldOut, &by, &created, &updated, &started, &ended}, run.Into()...)...)
	if err != nil {
		return b, err
	}
	b.Status, b.Run = crm.BroadcastStatus(status), run.Run()
	b.ScheduledAt, b.PreparedAt, b.StartedAt, b.EndedAt = db.AtOf(scheduled), db.AtOf(prepared), db.AtOf(started), db.AtOf(ended)
	b.WatchedAt, b.CreatedAt, b.UpdatedAt = db.At(watched), db.At(created), db.At(updated)
	for _, part := range []struct {
		text string
		into any
	}{{template, &b.Template}, {audience, &b.Audience}, {limits, &b.Limits}, {experiment, &b.Experiment}, {delivery, &b.Delivery}, {followUp, &b.FollowUp}} {
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return b, err
		}
	}
	b.CreatedBy, err = crm.ParseDoneBy(by)
	return b, err
}

// partEntries is how many of an audience one row has, and one step expands.
const partEntries = 500

// keepAudience stores whom a request named, in place of whom an earlier one did.
func keepAudience(tx *db.Tx, b crm.Broadcast) {
	tx.Write(removePartsSQL, b.WorkspaceID, b.ID)
	entries := b.Audience.Entries()
	for part := int64(1); len(entries) > 0; part++ {
		n := min(partEntries, len(entries))
		tx.Write(insertPartSQL, b.WorkspaceID, b.ID, part, db.Text(entries[:n]))
		entries = entries[n:]
	}
}

// part returns the part of a named audience after another one; 0 at the end.
func part(tx *db.Tx, b crm.Broadcast, after int64) (number int64, entries []crm.BroadcastRecipient, err error) {
	var text string
	found, err := tx.One(selectPartSQL, []any{&number, &text}, b.WorkspaceID, b.ID, after)
	if err == nil && found {
		err = json.Unmarshal([]byte(text), &entries)
	}
	return number, entries, err
}

func addExclusions(tx *db.Tx, b crm.Broadcast, counts map[string]int64) {
	for _, reason := range sortedKeys(counts) {
		tx.Write(addExclusionSQL, b.WorkspaceID, b.ID, reason, counts[reason])
	}
}

func exclusions(tx *db.Tx, b crm.Broadcast) (out []crm.Exclusion, err error) {
	err = tx.Each(exclusionsSQL, func(r db.Row) error {
		var e crm.Exclusion
		err := r.Scan(&e.Reason, &e.Count)
		out = append(out, e)
		return err
	}, b.WorkspaceID, b.ID)
	return out, err
}

// marketCount is how many recipients of a market there are, and how many of them are not
// billed now.
type marketCount struct{ recipients, free int64 }

func addMarkets(tx *db.Tx, b crm.Broadcast, counts map[string]marketCount) {
	for _, market := range sortedKeys(counts) {
		tx.Write(addMarketSQL, b.WorkspaceID, b.ID, market, counts[market].recipients, counts[market].free)
	}
}

func markets(tx *db.Tx, b crm.Broadcast) (out []crm.MarketForecast, err error) {
	err = tx.Each(marketsSQL, func(r db.Row) error {
		var m crm.MarketForecast
		err := r.Scan(&m.Market, &m.Recipients, &m.Free)
		out = append(out, m)
		return err
	}, b.WorkspaceID, b.ID)
	return out, err
}

// unprepare forgets what was prepared, but for the recipients.
func unprepare(tx *db.Tx, b crm.Broadcast) {
	for _, which := range []*db.Stmt{unprepareSQL, removeExclusionsSQL, removeMarketsSQL, removeArmsSQL, removeZonesSQL} {
		tx.Write(which, b.WorkspaceID, b.ID)
	}
}
