-- What people press in conversations. team_ids is a list with spaces between; secrets
-- is sealed JSON, and empty where nothing is signed.
CREATE TABLE buttons (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  label {text} NOT NULL,
  kind {text} NOT NULL,
  url {text} NOT NULL,
  team_ids {text} NOT NULL,
  secrets {blob} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};

-- Who pressed what where, and what came of it; outcome is JSON. What has not ended is
-- 'calling', and over after a minute.
CREATE TABLE button_presses (
  workspace_id {text} NOT NULL,
  button_id {text} NOT NULL,
  id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  pressed_by {text} NOT NULL,
  pressed_at {int} NOT NULL,
  state {text} NOT NULL,
  outcome {text} NOT NULL,
  PRIMARY KEY (workspace_id, button_id, id)
) {clustered};
CREATE INDEX button_presses_age ON button_presses (pressed_at);
