-- Who is mentioned in which note, and when: at its writing, or at the edit that
-- added them.
CREATE TABLE note_mentions (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  user_id {text} NOT NULL,
  at {int} NOT NULL,
  note_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id, at, note_id)
) {clustered};

-- The latest of them in a conversation and in those that are joined to it, for the
-- list of what somebody is mentioned in.
CREATE TABLE conversation_mentions (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  user_id {text} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id)
) {clustered};
CREATE INDEX conversation_mentions_user ON conversation_mentions (workspace_id, user_id, at, conversation_id);

INSERT INTO note_mentions (workspace_id, conversation_id, user_id, at, note_id)
  SELECT n.workspace_id, n.conversation_id, m.user_id, n.created_at, n.id FROM notes n JOIN members m ON m.workspace_id = n.workspace_id
  WHERE n.mentions <> '' AND ' ' || n.mentions || ' ' LIKE '% ' || m.user_id || ' %';
-- Only conversations in which somebody is mentioned are followed to what they were
-- joined to.
INSERT INTO conversation_mentions (workspace_id, conversation_id, user_id, at)
  WITH RECURSIVE up (workspace_id, id, of_id) AS (SELECT DISTINCT workspace_id, conversation_id, conversation_id FROM note_mentions
    UNION ALL SELECT u.workspace_id, u.id, v.joined_to FROM up u JOIN conversations v ON v.workspace_id = u.workspace_id AND v.id = u.of_id WHERE v.joined_to <> '')
  SELECT m.workspace_id, u.of_id, m.user_id, max(m.at) FROM note_mentions m JOIN up u ON u.workspace_id = m.workspace_id AND u.id = m.conversation_id
    JOIN conversations v ON v.workspace_id = u.workspace_id AND v.id = u.of_id WHERE v.joined_to = '' GROUP BY 1, 2, 3;
