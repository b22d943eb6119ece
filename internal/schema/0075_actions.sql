-- What somebody did to many conversations at once, with where each stood before and
-- after it: so that it can be undone. change_made and outcome are JSON.
CREATE TABLE actions (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  change_made {text} NOT NULL,
  outcome {text} NOT NULL,
  undone_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX actions_author ON actions (workspace_id, created_by, id);
CREATE INDEX actions_age ON actions (created_at);
