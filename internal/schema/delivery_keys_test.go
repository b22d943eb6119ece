package schema_test

import (
	"testing"

	"service.example/crm/internal/db"
)

// What endpoints have stays theirs when it is found by the workspace first.
func TestDeliveriesKeepTheirEndpoints(t *testing.T) {
	former := []string{
		`INSERT INTO webhook_endpoints (id, workspace_id, url, events, description, enabled, secrets, created_at, updated_at, max_batch) VALUES ('b', 'w', 'https://b', '*', '', TRUE, 's', 1, 2, 7)`,
		`INSERT INTO endpoint_cursors (endpoint_id, workspace_id, owner, event_id, sequence, settled, position) VALUES ('b', 'w', 'node', 'evt', 3, TRUE, 4), ('a', 'x', '', '', 0, FALSE, 5)`,
		`INSERT INTO endpoint_health (endpoint_id, workspace_id, open_until, openings, paused_until, consecutive_failures, failing_since, failed_deliveries, refusals, last_error, last_error_at)
			VALUES ('b', 'w', 1, 2, 3, 4, 5, 6, 7, 'timeout', 8)`,
		`INSERT INTO endpoint_hours (endpoint_id, hour, workspace_id, deliveries_failed, class_succeeded, class_redirect, class_client_error, class_server_error, class_timeout,
			class_connection, class_dns, class_tls, class_forbidden, class_own_network, class_other, ms_1, ms_2, ms_5, ms_10, ms_20, ms_50, ms_100, ms_200, ms_500, ms_1000,
			ms_2000, ms_5000, ms_10000, ms_15000, ms_30000, ms_more) VALUES ('b', 3600000, 'w', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28)`,
		`INSERT INTO deliveries (endpoint_id, event_id, workspace_id, state, attempt, next_at, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body,
			sequence, key, triggered_by, attempts_before, redelivery_id, batch_id) VALUES ('b', 'evt_1', 'w', 'pending', 2, 3, 4, 5, 6, 'e', 's', 'h', 'body', 7, 'k', 'replay', 8, 'rdl', 'bat'),
			('b', 'evt_2', 'w', 'succeeded', 1, 0, 4, 5, 200, '', 's', 'h', '', 8, '', '', 0, '', '')`,
		`INSERT INTO delivery_attempts (endpoint_id, event_id, number, workspace_id, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, triggered_by, batch_id)
			VALUES ('b', 'evt_1', 1, 'w', 2, 3, 500, 'http_500', 's', 'h', 'body', 'manual', 'bat')`,
	}
	onUpgraded(t, "0040_delivery_keys.sql", always(former), func(t *testing.T, base *db.DB) {
		for sql, want := range map[string]string{
			`SELECT workspace_id || '/' || id || '/' || url || '/' || retry_schedule, max_batch FROM webhook_endpoints`:                                                          "w/b/https://b/standard 7",
			`SELECT workspace_id || '/' || endpoint_id || '/' || owner || '/' || event_id, position * 10 + sequence FROM endpoint_cursors ORDER BY workspace_id`:                 "w/b/node/evt 43, x/a// 50",
			`SELECT workspace_id || '/' || endpoint_id || '/' || last_error, open_until + 10 * openings + 100 * paused_until + 1000 * consecutive_failures FROM endpoint_health`: "w/b/timeout 4321",
			`SELECT workspace_id || '/' || endpoint_id, failing_since + 10 * failed_deliveries + 100 * refusals + 1000 * last_error_at FROM endpoint_health`:                     "w/b 8765",
			`SELECT workspace_id || '/' || endpoint_id, hour + deliveries_failed FROM endpoint_hours`:                                                                            "w/b 3600001",
			`SELECT 'ms', class_other * 100 + ms_1 * 10000 + ms_more FROM endpoint_hours`:                                                                                        "ms 131228",
			`SELECT workspace_id || '/' || endpoint_id || '/' || event_id || '/' || state || '/' || key || '/' || triggered_by || '/' || redelivery_id || '/' || batch_id,
				attempt + 10 * next_at + 100 * sequence + 1000 * attempts_before FROM deliveries ORDER BY event_id`: "w/b/evt_1/pending/k/replay/rdl/bat 8732, w/b/evt_2/succeeded//// 801",
			`SELECT error || '/' || signature || '/' || answer_headers, started_at + 10 * latency_ms + 100 * status_code FROM deliveries WHERE state = 'pending' AND answer_body <> ''`:                                       "e/s/h 654",
			`SELECT workspace_id || '/' || endpoint_id || '/' || event_id || '/' || error || '/' || triggered_by || '/' || batch_id, number + started_at * 10 + latency_ms * 100 + status_code * 1000 FROM delivery_attempts`: "w/b/evt_1/http_500/manual/bat 500321",
		} {
			check(t, base, sql, want)
		}
	})
}
