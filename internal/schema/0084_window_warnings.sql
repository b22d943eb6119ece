-- How long before the end of a window in which a contact waits that is told; 0 for never.
ALTER TABLE inbox_settings ADD COLUMN window_warning_minutes {int} NOT NULL DEFAULT 120;

-- The windows of which the end was told, and those at which somebody looks later than
-- in the order of their ends. It is looked at one when its warning time before look_at
-- begins. The row goes when the window has closed.
CREATE TABLE window_warnings (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  ends_at {int} NOT NULL,
  told {bool} NOT NULL,
  look_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};
CREATE INDEX window_warnings_look ON window_warnings (workspace_id, look_at, conversation_id);
