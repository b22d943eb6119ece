-- Files of a workspace, each kept once. Their bytes are an object of the blob
-- store, encrypted under a key that is sealed here. A copy has the bytes of
-- another row, which was only found out when both were known.
CREATE TABLE media (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  state {text} NOT NULL,
  mime_type {text} NOT NULL DEFAULT '',
  filename {text} NOT NULL DEFAULT '',
  animated {bool} NOT NULL,
  size {int} NOT NULL DEFAULT 0,
  sha256 {text} NOT NULL DEFAULT '',
  copy {bool} NOT NULL,
  object {text} NOT NULL DEFAULT '',
  object_key {blob} NOT NULL,
  fault {text} NOT NULL DEFAULT '',
  uses {int} NOT NULL DEFAULT 0,
  created_at {int} NOT NULL,
  last_used_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX media_hash ON media (workspace_id, sha256) WHERE sha256 <> '' AND NOT copy;
CREATE UNIQUE INDEX media_object ON media (object) WHERE object <> '';
CREATE INDEX media_unused ON media (last_used_at) WHERE uses = 0;

-- What the provider calls a file that a phone number of ours uploaded; no
-- other number can send it.
CREATE TABLE media_uploads (
  workspace_id {text} NOT NULL,
  media_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  provider_media_id {text} NOT NULL,
  expires_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, media_id, phone_number_id)
) {clustered};
