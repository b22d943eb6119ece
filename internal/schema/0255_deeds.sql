-- When the contact answered a broadcast's message, and when it was read; 0 for never.
ALTER TABLE broadcast_recipients ADD COLUMN answered_at {int} NOT NULL DEFAULT 0;
ALTER TABLE broadcast_recipients ADD COLUMN opened_at {int} NOT NULL DEFAULT 0;
-- Of those before, it is only known when they were written to.
UPDATE broadcast_recipients SET answered_at = CASE WHEN answered = 1 THEN sent_at ELSE 0 END, opened_at = CASE WHEN state = 'read' THEN sent_at ELSE 0 END
WHERE answered = 1 OR state = 'read';
CREATE INDEX broadcast_recipients_answered ON broadcast_recipients (workspace_id, conversation_id, answered_at, broadcast_id) WHERE answered_at > 0;
CREATE INDEX broadcast_recipients_opened ON broadcast_recipients (workspace_id, conversation_id, opened_at, broadcast_id) WHERE opened_at > 0;
-- The last conversion of a name of a contact.
CREATE INDEX conversions_deed ON conversions (workspace_id, contact_id, name, occurred_at);
