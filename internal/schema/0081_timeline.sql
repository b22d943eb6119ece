-- What happened to conversations, and why. id sorts by time; changes and refs are JSON,
-- '' for none. It has what the spans had, which nothing read.
CREATE TABLE timeline (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  id {text} NOT NULL,
  at {int} NOT NULL,
  kind {text} NOT NULL,
  done_by {text} NOT NULL,
  reason {text} NOT NULL,
  episode_id {text} NOT NULL,
  changes {text} NOT NULL,
  refs {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, id)
) {clustered};
DROP TABLE conversation_spans;
