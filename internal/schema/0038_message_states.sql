-- A message's row is written once. What its steps change is in a row of its own,
-- narrow and in no other index; room is left on its pages for what the steps add.
CREATE TABLE message_states (
  workspace_id {text} NOT NULL,
  message_id {text} NOT NULL,
  status {text} NOT NULL,
  provider_message_id {text} NOT NULL DEFAULT '',
  attempts {text} NOT NULL DEFAULT '',
  error {text} NOT NULL DEFAULT '',
  charge {text} NOT NULL DEFAULT '',
  times {text} NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, message_id)
) {clustered};
{postgres} ALTER TABLE message_states SET (fillfactor = 50);
INSERT INTO message_states (workspace_id, message_id, status, provider_message_id, attempts, error, charge, times)
  SELECT workspace_id, id, status, provider_message_id, attempts, error, charge, times FROM messages;

-- Finds a message by its number and the provider's identifier: digest is the first
-- half of the SHA-256 of both.
CREATE TABLE message_provider_ids (
  workspace_id {text} NOT NULL,
  digest {blob} NOT NULL,
  message_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, digest)
) {clustered};
INSERT INTO message_provider_ids (workspace_id, digest, message_id)
  SELECT workspace_id, substr(sha256(convert_to(phone_number_id || '/' || provider_message_id, 'UTF8')), 1, 16), id
  FROM messages WHERE provider_message_id <> '';

{postgres} DROP INDEX messages_provider;
{postgres} DROP INDEX messages_conversation;
{postgres} ALTER TABLE messages DROP COLUMN status, DROP COLUMN provider_message_id, DROP COLUMN attempts,
{postgres}   DROP COLUMN error, DROP COLUMN charge, DROP COLUMN times;
{postgres} ALTER TABLE messages SET (fillfactor = 100);
{sqlite} CREATE TABLE fixed_messages (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id TEXT NOT NULL,
{sqlite}   conversation_id TEXT NOT NULL,
{sqlite}   contact_id TEXT NOT NULL,
{sqlite}   phone_number_id TEXT NOT NULL,
{sqlite}   direction TEXT NOT NULL,
{sqlite}   type TEXT NOT NULL,
{sqlite}   to_phone TEXT NOT NULL DEFAULT '',
{sqlite}   from_phone TEXT NOT NULL DEFAULT '',
{sqlite}   user_id TEXT NOT NULL DEFAULT '',
{sqlite}   reply_to TEXT NOT NULL DEFAULT '',
{sqlite}   content TEXT NOT NULL,
{sqlite}   metadata TEXT NOT NULL DEFAULT '',
{sqlite}   scheduled_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   expires_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO fixed_messages (workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, to_phone, from_phone,
{sqlite}   user_id, reply_to, content, metadata, scheduled_at, expires_at, created_at)
{sqlite}   SELECT workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, to_phone, from_phone,
{sqlite}   user_id, reply_to, content, metadata, scheduled_at, expires_at, created_at FROM messages;
{sqlite} DROP TABLE messages;
{sqlite} ALTER TABLE fixed_messages RENAME TO messages;
CREATE INDEX messages_conversation ON messages (workspace_id, conversation_id, id);

-- What waits for a message has the workspace first in its key.
{postgres} ALTER TABLE parked_statuses DROP CONSTRAINT parked_statuses_pkey;
{postgres} ALTER TABLE parked_statuses ADD CONSTRAINT parked_statuses_pkey PRIMARY KEY (workspace_id, phone_number_id, provider_message_id, status);
{sqlite} CREATE TABLE statuses_by_workspace (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   phone_number_id TEXT NOT NULL,
{sqlite}   provider_message_id TEXT NOT NULL,
{sqlite}   status TEXT NOT NULL,
{sqlite}   item TEXT NOT NULL,
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, phone_number_id, provider_message_id, status)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO statuses_by_workspace (workspace_id, phone_number_id, provider_message_id, status, item, created_at)
{sqlite}   SELECT workspace_id, phone_number_id, provider_message_id, status, item, created_at FROM parked_statuses;
{sqlite} DROP TABLE parked_statuses;
{sqlite} ALTER TABLE statuses_by_workspace RENAME TO parked_statuses;
{sqlite} CREATE INDEX parked_statuses_age ON parked_statuses (created_at);
