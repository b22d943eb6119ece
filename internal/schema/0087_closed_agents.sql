-- Nobody has a conversation that is closed: closing takes its agent off. Those that
-- got their first episode by 0057, as a closed one, kept theirs; what was assigned
-- since then stays. Of one that was joined to another meanwhile, where it stood is
-- kept as JSON, and its agent with the conversation.
UPDATE conversations SET agent_id = '' WHERE agent_id <> '' AND EXISTS (SELECT 1 FROM episodes e
  WHERE e.workspace_id = conversations.workspace_id AND e.conversation_id = conversations.id AND e.no = 1 AND e.close_reason = 'before_episodes' AND e.agent_id = conversations.agent_id)
  AND (EXISTS (SELECT 1 FROM conversation_states s WHERE s.workspace_id = conversations.workspace_id AND s.conversation_id = conversations.id
      AND s.status = 'closed' AND s.episode_no = 1 AND s.agent_id = conversations.agent_id)
    OR EXISTS (SELECT 1 FROM joined_states j WHERE j.workspace_id = conversations.workspace_id AND j.conversation_id = conversations.id
      AND j.state LIKE '%"Status":"closed"%'));
UPDATE conversation_states SET agent_id = '' WHERE status = 'closed' AND agent_id <> '' AND episode_no = 1 AND EXISTS (SELECT 1 FROM episodes e
  WHERE e.workspace_id = conversation_states.workspace_id AND e.conversation_id = conversation_states.conversation_id AND e.no = 1
    AND e.close_reason = 'before_episodes' AND e.agent_id = conversation_states.agent_id);
