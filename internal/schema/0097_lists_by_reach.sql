-- The indexes of what people work through say what is surely beyond a reach, and what
-- waits: whoever sees one of a hundred reads little else.
DROP INDEX conversation_states_active;
CREATE INDEX conversation_states_active ON conversation_states (workspace_id, activity_at, conversation_id, team_id, agent_id, waiting_since, status) WHERE status <> 'closed';
DROP INDEX conversation_states_waiting;
CREATE INDEX conversation_states_waiting ON conversation_states (workspace_id, waiting_since, conversation_id, team_id, agent_id) WHERE waiting_since > 0 AND status <> 'snoozed';
DROP INDEX conversation_states_snoozed;
CREATE INDEX conversation_states_snoozed ON conversation_states (workspace_id, activity_at, conversation_id, team_id, agent_id) WHERE status = 'snoozed';
DROP INDEX conversation_states_closed;
CREATE INDEX conversation_states_closed ON conversation_states (workspace_id, activity_at, conversation_id, team_id, agent_id) WHERE status = 'closed';
