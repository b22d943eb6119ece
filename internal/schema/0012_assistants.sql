-- Assistants. What one says and when is in its revisions, which never change;
-- live and latest are numbers of revisions.
CREATE TABLE assistants (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  enabled {bool} NOT NULL,
  live {int} NOT NULL,
  latest {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  deleted_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};

CREATE TABLE assistant_revisions (
  workspace_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  number {int} NOT NULL,
  id {text} NOT NULL,
  config {text} NOT NULL,
  made_by {text} NOT NULL,
  created_at {int} NOT NULL,
  live_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, assistant_id, number)
) {clustered};

-- Which assistant is on duty for a phone number.
CREATE TABLE assistant_duties (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) {clustered};
CREATE INDEX assistant_duties_of ON assistant_duties (workspace_id, assistant_id);

-- What a workspace decides for all assistants, and the secret under which its
-- answers are remembered. Deleting them all starts a new generation.
CREATE TABLE assistant_settings (
  workspace_id {text} PRIMARY KEY,
  settings {text} NOT NULL DEFAULT '',
  cache_secret {blob} NOT NULL,
  cache_generation {int} NOT NULL DEFAULT 0,
  updated_at {int} NOT NULL DEFAULT 0
);

-- Who has the word in a conversation, and the number of its newest turn. There
-- is a row once an assistant was on duty when the contact wrote.
CREATE TABLE conversation_floors (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  speaker {text} NOT NULL,
  since_at {int} NOT NULL DEFAULT 0,
  until_at {int} NOT NULL DEFAULT 0,
  taken_by {text} NOT NULL DEFAULT '',
  switch {text} NOT NULL DEFAULT 'default',
  epoch {int} NOT NULL DEFAULT 0,
  is_open {bool} NOT NULL,
  pauses {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};

-- A burst of messages and what became of it. The key makes sure that a turn
-- has one reply at most.
CREATE TABLE ai_turns (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  epoch {int} NOT NULL,
  id {text} NOT NULL,
  contact_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  state {text} NOT NULL,
  assistant_id {text} NOT NULL,
  revision {int} NOT NULL DEFAULT 0,
  last_message_id {text} NOT NULL,
  messages {int} NOT NULL,
  opened_at {int} NOT NULL,
  due_at {int} NOT NULL,
  decided_at {int} NOT NULL DEFAULT 0,
  discarded {int} NOT NULL DEFAULT 0,
  message_id {text} NOT NULL DEFAULT '',
  result {text} NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, conversation_id, epoch)
) {clustered};

CREATE TABLE ai_turn_messages (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  epoch {int} NOT NULL,
  message_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, epoch, message_id)
) {clustered};

-- Answers that may be given again. The key is an HMAC under the workspace's
-- secret over all that the answer depends on; the answer is sealed.
CREATE TABLE ai_cache (
  workspace_id {text} NOT NULL,
  key {text} NOT NULL,
  assistant_id {text} NOT NULL,
  answer {blob} NOT NULL,
  tokens {int} NOT NULL,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, key)
) {clustered};
CREATE INDEX ai_cache_age ON ai_cache (expires_at);
