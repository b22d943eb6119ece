package model

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const aiProviderColumns = `id, workspace_id, name, kind, base_url, model, key_hint, timeout_ms, context_tokens, prices, revision, created_at, updated_at`

var (
	insertAIProviderSQL = db.SQL(`INSERT INTO ai_providers (` + aiProviderColumns + `, sealed_key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`)
	updateAIProviderSQL = db.SQL(`UPDATE ai_providers SET name = $3, kind = $4, base_url = $5, model = $6, key_hint = $7, timeout_ms = $8,
		context_tokens = $9, prices = $10, revision = $11, updated_at = $12 WHERE workspace_id = $1 AND id = $2`)
	updateAIKeySQL       = db.SQL(`UPDATE ai_providers SET sealed_key = $3 WHERE workspace_id = $1 AND id = $2`)
	deleteAIProviderSQL  = db.SQL(`DELETE FROM ai_providers WHERE workspace_id = $1 AND id = $2`)
	deleteAIStandingSQL  = db.SQL(`DELETE FROM ai_provider_standings WHERE workspace_id = $1 AND provider_id = $2`)
	selectAIProviderSQL  = db.SQL(`SELECT ` + aiProviderColumns + `, sealed_key FROM ai_providers WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	viewAIProviderSQL    = db.SQL(`SELECT ` + aiProviderColumns + `, sealed_key FROM ai_providers WHERE workspace_id = $1 AND id = $2`)
	selectAIProvidersSQL = db.SQL(`SELECT ` + aiProviderColumns + `, sealed_key FROM ai_providers WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	countAIProvidersSQL  = db.SQL(`SELECT count(*) FROM ai_providers WHERE workspace_id = $1`)

	// A standing is about the newest revision that it was found out of, and the
	// newest of those counts.
	saveAIStandingSQL = db.SQL(`INSERT INTO ai_provider_standings (workspace_id, provider_id, revision, state, class, detail, since, until, level)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (workspace_id, provider_id) DO UPDATE SET revision = excluded.revision, state = excluded.state, class = excluded.class,
			detail = excluded.detail, since = excluded.since, until = excluded.until, level = excluded.level
		WHERE ai_provider_standings.revision < excluded.revision
			OR ai_provider_standings.revision = excluded.revision AND ai_provider_standings.since <= excluded.since`)
	selectAIStandingsSQL = db.SQL(`SELECT provider_id, revision, state, class, detail, since, until, level FROM ai_provider_standings WHERE workspace_id = $1`)
)

// insertAIProvider stores a new provider; sealed is its encrypted key, empty
// without one.
func insertAIProvider(tx *db.Tx, p crm.AIProvider, sealed []byte) {
	tx.Write(insertAIProviderSQL, p.ID, p.WorkspaceID, p.Name, p.Kind, p.BaseURL, p.Model, p.KeyHint, p.Timeout.Milliseconds(), p.ContextTokens,
		pricesText(p.Prices), p.Revision, db.Ms(p.CreatedAt), db.Ms(p.UpdatedAt), sealed)
}

// updateAIProvider stores everything of a provider but its key.
func updateAIProvider(tx *db.Tx, p crm.AIProvider) {
	tx.Write(updateAIProviderSQL, p.WorkspaceID, p.ID, p.Name, p.Kind, p.BaseURL, p.Model, p.KeyHint, p.Timeout.Milliseconds(), p.ContextTokens,
		pricesText(p.Prices), p.Revision, db.Ms(p.UpdatedAt))
}

// updateAIKey stores the encrypted key of a provider, empty for none.
func updateAIKey(tx *db.Tx, workspaceID, id string, sealed []byte) {
	tx.Write(updateAIKeySQL, workspaceID, id, sealed)
}

// deleteAIProvider removes a provider. What it was used for stays on record.
func deleteAIProvider(tx *db.Tx, workspaceID, id string) error {
	tx.Write(deleteAIStandingSQL, workspaceID, id)
	n, err := tx.Exec(deleteAIProviderSQL, workspaceID, id)
	if err == nil && n == 0 {
		return crm.NotFound("AI provider", id)
	}
	return err
}

// aiProvider returns a provider of the workspace with its sealed key, locked
// until the end of the transaction, or a KindNotFound error.
func aiProvider(tx *db.Tx, workspaceID, id string) (crm.AIProvider, []byte, error) {
	return readProvider(tx, selectAIProviderSQL, workspaceID, id)
}

// aiProviderView is AIProvider without the lock.
func aiProviderView(tx *db.Tx, workspaceID, id string) (crm.AIProvider, []byte, error) {
	return readProvider(tx, viewAIProviderSQL, workspaceID, id)
}

func readProvider(tx *db.Tx, s *db.Stmt, workspaceID, id string) (p crm.AIProvider, sealed []byte, err error) {
	found := false
	err = readProviders(tx, s, func(one crm.AIProvider, key []byte) { p, sealed, found = one, key, true }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("AI provider", id)
	}
	return p, sealed, err
}

// aiProviders returns a page of the workspace's providers, oldest first.
func aiProviders(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.AIProvider], error) {
	var list []crm.AIProvider
	err := readProviders(tx, selectAIProvidersSQL, func(one crm.AIProvider, _ []byte) { list = append(list, one) }, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(p crm.AIProvider) string { return p.ID }), err
}

// eachAIProvider calls fn for every provider of the workspace with its sealed
// key; there are at most crm.MaxAIProviders.
func eachAIProvider(tx *db.Tx, workspaceID string, fn func(p crm.AIProvider, sealed []byte)) error {
	return readProviders(tx, selectAIProvidersSQL, fn, workspaceID, "", crm.MaxAIProviders)
}

// countAIProviders returns how many providers the workspace has.
func countAIProviders(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countAIProvidersSQL, []any{&n}, workspaceID)
	return n, err
}

func readProviders(tx *db.Tx, s *db.Stmt, fn func(crm.AIProvider, []byte), args ...any) error {
	return tx.Each(s, func(r db.Row) error {
		var p crm.AIProvider
		var timeout, created, updated int64
		var prices string
		var sealed []byte
		err := r.Scan(&p.ID, &p.WorkspaceID, &p.Name, &p.Kind, &p.BaseURL, &p.Model, &p.KeyHint, &timeout, &p.ContextTokens, &prices,
			&p.Revision, &created, &updated, &sealed)
		if err == nil && prices != "" {
			p.Prices = new(crm.TokenPrices)
			err = json.Unmarshal([]byte(prices), p.Prices)
		}
		p.Timeout, p.CreatedAt, p.UpdatedAt = time.Duration(timeout)*time.Millisecond, db.At(created), db.At(updated)
		fn(p, sealed)
		return err
	}, args...)
}

func pricesText(p *crm.TokenPrices) string {
	if p == nil {
		return ""
	}
	out, _ := json.Marshal(p) // numbers
	return string(out)
}

// SaveAIStanding stores what a node found out about a provider, unless another
// one knows something newer.
func SaveAIStanding(tx *db.Tx, workspaceID string, s crm.AIStanding) {
	tx.Write(saveAIStandingSQL, workspaceID, s.ProviderID, s.Revision, s.State, s.Class, s.Detail, db.Ms(s.Since), db.Ms(s.Until), s.Level)
}

// aiStandings returns what the nodes found out about the workspace's providers.
func aiStandings(tx *db.Tx, workspaceID string) (out []crm.AIStanding, err error) {
	err = tx.Each(selectAIStandingsSQL, func(r db.Row) error {
		var s crm.AIStanding
		var since, until int64
		err := r.Scan(&s.ProviderID, &s.Revision, &s.State, &s.Class, &s.Detail, &since, &until, &s.Level)
		s.Since, s.Until = db.At(since), db.At(until)
		out = append(out, s)
		return err
	}, workspaceID)
	return out, err
}
