-- Imports and redeliveries are long runs: the same columns in each of their
-- tables say how far one has come.
-- run_position moves in the transaction of the effect. run_total is -1 while it
-- is unknown. A run that never began has no time of its start.
ALTER TABLE contact_imports ADD COLUMN run_state {text} NOT NULL DEFAULT '';
ALTER TABLE contact_imports ADD COLUMN run_phase {text} NOT NULL DEFAULT '';
ALTER TABLE contact_imports ADD COLUMN run_position {text} NOT NULL DEFAULT '';
ALTER TABLE contact_imports ADD COLUMN run_done {int} NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN run_total {int} NOT NULL DEFAULT -1;
ALTER TABLE contact_imports ADD COLUMN run_tries {int} NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN run_paused {text} NOT NULL DEFAULT '';
ALTER TABLE contact_imports ADD COLUMN run_retry_at {int} NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN run_error {text} NOT NULL DEFAULT '';
ALTER TABLE contact_imports ADD COLUMN run_started_at {int} NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN run_updated_at {int} NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN run_ended_at {int} NOT NULL DEFAULT 0;
UPDATE contact_imports SET run_state = state, run_position = CAST(row_offset AS TEXT) || ' ' || CAST(row_line AS TEXT), run_done = rows_read,
  run_total = CASE WHEN state = 'completed' THEN rows_read ELSE -1 END, run_error = failure, run_started_at = created_at, run_updated_at = updated_at,
  run_ended_at = finished_at;
ALTER TABLE contact_imports DROP COLUMN state;
ALTER TABLE contact_imports DROP COLUMN row_offset;
ALTER TABLE contact_imports DROP COLUMN row_line;
ALTER TABLE contact_imports DROP COLUMN rows_read;
ALTER TABLE contact_imports DROP COLUMN failure;
ALTER TABLE contact_imports DROP COLUMN created_at;
ALTER TABLE contact_imports DROP COLUMN updated_at;
ALTER TABLE contact_imports DROP COLUMN finished_at;
ALTER TABLE contact_imports RENAME COLUMN errors TO problems;
ALTER TABLE contact_import_errors RENAME TO contact_import_problems;
{postgres} ALTER INDEX contact_import_errors_pkey RENAME TO contact_import_problems_pkey;
ALTER TABLE contact_import_problems RENAME COLUMN header TO field;

DROP INDEX redeliveries_open;
DROP INDEX redeliveries_ended;
ALTER TABLE redeliveries ADD COLUMN run_state {text} NOT NULL DEFAULT '';
ALTER TABLE redeliveries ADD COLUMN run_phase {text} NOT NULL DEFAULT '';
ALTER TABLE redeliveries ADD COLUMN run_position {text} NOT NULL DEFAULT '';
ALTER TABLE redeliveries ADD COLUMN run_done {int} NOT NULL DEFAULT 0;
ALTER TABLE redeliveries ADD COLUMN run_total {int} NOT NULL DEFAULT -1;
ALTER TABLE redeliveries ADD COLUMN run_tries {int} NOT NULL DEFAULT 0;
ALTER TABLE redeliveries ADD COLUMN run_paused {text} NOT NULL DEFAULT '';
ALTER TABLE redeliveries ADD COLUMN run_retry_at {int} NOT NULL DEFAULT 0;
ALTER TABLE redeliveries ADD COLUMN run_error {text} NOT NULL DEFAULT '';
ALTER TABLE redeliveries ADD COLUMN run_started_at {int} NOT NULL DEFAULT 0;
ALTER TABLE redeliveries ADD COLUMN run_updated_at {int} NOT NULL DEFAULT 0;
ALTER TABLE redeliveries ADD COLUMN run_ended_at {int} NOT NULL DEFAULT 0;
UPDATE redeliveries SET run_state = CASE WHEN state = 'delivering' THEN 'running' ELSE state END,
  run_phase = CASE WHEN state = 'running' THEN 'collecting' ELSE 'delivering' END, run_position = position, run_done = done + failed,
  run_total = CASE WHEN state IN ('delivering', 'completed') THEN queued ELSE -1 END, run_error = failure, run_started_at = created_at, run_updated_at = updated_at,
  run_ended_at = finished_at;
ALTER TABLE redeliveries DROP COLUMN state;
ALTER TABLE redeliveries DROP COLUMN position;
ALTER TABLE redeliveries DROP COLUMN failure;
ALTER TABLE redeliveries DROP COLUMN created_at;
ALTER TABLE redeliveries DROP COLUMN updated_at;
ALTER TABLE redeliveries DROP COLUMN finished_at;
ALTER TABLE redeliveries RENAME COLUMN done TO delivered;
CREATE INDEX redeliveries_open ON redeliveries (run_state) WHERE run_ended_at = 0;
CREATE INDEX redeliveries_ended ON redeliveries (run_ended_at) WHERE run_ended_at > 0;

DROP INDEX evaluations_completed;
DROP INDEX evaluations_open;
DROP INDEX evaluations_ended;
ALTER TABLE evaluations ADD COLUMN run_state {text} NOT NULL DEFAULT '';
ALTER TABLE evaluations ADD COLUMN run_phase {text} NOT NULL DEFAULT '';
ALTER TABLE evaluations ADD COLUMN run_position {text} NOT NULL DEFAULT '';
ALTER TABLE evaluations ADD COLUMN run_done {int} NOT NULL DEFAULT 0;
ALTER TABLE evaluations ADD COLUMN run_total {int} NOT NULL DEFAULT -1;
ALTER TABLE evaluations ADD COLUMN run_tries {int} NOT NULL DEFAULT 0;
ALTER TABLE evaluations ADD COLUMN run_paused {text} NOT NULL DEFAULT '';
ALTER TABLE evaluations ADD COLUMN run_retry_at {int} NOT NULL DEFAULT 0;
ALTER TABLE evaluations ADD COLUMN run_error {text} NOT NULL DEFAULT '';
ALTER TABLE evaluations ADD COLUMN run_started_at {int} NOT NULL DEFAULT 0;
ALTER TABLE evaluations ADD COLUMN run_updated_at {int} NOT NULL DEFAULT 0;
ALTER TABLE evaluations ADD COLUMN run_ended_at {int} NOT NULL DEFAULT 0;
UPDATE evaluations SET run_state = CASE WHEN state = 'collecting' THEN 'running' ELSE state END,
  run_phase = CASE WHEN state = 'collecting' THEN 'collecting' ELSE 'measuring' END, run_position = CASE WHEN state = 'collecting' THEN position ELSE CAST(done AS TEXT) END,
  run_done = done, run_total = CASE WHEN state = 'collecting' THEN -1 ELSE total END, run_tries = tries, run_paused = paused, run_retry_at = retry_at,
  run_error = failure, run_started_at = created_at, run_updated_at = updated_at, run_ended_at = finished_at;
ALTER TABLE evaluations DROP COLUMN state;
ALTER TABLE evaluations DROP COLUMN position;
ALTER TABLE evaluations DROP COLUMN done;
ALTER TABLE evaluations DROP COLUMN tries;
ALTER TABLE evaluations DROP COLUMN paused;
ALTER TABLE evaluations DROP COLUMN retry_at;
ALTER TABLE evaluations DROP COLUMN failure;
ALTER TABLE evaluations DROP COLUMN created_at;
ALTER TABLE evaluations DROP COLUMN updated_at;
ALTER TABLE evaluations DROP COLUMN finished_at;
ALTER TABLE evaluations RENAME COLUMN total TO found;
CREATE INDEX evaluations_completed ON evaluations (workspace_id, assistant_id, revision, id) WHERE run_state = 'completed';
CREATE INDEX evaluations_open ON evaluations (workspace_id) WHERE run_ended_at = 0;
CREATE INDEX evaluations_ended ON evaluations (run_ended_at) WHERE run_ended_at > 0;
