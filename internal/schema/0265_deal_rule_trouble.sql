-- The version of a rule that could not act, of which people were told; 0 since it acted
-- again. told_at is when they were told last.
ALTER TABLE deal_rules ADD COLUMN told_version {int} NOT NULL DEFAULT 0;
ALTER TABLE deal_rules ADD COLUMN told_at {int} NOT NULL DEFAULT 0;
