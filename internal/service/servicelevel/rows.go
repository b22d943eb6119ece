package servicelevel

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertLevelsSQL  = db.SQL(`INSERT INTO service_levels (workspace_id, version, body, made_by, created_at) VALUES ($1, $2, $3, $4, $5)`)
	levelsInForceSQL = db.SQL(`SELECT version, body, made_by, created_at FROM service_levels WHERE workspace_id = $1 ORDER BY version DESC LIMIT 1`)
	levelsOfSQL      = db.SQL(`SELECT version, body, made_by, created_at FROM service_levels WHERE workspace_id = $1 AND version = $2`)
	levelsBeforeSQL  = db.SQL(`SELECT version, '', made_by, created_at FROM service_levels WHERE workspace_id = $1 AND version < CASE WHEN CAST($2 AS BIGINT) < 1 THEN 9223372036854775807 ELSE CAST($2 AS BIGINT) END ORDER BY version DESC LIMIT $3`)
)

// Two versions were made at once: made again, one finds the other's.
var _ = db.RunAgainAfter("service_levels_pkey")

// levelsInForce are the newest version, or version 0 of a workspace without any.
func levelsInForce(tx *db.Tx, workspaceID string) (crm.ServiceLevels, error) {
	list, err := readLevels(tx, levelsInForceSQL, workspaceID)
	if err != nil || len(list) == 0 {
		return crm.ServiceLevels{WorkspaceID: workspaceID, ServiceLevelBody: crm.ServiceLevelBody{Policies: []crm.ServicePolicy{}}}, err
	}
	return list[0], nil
}

func levelsOf(tx *db.Tx, workspaceID string, version int) (l crm.ServiceLevels, err error) {
	list, err := readLevels(tx, levelsOfSQL, workspaceID, version)
	if err == nil && len(list) == 0 {
		err = crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "The service levels of this workspace have no version %d.", version)
	}
	if err != nil {
		return l, err
	}
	return list[0], nil
}

func levelsVersions(tx *db.Tx, workspaceID string, before, limit int) ([]crm.ServiceLevels, error) {
	return readLevels(tx, levelsBeforeSQL, workspaceID, before, limit)
}

func readLevels(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.ServiceLevels, err error) {
	err = tx.Each(which, func(row db.Row) error {
		l := crm.ServiceLevels{WorkspaceID: workspaceID}
		var body, by string
		var created int64
		err := row.Scan(&l.Version, &body, &by, &created)
		if err == nil {
			l.MadeBy, err = crm.ParseDoneBy(by)
		}
		if err == nil && body != "" {
			err = json.Unmarshal([]byte(body), &l.ServiceLevelBody)
		}
		l.CreatedAt = db.AtOf(created)
		out = append(out, l)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

func insertLevels(tx *db.Tx, l crm.ServiceLevels) error {
	body, err := json.Marshal(l.ServiceLevelBody)
	if err == nil {
		tx.Write(insertLevelsSQL, l.WorkspaceID, l.Version, string(body), l.MadeBy.String(), db.MsOf(l.CreatedAt))
	}
	return err
}
