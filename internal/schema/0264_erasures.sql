-- Contacts whose data is erased, or was. targets are the identifiers of all that was the
-- person: its contacts and conversations; they name nobody once it has ended.
CREATE TABLE contact_erasures (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  contact_id {text} NOT NULL,
  targets {text} NOT NULL,
  requested_by {text} NOT NULL,
  messages {int} NOT NULL DEFAULT 0,
  files {int} NOT NULL DEFAULT 0,
  events {int} NOT NULL DEFAULT 0,
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
CREATE INDEX contact_erasures_contact ON contact_erasures (workspace_id, contact_id);
-- What else is found by the conversation that is erased.
CREATE INDEX ratings_conversation ON ratings (workspace_id, conversation_id);
CREATE INDEX knowledge_gap_questions_conversation ON knowledge_gap_questions (workspace_id, conversation_id);
CREATE INDEX evaluation_items_conversation ON evaluation_items (workspace_id, conversation_id);
CREATE INDEX conversation_labels_conversation ON conversation_labels (workspace_id, conversation_id);
