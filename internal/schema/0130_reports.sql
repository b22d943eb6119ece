-- What conversations did that no report counted yet: facts is JSON, as crm.Fact.
CREATE TABLE report_queue (
  workspace_id {text} NOT NULL,
  number {int} NOT NULL,
  facts {text} NOT NULL,
  PRIMARY KEY (workspace_id, number)
) {clustered};
CREATE INDEX report_queue_age ON report_queue (number);

-- What was counted, with what was so when it happened. number is its place in the log
-- or in the queue; sign is -1 for one that takes another back, which is undone then.
CREATE TABLE report_facts (
  workspace_id {text} NOT NULL,
  metric {text} NOT NULL,
  at {int} NOT NULL,
  number {int} NOT NULL,
  sign {int} NOT NULL,
  undone {int} NOT NULL DEFAULT 0,
  ref {text} NOT NULL,
  conversation_id {text} NOT NULL,
  episode_id {text} NOT NULL,
  message_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  team_id {text} NOT NULL,
  agent_id {text} NOT NULL,
  labels {text} NOT NULL,
  part {text} NOT NULL,
  wall_ms {int} NOT NULL,
  office_ms {int} NOT NULL,
  PRIMARY KEY (workspace_id, metric, at, number, sign)
) {clustered};
CREATE INDEX report_facts_ref ON report_facts (workspace_id, ref, metric) WHERE ref <> '';
CREATE INDEX report_facts_number ON report_facts (workspace_id, metric, phone_number_id, at, number);
CREATE INDEX report_facts_team ON report_facts (workspace_id, metric, team_id, at, number) WHERE team_id <> '';
CREATE INDEX report_facts_agent ON report_facts (workspace_id, metric, agent_id, at, number) WHERE agent_id <> '';

-- Which facts have a label.
CREATE TABLE report_labels (
  workspace_id {text} NOT NULL,
  metric {text} NOT NULL,
  label_id {text} NOT NULL,
  at {int} NOT NULL,
  number {int} NOT NULL,
  PRIMARY KEY (workspace_id, metric, label_id, at, number)
) {clustered};
CREATE INDEX report_labels_age ON report_labels (workspace_id, metric, at);

-- The facts added up: by a dimension (kind and value), a phone number ('' for all) and a
-- span of time, in minutes. walls and offices are histograms; at expires_at a sum is
-- forgotten.
CREATE TABLE report_sums (
  workspace_id {text} NOT NULL,
  metric {text} NOT NULL,
  kind {text} NOT NULL,
  value {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  span {int} NOT NULL,
  at {int} NOT NULL,
  part {text} NOT NULL,
  n {int} NOT NULL,
  wall_ms {int} NOT NULL,
  office_ms {int} NOT NULL,
  walls {text} NOT NULL,
  offices {text} NOT NULL,
  expires_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, metric, kind, value, phone_number_id, span, at, part)
) {clustered};
CREATE INDEX report_sums_values ON report_sums (workspace_id, metric, kind, phone_number_id, span, at);
CREATE INDEX report_sums_age ON report_sums (expires_at);

-- How far the log of a workspace was counted. Who changes sums locks it first.
CREATE TABLE report_positions (
  workspace_id {text} NOT NULL,
  position {int} NOT NULL,
  event_id {text} NOT NULL,
  batch {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
