-- How many events one call carries at most, and which call carried an event
-- together with others.
ALTER TABLE webhook_endpoints ADD COLUMN max_batch {int} NOT NULL DEFAULT 1;
ALTER TABLE deliveries ADD COLUMN batch_id TEXT NOT NULL DEFAULT '';
ALTER TABLE delivery_attempts ADD COLUMN batch_id TEXT NOT NULL DEFAULT '';
