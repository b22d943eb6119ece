-- Whose a custom field is: 'contact', or 'deal'. Each has its own keys; numbers are given
-- once for both.
ALTER TABLE contact_fields ADD COLUMN owner {text} NOT NULL DEFAULT 'contact';
DROP INDEX contact_fields_key;
CREATE UNIQUE INDEX contact_fields_key ON contact_fields (workspace_id, owner, key) WHERE deleted_at = 0;

-- The values of a deal's custom fields by number, as JSON.
ALTER TABLE deals ADD COLUMN field_values {text} NOT NULL DEFAULT '';

-- What deals are listed by.
CREATE TABLE deal_field_values (
  workspace_id {text} NOT NULL,
  field {int} NOT NULL,
  value {text} NOT NULL,
  deal_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, field, value, deal_id)
) {clustered};
