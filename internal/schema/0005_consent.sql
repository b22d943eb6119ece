-- Who agreed to what, when, and what proves it. Rows are only ever added.
CREATE TABLE consent_records (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  contact_id {text} NOT NULL,
  purpose {text} NOT NULL,
  state {text} NOT NULL,
  source {text} NOT NULL,
  proof {text} NOT NULL,
  -- Names the fact, so that one that is told twice is recorded once.
  fact {text} NOT NULL,
  at {int} NOT NULL,
  recorded_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX consent_records_fact ON consent_records (workspace_id, contact_id, purpose, fact);
CREATE INDEX consent_records_newest ON consent_records (workspace_id, contact_id, at, id);

-- Set while the contact refuses everything but answers, as opted_out_at is
-- while it refuses marketing. The ledger decides; these are what a send reads.
ALTER TABLE contacts ADD COLUMN refuses_all_at {int} NOT NULL DEFAULT 0;

-- What a workspace changed of the built-in words and answers.
CREATE TABLE consent_settings (
  workspace_id {text} PRIMARY KEY,
  settings {text} NOT NULL,
  updated_at {int} NOT NULL
);
