-- Evaluations measure a revision of an assistant beside the live one. position
-- and done move in the transactions that store what they stand for.
CREATE TABLE evaluations (
  workspace_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  id {text} NOT NULL,
  state {text} NOT NULL,
  revision {int} NOT NULL,
  beside {int} NOT NULL,
  request {text} NOT NULL,
  position {text} NOT NULL DEFAULT '',
  examined {int} NOT NULL DEFAULT 0,
  left_out {int} NOT NULL DEFAULT 0,
  total {int} NOT NULL DEFAULT 0,
  done {int} NOT NULL DEFAULT 0,
  unmeasured {int} NOT NULL DEFAULT 0,
  tries {int} NOT NULL DEFAULT 0,
  paused {text} NOT NULL DEFAULT '',
  retry_at {int} NOT NULL DEFAULT 0,
  failure {text} NOT NULL DEFAULT '',
  result {text} NOT NULL DEFAULT '',
  made_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  finished_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, assistant_id, id)
) {clustered};
CREATE INDEX evaluations_completed ON evaluations (workspace_id, assistant_id, revision, id) WHERE state = 'completed';
CREATE INDEX evaluations_open ON evaluations (workspace_id) WHERE finished_at = 0;
CREATE INDEX evaluations_ended ON evaluations (finished_at) WHERE finished_at > 0;

-- The questions, and what the revisions answered, are sealed; the scores have
-- no words in them.
CREATE TABLE evaluation_items (
  workspace_id {text} NOT NULL,
  evaluation_id {text} NOT NULL,
  number {int} NOT NULL,
  question {blob} NOT NULL,
  conversation_id {text} NOT NULL DEFAULT '',
  message_id {text} NOT NULL DEFAULT '',
  answers {blob} NOT NULL,
  scores {text} NOT NULL DEFAULT '',
  unmeasured {text} NOT NULL DEFAULT '',
  measured_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, evaluation_id, number)
) {clustered};

-- Who made which revision live, when, and which table they had looked at.
CREATE TABLE assistant_publications (
  workspace_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  id {text} NOT NULL,
  revision {int} NOT NULL,
  replaced {int} NOT NULL,
  evaluation_id {text} NOT NULL,
  result {text} NOT NULL,
  without_evaluation {bool} NOT NULL,
  reason {text} NOT NULL,
  made_by {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, assistant_id, id)
) {clustered};
CREATE INDEX assistant_publications_of ON assistant_publications (workspace_id, assistant_id, revision, id);
