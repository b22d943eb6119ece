-- What people write beside a conversation. mentions are identifiers of users,
-- separated by spaces.
CREATE TABLE notes (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  id {text} NOT NULL,
  body {text} NOT NULL,
  mentions {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  edited_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, conversation_id, id)
) {clustered};
