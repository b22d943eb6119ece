-- What the provider posted belongs to the workspaces that it is about, '' for what
-- nobody owns, and is kept packed: then size is how many bytes came.
{sqlite} CREATE TABLE owned_webhooks (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id INTEGER NOT NULL,
{sqlite}   account TEXT NOT NULL,
{sqlite}   received_at INTEGER NOT NULL,
{sqlite}   state TEXT NOT NULL,
{sqlite}   problem TEXT NOT NULL DEFAULT '',
{sqlite}   pending TEXT NOT NULL DEFAULT '',
{sqlite}   size INTEGER NOT NULL DEFAULT 0,
{sqlite}   body BLOB NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO owned_webhooks (workspace_id, id, account, received_at, state, problem, pending, body)
{sqlite}   SELECT '', id, account, received_at, state, problem, pending, body FROM provider_webhooks;
{sqlite} DROP TABLE provider_webhooks;
{sqlite} ALTER TABLE owned_webhooks RENAME TO provider_webhooks;
{sqlite} CREATE INDEX provider_webhooks_pending ON provider_webhooks (id) WHERE state <> 'stored';
{postgres} ALTER TABLE provider_webhooks ADD COLUMN workspace_id {text} NOT NULL DEFAULT '';
{postgres} ALTER TABLE provider_webhooks ALTER COLUMN workspace_id DROP DEFAULT;
{postgres} ALTER TABLE provider_webhooks ADD COLUMN size {int} NOT NULL DEFAULT 0;
{postgres} ALTER TABLE provider_webhooks DROP CONSTRAINT provider_webhooks_pkey;
{postgres} ALTER TABLE provider_webhooks ADD CONSTRAINT provider_webhooks_pkey PRIMARY KEY (workspace_id, id);
