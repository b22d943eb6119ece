-- Of the waiting of each quarter of an hour, how much was in conversations with a label:
-- with the labels that they had when their wait was counted.
CREATE TABLE waiting_labels (
  workspace_id {text} NOT NULL,
  label_id {text} NOT NULL,
  quarter_at {int} NOT NULL,
  phone_number_id {text} NOT NULL,
  cause {text} NOT NULL,
  waited_ms {int} NOT NULL,
  waits {int} NOT NULL,
  PRIMARY KEY (workspace_id, label_id, quarter_at, phone_number_id, cause)
) {clustered};
CREATE INDEX waiting_labels_time ON waiting_labels (workspace_id, quarter_at);
CREATE INDEX waiting_labels_age ON waiting_labels (quarter_at);
-- Which labels a wait was counted with: if it had not ended after all, it is taken out
-- where it was counted.
CREATE TABLE labeled_waits (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  from_at {int} NOT NULL,
  to_at {int} NOT NULL,
  labels {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, from_at)
) {clustered};
CREATE INDEX labeled_waits_age ON labeled_waits (to_at);
