-- What was promised to contacts: text and until when. Those that are open wake their
-- conversation at due_at; woke_at is when they did, 0 for not yet.
CREATE TABLE promises (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  message_id {text} NOT NULL,
  user_id {text} NOT NULL,
  text {text} NOT NULL,
  due_at {int} NOT NULL,
  status {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  woke_at {int} NOT NULL,
  ended_by {text} NOT NULL,
  ended_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX promises_conversation ON promises (workspace_id, conversation_id, id);
CREATE INDEX promises_state ON promises (workspace_id, conversation_id, status, due_at);
CREATE INDEX promises_due ON promises (workspace_id, status, due_at, id);
CREATE INDEX promises_user ON promises (workspace_id, status, user_id, due_at, id);

-- When the next open promise of a conversation, and of those that are joined to it, is
-- due.
CREATE TABLE conversation_promises (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  due_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};
CREATE INDEX conversation_promises_due ON conversation_promises (workspace_id, due_at, conversation_id);
