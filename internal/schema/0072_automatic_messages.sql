-- What a number says by itself: JSON, empty where nobody ever set that.
ALTER TABLE phone_numbers ADD COLUMN automatic_messages {text} NOT NULL DEFAULT '';

-- What was said by itself in a conversation: when the contact was greeted, and when
-- they were told, in which episode, that the business is closed.
CREATE TABLE courtesies (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  greeted_at {int} NOT NULL,
  told_at {int} NOT NULL,
  told_in {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};

-- For whom the business waits: what is to be done when the contact stays silent. due_at
-- is 0 while that is done, which fell due at due_since.
CREATE TABLE silences (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  episode_id {text} NOT NULL,
  status {text} NOT NULL,
  since {int} NOT NULL,
  due_at {int} NOT NULL,
  due_since {int} NOT NULL DEFAULT 0,
  reminded {bool} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};
CREATE INDEX silences_due ON silences (due_at, workspace_id, conversation_id) WHERE due_at > 0;
