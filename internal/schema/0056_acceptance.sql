-- When a member accepted their invitation, or was let in without one; 0 for who is
-- still invited, whatever became of the invitation. Of who is deactivated, those
-- had accepted who were seen in the workspace.
ALTER TABLE members ADD COLUMN accepted_at {int} NOT NULL DEFAULT 0;
UPDATE members SET accepted_at = created_at WHERE state = 'active' OR last_seen_at > 0;

-- Nobody read these.
ALTER TABLE users DROP COLUMN password_changed_at;
ALTER TABLE user_tokens DROP COLUMN created_by;
