-- What may be sold to somebody. position is the order key on the stage; amount_minor is in
-- minor units, and -1 where it is unknown; version is the number of the last entry of the
-- history. active_at is when somebody last did something with it, messages aside.
CREATE TABLE deals (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  version {int} NOT NULL,
  pipeline_id {text} NOT NULL,
  stage_id {text} NOT NULL,
  position {text} NOT NULL,
  status {text} NOT NULL,
  title {text} NOT NULL,
  amount_minor {int} NOT NULL,
  currency {text} NOT NULL,
  owner_id {text} NOT NULL,
  contact_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  expected_close_on {text} NOT NULL,
  reason_id {text} NOT NULL,
  close_note {text} NOT NULL,
  stage_since {int} NOT NULL,
  closed_at {int} NOT NULL,
  active_at {int} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX deals_position ON deals (workspace_id, stage_id, position);
CREATE INDEX deals_stage ON deals (workspace_id, stage_id, id);
CREATE INDEX deals_pipeline ON deals (workspace_id, pipeline_id, id);
CREATE INDEX deals_status ON deals (workspace_id, status, id);
CREATE INDEX deals_owner ON deals (workspace_id, owner_id, id) WHERE owner_id <> '';
CREATE INDEX deals_contact ON deals (workspace_id, contact_id, id) WHERE contact_id <> '';
CREATE INDEX deals_conversation ON deals (workspace_id, conversation_id, id) WHERE conversation_id <> '';
CREATE INDEX deals_close ON deals (workspace_id, expected_close_on, id) WHERE expected_close_on <> '';

-- Everything that happened to deals, in the order of number. facts is JSON.
CREATE TABLE deal_history (
  workspace_id {text} NOT NULL,
  deal_id {text} NOT NULL,
  number {int} NOT NULL,
  at {int} NOT NULL,
  done_by {text} NOT NULL,
  kind {text} NOT NULL,
  facts {text} NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) {clustered};

-- The stretches of time that deals spent on stages. number is that of the entry of the
-- history with which one began; to_at is 0 while it goes on.
CREATE TABLE deal_spans (
  workspace_id {text} NOT NULL,
  deal_id {text} NOT NULL,
  number {int} NOT NULL,
  pipeline_id {text} NOT NULL,
  stage_id {text} NOT NULL,
  from_at {int} NOT NULL,
  to_at {int} NOT NULL DEFAULT 0,
  begun_by {text} NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) {clustered};
CREATE INDEX deal_spans_stage ON deal_spans (workspace_id, stage_id, from_at);
