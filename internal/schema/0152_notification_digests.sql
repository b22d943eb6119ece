-- When a member is mailed next what they have not read, 0 for no time, and when they
-- last were.
CREATE TABLE notification_digests (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  due_at {int} NOT NULL,
  last_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) {clustered};
CREATE INDEX notification_digests_due ON notification_digests (due_at) WHERE due_at > 0;
