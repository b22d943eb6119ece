-- What deals go through. currency is that of deals that name none, and empty for none.
CREATE TABLE pipelines (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  currency {text} NOT NULL,
  archived_at {int} NOT NULL DEFAULT 0,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};

-- The stages of pipelines, in the order of rank. One that was removed stays, as the past
-- of deals names it. requires is a list with spaces between.
CREATE TABLE stages (
  workspace_id {text} NOT NULL,
  pipeline_id {text} NOT NULL,
  id {text} NOT NULL,
  rank {int} NOT NULL,
  name {text} NOT NULL,
  kind {text} NOT NULL,
  probability {int} NOT NULL,
  rots_after_days {int} NOT NULL,
  requires {text} NOT NULL,
  forecast_category {text} NOT NULL,
  removed_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, pipeline_id, id)
) {clustered};
CREATE UNIQUE INDEX stages_id ON stages (workspace_id, id);

-- Why deals are won and lost. name_key is the name without regard to case. One that was
-- removed stays, as deals name it.
CREATE TABLE deal_reasons (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  kind {text} NOT NULL,
  name {text} NOT NULL,
  name_key {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  removed_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX deal_reasons_name ON deal_reasons (workspace_id, kind, name_key) WHERE removed_at = 0;

-- How many deals a stage has and what they are worth, by currency: kept with every
-- change, so that a board counts nothing. currency is empty for deals without an amount.
CREATE TABLE stage_totals (
  workspace_id {text} NOT NULL,
  stage_id {text} NOT NULL,
  currency {text} NOT NULL,
  deals {int} NOT NULL,
  amount_minor {int} NOT NULL,
  PRIMARY KEY (workspace_id, stage_id, currency)
) {clustered};
