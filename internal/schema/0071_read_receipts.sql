-- When contacts are told that their messages were read, by number.
ALTER TABLE phone_numbers ADD COLUMN read_receipts {text} NOT NULL DEFAULT 'never';

-- The newest message of each conversation that the contact was, or is being, told
-- of as read: none is told of twice.
CREATE TABLE read_receipts (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  message_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};
