-- Moves of many deals at once, with where each stood before: so that they can be undone.
-- move_made and outcome are JSON.
CREATE TABLE deal_actions (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  move_made {text} NOT NULL,
  outcome {text} NOT NULL,
  undone_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX deal_actions_author ON deal_actions (workspace_id, created_by, id);
CREATE INDEX deal_actions_age ON deal_actions (created_at);
