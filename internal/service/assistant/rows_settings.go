package assistant

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	selectAssistantSettingsSQL = db.SQL(`SELECT settings, cache_secret, cache_generation, updated_at FROM assistant_settings WHERE workspace_id = $1`)
)

var (
	insertAssistantSettingsSQL = db.SQL(`INSERT INTO assistant_settings (workspace_id, settings, cache_secret, updated_at) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING`)
)

var (
	saveAssistantSettingsSQL = db.SQL(`UPDATE assistant_settings SET settings = $2, updated_at = $3 WHERE workspace_id = $1`)
)

var (
	nextCacheGenerationSQL = db.SQL(`UPDATE assistant_settings SET cache_generation = cache_generation + 1 WHERE workspace_id = $1`)
)

// AssistantState is what a workspace decided for all assistants, with the
// sealed secret of its cache; empty where it never had an assistant.
type State struct {
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
func AssistantState(tx *db.Tx, workspaceID string) (s State, err error) {
	var stored string
	var updated int64
	_, err = tx.One(selectAssistantSettingsSQL, []any{&stored, &s.SealedSecret, &s.Generation, &updated}, workspaceID)
	if err != nil {
		return s, err
	}
	return s.read(stored, updated)
}

// read adds the settings as they are stored; "" where nothing is.
func (s State) read(stored string, updated int64) (State, error) {
	s.HandBackSeconds, s.StoppedNumberIDs = int(crm.DefaultHandBack/time.Second), []string{}
	if stored == "" {
		return s, nil
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

// beginAssistantState makes the workspace's row, with the sealed secret of its
// cache, where there is none.
func beginAssistantState(tx *db.Tx, workspaceID string, sealedSecret []byte) {
	tx.Write(insertAssistantSettingsSQL, workspaceID, "", sealedSecret)
}

// saveAssistantSettings stores the settings; beginAssistantState came before.
func saveAssistantSettings(tx *db.Tx, workspaceID string, s crm.AssistantSettings) {
	tx.Write(saveAssistantSettingsSQL, workspaceID, db.Text(storedSettings{s.Stopped, s.StoppedNumberIDs, &s.HandBackSeconds}), db.Ms(tx.Now()))
}

// NextCacheGeneration makes every answer that the workspace remembers unknown,
// also those that other nodes have in memory.
func NextCacheGeneration(tx *db.Tx, workspaceID string) {
	tx.Write(nextCacheGenerationSQL, workspaceID)
}
