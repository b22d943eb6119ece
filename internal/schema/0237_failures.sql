-- How many messages failed on a day, by the phone number, the template and the reason.
-- provider_code is 0 for a reason of this service.
CREATE TABLE failure_days (
  workspace_id {text} NOT NULL,
  day {int} NOT NULL,
  phone_number_id {text} NOT NULL,
  template_name {text} NOT NULL,
  code {text} NOT NULL,
  provider_code {int} NOT NULL,
  count {int} NOT NULL,
  PRIMARY KEY (workspace_id, day, phone_number_id, template_name, code, provider_code)
) {clustered};

-- Why the recipients of broadcasts failed that have failed now, and how many of them did
-- for each reason, added up by whoever changes their states.
CREATE TABLE broadcast_failures (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  number {int} NOT NULL,
  code {text} NOT NULL,
  provider_code {int} NOT NULL,
  failed_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, number)
) {clustered};
INSERT INTO broadcast_failures (workspace_id, broadcast_id, number, code, provider_code, failed_at)
SELECT workspace_id, broadcast_id, number, reason, 0, updated_at FROM broadcast_recipients WHERE state = 'failed';

CREATE TABLE broadcast_failure_counts (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  code {text} NOT NULL,
  provider_code {int} NOT NULL,
  count {int} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, code, provider_code)
) {clustered};
INSERT INTO broadcast_failure_counts (workspace_id, broadcast_id, code, provider_code, count)
SELECT workspace_id, broadcast_id, code, 0, count(*) FROM broadcast_failures GROUP BY workspace_id, broadcast_id, code;
