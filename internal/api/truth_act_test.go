package api_test

import (
	"encoding/json"

	"service.example/crm/internal/testkit"
)

// truthAct is an act without what is the same or volatile in every one.
type truthAct struct {
	Action  string `json:"action"`
	Targets any    `json:"targets"`
	Changes any    `json:"changes,omitempty"`
}

// acts are the workspace's audit log.
func (w *world) acts() []testkit.Row {
	return w.k.Rows("SELECT action, targets, changes FROM audit_log WHERE workspace_id = '%s' ORDER BY seq", w.WorkspaceID)
}

func (w *world) tellActs(list []testkit.Row) (out []truthAct) {
	open := func(text any) (v any) {
		w.k.Must(json.Unmarshal([]byte(text.(string)), &v))
		return w.names.value("", v)
	}
	for _, row := range list {
		act := truthAct{Action: row["action"].(string), Targets: open(row["targets"])}
		if row["changes"] != "{}" {
			act.Changes = open(row["changes"])
		}
		out = append(out, act)
	}
	return out
}
