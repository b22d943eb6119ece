-- Conversations that wait for somebody of a team, or for a member: queue names
-- either. What holds of the rules is in target, as JSON; visited are the teams that
-- had the conversation, apart by spaces.
CREATE TABLE routing_queue (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  queue {text} NOT NULL,
  queue_at {int} NOT NULL,
  waiting_since {int} NOT NULL,
  phone_number_id {text} NOT NULL,
  episode_id {text} NOT NULL,
  decision_id {text} NOT NULL,
  cause {text} NOT NULL,
  target {text} NOT NULL,
  answered_by {text} NOT NULL,
  answered_at {int} NOT NULL,
  overflow_at {int} NOT NULL,
  visited {text} NOT NULL,
  explained {bool} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};
CREATE INDEX routing_queue_order ON routing_queue (workspace_id, queue, queue_at, waiting_since, conversation_id);
CREATE INDEX routing_queue_new ON routing_queue (workspace_id, queue, conversation_id) WHERE NOT explained;

-- A row that whoever gives a conversation to a member locks. How much the member
-- has is counted under the lock.
CREATE TABLE routing_loads (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  last_assigned_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) {clustered};

-- How much a member got of a queue, so that all take turns. The row of nobody is
-- that of the queue itself, with when it is to be looked at again.
CREATE TABLE routing_turns (
  workspace_id {text} NOT NULL,
  queue {text} NOT NULL,
  user_id {text} NOT NULL,
  virtual_time {int} NOT NULL,
  look_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, queue, user_id)
) {clustered};

CREATE TABLE routing_decisions (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  id {text} NOT NULL,
  episode_id {text} NOT NULL,
  decided_at {int} NOT NULL,
  cause {text} NOT NULL,
  outcome {text} NOT NULL,
  agent_id {text} NOT NULL,
  body {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, id)
) {clustered};
CREATE INDEX routing_decisions_age ON routing_decisions (decided_at);
