-- All that decisions about conversations rested on, so that they can be made again.
-- At place -1 is how a conversation came to be routed; from 0 on are the choices of a
-- chain, the first one whole, each later one as it differs from the one before.
CREATE TABLE routing_inputs (
  workspace_id {text} NOT NULL,
  decided_at {int} NOT NULL,
  place {int} NOT NULL,
  chain {text} NOT NULL,
  decision_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  body {text} NOT NULL,
  PRIMARY KEY (workspace_id, decided_at, place, chain)
) {clustered};
CREATE INDEX routing_inputs_age ON routing_inputs (decided_at);

-- Rehearsals go through past decisions again, as they were and with changes. request
-- and result are JSON.
CREATE TABLE rehearsals (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  request {text} NOT NULL,
  result {text} NOT NULL DEFAULT '',
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
CREATE INDEX rehearsals_open ON rehearsals (workspace_id) WHERE run_ended_at = 0;
CREATE INDEX rehearsals_ended ON rehearsals (run_ended_at) WHERE run_ended_at > 0;
