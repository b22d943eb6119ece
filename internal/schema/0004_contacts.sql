-- Contacts: found by any variant of a number, merged and parted again.

-- Grows whenever a number or user id moves between contacts.
ALTER TABLE workspaces ADD COLUMN contact_epoch {int} NOT NULL DEFAULT 0;

ALTER TABLE contacts ADD COLUMN lookup_key {text} NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN phone_since {int} NOT NULL DEFAULT 0;
ALTER TABLE contacts ADD COLUMN parent_user_id {text} NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN named_here {bool} NOT NULL DEFAULT FALSE;
ALTER TABLE contacts ADD COLUMN search_name {text} NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN tags {text} NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN field_values {text} NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN merged_into {text} NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN updated_at {int} NOT NULL DEFAULT 0;
-- A conversation that is part of another one: its messages stay where they are.
ALTER TABLE conversations ADD COLUMN joined_to {text} NOT NULL DEFAULT '';

UPDATE contacts SET updated_at = created_at, search_name = lower(name), lookup_key = CASE
  WHEN substr(phone, 1, 3) = '+55' AND length(phone) = 13 AND substr(phone, 6, 1) >= '6' THEN substr(phone, 1, 5) || '9' || substr(phone, 6)
  WHEN substr(phone, 1, 4) = '+521' AND length(phone) = 14 THEN '+52' || substr(phone, 5)
  WHEN substr(phone, 1, 4) = '+549' AND length(phone) = 14 THEN '+54' || substr(phone, 5)
  ELSE phone END;
-- Of the variants of one number the oldest contact stays.
UPDATE contacts SET lookup_key = '', merged_into = (SELECT min(o.id) FROM contacts o
    WHERE o.workspace_id = contacts.workspace_id AND o.lookup_key = contacts.lookup_key)
  WHERE lookup_key <> '' AND EXISTS (SELECT 1 FROM contacts o
    WHERE o.workspace_id = contacts.workspace_id AND o.lookup_key = contacts.lookup_key AND o.id < contacts.id);
UPDATE conversations SET joined_to = coalesce((SELECT v.id FROM contacts c JOIN conversations v ON v.workspace_id = c.workspace_id AND v.contact_id = c.merged_into
    WHERE c.workspace_id = conversations.workspace_id AND c.id = conversations.contact_id AND c.merged_into <> '' AND v.phone_number_id = conversations.phone_number_id), '');
UPDATE conversations SET contact_id = coalesce((SELECT c.merged_into FROM contacts c
    WHERE c.workspace_id = conversations.workspace_id AND c.id = conversations.contact_id AND c.merged_into <> ''), contact_id)
  WHERE joined_to = '';

DROP INDEX contacts_phone;
CREATE UNIQUE INDEX contacts_lookup ON contacts (workspace_id, lookup_key) WHERE lookup_key <> '';
CREATE INDEX contacts_name ON contacts (workspace_id, search_name, id) WHERE search_name <> '';
CREATE INDEX contacts_updated ON contacts (workspace_id, updated_at, id);
CREATE INDEX contacts_merged ON contacts (workspace_id, merged_into) WHERE merged_into <> '';
CREATE INDEX conversations_joined ON conversations (workspace_id, joined_to) WHERE joined_to <> '';

CREATE TABLE contact_notices (
  workspace_id {text} NOT NULL,
  contact_id {text} NOT NULL,
  id {text} NOT NULL,
  kind {text} NOT NULL,
  phone {text} NOT NULL,
  user_id {text} NOT NULL,
  other_contact_id {text} NOT NULL,
  detail {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, contact_id, id)
) {clustered};

CREATE TABLE contact_merges (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  kept_id {text} NOT NULL,
  gone_id {text} NOT NULL,
  cause {text} NOT NULL,
  made_by {text} NOT NULL,
  created_at {int} NOT NULL,
  undone_at {int} NOT NULL DEFAULT 0,
  record {text} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX contact_merges_kept ON contact_merges (workspace_id, kept_id, id);
CREATE INDEX contact_merges_gone ON contact_merges (workspace_id, gone_id, id);

-- A field that was deleted keeps its number, so that its values never come
-- back under another name.
CREATE TABLE contact_fields (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  number {int} NOT NULL,
  key {text} NOT NULL,
  label {text} NOT NULL,
  type {text} NOT NULL,
  options {text} NOT NULL,
  created_at {int} NOT NULL,
  deleted_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX contact_fields_number ON contact_fields (workspace_id, number);
CREATE UNIQUE INDEX contact_fields_key ON contact_fields (workspace_id, key) WHERE deleted_at = 0;

-- What contacts are listed by.
CREATE TABLE contact_tags (
  workspace_id {text} NOT NULL,
  tag {text} NOT NULL,
  contact_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, tag, contact_id)
) {clustered};
CREATE TABLE contact_field_values (
  workspace_id {text} NOT NULL,
  field {int} NOT NULL,
  value {text} NOT NULL,
  contact_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, field, value, contact_id)
) {clustered};
