-- What members are told of. position is that of the event in the log by which it last
-- came up, raised that by which it came up anew after it was seen. Who is told once of
-- something is kept from being told again by dedupe_key.
CREATE TABLE notifications (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  id {text} NOT NULL,
  kind {text} NOT NULL,
  position {int} NOT NULL,
  raised {int} NOT NULL,
  dedupe_key {text} NOT NULL,
  conversation_id {text} NOT NULL,
  contact_id {text} NOT NULL,
  subject_id {text} NOT NULL,
  done_by {text} NOT NULL,
  times {int} NOT NULL,
  at {int} NOT NULL,
  seen_at {int} NOT NULL,
  read_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id, id)
) {clustered};
CREATE UNIQUE INDEX notifications_once ON notifications (workspace_id, user_id, dedupe_key);
CREATE INDEX notifications_order ON notifications (workspace_id, user_id, position);
CREATE INDEX notifications_kind ON notifications (workspace_id, user_id, kind, position);
CREATE INDEX notifications_unread ON notifications (workspace_id, user_id, position) WHERE read_at = 0;
CREATE INDEX notifications_age ON notifications (at);

-- How a member wants to be told; body is JSON.
CREATE TABLE notification_settings (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  body {text} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) {clustered};

-- How far the log of a workspace was read for notifications; batch counts the parts.
-- What happened before there were any is told to nobody.
CREATE TABLE notification_positions (
  workspace_id {text} NOT NULL,
  position {int} NOT NULL,
  event_id {text} NOT NULL,
  batch {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
INSERT INTO notification_positions (workspace_id, position, event_id, batch)
SELECT w.id, coalesce((SELECT max(e.position) FROM events e WHERE e.workspace_id = w.id), 0), '', 0 FROM workspaces w;
