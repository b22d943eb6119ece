package assistant

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

func ReadTable(stored string) (*crm.EvaluationTable, error) {
	if stored == "" {
		return nil, nil
	}
	t := &crm.EvaluationTable{}
	return t, json.Unmarshal([]byte(stored), t)
}

func TableText(t *crm.EvaluationTable) string {
	if t == nil {
		return ""
	}
	return db.Text(t)
}
