-- Texts that people send again and again. shortcut_key is the shortcut in one
-- form: two spellings are not two replies.
CREATE TABLE canned_replies (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  shortcut {text} NOT NULL,
  shortcut_key {text} NOT NULL,
  title {text} NOT NULL,
  body {text} NOT NULL,
  team_id {text} NOT NULL DEFAULT '',
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX canned_replies_shortcut ON canned_replies (workspace_id, shortcut_key);
CREATE INDEX canned_replies_team ON canned_replies (workspace_id, team_id) WHERE team_id <> '';
