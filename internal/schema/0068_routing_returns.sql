-- After how many minutes what waits with somebody who is not there goes back to its
-- team; 0 for never. And queues by when their conversations have waited too long.
ALTER TABLE routing_settings ADD COLUMN requeue_minutes {int} NOT NULL DEFAULT 0;
CREATE INDEX routing_queue_overflow ON routing_queue (workspace_id, queue, overflow_at) WHERE overflow_at > 0;
