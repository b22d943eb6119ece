-- How often the counts of a workspace were set right: a difference that was measured
-- before another repair is not added after it.
CREATE TABLE conversation_count_repairs (
  workspace_id {text} NOT NULL,
  no {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
