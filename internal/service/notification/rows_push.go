package notification

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// maxOthers is of how many others at most a browser is taken off at a time.
const maxOthers = 100

var (
	insertSubscriptionSQL = db.SQL(`INSERT INTO push_subscriptions (workspace_id, user_id, id, endpoint_hash, sealed, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (workspace_id, user_id, endpoint_hash) DO UPDATE SET sealed = excluded.sealed`)
	subscriptionsSQL   = db.SQL(`SELECT id, sealed, created_at FROM push_subscriptions WHERE workspace_id = $1 AND user_id = $2 ORDER BY id LIMIT 100`)
	subscriptionIDsSQL = db.SQL(`SELECT id FROM push_subscriptions WHERE workspace_id = $1 AND user_id = $2 ORDER BY id LIMIT 100`)
	subscriptionSQL    = db.SQL(`SELECT id, sealed, created_at FROM push_subscriptions WHERE workspace_id = $1 AND user_id = $2 AND id = $3`)
	ofEndpointSQL      = db.SQL(`SELECT id, sealed, created_at FROM push_subscriptions WHERE workspace_id = $1 AND user_id = $2 AND endpoint_hash = $3`)
	dropSubscription   = db.SQL(`DELETE FROM push_subscriptions WHERE workspace_id = $1 AND user_id = $2 AND id = $3`)
	// A browser belongs to whoever signed in there last.
	dropOfOthersSQL = db.SQL(`DELETE FROM push_subscriptions WHERE (workspace_id, user_id, id) IN (SELECT workspace_id, user_id, id FROM push_subscriptions
		WHERE endpoint_hash = $1 AND user_id <> $2 LIMIT $3)`).By("push_subscriptions_browser").AcrossWorkspaces("a browser belongs to one person")
)

// sealedSubscription is a subscription as it is stored.
type sealedSubscription struct {
	crm.PushSubscription
	sealed []byte
}

func readSubscriptions(tx *db.Tx, which *db.Stmt, args ...any) (out []sealedSubscription, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var s sealedSubscription
		var created int64
		err := r.Scan(&s.ID, &s.sealed, &created)
		s.CreatedAt = db.At(created)
		out = append(out, s)
		return err
	}, args...)
	return out, err
}

// keepNewest drops the oldest subscriptions of a user who has too many.
func keepNewest(tx *db.Tx, workspaceID, userID string) error {
	ids, err := tx.Texts(subscriptionIDsSQL, workspaceID, userID)
	for i := 0; i < len(ids)-crm.MaxPushSubscriptions; i++ {
		tx.Write(dropSubscription, workspaceID, userID, ids[i])
	}
	return err
}
