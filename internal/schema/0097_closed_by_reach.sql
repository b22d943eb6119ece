-- The index of what is closed says what is surely beyond a reach.
DROP INDEX conversation_states_closed;
CREATE INDEX conversation_states_closed ON conversation_states (workspace_id, activity_at, conversation_id, team_id, agent_id) WHERE status = 'closed';
