-- What people have begun to write in conversations, one for each of them. version
-- is when it last changed, in milliseconds and growing with each change: one that
-- was deleted and begun anew never has an earlier version again. based_on_seq is -1
-- where the writer named none.
CREATE TABLE drafts (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  user_id {text} NOT NULL,
  version {int} NOT NULL,
  body {text} NOT NULL,
  shared {bool} NOT NULL,
  based_on_seq {int} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id)
) {clustered};
CREATE INDEX drafts_user ON drafts (workspace_id, user_id, version, conversation_id);
CREATE INDEX drafts_age ON drafts (version);
