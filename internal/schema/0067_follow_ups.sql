-- The end of a snooze that the contact cut short: somebody wanted to come back then.
ALTER TABLE conversation_states ADD COLUMN follow_up_at {int} NOT NULL DEFAULT 0;
CREATE INDEX conversation_states_follow_up ON conversation_states (workspace_id, follow_up_at, conversation_id) WHERE follow_up_at > 0;
