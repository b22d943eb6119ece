-- Of the waiting of each quarter of an hour, what is due to a skill that was missing, or
-- to an agent: part names either. Those of a cause sum to it, but for what nobody knew.
-- waits ended with the part.
CREATE TABLE waiting_parts (
  workspace_id {text} NOT NULL,
  cause {text} NOT NULL,
  quarter_at {int} NOT NULL,
  part {text} NOT NULL,
  team_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  waited_ms {int} NOT NULL,
  waits {int} NOT NULL,
  PRIMARY KEY (workspace_id, cause, quarter_at, part, team_id, phone_number_id)
) {clustered};
CREATE INDEX waiting_parts_of ON waiting_parts (workspace_id, part, cause, quarter_at);
CREATE INDEX waiting_parts_age ON waiting_parts (quarter_at);
