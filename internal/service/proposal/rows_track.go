package proposal

import (
	"encoding/json"
	"math"
	"time"

	"service.example/crm/internal/autonomy"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	trackColumns  = `kind, enabled, line, period, since, track`
	changeColumns = `id, kind, from_state, to_state, reason, evidence, made_by, at`
)

var (
	beginTrackSQL   = db.SQL(`INSERT INTO autonomy_tracks (workspace_id, assistant_id, kind, enabled, line, period, since, track) VALUES ($1, $2, $3, 0, 0, 0, 0, '{}') ON CONFLICT DO NOTHING`)
	lockTrackSQL    = db.SQL(`SELECT ` + trackColumns + ` FROM autonomy_tracks WHERE workspace_id = $1 AND assistant_id = $2 AND kind = $3 FOR UPDATE`)
	tracksSQL       = db.SQL(`SELECT ` + trackColumns + ` FROM autonomy_tracks WHERE workspace_id = $1 AND assistant_id = $2 ORDER BY kind LIMIT 100`)
	saveTrackSQL    = db.SQL(`UPDATE autonomy_tracks SET enabled = $4, line = $5, period = $6, since = $7, track = $8 WHERE workspace_id = $1 AND assistant_id = $2 AND kind = $3`)
	anyEnabledSQL   = db.SQL(`SELECT 1 FROM autonomy_tracks WHERE workspace_id = $1 AND enabled = 1 LIMIT 1`)
	dropTracksSQL   = db.SQL(`DELETE FROM autonomy_tracks WHERE workspace_id = $1 AND assistant_id = $2`)
	dropChangesSQL  = db.SQL(`DELETE FROM autonomy_changes WHERE workspace_id = $1 AND assistant_id = $2`)
	insertChangeSQL = db.SQL(`INSERT INTO autonomy_changes (workspace_id, assistant_id, id, kind, from_state, to_state, reason, evidence, made_by, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
	// The newest first, by the key or the index.
	changesSQL = db.SQL(`SELECT ` + changeColumns + ` FROM autonomy_changes WHERE workspace_id = $1 AND assistant_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		ORDER BY assistant_id DESC, id DESC LIMIT $4`)
	changesOfKindSQL = db.SQL(`SELECT ` + changeColumns + ` FROM autonomy_changes INDEXED BY autonomy_changes_kind WHERE workspace_id = $1 AND assistant_id = $2 AND kind = $3
		ORDER BY kind DESC, id DESC LIMIT $4`).By("autonomy_changes_kind").ByOnPostgres("autonomy_changes_kind")
)

// track is how much an assistant may do of one kind of act.
type track struct {
	kind     crm.ProposalKind
	enabled  bool
	settings autonomy.Settings
	period   int64
	since    *time.Time
	autonomy.Track
}

// lockTrack returns how much an assistant may do, and keeps others from changing it.
func lockTrack(tx *db.Tx, workspaceID, assistantID string, kind crm.ProposalKind) (track, error) {
	list, err := readTracks(tx, lockTrackSQL, workspaceID, assistantID, string(kind))
	return append(list, track{kind: kind})[0], err
}

// beginTrack makes the row of a track where there is none.
func beginTrack(tx *db.Tx, workspaceID, assistantID string, kind crm.ProposalKind) error {
	_, err := tx.Exec(beginTrackSQL, workspaceID, assistantID, string(kind))
	return err
}

// tracks returns what there is of an assistant.
func tracks(tx *db.Tx, workspaceID, assistantID string) (map[crm.ProposalKind]track, error) {
	list, err := readTracks(tx, tracksSQL, workspaceID, assistantID)
	out := map[crm.ProposalKind]track{}
	for _, t := range list {
		out[t.kind] = t
	}
	return out, err
}

func readTracks(tx *db.Tx, which *db.Stmt, args ...any) (out []track, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var t track
		var enabled, line, since int64
		var text string
		if err := r.Scan((*string)(&t.kind), &enabled, &line, &t.period, &since, &text); err != nil {
			return err
		}
		t.enabled, t.settings.Line, t.since = enabled == 1, float64(line)/1000, db.AtOf(since)
		err := json.Unmarshal([]byte(text), &t.Track)
		out = append(out, t)
		return err
	}, args...)
	return out, err
}

// saveTrack stores what was locked.
func saveTrack(tx *db.Tx, workspaceID, assistantID string, t track) {
	tx.Write(saveTrackSQL, workspaceID, assistantID, string(t.kind), flag(t.enabled), int64(math.Round(t.settings.Line*1000)), t.period, db.MsOf(t.since), db.Text(t.Track))
}

// anyEnabled reports whether an assistant of the workspace proposes anything.
func anyEnabled(tx *db.Tx, workspaceID string) (bool, error) {
	var one int64
	return tx.One(anyEnabledSQL, []any{&one}, workspaceID)
}

func insertChange(tx *db.Tx, workspaceID, assistantID string, c crm.AutonomyChange) {
	tx.Write(insertChangeSQL, workspaceID, assistantID, c.ID, string(c.Kind), string(c.From), string(c.To), c.Reason, db.Text(c.Evidence), c.MadeBy.String(), db.Ms(c.At))
}

// changes returns a page of the changes of an assistant, newest first.
func changes(tx *db.Tx, workspaceID, assistantID string, p crm.Page) (crm.List[crm.AutonomyChange], error) {
	list, err := readChanges(tx, changesSQL, workspaceID, assistantID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(c crm.AutonomyChange) string { return c.ID }), err
}

// changesOfKind returns the newest changes of one kind.
func changesOfKind(tx *db.Tx, workspaceID, assistantID string, kind crm.ProposalKind, limit int) ([]crm.AutonomyChange, error) {
	return readChanges(tx, changesOfKindSQL, workspaceID, assistantID, string(kind), limit)
}

func readChanges(tx *db.Tx, which *db.Stmt, args ...any) (out []crm.AutonomyChange, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var c crm.AutonomyChange
		var evidence, by string
		var at int64
		err := r.Scan(&c.ID, (*string)(&c.Kind), (*string)(&c.From), (*string)(&c.To), &c.Reason, &evidence, &by, &at)
		if err == nil {
			err = json.Unmarshal([]byte(evidence), &c.Evidence)
		}
		if err == nil {
			c.MadeBy, err = crm.ParseDoneBy(by)
		}
		c.At = db.At(at)
		out = append(out, c)
		return err
	}, args...)
	return out, err
}

// Drop forgets how much an assistant that is gone might do. What it proposed stays until
// it is judged or its time is over.
func Drop(tx *db.Tx, workspaceID, assistantID string) {
	tx.Write(dropTracksSQL, workspaceID, assistantID)
	tx.Write(dropChangesSQL, workspaceID, assistantID)
}
