package access

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const apiKeyColumns = `id, workspace_id, name, last_four, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to, reach, team_ids, phone_number_ids, networks, last_used_from, created_by, masks_numbers`

var (
	insertAPIKeySQL = db.SQL(`INSERT INTO api_keys (id, workspace_id, name, hash, last_four, scopes, created_at, expires_at,
		reach, team_ids, phone_number_ids, networks, created_by, masks_numbers) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`)
	updateAPIKeySQL       = db.SQL(`UPDATE api_keys SET name = $3, networks = $4 WHERE workspace_id = $1 AND id = $2`)
	teamThereSQL          = db.SQL(`SELECT 1 FROM teams WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE`)
	numberThereSQL        = db.SQL(`SELECT 1 FROM phone_numbers WHERE workspace_id = $1 AND id = $2`)
	insertKeyPlaceSQL     = db.SQL(`INSERT INTO key_directory (hash, workspace_id, key_id) VALUES ($1, $2, $3)`)
	selectAPIKeyByHashSQL = db.SQL(`SELECT `+apiKeyColumns+` FROM api_keys
		WHERE (workspace_id, id) = (SELECT workspace_id, key_id FROM key_directory WHERE hash = $1)`).By("sqlite_autoindex_api_keys_1").ByOnPostgres("key_directory_pkey", "api_keys_pkey")
	selectAPIKeySQL     = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	viewAPIKeySQL       = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id = $2`)
	selectAPIKeysSQL    = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	selectKeysMadeBySQL = db.SQL(`SELECT ` + apiKeyColumns + ` FROM api_keys WHERE workspace_id = $1 AND created_by = $2 AND revoked_at = 0 ORDER BY id LIMIT 1000`)
	revokeAPIKeySQL     = db.SQL(`UPDATE api_keys SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at = 0`)
	rotateAPIKeySQL     = db.SQL(`UPDATE api_keys SET expires_at = $3, rotated_to = $4 WHERE workspace_id = $1 AND id = $2`)
	touchAPIKeySQL      = db.SQL(`UPDATE api_keys SET last_used_at = $3, last_used_from = $4 WHERE workspace_id = $1 AND id = $2 AND last_used_at < $3`)
)

// insertAPIKey stores a new key, and whose the hash of its secret is.
func insertAPIKey(tx *db.Tx, k crm.APIKey, hash string) {
	tx.Write(insertAPIKeySQL, k.ID, k.WorkspaceID, k.Name, hash, k.LastFour, crm.JoinScopes(k.Scopes), db.Ms(k.CreatedAt), db.MsOf(k.ExpiresAt),
		string(k.Reach.Reach().Kind), crm.JoinIDs(k.Reach.TeamIDs), crm.JoinIDs(k.Reach.PhoneNumberIDs), crm.JoinIDs(k.Networks), k.CreatedBy.String(), k.MasksPhoneNumbers)
	tx.Write(insertKeyPlaceSQL, hash, k.WorkspaceID, k.ID)
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

// KeysMadeBy returns the keys of a workspace that somebody made and that are not
// revoked, oldest first.
func KeysMadeBy(tx *db.Tx, workspaceID string, by crm.DoneBy) (out []crm.APIKey, err error) {
	err = tx.Each(selectKeysMadeBySQL, func(r db.Row) error {
		k, err := scanAPIKey(r)
		out = append(out, k)
		return err
	}, workspaceID, by.String())
	return out, err
}

// RevokeKey ends a key at once; ForgetKeys follows the commit.
func RevokeKey(tx *db.Tx, workspaceID, id string) { revokeAPIKey(tx, workspaceID, id, tx.Now()) }

// rotateAPIKey lets a key expire at the time and names its successor.
func rotateAPIKey(tx *db.Tx, workspaceID, id string, expires time.Time, successor string) {
	tx.Write(rotateAPIKeySQL, workspaceID, id, db.Ms(expires), successor)
}

// touchAPIKey records that a key was used, and from where.
func touchAPIKey(tx *db.Tx, workspaceID, id string, used time.Time, from string) {
	tx.Write(touchAPIKeySQL, workspaceID, id, db.Ms(used), from)
}

func scanAPIKey(r db.Row) (k crm.APIKey, err error) {
	var scopes, teams, numbers, networks, by string
	var created, expires, revoked, used int64
	err = r.Scan(&k.ID, &k.WorkspaceID, &k.Name, &k.LastFour, &scopes, &created, &expires, &revoked, &used, &k.RotatedTo,
		(*string)(&k.Reach.Kind), &teams, &numbers, &networks, &k.LastUsedFrom, &by, &k.MasksPhoneNumbers)
	if err != nil {
		return k, err
	}
	k.Scopes, k.CreatedAt = crm.SplitScopes(scopes), db.At(created)
	k.ExpiresAt, k.RevokedAt, k.LastUsedAt = db.AtOf(expires), db.AtOf(revoked), db.AtOf(used)
	k.Reach.TeamIDs, k.Reach.PhoneNumberIDs, k.Networks = crm.SplitIDs(teams), crm.SplitIDs(numbers), crm.SplitIDs(networks)
	k.CreatedBy, err = crm.ParseDoneBy(by)
	return k, err
}

// updateAPIKey stores what may be changed of a key.
func updateAPIKey(tx *db.Tx, k crm.APIKey) {
	tx.Write(updateAPIKeySQL, k.WorkspaceID, k.ID, k.Name, crm.JoinIDs(k.Networks))
}

// checkReach records every team and phone number of a reach that the workspace
// does not have. The teams stay until the transaction ends.
func checkReach(tx *db.Tx, workspaceID string, r crm.KeyReach, f *crm.Faults) error {
	for _, list := range []struct {
		field string
		which *db.Stmt
		ids   []string
	}{{"teamIds", teamThereSQL, r.TeamIDs}, {"phoneNumberIds", numberThereSQL, r.PhoneNumberIDs}} {
		for i, id := range list.ids {
			var one int64
			found, err := tx.One(list.which, []any{&one}, workspaceID, id)
			if err != nil {
				return err
			}
			if !found {
				f.Add(crm.Pointer("reach", list.field, i), crm.CodeNotFound, "This workspace has no %q.", id)
			}
		}
	}
	return nil
}
