package store

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	selectAssistantSettings = db.SQL(`SELECT settings, cache_secret, cache_generation, updated_at FROM assistant_settings WHERE workspace_id = $1`)
	insertAssistantSettings = db.SQL(`INSERT INTO assistant_settings (workspace_id, settings, cache_secret, updated_at) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING`)
	saveAssistantSettings   = db.SQL(`UPDATE assistant_settings SET settings = $2, updated_at = $3 WHERE workspace_id = $1`)
	nextCacheGeneration     = db.SQL(`UPDATE assistant_settings SET cache_generation = cache_generation + 1 WHERE workspace_id = $1`)

	putCached = db.SQL(`INSERT INTO ai_cache (workspace_id, key, assistant_id, answer, tokens, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, key) DO UPDATE SET answer = excluded.answer, tokens = excluded.tokens, created_at = excluded.created_at, expires_at = excluded.expires_at`)
	selectCached = db.SQL(`SELECT answer, tokens, created_at, expires_at FROM ai_cache WHERE workspace_id = $1 AND key = $2 AND expires_at > $3`)
	clearCached  = db.SQL(`DELETE FROM ai_cache WHERE workspace_id = $1 AND key IN (SELECT key FROM ai_cache WHERE workspace_id = $1 LIMIT $2)`)
	countCached  = db.SQL(`SELECT count(*) FROM ai_cache WHERE workspace_id = $1 AND expires_at > $2`)
	// Across workspaces: retention.
	expireCached = db.SQL(`DELETE FROM ai_cache WHERE (workspace_id, key) IN (SELECT workspace_id, key FROM ai_cache WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`).By("ai_cache_age")
)

// AssistantState is what a workspace decided for all assistants, with the
// sealed secret of its cache; empty where it never had an assistant.
type AssistantState struct {
	crm.AssistantSettings
	SealedSecret []byte
	Generation   int64
}

// storedSettings is the settings column.
type storedSettings struct {
	Stopped         bool     `json:"stopped,omitempty"`
	StoppedNumbers  []string `json:"stoppedPhoneNumberIds,omitempty"`
	HandBackSeconds *int     `json:"handBackSeconds,omitempty"`
}

// AssistantState returns the workspace's settings and the secret of its cache.
func (tx *Tx) AssistantState(workspaceID string) (s AssistantState, err error) {
	s.HandBackSeconds, s.StoppedNumberIDs = int(crm.DefaultHandBack/time.Second), []string{}
	var stored string
	var updated int64
	found, err := tx.One(selectAssistantSettings, []any{&stored, &s.SealedSecret, &s.Generation, &updated}, workspaceID)
	if err != nil || !found || stored == "" {
		return s, err
	}
	var v storedSettings
	if err := json.Unmarshal([]byte(stored), &v); err != nil {
		return s, err
	}
	s.Stopped, s.UpdatedAt = v.Stopped, db.AtOf(updated)
	s.StoppedNumberIDs = append(s.StoppedNumberIDs, v.StoppedNumbers...)
	if v.HandBackSeconds != nil {
		s.HandBackSeconds = *v.HandBackSeconds
	}
	return s, nil
}

// BeginAssistantState makes the workspace's row, with the sealed secret of its
// cache, where there is none.
func (tx *Tx) BeginAssistantState(workspaceID string, sealedSecret []byte) {
	tx.Write(insertAssistantSettings, workspaceID, "", sealedSecret)
}

// SaveAssistantSettings stores the settings; BeginAssistantState came before.
func (tx *Tx) SaveAssistantSettings(workspaceID string, s crm.AssistantSettings) {
	tx.Write(saveAssistantSettings, workspaceID, db.Text(storedSettings{s.Stopped, s.StoppedNumberIDs, &s.HandBackSeconds}), db.Ms(tx.Now()))
}

// CachedAnswer is a remembered answer, sealed.
type CachedAnswer struct {
	Key, AssistantID     string
	Sealed               []byte
	Tokens               int // that it cost, and saves
	CreatedAt, ExpiresAt time.Time
}

// CachedAnswer returns a remembered answer that has not expired.
func (tx *Tx) CachedAnswer(workspaceID, key string) (a CachedAnswer, found bool, err error) {
	var created, expires int64
	found, err = tx.One(selectCached, []any{&a.Sealed, &a.Tokens, &created, &expires}, workspaceID, key, db.Ms(tx.Now()))
	a.Key, a.CreatedAt, a.ExpiresAt = key, db.At(created), db.At(expires)
	return a, found, err
}

// PutCachedAnswer remembers an answer, instead of an older one.
func (tx *Tx) PutCachedAnswer(workspaceID string, a CachedAnswer) {
	tx.Write(putCached, workspaceID, a.Key, a.AssistantID, a.Sealed, a.Tokens, db.Ms(a.CreatedAt), db.Ms(a.ExpiresAt))
}

// NextCacheGeneration makes every answer that the workspace remembers unknown,
// also those that other nodes have in memory.
func (tx *Tx) NextCacheGeneration(workspaceID string) { tx.Write(nextCacheGeneration, workspaceID) }

// ClearCachedAnswers removes up to limit answers of the workspace.
func (tx *Tx) ClearCachedAnswers(workspaceID string, limit int) (n int64, err error) {
	return tx.Exec(clearCached, workspaceID, limit)
}

// CountCachedAnswers counts the workspace's remembered answers.
func (tx *Tx) CountCachedAnswers(workspaceID string) (n int, err error) {
	_, err = tx.One(countCached, []any{&n}, workspaceID, db.Ms(tx.Now()))
	return n, err
}

// ExpireCachedAnswers removes up to limit answers that have served their time.
func (tx *Tx) ExpireCachedAnswers(limit int) (int64, error) {
	return tx.Exec(expireCached, db.Ms(tx.Now()), limit)
}
