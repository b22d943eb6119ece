-- Until when messages of which nothing more was heard have been looked for.
ALTER TABLE workspaces ADD COLUMN silent_until {int} NOT NULL DEFAULT 0;
UPDATE workspaces SET silent_until = created_at;
CREATE INDEX workspaces_silent ON workspaces (silent_until, id);

-- Queued messages that say themselves when their time is over.
CREATE INDEX messages_expiring ON messages (expires_at, workspace_id, id) WHERE expires_at > 0 AND status = 'queued';

-- Who does what only one node at a time is to do, and until when.
CREATE TABLE duties (
  name {text} PRIMARY KEY,
  owner {text} NOT NULL,
  until {int} NOT NULL
);

-- What tells this database from others that keep objects in the same place;
-- plain says whether objects without an identifier before their name are its.
CREATE TABLE deployments (
  id {text} PRIMARY KEY,
  plain {bool} NOT NULL,
  created_at {int} NOT NULL
);
