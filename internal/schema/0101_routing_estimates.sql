-- What was told of a conversation that waits in a queue, when nobody was free: its place
-- there, 0 for none, and how long it would take, 0 if that could not be said.
ALTER TABLE routing_queue ADD COLUMN told_at {int} NOT NULL DEFAULT 0;
ALTER TABLE routing_queue ADD COLUMN place {int} NOT NULL DEFAULT 0;
ALTER TABLE routing_queue ADD COLUMN promised_ms {int} NOT NULL DEFAULT 0;

-- How long it took from a place in a queue until somebody got the conversation.
CREATE TABLE routing_waits (
  workspace_id {text} NOT NULL,
  queue {text} NOT NULL,
  place {int} NOT NULL,
  ended_at {int} NOT NULL,
  conversation_id {text} NOT NULL,
  waited_ms {int} NOT NULL,
  PRIMARY KEY (workspace_id, queue, place, ended_at, conversation_id)
) {clustered};
CREATE INDEX routing_waits_age ON routing_waits (ended_at);

-- How many promises of a queue ended in each hour, and how many of them were kept.
CREATE TABLE routing_promises (
  workspace_id {text} NOT NULL,
  queue {text} NOT NULL,
  hour_at {int} NOT NULL,
  made {int} NOT NULL,
  kept {int} NOT NULL,
  PRIMARY KEY (workspace_id, queue, hour_at)
) {clustered};
CREATE INDEX routing_promises_age ON routing_promises (hour_at);
