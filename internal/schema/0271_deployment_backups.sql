-- When crm backup copied this database last, how long that took, and how much it was.
ALTER TABLE deployments ADD COLUMN backed_up_at {int} NOT NULL DEFAULT 0;
ALTER TABLE deployments ADD COLUMN backup_took {int} NOT NULL DEFAULT 0;
ALTER TABLE deployments ADD COLUMN backup_bytes {int} NOT NULL DEFAULT 0;
ALTER TABLE deployments ADD COLUMN backup_files {int} NOT NULL DEFAULT 0;
ALTER TABLE deployments ADD COLUMN backup_file_bytes {int} NOT NULL DEFAULT 0;
