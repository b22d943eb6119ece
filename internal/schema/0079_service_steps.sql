-- How many steps of its policy a clock has run, and when it runs the next one; 0 for
-- none.
ALTER TABLE clocks ADD COLUMN stepped {int} NOT NULL DEFAULT 0;
ALTER TABLE clocks ADD COLUMN step_at {int} NOT NULL DEFAULT 0;
CREATE INDEX clocks_stepping ON clocks (step_at, workspace_id, conversation_id, id) WHERE step_at > 0;
