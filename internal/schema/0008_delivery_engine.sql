-- How an endpoint is served.
ALTER TABLE webhook_endpoints ADD COLUMN ordering {text} NOT NULL DEFAULT 'key';
ALTER TABLE webhook_endpoints ADD COLUMN rate_limit {int} NOT NULL DEFAULT 0;
ALTER TABLE webhook_endpoints ADD COLUMN max_in_flight {int} NOT NULL DEFAULT 32;
ALTER TABLE webhook_endpoints ADD COLUMN timeout_seconds {int} NOT NULL DEFAULT 15;
ALTER TABLE webhook_endpoints ADD COLUMN retry_schedule {text} NOT NULL DEFAULT 'standard';

-- The number of an event for its endpoint; 0 for those that came beside the
-- log's order. While a delivery is pending, its key is here too: the pending
-- ones of a key are made in the order of their numbers.
ALTER TABLE deliveries ADD COLUMN sequence {int} NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN key {text} NOT NULL DEFAULT '';
CREATE INDEX deliveries_keys ON deliveries (endpoint_id, key, sequence) WHERE state = 'pending' AND sequence > 0;
CREATE INDEX deliveries_oldest ON deliveries (endpoint_id, event_id) WHERE state = 'pending';

-- The number at the cursor, and whether the owner left nothing unrecorded
-- beyond it.
ALTER TABLE endpoint_cursors ADD COLUMN sequence {int} NOT NULL DEFAULT 0;
ALTER TABLE endpoint_cursors ADD COLUMN settled {bool} NOT NULL DEFAULT FALSE;

-- How the calls to an endpoint go; no row until one has failed.
CREATE TABLE endpoint_health (
  endpoint_id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  open_until {int} NOT NULL,
  openings {int} NOT NULL,
  paused_until {int} NOT NULL,
  consecutive_failures {int} NOT NULL,
  failing_since {int} NOT NULL,
  failed_deliveries {int} NOT NULL,
  refusals {int} NOT NULL,
  last_error {text} NOT NULL,
  last_error_at {int} NOT NULL
) {clustered};

-- What is wrong with an endpoint. One row per kind, which is opened anew when
-- it comes back.
CREATE TABLE endpoint_notices (
  workspace_id {text} NOT NULL,
  endpoint_id {text} NOT NULL,
  kind {text} NOT NULL,
  severity {text} NOT NULL,
  since {int} NOT NULL,
  last_seen {int} NOT NULL,
  detail {text} NOT NULL,
  resolved_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, endpoint_id, kind)
) {clustered};
CREATE INDEX endpoint_notices_open ON endpoint_notices (kind) WHERE resolved_at = 0;
