-- API keys have a key that begins with their workspace. Whose a secret is, is
-- looked up in a directory: the rows of a workspace can be moved, the directory
-- is that of all. The hash there is unique for all workspaces.
CREATE TABLE key_directory (
  hash {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  key_id {text} NOT NULL
) {clustered};
INSERT INTO key_directory (hash, workspace_id, key_id) SELECT hash, workspace_id, id FROM api_keys;

{postgres} ALTER TABLE api_keys DROP CONSTRAINT api_keys_hash_key;
{postgres} ALTER TABLE api_keys DROP CONSTRAINT api_keys_pkey;
{postgres} DROP INDEX api_keys_list;
{postgres} ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (workspace_id, id);
{sqlite} CREATE TABLE keyed_api_keys (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id TEXT NOT NULL,
{sqlite}   name TEXT NOT NULL,
{sqlite}   hash TEXT NOT NULL,
{sqlite}   last_four TEXT NOT NULL,
{sqlite}   scopes TEXT NOT NULL,
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   expires_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   revoked_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   last_used_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   rotated_to TEXT NOT NULL DEFAULT '',
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} );
{sqlite} INSERT INTO keyed_api_keys (workspace_id, id, name, hash, last_four, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to)
{sqlite}   SELECT workspace_id, id, name, hash, last_four, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to FROM api_keys;
{sqlite} DROP TABLE api_keys;
{sqlite} ALTER TABLE keyed_api_keys RENAME TO api_keys;
