-- What makes and moves deals by itself. rank is the place among the rules of the
-- workspace, since the position of the log behind which one acts; body is JSON.
CREATE TABLE deal_rules (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  version {int} NOT NULL,
  rank {int} NOT NULL,
  since {int} NOT NULL,
  enabled {int} NOT NULL,
  body {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX deal_rules_rank ON deal_rules (workspace_id, rank);

-- How far the log of a workspace was read for its rules; active is 1 while one of them
-- is enabled, and nothing is read otherwise.
CREATE TABLE deal_rule_positions (
  workspace_id {text} NOT NULL,
  position {int} NOT NULL,
  event_id {text} NOT NULL,
  active {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};

-- What rules did: once for each rule and trigger. facts is JSON.
CREATE TABLE deal_rule_runs (
  workspace_id {text} NOT NULL,
  rule_id {text} NOT NULL,
  id {text} NOT NULL,
  version {int} NOT NULL,
  trigger_kind {text} NOT NULL,
  trigger_id {text} NOT NULL,
  event_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  at {int} NOT NULL,
  outcome {text} NOT NULL,
  deal_id {text} NOT NULL,
  facts {text} NOT NULL,
  PRIMARY KEY (workspace_id, rule_id, id)
) {clustered};
CREATE UNIQUE INDEX deal_rule_runs_once ON deal_rule_runs (workspace_id, rule_id, trigger_id);
CREATE INDEX deal_rule_runs_age ON deal_rule_runs (at);
