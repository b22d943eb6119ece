-- Messages that say themselves when their time is over, until it is and nothing
-- waits. An index of messages by their state would make PostgreSQL write every
-- index of a message anew with each of its states.
CREATE TABLE message_expirations (
  workspace_id {text} NOT NULL,
  message_id {text} NOT NULL,
  expires_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, message_id)
) {clustered};
CREATE INDEX message_expirations_due ON message_expirations (expires_at, workspace_id, message_id);
INSERT INTO message_expirations (workspace_id, message_id, expires_at)
  SELECT workspace_id, id, expires_at FROM messages WHERE expires_at > 0 AND status IN ('scheduled', 'queued', 'sending');
DROP INDEX messages_expiring;
-- Room on the page for the states that follow.
{postgres} ALTER TABLE messages SET (fillfactor = 60);
