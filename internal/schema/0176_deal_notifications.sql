-- Members are told of deals, too: deal_id is what a notification is about in the place of
-- a conversation, detail what happened to it.
ALTER TABLE notifications ADD COLUMN deal_id {text} NOT NULL DEFAULT '';
ALTER TABLE notifications ADD COLUMN detail {text} NOT NULL DEFAULT '';

-- Whom a note of a deal mentions: identifiers, separated by spaces.
ALTER TABLE deal_notes ADD COLUMN mentions {text} NOT NULL DEFAULT '';

-- When it is to be looked next whether a deal rots, and for which time it was told that
-- it does; 0 for never.
ALTER TABLE deals ADD COLUMN rot_check_at {int} NOT NULL DEFAULT 0;
ALTER TABLE deals ADD COLUMN rot_told {int} NOT NULL DEFAULT 0;
CREATE INDEX deals_rot_check ON deals (rot_check_at) WHERE rot_check_at > 0;
UPDATE deals SET rot_check_at = active_at + 86400000 * (SELECT s.rots_after_days FROM stages s
  WHERE s.workspace_id = deals.workspace_id AND s.pipeline_id = deals.pipeline_id AND s.id = deals.stage_id)
WHERE status = 'open' AND EXISTS (SELECT 1 FROM stages s
  WHERE s.workspace_id = deals.workspace_id AND s.pipeline_id = deals.pipeline_id AND s.id = deals.stage_id AND s.rots_after_days > 0);
