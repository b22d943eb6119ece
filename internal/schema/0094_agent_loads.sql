-- How much an agent has is counted from this index alone, with every look at a queue.
DROP INDEX conversation_states_agent;
CREATE INDEX conversation_states_agent ON conversation_states (workspace_id, agent_id, activity_at, conversation_id, status, waiting_since, team_id) WHERE status <> 'closed' AND status <> 'snoozed';
