package db

import "context"

var (
	insertKeyset = SQL(`INSERT INTO keysets (name, wrapped, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	updateKeyset = SQL(`UPDATE keysets SET wrapped = $2 WHERE name = $1`)
	selectKeyset = SQL(`SELECT wrapped FROM keysets WHERE name = $1`)
)

// Keyset returns the wrapped keyset of the name. Where there is none yet, it
// stores what create gives; of several nodes that start at once, one wins.
func (db *DB) Keyset(ctx context.Context, name string, create func() ([]byte, error)) (wrapped []byte, err error) {
	fresh, err := create()
	if err != nil {
		return nil, err
	}
	err = db.Update(ctx, "keyset", func(tx *Tx) error {
		if found, err := tx.One(selectKeyset, []any{&wrapped}, name); found || err != nil {
			return err
		}
		tx.Write(insertKeyset, name, fresh, Ms(tx.Now()))
		_, err := tx.One(selectKeyset, []any{&wrapped}, name)
		return err
	})
	return wrapped, err
}

// ReplaceKeyset stores a keyset that was wrapped anew.
func (db *DB) ReplaceKeyset(ctx context.Context, name string, wrapped []byte) error {
	return db.Update(ctx, "keyset", func(tx *Tx) error { tx.Write(updateKeyset, name, wrapped); return nil })
}
