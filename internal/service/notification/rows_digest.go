package notification

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

var (
	lastDigestSQL = db.SQL(`SELECT last_at FROM notification_digests WHERE workspace_id = $1 AND user_id = $2`)
	wantDigestSQL = db.SQL(`INSERT INTO notification_digests AS d (workspace_id, user_id, due_at, last_at) VALUES ($1, $2, $3, 0)
		ON CONFLICT (workspace_id, user_id) DO UPDATE SET due_at = CASE WHEN d.due_at = 0 THEN excluded.due_at ELSE d.due_at END`)
	dueDigestsSQL = db.SQL(`SELECT workspace_id, user_id FROM notification_digests INDEXED BY notification_digests_due WHERE due_at > 0 AND due_at <= $1 ORDER BY due_at LIMIT $2`).
			By("notification_digests_due").AcrossWorkspaces("a node makes the digests of all")
	takeDigestSQL = db.SQL(`UPDATE notification_digests SET due_at = 0, last_at = $3 WHERE workspace_id = $1 AND user_id = $2 AND due_at > 0 AND due_at <= $3`)
	// A member has at most crm.MaxNotifications.
	unreadKindsSQL = db.SQL(`SELECT n.kind, count(*) FROM notifications n INDEXED BY notifications_unread WHERE n.workspace_id = $1 AND n.user_id = $2 AND n.read_at = 0 AND ` +
		seen(3) + ` GROUP BY n.kind`).By("notifications_unread")
)

// wantDigest lets a member be mailed, if they want to be, of what came at a time, unless
// that is planned already.
func wantDigest(tx *db.Tx, workspaceID, userID string, s crm.NotificationSettings, came time.Time) error {
	var last int64
	if _, err := tx.One(lastDigestSQL, []any{&last}, workspaceID, userID); err != nil {
		return err
	}
	var before time.Time
	if last > 0 {
		before = db.At(last)
	}
	if due, wanted := s.DigestAt(came, before); wanted {
		tx.Write(wantDigestSQL, workspaceID, userID, db.Ms(due))
	}
	return nil
}

type digestOf struct{ workspaceID, userID string }

func dueDigests(tx *db.Tx, limit int) (out []digestOf, err error) {
	err = tx.Each(dueDigestsSQL, func(r db.Row) error {
		var d digestOf
		err := r.Scan(&d.workspaceID, &d.userID)
		out = append(out, d)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}

// unreadKinds returns how many notifications of each kind a member has not read, of
// those that they see by now.
func unreadKinds(tx *db.Tx, workspaceID, userID string, r crm.Reach) (map[crm.NotificationKind]int, error) {
	out := map[crm.NotificationKind]int{}
	err := tx.Each(unreadKindsSQL, func(r db.Row) error {
		var kind crm.NotificationKind
		var n int
		err := r.Scan((*string)(&kind), &n)
		out[kind] = n
		return err
	}, append([]any{workspaceID, userID}, reach.Args(r)...)...)
	return out, err
}
