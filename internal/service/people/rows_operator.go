package people

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	setOperatorSQL     = db.SQL(`UPDATE users SET operator_since = $2 WHERE id = $1`)
	selectOperatorsSQL = db.SQL(`SELECT ` + userColumns + ` FROM users u WHERE u.operator_since > 0 AND u.id > $1 ORDER BY u.id LIMIT $2`).By("users_operators").ByOnPostgres("users_operators")
)

// setOperator stores since when a person is an operator; nil for who is none. The mark
// is in the row of the person and goes with it.
func setOperator(tx *db.Tx, userID string, since *time.Time) {
	tx.Write(setOperatorSQL, userID, db.MsOf(since))
}

// operators returns up to limit operators of the deployment after one.
func operators(tx *db.Tx, after string, limit int) (out []crm.User, err error) {
	err = tx.Each(selectOperatorsSQL, func(r db.Row) error {
		u, err := scanUser(r)
		out = append(out, u)
		return err
	}, after, limit)
	return out, err
}
