package people

import (
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const (
	// An active member with the newest entry of the log, if there is one.
	availabilitySelect = `SELECT m.user_id, u.name, ` + saidAt + `, coalesce(a.status, ''), coalesce(a.reason, ''), coalesce(a.until_at, 0),
		CASE WHEN a.said_at <> 0 THEN a.said_by ELSE coalesce(a.changed_by, '') END, -1
		FROM members m JOIN users u ON u.id = m.user_id
		LEFT JOIN availability a ON a.workspace_id = m.workspace_id AND a.user_id = m.user_id
			AND a.from_at = (SELECT max(n.from_at) FROM availability n WHERE n.workspace_id = m.workspace_id AND n.user_id = m.user_id)
		WHERE m.workspace_id = $1 AND m.state = 'active'`
	// Since when the status is what the entry a says: not since another capacity. 0 where
	// nobody ever said it.
	saidAt = `CASE WHEN a.said_at < 0 THEN 0 WHEN a.said_at > 0 THEN a.said_at ELSE coalesce(a.from_at, 0) END`
	// Oneself, somebody of a team of one's own, or everybody for who sees all.
	colleague = ` AND ($2 OR m.user_id = $3 OR EXISTS (SELECT 1 FROM team_members t WHERE t.workspace_id = m.workspace_id AND t.user_id = m.user_id AND $4 LIKE '%|' || t.team_id || '|%'))`
)

var (
	// The same moment twice: what was said last holds.
	insertAvailabilitySQL = db.SQL(`INSERT INTO availability (workspace_id, user_id, from_at, status, reason, until_at, changed_by, capacity, said_at, said_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (workspace_id, user_id, from_at) DO UPDATE SET status = excluded.status, reason = excluded.reason, until_at = excluded.until_at, changed_by = excluded.changed_by,
			capacity = excluded.capacity, said_at = excluded.said_at, said_by = excluded.said_by`)
	selectAvailabilitySQL = db.SQL(availabilitySelect + colleague + ` AND m.user_id = $5`)
	listAvailabilitySQL   = db.SQL(availabilitySelect + colleague + ` AND m.user_id > $5
		AND ($6 = '' OR EXISTS (SELECT 1 FROM team_members o WHERE o.workspace_id = m.workspace_id AND o.team_id = $6 AND o.user_id = m.user_id)) ORDER BY m.user_id LIMIT $7`)
	availabilityNowSQL = db.SQL(`SELECT user_id, '', ` + saidAt + `, status, reason, until_at, CASE WHEN said_at <> 0 THEN said_by ELSE changed_by END, -1 FROM availability a
		WHERE workspace_id = $1 AND user_id = $2 ORDER BY user_id DESC, from_at DESC LIMIT 1`)
	availabilityLogSQL = db.SQL(`SELECT user_id, '', from_at, status, reason, until_at, changed_by, capacity FROM availability
		WHERE workspace_id = $1 AND user_id = $2 AND from_at < $3 ORDER BY user_id DESC, from_at DESC LIMIT $4`)
)

// insertAvailability notes what is said of a member now. capacity is that which was set
// for them, nil for none.
func insertAvailability(tx *db.Tx, a crm.Availability, capacity *int) {
	tx.Write(insertAvailabilitySQL, a.WorkspaceID, a.UserID, db.MsOf(a.Since), string(a.Status), a.Reason, db.MsOf(a.Until), a.ChangedBy.String(), orNone(capacity), 0, "")
}

// NoteCapacity notes which capacity was set for a member at a time, nil for none, in the
// log of their availability, which stays as it is.
func NoteCapacity(tx *db.Tx, workspaceID, userID string, capacity *int, by crm.DoneBy, at time.Time) error {
	a := crm.Availability{WorkspaceID: workspaceID, UserID: userID}
	list, err := readAvailability(tx, availabilityNowSQL, workspaceID, userID)
	if err != nil {
		return err
	}
	if len(list) > 0 {
		a = list[0]
	}
	a = a.At(at)
	said := int64(-1)
	if a.Since != nil {
		said = db.MsOf(a.Since)
	}
	tx.Write(insertAvailabilitySQL, workspaceID, userID, db.Ms(at), string(a.Status), a.Reason, db.MsOf(a.Until), by.String(), orNone(capacity), said, a.ChangedBy.String())
	return nil
}

func orNone(capacity *int) int {
	if capacity == nil {
		return -1
	}
	return *capacity
}

// availability is that of a colleague as it is now, or a KindNotFound error.
func availability(tx *db.Tx, actor crm.Actor, userID string) (crm.Availability, error) {
	list, err := readAvailability(tx, selectAvailabilitySQL, actor.WorkspaceID, append(colleaguesOf(actor), userID)...)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("user", userID)
	}
	if err != nil {
		return crm.Availability{}, err
	}
	return list[0].At(tx.Now()), nil
}

// availabilities returns a page of the actor's colleagues, of a team if it is not
// "", oldest user first.
func availabilities(tx *db.Tx, actor crm.Actor, teamID string, p crm.Page) (crm.List[crm.Availability], error) {
	list, err := readAvailability(tx, listAvailabilitySQL, actor.WorkspaceID, append(colleaguesOf(actor), p.After, teamID, p.Limit+1)...)
	for i := range list {
		list[i] = list[i].At(tx.Now())
	}
	return crm.CutPage(list, p.Limit, func(a crm.Availability) string { return a.UserID }), err
}

// availabilityLog returns up to limit entries of a user's log from before a time
// in milliseconds, 0 for the end, newest first.
func availabilityLog(tx *db.Tx, workspaceID, userID string, before int64, limit int) ([]crm.Availability, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	return readAvailability(tx, availabilityLogSQL, workspaceID, userID, before, limit)
}

// AvailabilityBefore returns up to limit entries of a user's log from before a time,
// newest first. Who never said anything is online.
func AvailabilityBefore(tx *db.Tx, workspaceID, userID string, before time.Time, limit int) ([]crm.Availability, error) {
	return availabilityLog(tx, workspaceID, userID, db.Ms(before), limit)
}

func colleaguesOf(actor crm.Actor) []any {
	return []any{actor.Reach.Kind == crm.ReachAll, actor.ID, reach.Listed(actor.Reach.TeamIDs)}
}

func readAvailability(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Availability, err error) {
	err = tx.Each(which, func(r db.Row) error {
		a := crm.Availability{WorkspaceID: workspaceID}
		var since, until int64
		var by string
		var capacity int
		if err := r.Scan(&a.UserID, &a.Name, &since, (*string)(&a.Status), &a.Reason, &until, &by, &capacity); err != nil {
			return err
		}
		if capacity >= 0 {
			a.OwnCapacity = &capacity
		}
		a.Since, a.Until = db.AtOf(since), db.AtOf(until)
		a.ChangedBy, err = crm.ParseDoneBy(by)
		out = append(out, a)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}
