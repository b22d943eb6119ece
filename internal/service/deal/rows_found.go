package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	dealsBeforeSQL = db.SQL(`SELECT ` + dealColumns + ` FROM deals d WHERE d.workspace_id = $1 AND d.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY d.id DESC LIMIT $3`).By()
	dealByKeySQL   = db.SQL(`SELECT ` + dealColumns + ` FROM deals d INDEXED BY deals_external_key WHERE d.workspace_id = $1 AND d.external_key = $2 AND d.external_key <> ''`).
			By("deals_external_key").ByOnPostgres("deals_external_key")
)

// Known returns the deals that other systems know by some keys, by key. What is the
// identifier of a deal is its key, too, as in tables that were exported here.
func Known(tx *db.Tx, workspaceID string, keys []string) (map[string]crm.Deal, error) {
	out := make(map[string]crm.Deal, len(keys))
	var ids []string
	rows := make([][]any, len(keys))
	for i, key := range keys {
		if rows[i] = []any{workspaceID, key}; crm.ValidID(crm.PrefixDeal, key) {
			ids = append(ids, key)
		}
	}
	err := tx.EachOf(dealByKeySQL, rows, func(_ int, r db.Row) error {
		d, err := scanDeal(r, workspaceID)
		out[d.ExternalKey] = d
		return err
	})
	if err != nil || len(ids) == 0 {
		return out, err
	}
	stored, err := AsStored(tx, workspaceID, ids)
	for id, d := range stored {
		if _, has := out[id]; !has {
			out[id] = d
		}
	}
	return out, err
}

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
