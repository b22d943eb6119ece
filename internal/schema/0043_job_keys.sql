-- Jobs, and what the provider's webhooks leave behind, belong to a workspace by
-- their keys. What nobody owns has the workspace ''.
{sqlite} CREATE TABLE keyed_jobs (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id INTEGER NOT NULL,
{sqlite}   kind TEXT NOT NULL,
{sqlite}   queue TEXT NOT NULL,
{sqlite}   key TEXT NOT NULL,
{sqlite}   run_at INTEGER NOT NULL,
{sqlite}   attempt INTEGER NOT NULL DEFAULT 0,
{sqlite}   owner TEXT NOT NULL DEFAULT '',
{sqlite}   fence INTEGER NOT NULL DEFAULT 0,
{sqlite}   payload TEXT NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_jobs (workspace_id, id, kind, queue, key, run_at, attempt, owner, fence, payload)
{sqlite}   SELECT workspace_id, id, kind, queue, key, run_at, attempt, owner, fence, payload FROM jobs;
{sqlite} DROP TABLE jobs;
{sqlite} ALTER TABLE keyed_jobs RENAME TO jobs;
{sqlite} CREATE INDEX jobs_due ON jobs (kind, queue, run_at, id) WHERE owner = '';
{sqlite} CREATE INDEX jobs_key ON jobs (kind, key, id);
{postgres} ALTER TABLE jobs DROP CONSTRAINT jobs_pkey;
{postgres} ALTER TABLE jobs ADD CONSTRAINT jobs_pkey PRIMARY KEY (workspace_id, id);

{sqlite} CREATE TABLE keyed_ingest_begun (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   job_id INTEGER NOT NULL,
{sqlite}   times INTEGER NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, job_id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_ingest_begun (workspace_id, job_id, times) SELECT '', job_id, times FROM ingest_begun;
{sqlite} DROP TABLE ingest_begun;
{sqlite} ALTER TABLE keyed_ingest_begun RENAME TO ingest_begun;
{postgres} ALTER TABLE ingest_begun ADD COLUMN workspace_id {text} NOT NULL DEFAULT '';
{postgres} ALTER TABLE ingest_begun ALTER COLUMN workspace_id DROP DEFAULT;
{postgres} ALTER TABLE ingest_begun DROP CONSTRAINT ingest_begun_pkey;
{postgres} ALTER TABLE ingest_begun ADD CONSTRAINT ingest_begun_pkey PRIMARY KEY (workspace_id, job_id);

{sqlite} CREATE TABLE keyed_parked_items (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   phone_number_id TEXT NOT NULL,
{sqlite}   target_id TEXT NOT NULL,
{sqlite}   item_id TEXT NOT NULL,
{sqlite}   item TEXT NOT NULL,
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, phone_number_id, target_id, item_id)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO keyed_parked_items (workspace_id, phone_number_id, target_id, item_id, item, created_at)
{sqlite}   SELECT workspace_id, phone_number_id, target_id, item_id, item, created_at FROM parked_items;
{sqlite} DROP TABLE parked_items;
{sqlite} ALTER TABLE keyed_parked_items RENAME TO parked_items;
{sqlite} CREATE INDEX parked_items_age ON parked_items (created_at);
{postgres} ALTER TABLE parked_items DROP CONSTRAINT parked_items_pkey;
{postgres} ALTER TABLE parked_items ADD CONSTRAINT parked_items_pkey PRIMARY KEY (workspace_id, phone_number_id, target_id, item_id);
