-- Lists the conversations of a phone number, newest first.
CREATE INDEX conversations_number ON conversations (workspace_id, phone_number_id, id);
