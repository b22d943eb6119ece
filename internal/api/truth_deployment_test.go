package api_test

// steadyDeployment shows of a deployment what is the same from run to run and on both engines:
// which figures there are, and of lists one item.
func steadyDeployment(v map[string]any) {
	if _, ok := v["queuesComplete"]; ok {
		v["engine"], v["eventStreams"] = "sqlite", "…"
		v["checks"] = []any{map[string]any{"name": "database", "state": "ok", "required": true, "since": nil, "reason": ""}}
		v["nodes"] = firstOf(v["nodes"], "number", "jobs")
		v["queues"] = []any{map[string]any{"kind": "send_message", "waiting": "…", "scheduled": "…", "running": "…", "retrying": "…", "oldestDueAt": nil, "lagMs": 0.0}}
		v["readers"] = []any{map[string]any{"name": "search", "nodeId": nil, "workspacesBehind": 0.0, "oldestAt": nil, "lagMs": 0.0}}
		v["webhooks"] = map[string]any{"pending": 0.0, "pendingExact": true, "oldestAt": nil, "lagMs": 0.0, "breakersOpen": 0.0, "callsInFlight": 0.0}
	}
	if _, ok := v["databaseBytes"]; ok {
		v["engine"], v["databaseBytes"], v["logBytes"], v["freeBytes"] = "sqlite", "…", 4120032.0, 0.0
		v["tables"] = []any{map[string]any{"name": "messages", "rows": 5000.0, "rowsAre": "at_least", "bytes": nil, "indexBytes": nil}}
	}
}

// firstOf is the first item of a list, without the figures that are named.
func firstOf(list any, figures ...string) []any {
	item := list.([]any)[0].(map[string]any)
	for _, name := range figures {
		item[name] = "…"
	}
	return []any{item}
}
