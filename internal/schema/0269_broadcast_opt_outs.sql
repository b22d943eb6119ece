-- A broadcast pauses when too many opt out: those who did since this moment, of those who
-- were delivered since.
ALTER TABLE broadcasts ADD COLUMN watched_at {int} NOT NULL DEFAULT 0;
ALTER TABLE broadcasts ADD COLUMN watched_delivered {int} NOT NULL DEFAULT 0;
CREATE INDEX consent_records_opt_outs ON consent_records (workspace_id, recorded_at) WHERE state = 'opted_out' AND source IN ('message', 'provider_preference');
