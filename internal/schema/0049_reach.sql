-- Who a conversation is assigned to, and who follows it: what the reach of an
-- actor goes by. The assistant that has the word is not an assignee.
ALTER TABLE conversations ADD COLUMN team_id {text} NOT NULL DEFAULT '';
ALTER TABLE conversations ADD COLUMN agent_id {text} NOT NULL DEFAULT '';
CREATE INDEX conversations_agent ON conversations (workspace_id, agent_id, id) WHERE agent_id <> '';
CREATE INDEX conversations_team ON conversations (workspace_id, team_id, id) WHERE team_id <> '';
CREATE INDEX conversations_teamless ON conversations (workspace_id, phone_number_id, id) WHERE team_id = '';

CREATE TABLE conversation_followers (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  user_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id)
) {clustered};
CREATE INDEX conversation_followers_user ON conversation_followers (workspace_id, user_id, conversation_id);

-- Where a file is: the conversations that have it, and who of a limited reach
-- uploaded it. Of a message with several files from before,
-- the first one is known.
CREATE TABLE media_places (
  workspace_id {text} NOT NULL,
  media_id {text} NOT NULL,
  place {text} NOT NULL,
  PRIMARY KEY (workspace_id, media_id, place)
) {clustered};
{sqlite} INSERT INTO media_places (workspace_id, media_id, place)
{sqlite}   SELECT DISTINCT m.workspace_id, f.id, m.conversation_id FROM messages m
{sqlite}   JOIN media f ON f.workspace_id = m.workspace_id AND f.id = substr(m.content, instr(m.content, '"med_') + 1, 30) WHERE instr(m.content, '"med_') > 0;
{postgres} INSERT INTO media_places (workspace_id, media_id, place)
{postgres}   SELECT DISTINCT m.workspace_id, f.id, m.conversation_id FROM messages m
{postgres}   JOIN media f ON f.workspace_id = m.workspace_id AND f.id = substr(m.content, strpos(m.content, '"med_') + 1, 30) WHERE strpos(m.content, '"med_') > 0;
