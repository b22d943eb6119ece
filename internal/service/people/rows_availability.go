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
	availabilitySelect = `SELECT m.user_id, u.name, coalesce(a.from_at, 0), coalesce(a.status, ''), coalesce(a.reason, ''), coalesce(a.until_at, 0), coalesce(a.changed_by, '')
		FROM members m JOIN users u ON u.id = m.user_id
		LEFT JOIN availability a ON a.workspace_id = m.workspace_id AND a.user_id = m.user_id
			AND a.from_at = (SELECT max(n.from_at) FROM availability n WHERE n.workspace_id = m.workspace_id AND n.user_id = m.user_id)
		WHERE m.workspace_id = $1 AND m.state = 'active'`
	// Oneself, somebody of a team of one's own, or everybody for who sees all.
	colleague = ` AND ($2 OR m.user_id = $3 OR EXISTS (SELECT 1 FROM team_members t WHERE t.workspace_id = m.workspace_id AND t.user_id = m.user_id AND $4 LIKE '%|' || t.team_id || '|%'))`
)

var (
	// The same moment twice: what was said last holds.
	insertAvailabilitySQL = db.SQL(`INSERT INTO availability (workspace_id, user_id, from_at, status, reason, until_at, changed_by) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, user_id, from_at) DO UPDATE SET status = excluded.status, reason = excluded.reason, until_at = excluded.until_at, changed_by = excluded.changed_by`)
	selectAvailabilitySQL = db.SQL(availabilitySelect + colleague + ` AND m.user_id = $5`)
	listAvailabilitySQL   = db.SQL(availabilitySelect + colleague + ` AND m.user_id > $5
		AND ($6 = '' OR EXISTS (SELECT 1 FROM team_members o WHERE o.workspace_id = m.workspace_id AND o.team_id = $6 AND o.user_id = m.user_id)) ORDER BY m.user_id LIMIT $7`)
	availabilityLogSQL = db.SQL(`SELECT user_id, '', from_at, status, reason, until_at, changed_by FROM availability
		WHERE workspace_id = $1 AND user_id = $2 AND from_at < $3 ORDER BY user_id DESC, from_at DESC LIMIT $4`)
)

func insertAvailability(tx *db.Tx, a crm.Availability) {
	tx.Write(insertAvailabilitySQL, a.WorkspaceID, a.UserID, db.MsOf(a.Since), string(a.Status), a.Reason, db.MsOf(a.Until), a.ChangedBy.String())
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
		if err := r.Scan(&a.UserID, &a.Name, &since, (*string)(&a.Status), &a.Reason, &until, &by); err != nil {
			return err
		}
		a.Since, a.Until = db.AtOf(since), db.AtOf(until)
		a.ChangedBy, err = crm.ParseDoneBy(by)
		out = append(out, a)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}
