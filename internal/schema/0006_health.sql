-- What the provider tells about numbers and accounts by webhook.
ALTER TABLE phone_numbers ADD COLUMN name_status {text} NOT NULL DEFAULT '';
ALTER TABLE phone_numbers ADD COLUMN requested_name {text} NOT NULL DEFAULT '';
ALTER TABLE phone_numbers ADD COLUMN name_rejection {text} NOT NULL DEFAULT '';
ALTER TABLE phone_numbers ADD COLUMN messaging_limit {text} NOT NULL DEFAULT '';
ALTER TABLE phone_numbers ADD COLUMN username {text} NOT NULL DEFAULT '';
ALTER TABLE phone_numbers ADD COLUMN username_status {text} NOT NULL DEFAULT '';
ALTER TABLE messaging_accounts ADD COLUMN review_status {text} NOT NULL DEFAULT '';
ALTER TABLE messaging_accounts ADD COLUMN ban_state {text} NOT NULL DEFAULT '';
ALTER TABLE messaging_accounts ADD COLUMN ban_date {text} NOT NULL DEFAULT '';
ALTER TABLE messaging_accounts ADD COLUMN violation {text} NOT NULL DEFAULT '';
ALTER TABLE messaging_accounts ADD COLUMN restrictions {text} NOT NULL DEFAULT '';
ALTER TABLE messaging_accounts ADD COLUMN max_phone_numbers {int} NOT NULL DEFAULT 0;

-- When the newest webhook about a fact was made, so that a late one about the
-- same fact changes nothing.
CREATE TABLE provider_facts (
  workspace_id {text} NOT NULL,
  subject {text} NOT NULL,
  fact {text} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (workspace_id, subject, fact)
) {clustered};

-- How a phone number is doing: what it lacks or what was told of it. One row
-- per kind, which is opened anew when it comes back.
CREATE TABLE health_notices (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  kind {text} NOT NULL,
  severity {text} NOT NULL,
  since {int} NOT NULL,
  last_seen {int} NOT NULL,
  count {int} NOT NULL,
  detail {text} NOT NULL,
  resolved_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, phone_number_id, kind)
) {clustered};
CREATE INDEX health_notices_open ON health_notices (kind) WHERE resolved_at = 0;

-- What went through a number in five minutes: webhooks and statuses by when
-- they came, messages by when the provider took them and whether a status of
-- them has come since.
CREATE TABLE number_traffic (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  bucket {int} NOT NULL,
  webhooks {int} NOT NULL,
  statuses {int} NOT NULL,
  sent {int} NOT NULL,
  answered {int} NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id, bucket)
) {clustered};
CREATE INDEX number_traffic_age ON number_traffic (bucket);

CREATE TABLE number_activity (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  active_at {int} NOT NULL,
  last_webhook_at {int} NOT NULL,
  last_status_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) {clustered};
