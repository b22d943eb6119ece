package notification

import (
	"encoding/json"
	"math"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const columns = `n.id, n.user_id, n.kind, n.position, n.conversation_id, n.contact_id, n.subject_id, n.done_by, n.times, n.at, n.seen_at, n.read_at, n.dedupe_key, n.raised, n.deal_id, n.detail`

// seen is the condition that what a notification is about is in a reach.
func seen(first int) string {
	return `(n.conversation_id = '' AND n.deal_id = '' OR n.conversation_id <> '' AND ` + reach.OfConversation("n.workspace_id", "n.conversation_id", first) +
		` OR n.deal_id <> '' AND ` + reach.OfDeal("n.workspace_id", "n.deal_id", first) + `)`
}

func listOf(index, where string) *db.Stmt {
	return db.SQL(`SELECT ` + columns + ` FROM notifications n INDEXED BY ` + index + ` WHERE n.workspace_id = $1 AND n.user_id = $2 AND n.position < $3` + where + ` AND ` + seen(6) +
		` ORDER BY n.position DESC LIMIT $4`).By(index)
}

var (
	listSQL       = listOf("notifications_order", ` AND $5 = ''`)
	listKindSQL   = listOf("notifications_kind", ` AND n.kind = $5`)
	listUnreadSQL = listOf("notifications_unread", ` AND n.read_at = 0 AND ($5 = '' OR n.kind = $5)`)
	oneSQL        = db.SQL(`SELECT ` + columns + ` FROM notifications n WHERE n.workspace_id = $1 AND n.user_id = $2 AND n.id = $3 AND ` + seen(4))
	// A member has at most crm.MaxNotifications.
	countSQL = db.SQL(`SELECT count(*), count(CASE WHEN n.seen_at = 0 THEN 1 END), coalesce(max(n.position), 0) FROM notifications n INDEXED BY notifications_unread
		WHERE n.workspace_id = $1 AND n.user_id = $2 AND n.read_at = 0 AND ` + seen(3)).By("notifications_unread").ByOnPostgres("notifications_unread")

	// What collapses comes up again, unless it was told by this event already. It is
	// raised anew where the member had seen it.
	raiseSQL = db.SQL(`INSERT INTO notifications AS n (workspace_id, user_id, id, kind, position, raised, dedupe_key, conversation_id, contact_id, subject_id, done_by, times, at, seen_at, read_at, deal_id, detail)
		VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, 1, $11, 0, 0, $13, $14)
		ON CONFLICT (workspace_id, user_id, dedupe_key) DO UPDATE SET position = excluded.position, raised = CASE WHEN n.seen_at = 0 THEN n.raised ELSE excluded.raised END,
			conversation_id = excluded.conversation_id, contact_id = excluded.contact_id, subject_id = excluded.subject_id, done_by = excluded.done_by,
			times = CASE WHEN n.read_at = 0 THEN n.times + 1 ELSE 1 END, at = excluded.at, seen_at = 0, read_at = 0
		WHERE n.position < excluded.position AND $12 RETURNING id, raised`)
	// The oldest ones of a member who has too many.
	crowdSQL = db.SQL(`DELETE FROM notifications WHERE workspace_id = $1 AND user_id = $2 AND position <= (SELECT n.position FROM notifications n
		WHERE n.workspace_id = $1 AND n.user_id = $2 ORDER BY n.position DESC LIMIT 1 OFFSET $3)`)
	seenSQL     = db.SQL(`UPDATE notifications SET seen_at = $4 WHERE workspace_id = $1 AND user_id = $2 AND id = $3 AND seen_at = 0`)
	readSQL     = db.SQL(`UPDATE notifications SET read_at = $4, seen_at = CASE WHEN seen_at = 0 THEN $4 ELSE seen_at END WHERE workspace_id = $1 AND user_id = $2 AND id = $3 AND read_at = 0`)
	seenUpToSQL = db.SQL(`UPDATE notifications INDEXED BY notifications_unread SET seen_at = $4 WHERE workspace_id = $1 AND user_id = $2 AND position <= $3 AND read_at = 0 AND seen_at = 0`).By("notifications_unread")
	readUpToSQL = db.SQL(`UPDATE notifications INDEXED BY notifications_unread SET read_at = $4, seen_at = CASE WHEN seen_at = 0 THEN $4 ELSE seen_at END
		WHERE workspace_id = $1 AND user_id = $2 AND position <= $3 AND read_at = 0`).By("notifications_unread")
	expireSQL = db.SQL(`DELETE FROM notifications WHERE (workspace_id, user_id, id) IN (SELECT workspace_id, user_id, id FROM notifications WHERE at < $1 ORDER BY at LIMIT $2)`).
			By("notifications_age").ByOnPostgres("notifications_age").AcrossWorkspaces("retention")

	settingsSQL     = db.SQL(`SELECT body FROM notification_settings WHERE workspace_id = $1 AND user_id = $2`)
	saveSettingsSQL = db.SQL(`INSERT INTO notification_settings (workspace_id, user_id, body, updated_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, user_id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`)
)

func scan(r db.Row, workspaceID string) (crm.Notification, error) {
	n := crm.Notification{WorkspaceID: workspaceID}
	var at, seenAt, readAt int64
	var by string
	err := r.Scan(&n.ID, &n.UserID, (*string)(&n.Kind), &n.Position, &n.ConversationID, &n.ContactID, &n.SubjectID, &by, &n.Times, &at, &seenAt, &readAt, &n.DedupeKey, &n.Raised, &n.DealID, &n.Detail)
	if err != nil {
		return n, err
	}
	n.At, n.SeenAt, n.ReadAt = db.At(at), db.AtOf(seenAt), db.AtOf(readAt)
	n.By, err = crm.ParseDoneBy(by)
	return n, err
}

func list(tx *db.Tx, actor crm.Actor, f crm.NotificationFilter, before int64, limit int) (crm.List[crm.Notification], error) {
	which := listSQL
	switch {
	case f.Unread:
		which = listUnreadSQL
	case f.Kind != "":
		which = listKindSQL
	}
	if before == 0 {
		before = math.MaxInt64
	}
	var out []crm.Notification
	err := tx.Each(which, func(r db.Row) error {
		n, err := scan(r, actor.WorkspaceID)
		out = append(out, n)
		return err
	}, append([]any{actor.WorkspaceID, actor.UserID(), before, limit + 1, string(f.Kind)}, reach.Args(actor.Reach)...)...)
	return crm.CutPage(out, limit, func(n crm.Notification) string { return strconv.FormatInt(n.Position, 10) }), err
}

func one(tx *db.Tx, actor crm.Actor, id string) (n crm.Notification, found bool, err error) {
	err = tx.Each(oneSQL, func(r db.Row) (err error) { found = true; n, err = scan(r, actor.WorkspaceID); return err },
		append([]any{actor.WorkspaceID, actor.UserID(), id}, reach.Args(actor.Reach)...)...)
	return n, found, err
}

func count(tx *db.Tx, actor crm.Actor) (out crm.NotificationCount, err error) {
	_, err = tx.One(countSQL, []any{&out.Unread, &out.Unseen, &out.Position}, append([]any{actor.WorkspaceID, actor.UserID()}, reach.Args(actor.Reach)...)...)
	return out, err
}

func mark(tx *db.Tx, workspaceID, userID string, m crm.NotificationMark, read bool) (changed int64, err error) {
	byID, upTo, now := seenSQL, seenUpToSQL, db.Ms(tx.Now())
	if read {
		byID, upTo = readSQL, readUpToSQL
	}
	if m.UpTo != nil {
		return tx.Exec(upTo, workspaceID, userID, *m.UpTo, now)
	}
	rows := make([][]any, len(m.IDs))
	for i, id := range m.IDs {
		rows[i] = []any{workspaceID, userID, id, now}
	}
	each, err := tx.ExecOf(byID, rows)
	for _, n := range each {
		changed += n
	}
	return changed, err
}

func settings(tx *db.Tx, workspaceID, userID string) (crm.NotificationSettings, error) {
	var body string
	s := crm.DefaultNotificationSettings()
	found, err := tx.One(settingsSQL, []any{&body}, workspaceID, userID)
	if err != nil || !found {
		return s, err
	}
	var own crm.NotificationSettings
	if err := json.Unmarshal([]byte(body), &own); err != nil {
		return s, err
	}
	return own.Normalize() // kinds that are new since
}

// raised is a notification that was stored; anew says that its member had not been told
// of it, or had seen it since.
type raised struct {
	crm.Notification
	anew bool
}

// raise stores notifications, and returns those that were not there yet, or came up again.
func raise(tx *db.Tx, workspaceID string, list []crm.Notification) (out []raised, err error) {
	rows := make([][]any, len(list))
	for i, n := range list {
		rows[i] = []any{workspaceID, n.UserID, tx.NewID(crm.PrefixNotification), string(n.Kind), n.Position, n.DedupeKey, n.ConversationID, n.ContactID, n.SubjectID, n.By.String(),
			db.Ms(n.At), n.Kind.Collapses(), n.DealID, n.Detail}
	}
	err = tx.EachOf(raiseSQL, rows, func(i int, r db.Row) error {
		stored := raised{Notification: list[i]}
		var first int64
		err := r.Scan(&stored.ID, &first)
		stored.WorkspaceID, stored.anew = workspaceID, first == list[i].Position
		out = append(out, stored)
		return err
	})
	users := map[string]bool{}
	for _, n := range out {
		if !users[n.UserID] {
			users[n.UserID] = true
			tx.Write(crowdSQL, workspaceID, n.UserID, crm.MaxNotifications)
		}
	}
	return out, err
}
