-- For how long after a closing its contact goes on with the same episode; 0 for never.
ALTER TABLE inbox_settings ADD COLUMN closing_grace_minutes {int} NOT NULL DEFAULT 0;
