-- A limited reach reads lists holder by holder: what a team has, and what an agent has. The
-- indexes tell what the rule of reach asks of a row, and have snoozed conversations, too.
DROP INDEX conversation_states_team;
CREATE INDEX conversation_states_team ON conversation_states (workspace_id, team_id, activity_at, conversation_id, agent_id, phone_number_id, status) WHERE status <> 'closed';
DROP INDEX conversation_states_agent;
CREATE INDEX conversation_states_agent ON conversation_states (workspace_id, agent_id, activity_at, conversation_id, status, waiting_since, team_id) WHERE status <> 'closed';
CREATE INDEX conversation_states_closed_team ON conversation_states (workspace_id, team_id, activity_at, conversation_id, agent_id, phone_number_id) WHERE status = 'closed';
CREATE INDEX conversation_states_closed_agent ON conversation_states (workspace_id, agent_id, activity_at, conversation_id) WHERE status = 'closed';
