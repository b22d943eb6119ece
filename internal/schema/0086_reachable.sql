-- After how many seconds without a live stream a member gets nothing automatically; 0
-- for never. Where it is set, until when each member who ever had one counts as having
-- it: noted again and again while it is open.
ALTER TABLE routing_settings ADD COLUMN unreachable_seconds {int} NOT NULL DEFAULT 0;

CREATE TABLE routing_streams (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  until_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) {clustered};
