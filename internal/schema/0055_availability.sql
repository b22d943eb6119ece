-- Who takes conversations, since when: each change is a row, the newest one holds.
-- After until_at the member is online again.
CREATE TABLE availability (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  from_at {int} NOT NULL,
  status {text} NOT NULL,
  reason {text} NOT NULL,
  until_at {int} NOT NULL,
  changed_by {text} NOT NULL,
  PRIMARY KEY (workspace_id, user_id, from_at)
) {clustered};
