-- When it was told that a clock will be late soon; 0 if it was not. The index has the
-- clocks of which that is to be told, and nothing of what is over.
ALTER TABLE clocks ADD COLUMN warned_at {int} NOT NULL DEFAULT 0;
CREATE INDEX clocks_warning ON clocks (warn_at, workspace_id, conversation_id, id) WHERE warn_at > 0 AND warned_at = 0 AND breached_at = 0 AND paused_at = 0 AND ended = '';
-- Conversations by when the first of their clocks is due.
CREATE INDEX conversation_states_due ON conversation_states (workspace_id, due_at, conversation_id) WHERE due_at > 0 AND status <> 'closed' AND status <> 'snoozed';
