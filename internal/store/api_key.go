package store

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const apiKeyColumns = `id, workspace_id, name, last_four, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to`

var (
	insertAPIKey = db.SQL(`INSERT INTO api_keys (id, workspace_id, name, hash, last_four, scopes, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	selectAPIKeyByHash = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE hash = $1`)
	selectAPIKey       = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	viewAPIKey         = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id = $2`)
	selectAPIKeys      = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	revokeAPIKey       = db.SQL(`UPDATE api_keys SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at = 0`)
	rotateAPIKey       = db.SQL(`UPDATE api_keys SET expires_at = $3, rotated_to = $4 WHERE workspace_id = $1 AND id = $2`)
	touchAPIKey        = db.SQL(`UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2`)
)

// InsertAPIKey stores a new key under the hash of its secret.
func (tx *Tx) InsertAPIKey(k crm.APIKey, hash string) {
	tx.Write(insertAPIKey, k.ID, k.WorkspaceID, k.Name, hash, k.LastFour, crm.JoinScopes(k.Scopes), db.Ms(k.CreatedAt), db.MsOf(k.ExpiresAt))
}

// APIKeyByHash returns the key with this hash, of whatever workspace: it is
// how a caller's workspace is found out.
func (tx *Tx) APIKeyByHash(hash string) (k crm.APIKey, found bool, err error) {
	err = tx.Each(selectAPIKeyByHash, func(r db.Row) (err error) { found = true; k, err = scanAPIKey(r); return err }, hash)
	return k, found, err
}

// APIKey returns a key of the workspace, or a KindNotFound error.
func (tx *Tx) APIKey(workspaceID, id string) (k crm.APIKey, err error) {
	return tx.apiKey(selectAPIKey, workspaceID, id)
}

// APIKeyView is APIKey without a lock, for reading.
func (tx *Tx) APIKeyView(workspaceID, id string) (crm.APIKey, error) {
	return tx.apiKey(viewAPIKey, workspaceID, id)
}

func (tx *Tx) apiKey(which *db.Stmt, workspaceID, id string) (k crm.APIKey, err error) {
	found := false
	err = tx.Each(which, func(r db.Row) (err error) { found = true; k, err = scanAPIKey(r); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("API key", id)
	}
	return k, err
}

// APIKeys returns a page of the workspace's keys, oldest first.
func (tx *Tx) APIKeys(workspaceID string, p crm.Page) (crm.List[crm.APIKey], error) {
	var out []crm.APIKey
	err := tx.Each(selectAPIKeys, func(r db.Row) error {
		k, err := scanAPIKey(r)
		out = append(out, k)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(k crm.APIKey) string { return k.ID }), err
}

// RevokeAPIKey ends a key at once.
func (tx *Tx) RevokeAPIKey(workspaceID, id string, now time.Time) {
	tx.Write(revokeAPIKey, workspaceID, id, db.Ms(now))
}

// RotateAPIKey lets a key expire at the time and names its successor.
func (tx *Tx) RotateAPIKey(workspaceID, id string, expires time.Time, successor string) {
	tx.Write(rotateAPIKey, workspaceID, id, db.Ms(expires), successor)
}

// TouchAPIKey records that a key was used.
func (tx *Tx) TouchAPIKey(id string, used time.Time) { tx.Write(touchAPIKey, id, db.Ms(used)) }

func scanAPIKey(r db.Row) (k crm.APIKey, err error) {
	var scopes string
	var created, expires, revoked, used int64
	err = r.Scan(&k.ID, &k.WorkspaceID, &k.Name, &k.LastFour, &scopes, &created, &expires, &revoked, &used, &k.RotatedTo)
	k.Scopes, k.CreatedAt = crm.SplitScopes(scopes), db.At(created)
	k.ExpiresAt, k.RevokedAt, k.LastUsedAt = db.AtOf(expires), db.AtOf(revoked), db.AtOf(used)
	return k, err
}
