-- When the message of a recipient was accepted; below 0 where it failed or was canceled, so
-- that it counts no more. 0 where there is none.
ALTER TABLE broadcast_recipients ADD COLUMN accepted_at {int} NOT NULL DEFAULT 0;
UPDATE broadcast_recipients SET accepted_at = (CASE WHEN sent_at > 0 THEN sent_at ELSE updated_at END) * (CASE WHEN state IN ('failed', 'canceled') THEN -1 ELSE 1 END) WHERE message_id <> '';
CREATE INDEX broadcast_recipients_accepted ON broadcast_recipients (workspace_id, person, accepted_at) WHERE accepted_at > 0;
