-- Tables of deals that are read in, batch by batch, like those of contacts.
CREATE TABLE deal_imports (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  filename {text} NOT NULL,
  encoding {text} NOT NULL,
  delimiter {text} NOT NULL,
  options {text} NOT NULL,
  columns {text} NOT NULL,
  object {text} NOT NULL,
  sealed_key {blob} NOT NULL,
  size {int} NOT NULL,
  created {int} NOT NULL DEFAULT 0,
  updated {int} NOT NULL DEFAULT 0,
  skipped {int} NOT NULL DEFAULT 0,
  failed {int} NOT NULL DEFAULT 0,
  problems {int} NOT NULL DEFAULT 0,
  run_state {text} NOT NULL DEFAULT '',
  run_phase {text} NOT NULL DEFAULT '',
  run_position {text} NOT NULL DEFAULT '',
  run_done {int} NOT NULL DEFAULT 0,
  run_total {int} NOT NULL DEFAULT -1,
  run_tries {int} NOT NULL DEFAULT 0,
  run_paused {text} NOT NULL DEFAULT '',
  run_retry_at {int} NOT NULL DEFAULT 0,
  run_error {text} NOT NULL DEFAULT '',
  run_started_at {int} NOT NULL DEFAULT 0,
  run_updated_at {int} NOT NULL DEFAULT 0,
  run_ended_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX deal_imports_object ON deal_imports (object) WHERE object <> '';

-- Why lines were not taken, in the order of the table.
CREATE TABLE deal_import_problems (
  workspace_id {text} NOT NULL,
  import_id {text} NOT NULL,
  number {int} NOT NULL,
  line {int} NOT NULL,
  field {text} NOT NULL,
  reason {text} NOT NULL,
  PRIMARY KEY (workspace_id, import_id, number)
) {clustered};

-- What another system knows a deal by, so that an import makes one deal of it however
-- often it comes. That of a line without such a key begins with #, and is made of its cells.
ALTER TABLE deals ADD COLUMN external_key {text} NOT NULL DEFAULT '';
CREATE UNIQUE INDEX deals_external_key ON deals (workspace_id, external_key) WHERE external_key <> '';
