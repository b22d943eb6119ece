-- How surely a deal is counted on, as somebody set it; empty where its stage says it.
ALTER TABLE deals ADD COLUMN forecast_category {text} NOT NULL DEFAULT '';

-- What deals were, from one change to the next: one row for each change of a deal, with
-- the number of its entry in the history. to_at is 0 for what a deal is now. Within a
-- pipeline from_at never falls, whatever the clocks of nodes say.
CREATE TABLE deal_facts (
  workspace_id {text} NOT NULL,
  deal_id {text} NOT NULL,
  number {int} NOT NULL,
  pipeline_id {text} NOT NULL,
  stage_id {text} NOT NULL,
  status {text} NOT NULL,
  title {text} NOT NULL,
  amount_minor {int} NOT NULL,
  currency {text} NOT NULL,
  amount_source {text} NOT NULL,
  owner_id {text} NOT NULL,
  contact_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  expected_close_on {text} NOT NULL,
  forecast_category {text} NOT NULL,
  reason_id {text} NOT NULL,
  close_note {text} NOT NULL,
  stage_since {int} NOT NULL,
  closed_at {int} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  from_at {int} NOT NULL,
  to_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, deal_id, number)
) {clustered};
CREATE INDEX deal_facts_pipeline ON deal_facts (workspace_id, pipeline_id, from_at, deal_id, number);
CREATE INDEX deal_facts_stage ON deal_facts (workspace_id, stage_id, from_at, deal_id, number);
CREATE INDEX deal_facts_owner ON deal_facts (workspace_id, owner_id, from_at, deal_id, number) WHERE owner_id <> '';
CREATE INDEX deal_facts_ended ON deal_facts (workspace_id, pipeline_id, to_at) WHERE to_at <> 0;

-- The past of what was there before begins with the last change of its pipeline: since
-- then all of it was as it is.
INSERT INTO deal_facts (workspace_id, deal_id, number, pipeline_id, stage_id, status, title, amount_minor, currency, amount_source, owner_id, contact_id, conversation_id, expected_close_on,
  forecast_category, reason_id, close_note, stage_since, closed_at, created_by, created_at, from_at)
SELECT d.workspace_id, d.id, d.version, d.pipeline_id, d.stage_id, d.status, d.title, d.amount_minor, d.currency, d.amount_source, d.owner_id, d.contact_id, d.conversation_id, d.expected_close_on,
  '', d.reason_id, d.close_note, d.stage_since, d.closed_at, d.created_by, d.created_at,
  (SELECT max(o.updated_at) FROM deals o WHERE o.workspace_id = d.workspace_id AND o.pipeline_id = d.pipeline_id)
FROM deals d;

-- What stages were, from one change to the next.
CREATE TABLE stage_facts (
  workspace_id {text} NOT NULL,
  pipeline_id {text} NOT NULL,
  stage_id {text} NOT NULL,
  from_at {int} NOT NULL,
  to_at {int} NOT NULL DEFAULT 0,
  rank {int} NOT NULL,
  name {text} NOT NULL,
  kind {text} NOT NULL,
  probability {int} NOT NULL,
  rots_after_days {int} NOT NULL,
  requires {text} NOT NULL,
  forecast_category {text} NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, stage_id, from_at)
) {clustered};
INSERT INTO stage_facts (workspace_id, pipeline_id, stage_id, from_at, to_at, rank, name, kind, probability, rots_after_days, requires, forecast_category)
SELECT workspace_id, pipeline_id, id, 0, removed_at, rank, name, kind, probability, rots_after_days, requires, forecast_category FROM stages;

-- Deals added up, as they are now. A cell names what they have in common, with a slash
-- between each two: 's', stage, currency, for deals of every status, and for open ones
-- 'm', month of the expected close, category, stage, currency; 'o', owner, stage,
-- currency; 'p', owner, month, category, stage, currency. since and changed_at are the
-- slots in which a cell first had something, and last changed.
CREATE TABLE deal_sums (
  workspace_id {text} NOT NULL,
  pipeline_id {text} NOT NULL,
  cell {text} NOT NULL,
  deals {int} NOT NULL,
  amount_minor {int} NOT NULL,
  since {int} NOT NULL,
  changed_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, cell)
) {clustered};

-- What a cell had at the end of each slot, a quarter of an hour, in which it changed.
CREATE TABLE deal_sum_slots (
  workspace_id {text} NOT NULL,
  pipeline_id {text} NOT NULL,
  cell {text} NOT NULL,
  at {int} NOT NULL,
  deals {int} NOT NULL,
  amount_minor {int} NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, cell, at)
) {clustered};

INSERT INTO deal_sums (workspace_id, pipeline_id, cell, deals, amount_minor, since, changed_at)
SELECT c.workspace_id, c.pipeline_id, c.cell, count(*), CAST(sum(CASE WHEN c.amount_minor < 0 THEN 0 ELSE c.amount_minor END) AS BIGINT), min(c.from_at) / 900000 * 900000, min(c.from_at) / 900000 * 900000
FROM (SELECT workspace_id, pipeline_id, amount_minor, from_at, 's/' || stage_id || '/' || currency AS cell FROM deal_facts
  UNION ALL SELECT workspace_id, pipeline_id, amount_minor, from_at, 'm/' || substr(expected_close_on, 1, 7) || '//' || stage_id || '/' || currency FROM deal_facts WHERE status = 'open'
  UNION ALL SELECT workspace_id, pipeline_id, amount_minor, from_at, 'o/' || owner_id || '/' || stage_id || '/' || currency FROM deal_facts WHERE status = 'open'
  UNION ALL SELECT workspace_id, pipeline_id, amount_minor, from_at, 'p/' || owner_id || '/' || substr(expected_close_on, 1, 7) || '//' || stage_id || '/' || currency FROM deal_facts WHERE status = 'open') c
GROUP BY c.workspace_id, c.pipeline_id, c.cell;
INSERT INTO deal_sum_slots (workspace_id, pipeline_id, cell, at, deals, amount_minor)
SELECT workspace_id, pipeline_id, cell, since, deals, amount_minor FROM deal_sums;
