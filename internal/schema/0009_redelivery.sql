-- What puts a delivery on its way that is not new: manual, or replay for a bulk
-- redelivery, which counts what comes of it. '' is the log itself. The schedule
-- begins anew after the attempts that were made before.
ALTER TABLE deliveries ADD COLUMN triggered_by {text} NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN attempts_before {int} NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN redelivery_id {text} NOT NULL DEFAULT '';
ALTER TABLE delivery_attempts ADD COLUMN triggered_by {text} NOT NULL DEFAULT '';

-- What has not succeeded is found by its state. A delivery that succeeds at
-- once is never in here.
CREATE INDEX deliveries_unsuccessful ON deliveries (endpoint_id, state, event_id) WHERE state <> 'succeeded';

-- Bulk redeliveries: which events of the log an endpoint is to get again, and
-- up to where the log was looked through. position moves in the transaction
-- that puts the deliveries on their way.
CREATE TABLE redeliveries (
  workspace_id {text} NOT NULL,
  endpoint_id {text} NOT NULL,
  id {text} NOT NULL,
  state {text} NOT NULL,
  what {text} NOT NULL,
  since_at {int} NOT NULL,
  until_at {int} NOT NULL,
  kinds {text} NOT NULL,
  include_succeeded {bool} NOT NULL,
  position {text} NOT NULL,
  end_id {text} NOT NULL,
  end_xid {int} NOT NULL,
  examined {int} NOT NULL DEFAULT 0,
  queued {int} NOT NULL DEFAULT 0,
  done {int} NOT NULL DEFAULT 0,
  failed {int} NOT NULL DEFAULT 0,
  failure {text} NOT NULL DEFAULT '',
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  finished_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, endpoint_id, id)
) {clustered};
CREATE INDEX redeliveries_open ON redeliveries (state) WHERE finished_at = 0;
CREATE INDEX redeliveries_ended ON redeliveries (finished_at) WHERE finished_at > 0;

-- What came of the attempts of an endpoint, by hour: how many of each class,
-- and how many took how long, in ranges that never change.
CREATE TABLE endpoint_hours (
  endpoint_id {text} NOT NULL,
  hour {int} NOT NULL,
  workspace_id {text} NOT NULL,
  deliveries_failed {int} NOT NULL,
  class_succeeded {int} NOT NULL,
  class_redirect {int} NOT NULL,
  class_client_error {int} NOT NULL,
  class_server_error {int} NOT NULL,
  class_timeout {int} NOT NULL,
  class_connection {int} NOT NULL,
  class_dns {int} NOT NULL,
  class_tls {int} NOT NULL,
  class_forbidden {int} NOT NULL,
  class_own_network {int} NOT NULL,
  class_other {int} NOT NULL,
  ms_1 {int} NOT NULL,
  ms_2 {int} NOT NULL,
  ms_5 {int} NOT NULL,
  ms_10 {int} NOT NULL,
  ms_20 {int} NOT NULL,
  ms_50 {int} NOT NULL,
  ms_100 {int} NOT NULL,
  ms_200 {int} NOT NULL,
  ms_500 {int} NOT NULL,
  ms_1000 {int} NOT NULL,
  ms_2000 {int} NOT NULL,
  ms_5000 {int} NOT NULL,
  ms_10000 {int} NOT NULL,
  ms_15000 {int} NOT NULL,
  ms_30000 {int} NOT NULL,
  ms_more {int} NOT NULL,
  PRIMARY KEY (endpoint_id, hour)
) {clustered};
CREATE INDEX endpoint_hours_age ON endpoint_hours (hour);
