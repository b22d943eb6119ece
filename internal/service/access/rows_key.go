package access

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const apiKeyColumns = `id, workspace_id, name, last_four, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to`

var (
	insertAPIKeySQL = db.SQL(`INSERT INTO api_keys (id, workspace_id, name, hash, last_four, scopes, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	selectAPIKeyByHashSQL = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE hash = $1`)
	selectAPIKeySQL       = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	viewAPIKeySQL         = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id = $2`)
	selectAPIKeysSQL      = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	revokeAPIKeySQL       = db.SQL(`UPDATE api_keys SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at = 0`)
	rotateAPIKeySQL       = db.SQL(`UPDATE api_keys SET expires_at = $3, rotated_to = $4 WHERE workspace_id = $1 AND id = $2`)
	touchAPIKeySQL        = db.SQL(`UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2`)
)

// insertAPIKey stores a new key under the hash of its secret.
func insertAPIKey(tx *db.Tx, k crm.APIKey, hash string) {
	tx.Write(insertAPIKeySQL, k.ID, k.WorkspaceID, k.Name, hash, k.LastFour, crm.JoinScopes(k.Scopes), db.Ms(k.CreatedAt), db.MsOf(k.ExpiresAt))
}

// apiKeyByHash returns the key with this hash, of whatever workspace: it is
// how a caller's workspace is found out.
func apiKeyByHash(tx *db.Tx, hash string) (k crm.APIKey, found bool, err error) {
	err = tx.Each(selectAPIKeyByHashSQL, func(r db.Row) (err error) { found = true; k, err = scanAPIKey(r); return err }, hash)
	return k, found, err
}

// apiKey returns a key of the workspace, or a KindNotFound error.
func apiKey(tx *db.Tx, workspaceID, id string) (k crm.APIKey, err error) {
	return readKey(tx, selectAPIKeySQL, workspaceID, id)
}

// apiKeyView is APIKey without a lock, for reading.
func apiKeyView(tx *db.Tx, workspaceID, id string) (crm.APIKey, error) {
	return readKey(tx, viewAPIKeySQL, workspaceID, id)
}

func readKey(tx *db.Tx, which *db.Stmt, workspaceID, id string) (k crm.APIKey, err error) {
	found := false
	err = tx.Each(which, func(r db.Row) (err error) { found = true; k, err = scanAPIKey(r); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("API key", id)
	}
	return k, err
}

// apiKeys returns a page of the workspace's keys, oldest first.
func apiKeys(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.APIKey], error) {
	var out []crm.APIKey
	err := tx.Each(selectAPIKeysSQL, func(r db.Row) error {
		k, err := scanAPIKey(r)
		out = append(out, k)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(k crm.APIKey) string { return k.ID }), err
}

// revokeAPIKey ends a key at once.
func revokeAPIKey(tx *db.Tx, workspaceID, id string, now time.Time) {
	tx.Write(revokeAPIKeySQL, workspaceID, id, db.Ms(now))
}

// rotateAPIKey lets a key expire at the time and names its successor.
func rotateAPIKey(tx *db.Tx, workspaceID, id string, expires time.Time, successor string) {
	tx.Write(rotateAPIKeySQL, workspaceID, id, db.Ms(expires), successor)
}

// touchAPIKey records that a key was used.
func touchAPIKey(tx *db.Tx, id string, used time.Time) { tx.Write(touchAPIKeySQL, id, db.Ms(used)) }

func scanAPIKey(r db.Row) (k crm.APIKey, err error) {
	var scopes string
	var created, expires, revoked, used int64
	err = r.Scan(&k.ID, &k.WorkspaceID, &k.Name, &k.LastFour, &scopes, &created, &expires, &revoked, &used, &k.RotatedTo)
	k.Scopes, k.CreatedAt = crm.SplitScopes(scopes), db.At(created)
	k.ExpiresAt, k.RevokedAt, k.LastUsedAt = db.AtOf(expires), db.AtOf(revoked), db.AtOf(used)
	return k, err
}
