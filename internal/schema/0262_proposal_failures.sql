-- What assistants could not propose, and what could not be compared with what they
-- proposed, each once. told of a position is whether people were told since it last went
-- well, told_at when they were told last.
CREATE TABLE proposal_failures (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  step {text} NOT NULL,
  trigger_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  proposal_ids {text} NOT NULL,
  code {text} NOT NULL,
  detail {text} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX proposal_failures_trigger ON proposal_failures (workspace_id, step, trigger_id);
CREATE INDEX proposal_failures_age ON proposal_failures (at);
ALTER TABLE proposal_positions ADD COLUMN told {int} NOT NULL DEFAULT 0;
ALTER TABLE proposal_positions ADD COLUMN told_at {int} NOT NULL DEFAULT 0;
