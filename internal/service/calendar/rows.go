package calendar

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const columns = `id, version, body, created_at, updated_at`

var (
	insertSQL = db.SQL(`INSERT INTO calendars (workspace_id, id, name_key, version, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)`)
	updateSQL = db.SQL(`UPDATE calendars SET name_key = $3, version = $4, body = $5, updated_at = $6 WHERE workspace_id = $1 AND id = $2`)
	deleteSQL = db.SQL(`DELETE FROM calendars WHERE workspace_id = $1 AND id = $2`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM calendars WHERE workspace_id = $1 AND id = $2`)
	lockSQL   = db.SQL(`SELECT ` + columns + ` FROM calendars WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	pageSQL   = db.SQL(`SELECT ` + columns + ` FROM calendars WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	namedSQL  = db.SQL(`SELECT id FROM calendars WHERE workspace_id = $1 AND name_key = $2`).By("calendars_name")
	routedSQL = db.SQL(`SELECT 1 FROM routing_references WHERE workspace_id = $1 AND thing = $2 LIMIT 1`)
	countSQL  = db.SQL(`SELECT count(*) FROM calendars WHERE workspace_id = $1`)

	insertVersionSQL  = db.SQL(`INSERT INTO calendar_versions (workspace_id, calendar_id, version, body, made_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)`)
	selectVersionSQL  = db.SQL(`SELECT body FROM calendar_versions WHERE workspace_id = $1 AND calendar_id = $2 AND version = $3`)
	deleteVersionsSQL = db.SQL(`DELETE FROM calendar_versions WHERE workspace_id = $1 AND calendar_id = $2`)
)

// Calendar returns a calendar of the workspace, or a KindNotFound error.
func Calendar(tx *db.Tx, workspaceID, id string) (crm.Calendar, error) {
	return one(tx, selectSQL, workspaceID, id)
}

// lock is Calendar, and keeps other nodes from changing it meanwhile.
func lock(tx *db.Tx, workspaceID, id string) (crm.Calendar, error) {
	return one(tx, lockSQL, workspaceID, id)
}

// Hold reports whether the workspace has a calendar, and keeps other nodes from
// changing or removing it until the transaction ends: for what is about to name it.
func Hold(tx *db.Tx, workspaceID, id string) (there bool, err error) {
	if _, err = lock(tx, workspaceID, id); crm.CodeOf(err) == crm.CodeNotFound {
		return false, nil
	}
	return err == nil, err
}

func one(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Calendar, error) {
	list, err := read(tx, which, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("calendar", id)
	}
	if err != nil {
		return crm.Calendar{}, err
	}
	return list[0], nil
}

// calendars returns a page of the workspace's calendars, oldest first.
func calendars(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Calendar], error) {
	list, err := read(tx, pageSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(c crm.Calendar) string { return c.ID }), err
}

// LocalTime is a time by the clock of the business: in the zone of the first calendar of
// the workspace, in UTC where it has none.
func LocalTime(tx *db.Tx, workspaceID string, at time.Time) (time.Time, error) {
	list, err := calendars(tx, workspaceID, crm.Page{Limit: 1})
	if err != nil || len(list.Items) == 0 {
		return at.UTC(), err
	}
	zone, err := time.LoadLocation(list.Items[0].TimeZone)
	if err != nil {
		return at, err
	}
	return at.In(zone), nil
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Calendar, err error) {
	err = tx.Each(which, func(r db.Row) error {
		c := crm.Calendar{WorkspaceID: workspaceID}
		var body string
		var created, updated int64
		if err := r.Scan(&c.ID, &c.Version, &body, &created, &updated); err != nil {
			return err
		}
		c.CreatedAt, c.UpdatedAt = db.At(created), db.At(updated)
		err := json.Unmarshal([]byte(body), &c.CalendarBody)
		out = append(out, c)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// insert stores a new calendar with its first version.
func insert(tx *db.Tx, c crm.Calendar, by crm.DoneBy) error {
	body, err := json.Marshal(c.CalendarBody)
	if err != nil {
		return err
	}
	tx.Write(insertSQL, c.WorkspaceID, c.ID, c.Key(), c.Version, string(body), db.Ms(c.CreatedAt))
	tx.Write(insertVersionSQL, c.WorkspaceID, c.ID, c.Version, string(body), by.String(), db.Ms(c.UpdatedAt))
	return nil
}

// update stores another version of a calendar, which is the current one then.
func update(tx *db.Tx, c crm.Calendar, by crm.DoneBy) error {
	body, err := json.Marshal(c.CalendarBody)
	if err != nil {
		return err
	}
	tx.Write(updateSQL, c.WorkspaceID, c.ID, c.Key(), c.Version, string(body), db.Ms(c.UpdatedAt))
	tx.Write(insertVersionSQL, c.WorkspaceID, c.ID, c.Version, string(body), by.String(), db.Ms(c.UpdatedAt))
	return nil
}

func remove(tx *db.Tx, workspaceID, id string) {
	tx.Write(deleteSQL, workspaceID, id)
	tx.Write(deleteVersionsSQL, workspaceID, id)
}

// Two calendars got one name at once: made again, one finds the other's.
var _ = db.RunAgainAfter("calendars_name")

// named returns the calendar that has a name, as names are compared; "" for none.
func named(tx *db.Tx, workspaceID, key string) (id string, err error) {
	_, err = tx.One(namedSQL, []any{&id}, workspaceID, key)
	return id, err
}

// isRouted reports whether the rules of routing, or a team, name a calendar.
func isRouted(tx *db.Tx, workspaceID, id string) (bool, error) {
	var one int64
	return tx.One(routedSQL, []any{&one}, workspaceID, id)
}

func count(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countSQL, []any{&n}, workspaceID)
	return n, err
}

// bodyOf returns a version of a calendar; false if there is none.
func bodyOf(tx *db.Tx, workspaceID, id string, version int) (body crm.CalendarBody, found bool, err error) {
	var text string
	if found, err = tx.One(selectVersionSQL, []any{&text}, workspaceID, id, version); err == nil && found {
		err = json.Unmarshal([]byte(text), &body)
	}
	return body, found, err
}
