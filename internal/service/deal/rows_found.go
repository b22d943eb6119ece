package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var dealsBeforeSQL = db.SQL(`SELECT ` + dealColumns + ` FROM deals d WHERE d.workspace_id = $1 AND d.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY d.id DESC LIMIT $3`).By()

// AsStored returns those of some deals that there are, by identifier, whoever reaches
// them. It is for the index of words.
func AsStored(tx *db.Tx, workspaceID string, ids []string) (map[string]crm.Deal, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	out := make(map[string]crm.Deal, len(ids))
	err := tx.EachOf(selectDealSQL, rows, func(_ int, r db.Row) error {
		d, err := scanDeal(r, workspaceID)
		out[d.ID] = d
		return err
	})
	return out, err
}

// Before returns a page of a workspace's deals that are older than one, the newest first;
// "" for all. It is for the index of words.
func Before(tx *db.Tx, workspaceID, id string, limit int) (out []crm.Deal, err error) {
	err = tx.Each(dealsBeforeSQL, func(r db.Row) error {
		d, err := scanDeal(r, workspaceID)
		out = append(out, d)
		return err
	}, workspaceID, id, limit)
	return out, err
}
