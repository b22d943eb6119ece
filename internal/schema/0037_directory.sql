-- Accounts, numbers and templates have keys that begin with their workspace. Whose
-- an account or a number is that the provider names, is looked up in directories
-- (see 0036), which let it belong to one workspace only.
CREATE TABLE account_directory (
  account_id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  provider_id {text} NOT NULL
) {clustered};
CREATE UNIQUE INDEX account_directory_provider ON account_directory (provider_id);
INSERT INTO account_directory (account_id, workspace_id, provider_id) SELECT id, workspace_id, provider_id FROM messaging_accounts;

CREATE TABLE number_directory (
  provider_id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL
) {clustered};
INSERT INTO number_directory (provider_id, workspace_id, phone_number_id) SELECT provider_id, workspace_id, id FROM phone_numbers;

{postgres} ALTER TABLE messaging_accounts DROP CONSTRAINT messaging_accounts_provider_id_key;
{postgres} ALTER TABLE messaging_accounts DROP CONSTRAINT messaging_accounts_pkey;
{postgres} DROP INDEX messaging_accounts_list;
{postgres} ALTER TABLE messaging_accounts ADD CONSTRAINT messaging_accounts_pkey PRIMARY KEY (workspace_id, id);
{sqlite} CREATE TABLE keyed_messaging_accounts (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id TEXT NOT NULL,
{sqlite}   provider_id TEXT NOT NULL,
{sqlite}   name TEXT NOT NULL,
{sqlite}   currency TEXT NOT NULL DEFAULT '',
{sqlite}   app_id TEXT NOT NULL DEFAULT '',
{sqlite}   token BLOB NOT NULL,
{sqlite}   token_hint TEXT NOT NULL,
{sqlite}   app_secret BLOB NOT NULL,
{sqlite}   status TEXT NOT NULL,
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   synced_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   review_status TEXT NOT NULL DEFAULT '',
{sqlite}   ban_state TEXT NOT NULL DEFAULT '',
{sqlite}   ban_date TEXT NOT NULL DEFAULT '',
{sqlite}   violation TEXT NOT NULL DEFAULT '',
{sqlite}   restrictions TEXT NOT NULL DEFAULT '',
{sqlite}   max_phone_numbers INTEGER NOT NULL DEFAULT 0,
{sqlite}   disconnect_reason TEXT NOT NULL DEFAULT '',
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} );
{sqlite} INSERT INTO keyed_messaging_accounts (workspace_id, id, provider_id, name, currency, app_id, token, token_hint, app_secret, status, created_at, synced_at, review_status, ban_state, ban_date, violation, restrictions, max_phone_numbers, disconnect_reason)
{sqlite}   SELECT workspace_id, id, provider_id, name, currency, app_id, token, token_hint, app_secret, status, created_at, synced_at, review_status, ban_state, ban_date, violation, restrictions, max_phone_numbers, disconnect_reason FROM messaging_accounts;
{sqlite} DROP TABLE messaging_accounts;
{sqlite} ALTER TABLE keyed_messaging_accounts RENAME TO messaging_accounts;

{postgres} ALTER TABLE phone_numbers DROP CONSTRAINT phone_numbers_provider_id_key;
{postgres} ALTER TABLE phone_numbers DROP CONSTRAINT phone_numbers_pkey;
{postgres} DROP INDEX phone_numbers_list;
{postgres} ALTER TABLE phone_numbers ADD CONSTRAINT phone_numbers_pkey PRIMARY KEY (workspace_id, id);
{sqlite} CREATE TABLE keyed_phone_numbers (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id TEXT NOT NULL,
{sqlite}   messaging_account_id TEXT NOT NULL,
{sqlite}   provider_id TEXT NOT NULL,
{sqlite}   number TEXT NOT NULL,
{sqlite}   verified_name TEXT NOT NULL DEFAULT '',
{sqlite}   quality TEXT NOT NULL DEFAULT '',
{sqlite}   status TEXT NOT NULL DEFAULT '',
{sqlite}   throughput INTEGER NOT NULL,
{sqlite}   is_default BOOLEAN NOT NULL,
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   name_status TEXT NOT NULL DEFAULT '',
{sqlite}   requested_name TEXT NOT NULL DEFAULT '',
{sqlite}   name_rejection TEXT NOT NULL DEFAULT '',
{sqlite}   messaging_limit TEXT NOT NULL DEFAULT '',
{sqlite}   username TEXT NOT NULL DEFAULT '',
{sqlite}   username_status TEXT NOT NULL DEFAULT '',
{sqlite}   late_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   disconnect_reason TEXT NOT NULL DEFAULT '',
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} );
{sqlite} INSERT INTO keyed_phone_numbers (workspace_id, id, messaging_account_id, provider_id, number, verified_name, quality, status, throughput, is_default, created_at, name_status, requested_name, name_rejection, messaging_limit, username, username_status, late_at, disconnect_reason)
{sqlite}   SELECT workspace_id, id, messaging_account_id, provider_id, number, verified_name, quality, status, throughput, is_default, created_at, name_status, requested_name, name_rejection, messaging_limit, username, username_status, late_at, disconnect_reason FROM phone_numbers;
{sqlite} DROP TABLE phone_numbers;
{sqlite} ALTER TABLE keyed_phone_numbers RENAME TO phone_numbers;

{postgres} DROP INDEX templates_name;
{postgres} DROP INDEX templates_provider;
{postgres} ALTER TABLE templates DROP CONSTRAINT templates_pkey;
{postgres} DROP INDEX templates_list;
{postgres} ALTER TABLE templates ADD CONSTRAINT templates_pkey PRIMARY KEY (workspace_id, id);
{sqlite} CREATE TABLE keyed_templates (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   id TEXT NOT NULL,
{sqlite}   messaging_account_id TEXT NOT NULL,
{sqlite}   provider_id TEXT NOT NULL,
{sqlite}   name TEXT NOT NULL,
{sqlite}   language TEXT NOT NULL,
{sqlite}   category TEXT NOT NULL,
{sqlite}   status TEXT NOT NULL,
{sqlite}   reason TEXT NOT NULL DEFAULT '',
{sqlite}   quality TEXT NOT NULL DEFAULT '',
{sqlite}   format TEXT NOT NULL,
{sqlite}   components TEXT NOT NULL,
{sqlite}   updated_at INTEGER NOT NULL,
{sqlite}   next_category TEXT NOT NULL DEFAULT '',
{sqlite}   next_category_at INTEGER NOT NULL DEFAULT 0,
{sqlite}   PRIMARY KEY (workspace_id, id)
{sqlite} );
{sqlite} INSERT INTO keyed_templates (workspace_id, id, messaging_account_id, provider_id, name, language, category, status, reason, quality, format, components, updated_at, next_category, next_category_at)
{sqlite}   SELECT workspace_id, id, messaging_account_id, provider_id, name, language, category, status, reason, quality, format, components, updated_at, next_category, next_category_at FROM templates;
{sqlite} DROP TABLE templates;
{sqlite} ALTER TABLE keyed_templates RENAME TO templates;
CREATE UNIQUE INDEX templates_name ON templates (workspace_id, messaging_account_id, name, language);
CREATE INDEX templates_provider ON templates (workspace_id, messaging_account_id, provider_id);

-- The names of objects are random; whether one is a file's is asked for all
-- workspaces at once.
DROP INDEX media_object;
CREATE INDEX media_object ON media (object) WHERE object <> '';
