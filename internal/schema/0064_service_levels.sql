-- How soon contacts are to be answered: every version of a workspace's policies, the
-- last of which is in force, as JSON.
CREATE TABLE service_levels (
  workspace_id {text} NOT NULL,
  version {int} NOT NULL,
  body {text} NOT NULL,
  made_by {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, version)
) {clustered};

-- The clocks of conversations. What runs is kept with the episode too, so that a
-- change of the conversation reads nothing more.
CREATE TABLE clocks (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  episode_id {text} NOT NULL,
  kind {text} NOT NULL,
  no {int} NOT NULL,
  policy {text} NOT NULL,
  policy_version {int} NOT NULL,
  calendar_id {text} NOT NULL,
  calendar_version {int} NOT NULL,
  target_ms {int} NOT NULL,
  started_at {int} NOT NULL,
  due_at {int} NOT NULL,
  warn_at {int} NOT NULL,
  paused_at {int} NOT NULL,
  used_ms {int} NOT NULL,
  ended_at {int} NOT NULL,
  ended {text} NOT NULL,
  raise_at {int} NOT NULL,
  breached_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, conversation_id, id)
) {clustered};
CREATE UNIQUE INDEX clocks_running ON clocks (workspace_id, episode_id, kind) WHERE ended = '';
-- The breaches that are to be told, and nothing of what is over.
CREATE INDEX clocks_raised ON clocks (raise_at, workspace_id, conversation_id, id) WHERE raise_at > 0 AND breached_at = 0;

ALTER TABLE conversation_states ADD COLUMN clocks {text} NOT NULL DEFAULT '';
ALTER TABLE conversation_states ADD COLUMN due_at {int} NOT NULL DEFAULT 0;
