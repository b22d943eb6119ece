-- Tables of contacts that are read in, batch by batch. Where the next row
-- begins is stored with the effect of the rows before it.
CREATE TABLE contact_imports (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  state {text} NOT NULL,
  filename {text} NOT NULL,
  encoding {text} NOT NULL,
  delimiter {text} NOT NULL,
  options {text} NOT NULL,
  columns {text} NOT NULL,
  object {text} NOT NULL,
  sealed_key {blob} NOT NULL,
  size {int} NOT NULL,
  row_offset {int} NOT NULL DEFAULT 0,
  row_line {int} NOT NULL DEFAULT 1,
  rows_read {int} NOT NULL DEFAULT 0,
  created {int} NOT NULL DEFAULT 0,
  updated {int} NOT NULL DEFAULT 0,
  skipped {int} NOT NULL DEFAULT 0,
  failed {int} NOT NULL DEFAULT 0,
  errors {int} NOT NULL DEFAULT 0,
  failure {text} NOT NULL DEFAULT '',
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  finished_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX contact_imports_object ON contact_imports (object) WHERE object <> '';

CREATE TABLE contact_import_errors (
  workspace_id {text} NOT NULL,
  import_id {text} NOT NULL,
  number {int} NOT NULL,
  line {int} NOT NULL,
  header {text} NOT NULL,
  reason {text} NOT NULL,
  PRIMARY KEY (workspace_id, import_id, number)
) {clustered};
