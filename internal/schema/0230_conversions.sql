-- What the business told that a contact did, such as a purchase. minor is the amount in
-- the smallest unit of its currency, which is '' where none was told. contact_id is who it
-- was then: whoever was merged since is found by the contact that is left.
CREATE TABLE conversions (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  contact_id {text} NOT NULL,
  name {text} NOT NULL,
  minor {int} NOT NULL,
  currency {text} NOT NULL,
  external_id {text} NOT NULL,
  occurred_at {int} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX conversions_occurred ON conversions (workspace_id, occurred_at, id);
CREATE INDEX conversions_name ON conversions (workspace_id, name, occurred_at, id);
CREATE INDEX conversions_contact ON conversions (workspace_id, contact_id, occurred_at, id);
CREATE UNIQUE INDEX conversions_external ON conversions (workspace_id, external_id) WHERE external_id <> '';
