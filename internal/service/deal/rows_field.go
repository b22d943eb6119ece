package deal

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertValueSQL = db.SQL(`INSERT INTO deal_field_values (workspace_id, deal_id, field, value) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`)
	deleteValueSQL = db.SQL(`DELETE FROM deal_field_values WHERE workspace_id = $1 AND deal_id = $2 AND field = $3 AND value = $4`)
	// CROSS JOIN keeps SQLite from beginning with the deals. From $6 on the reach.
	listByValueSQL = db.SQL(`SELECT ` + dealColumns + `, ` + inReach(6) + ` FROM deal_field_values t CROSS JOIN deals d
		WHERE t.workspace_id = $1 AND t.field = $2 AND t.value = $3 AND t.deal_id < CASE WHEN $4 = '' THEN '~' ELSE $4 END AND d.workspace_id = t.workspace_id AND d.id = t.deal_id
		ORDER BY t.deal_id DESC LIMIT $5`)
)

// putValues keeps the table by which deals are found in step with what they have become.
func putValues(tx *db.Tx, before, after crm.Deal) {
	for n, v := range before.Values {
		if after.Values[n] != v {
			tx.Write(deleteValueSQL, before.WorkspaceID, before.ID, n, crm.SearchText(v))
		}
	}
	for n, v := range after.Values {
		if before.Values[n] != v {
			tx.Write(insertValueSQL, after.WorkspaceID, after.ID, n, crm.SearchText(v))
		}
	}
}

func valuesText(values map[int]string) string {
	if len(values) == 0 {
		return ""
	}
	return db.Text(values)
}

func parseValues(text string) (values map[int]string, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &values)
	}
	return values, err
}
