-- What belongs to an endpoint is found by its workspace and the endpoint. What
-- is asked across workspaces has an index of its own: by time, by owner, by age.
{sqlite} CREATE TABLE keyed_endpoints (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id TEXT NOT NULL,
{sqlite}   url TEXT NOT NULL,
{sqlite}   events TEXT NOT NULL,
{sqlite}   description TEXT NOT NULL,
{sqlite}   enabled BOOLEAN NOT NULL,
{sqlite}   disabled_reason TEXT NOT NULL DEFAULT '',
{sqlite}   secrets BLOB NOT NULL,
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   updated_at INTEGER NOT NULL,
{sqlite}   ordering TEXT NOT NULL DEFAULT 'key',
{sqlite}   rate_limit INTEGER NOT NULL DEFAULT 0,
{sqlite}   max_in_flight INTEGER NOT NULL DEFAULT 32,
{sqlite}   timeout_seconds INTEGER NOT NULL DEFAULT 15,
{sqlite}   retry_schedule TEXT NOT NULL DEFAULT 'standard',
{sqlite}   phone_number_ids TEXT NOT NULL DEFAULT '',
{sqlite}   assistant_ids TEXT NOT NULL DEFAULT '',
{sqlite}   pipeline_ids TEXT NOT NULL DEFAULT '',
{sqlite}   max_batch INTEGER NOT NULL DEFAULT 1,
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_endpoints (workspace_id, id, url, events, description, enabled, disabled_reason, secrets, created_at, updated_at,
{sqlite}     ordering, rate_limit, max_in_flight, timeout_seconds, retry_schedule, phone_number_ids, assistant_ids, pipeline_ids, max_batch)
{sqlite}   SELECT workspace_id, id, url, events, description, enabled, disabled_reason, secrets, created_at, updated_at,
{sqlite}     ordering, rate_limit, max_in_flight, timeout_seconds, retry_schedule, phone_number_ids, assistant_ids, pipeline_ids, max_batch FROM webhook_endpoints;
{sqlite} DROP TABLE webhook_endpoints;
{sqlite} ALTER TABLE keyed_endpoints RENAME TO webhook_endpoints;
{postgres} DROP INDEX webhook_endpoints_list;
{postgres} ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_pkey, ADD PRIMARY KEY (workspace_id, id);

{sqlite} CREATE TABLE keyed_cursors (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   endpoint_id TEXT NOT NULL,
{sqlite}   owner TEXT NOT NULL,
{sqlite}   event_id TEXT NOT NULL,
{sqlite}   sequence INTEGER NOT NULL DEFAULT 0,
{sqlite}   settled BOOLEAN NOT NULL DEFAULT FALSE,
{sqlite}   position INTEGER NOT NULL DEFAULT 0,
{sqlite}   PRIMARY KEY (workspace_id, endpoint_id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_cursors (workspace_id, endpoint_id, owner, event_id, sequence, settled, position)
{sqlite}   SELECT workspace_id, endpoint_id, owner, event_id, sequence, settled, position FROM endpoint_cursors;
{sqlite} DROP TABLE endpoint_cursors;
{sqlite} ALTER TABLE keyed_cursors RENAME TO endpoint_cursors;
{postgres} DROP INDEX endpoint_cursors_free;
{postgres} ALTER TABLE endpoint_cursors DROP CONSTRAINT endpoint_cursors_pkey, ADD PRIMARY KEY (workspace_id, endpoint_id);
CREATE INDEX endpoint_cursors_owner ON endpoint_cursors (owner, workspace_id, endpoint_id);

{sqlite} CREATE TABLE keyed_health (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   endpoint_id TEXT NOT NULL,
{sqlite}   open_until INTEGER NOT NULL,
{sqlite}   openings INTEGER NOT NULL,
{sqlite}   paused_until INTEGER NOT NULL,
{sqlite}   consecutive_failures INTEGER NOT NULL,
{sqlite}   failing_since INTEGER NOT NULL,
{sqlite}   failed_deliveries INTEGER NOT NULL,
{sqlite}   refusals INTEGER NOT NULL,
{sqlite}   last_error TEXT NOT NULL,
{sqlite}   last_error_at INTEGER NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, endpoint_id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_health (workspace_id, endpoint_id, open_until, openings, paused_until, consecutive_failures, failing_since, failed_deliveries, refusals, last_error, last_error_at)
{sqlite}   SELECT workspace_id, endpoint_id, open_until, openings, paused_until, consecutive_failures, failing_since, failed_deliveries, refusals, last_error, last_error_at FROM endpoint_health;
{sqlite} DROP TABLE endpoint_health;
{sqlite} ALTER TABLE keyed_health RENAME TO endpoint_health;
{postgres} ALTER TABLE endpoint_health DROP CONSTRAINT endpoint_health_pkey, ADD PRIMARY KEY (workspace_id, endpoint_id);

{sqlite} CREATE TABLE keyed_hours (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   endpoint_id TEXT NOT NULL,
{sqlite}   hour INTEGER NOT NULL,
{sqlite}   deliveries_failed INTEGER NOT NULL,
{sqlite}   class_succeeded INTEGER NOT NULL,
{sqlite}   class_redirect INTEGER NOT NULL,
{sqlite}   class_client_error INTEGER NOT NULL,
{sqlite}   class_server_error INTEGER NOT NULL,
{sqlite}   class_timeout INTEGER NOT NULL,
{sqlite}   class_connection INTEGER NOT NULL,
{sqlite}   class_dns INTEGER NOT NULL,
{sqlite}   class_tls INTEGER NOT NULL,
{sqlite}   class_forbidden INTEGER NOT NULL,
{sqlite}   class_own_network INTEGER NOT NULL,
{sqlite}   class_other INTEGER NOT NULL,
{sqlite}   ms_1 INTEGER NOT NULL,
{sqlite}   ms_2 INTEGER NOT NULL,
{sqlite}   ms_5 INTEGER NOT NULL,
{sqlite}   ms_10 INTEGER NOT NULL,
{sqlite}   ms_20 INTEGER NOT NULL,
{sqlite}   ms_50 INTEGER NOT NULL,
{sqlite}   ms_100 INTEGER NOT NULL,
{sqlite}   ms_200 INTEGER NOT NULL,
{sqlite}   ms_500 INTEGER NOT NULL,
{sqlite}   ms_1000 INTEGER NOT NULL,
{sqlite}   ms_2000 INTEGER NOT NULL,
{sqlite}   ms_5000 INTEGER NOT NULL,
{sqlite}   ms_10000 INTEGER NOT NULL,
{sqlite}   ms_15000 INTEGER NOT NULL,
{sqlite}   ms_30000 INTEGER NOT NULL,
{sqlite}   ms_more INTEGER NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, endpoint_id, hour)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_hours (workspace_id, endpoint_id, hour, deliveries_failed, class_succeeded, class_redirect, class_client_error, class_server_error, class_timeout,
{sqlite}     class_connection, class_dns, class_tls, class_forbidden, class_own_network, class_other,
{sqlite}     ms_1, ms_2, ms_5, ms_10, ms_20, ms_50, ms_100, ms_200, ms_500, ms_1000, ms_2000, ms_5000, ms_10000, ms_15000, ms_30000, ms_more)
{sqlite}   SELECT workspace_id, endpoint_id, hour, deliveries_failed, class_succeeded, class_redirect, class_client_error, class_server_error, class_timeout,
{sqlite}     class_connection, class_dns, class_tls, class_forbidden, class_own_network, class_other,
{sqlite}     ms_1, ms_2, ms_5, ms_10, ms_20, ms_50, ms_100, ms_200, ms_500, ms_1000, ms_2000, ms_5000, ms_10000, ms_15000, ms_30000, ms_more FROM endpoint_hours;
{sqlite} DROP TABLE endpoint_hours;
{sqlite} ALTER TABLE keyed_hours RENAME TO endpoint_hours;
{sqlite} CREATE INDEX endpoint_hours_age ON endpoint_hours (hour);
{postgres} ALTER TABLE endpoint_hours DROP CONSTRAINT endpoint_hours_pkey, ADD PRIMARY KEY (workspace_id, endpoint_id, hour);

{sqlite} CREATE TABLE keyed_deliveries (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   endpoint_id TEXT NOT NULL,
{sqlite}   event_id TEXT NOT NULL,
{sqlite}   state TEXT NOT NULL,
{sqlite}   attempt INTEGER NOT NULL,
{sqlite}   next_at INTEGER NOT NULL,
{sqlite}   started_at INTEGER NOT NULL,
{sqlite}   latency_ms INTEGER NOT NULL,
{sqlite}   status_code INTEGER NOT NULL,
{sqlite}   error TEXT NOT NULL,
{sqlite}   signature TEXT NOT NULL,
{sqlite}   answer_headers TEXT NOT NULL,
{sqlite}   answer_body BLOB NOT NULL,
{sqlite}   sequence INTEGER NOT NULL DEFAULT 0,
{sqlite}   key TEXT NOT NULL DEFAULT '',
{sqlite}   triggered_by TEXT NOT NULL DEFAULT '',
{sqlite}   attempts_before INTEGER NOT NULL DEFAULT 0,
{sqlite}   redelivery_id TEXT NOT NULL DEFAULT '',
{sqlite}   batch_id TEXT NOT NULL DEFAULT '',
{sqlite}   PRIMARY KEY (workspace_id, endpoint_id, event_id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_deliveries (workspace_id, endpoint_id, event_id, state, attempt, next_at, started_at, latency_ms, status_code, error, signature,
{sqlite}     answer_headers, answer_body, sequence, key, triggered_by, attempts_before, redelivery_id, batch_id)
{sqlite}   SELECT workspace_id, endpoint_id, event_id, state, attempt, next_at, started_at, latency_ms, status_code, error, signature,
{sqlite}     answer_headers, answer_body, sequence, key, triggered_by, attempts_before, redelivery_id, batch_id FROM deliveries;
{sqlite} DROP TABLE deliveries;
{sqlite} ALTER TABLE keyed_deliveries RENAME TO deliveries;
{postgres} DROP INDEX deliveries_pending;
{postgres} DROP INDEX deliveries_keys;
{postgres} DROP INDEX deliveries_oldest;
{postgres} DROP INDEX deliveries_unsuccessful;
{postgres} ALTER TABLE deliveries DROP CONSTRAINT deliveries_pkey, ADD PRIMARY KEY (workspace_id, endpoint_id, event_id);
CREATE INDEX deliveries_pending ON deliveries (workspace_id, endpoint_id, next_at, event_id) WHERE state = 'pending';
CREATE INDEX deliveries_keys ON deliveries (workspace_id, endpoint_id, key, sequence) WHERE state = 'pending' AND sequence > 0;
CREATE INDEX deliveries_oldest ON deliveries (event_id) WHERE state = 'pending';
CREATE INDEX deliveries_unsuccessful ON deliveries (workspace_id, endpoint_id, state, event_id) WHERE state <> 'succeeded';

{sqlite} CREATE TABLE keyed_attempts (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   endpoint_id TEXT NOT NULL,
{sqlite}   event_id TEXT NOT NULL,
{sqlite}   number INTEGER NOT NULL,
{sqlite}   started_at INTEGER NOT NULL,
{sqlite}   latency_ms INTEGER NOT NULL,
{sqlite}   status_code INTEGER NOT NULL,
{sqlite}   error TEXT NOT NULL,
{sqlite}   signature TEXT NOT NULL,
{sqlite}   answer_headers TEXT NOT NULL,
{sqlite}   answer_body BLOB NOT NULL,
{sqlite}   triggered_by TEXT NOT NULL DEFAULT '',
{sqlite}   batch_id TEXT NOT NULL DEFAULT '',
{sqlite}   PRIMARY KEY (workspace_id, endpoint_id, event_id, number)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_attempts (workspace_id, endpoint_id, event_id, number, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, triggered_by, batch_id)
{sqlite}   SELECT workspace_id, endpoint_id, event_id, number, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, triggered_by, batch_id FROM delivery_attempts;
{sqlite} DROP TABLE delivery_attempts;
{sqlite} ALTER TABLE keyed_attempts RENAME TO delivery_attempts;
{postgres} ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_pkey, ADD PRIMARY KEY (workspace_id, endpoint_id, event_id, number);
