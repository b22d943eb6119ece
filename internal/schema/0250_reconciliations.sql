-- The ledger of charges compared with what the provider charged. request and result are
-- JSON; invoice is the CSV until it was compared.
CREATE TABLE reconciliations (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  request {text} NOT NULL,
  result {text} NOT NULL DEFAULT '',
  invoice {text} NOT NULL,
  made_by {text} NOT NULL,
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
CREATE INDEX reconciliations_open ON reconciliations (workspace_id) WHERE run_ended_at = 0;
CREATE INDEX reconciliations_ended ON reconciliations (run_ended_at) WHERE run_ended_at > 0;

-- What they found. ledger and provider are JSON of what each side has; message_ids are some
-- of the messages behind it.
CREATE TABLE reconciliation_differences (
  workspace_id {text} NOT NULL,
  reconciliation_id {text} NOT NULL,
  number {int} NOT NULL,
  cause {text} NOT NULL,
  messages {int} NOT NULL,
  ledger {text} NOT NULL,
  provider {text} NOT NULL,
  message_ids {text} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (workspace_id, reconciliation_id, number)
) {clustered};
CREATE INDEX reconciliation_differences_cause ON reconciliation_differences (workspace_id, reconciliation_id, cause, number);
CREATE INDEX reconciliation_differences_age ON reconciliation_differences (at);
