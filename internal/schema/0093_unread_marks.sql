-- Whether a user marked a conversation as unread, whatever they have read of it.
ALTER TABLE conversation_reads ADD COLUMN unread {bool} NOT NULL DEFAULT FALSE;
