package deal

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	rotCheckDueSQL = db.SQL(`SELECT workspace_id, id FROM deals INDEXED BY deals_rot_check WHERE rot_check_at > 0 AND rot_check_at <= $1 ORDER BY rot_check_at LIMIT $2`).
			By("deals_rot_check").ByOnPostgres("deals_rot_check").AcrossWorkspaces("deals that may have begun to rot")
	lockRotSQL = db.SQL(`SELECT ` + dealColumns + `, d.rot_check_at, d.rot_told, coalesce((SELECT s.rots_after_days FROM stages s WHERE s.workspace_id = d.workspace_id AND s.id = d.stage_id), 0),
		coalesce((SELECT s.name FROM stages s WHERE s.workspace_id = d.workspace_id AND s.id = d.stage_id), '')
		FROM deals d WHERE d.workspace_id = $1 AND d.id = $2 FOR UPDATE`)
	checkRotSQL = db.SQL(`UPDATE deals SET rot_check_at = $3, rot_told = $4 WHERE workspace_id = $1 AND id = $2`)
	// The deals of a stage whose rule changed: $3 is in milliseconds, 0 for never.
	checkRotOfStageSQL = db.SQL(`UPDATE deals INDEXED BY deals_stage SET rot_check_at = CASE WHEN $3 = 0 THEN 0 ELSE active_at + $3 END WHERE workspace_id = $1 AND stage_id = $2`)
)

// rotting is a deal with what is kept of its rotting, and the name of its stage.
type rotting struct {
	crm.Deal
	checkAt, told, days int64
	stage               string
}

// dueRotChecks are deals of which it is to be looked whether they rot, by workspace and
// identifier.
func dueRotChecks(tx *db.Tx, limit int) (out [][2]string, err error) {
	err = tx.Each(rotCheckDueSQL, func(r db.Row) error {
		var d [2]string
		err := r.Scan(&d[0], &d[1])
		out = append(out, d)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}

func lockRotting(tx *db.Tx, workspaceID, id string) (d rotting, found bool, err error) {
	err = tx.Each(lockRotSQL, func(r db.Row) (err error) {
		found = true
		d.Deal, err = scanDeal(r, workspaceID, &d.checkAt, &d.told, &d.days, &d.stage)
		return err
	}, workspaceID, id)
	return d, found, err
}

// checkRotOfStages lets it be looked anew at the deals of stages whose rule of rotting
// changed.
func checkRotOfStages(tx *db.Tx, old, p crm.Pipeline) {
	for _, s := range p.Stages {
		if before, there := old.Stage(s.ID); there && before.RotsAfterDays != s.RotsAfterDays {
			tx.Write(checkRotOfStageSQL, p.WorkspaceID, s.ID, (time.Duration(s.RotsAfterDays) * 24 * time.Hour).Milliseconds())
		}
	}
}
