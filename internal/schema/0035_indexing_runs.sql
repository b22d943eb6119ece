-- Indexing a source of knowledge is a long run: see 0028. The state of a source is
-- that of its run. What was waiting or running begins again.
ALTER TABLE knowledge_sources ADD COLUMN run_state {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_sources ADD COLUMN run_phase {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_sources ADD COLUMN run_position {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_sources ADD COLUMN run_done {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_sources ADD COLUMN run_total {int} NOT NULL DEFAULT -1;
ALTER TABLE knowledge_sources ADD COLUMN run_tries {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_sources ADD COLUMN run_paused {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_sources ADD COLUMN run_retry_at {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_sources ADD COLUMN run_error {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_sources ADD COLUMN run_started_at {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_sources ADD COLUMN run_updated_at {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_sources ADD COLUMN run_ended_at {int} NOT NULL DEFAULT 0;
UPDATE knowledge_sources SET run_position = CAST(revision AS TEXT), run_started_at = updated_at, run_updated_at = updated_at,
  run_state = CASE state WHEN 'ready' THEN 'completed' WHEN 'failed' THEN 'failed' ELSE 'running' END,
  run_phase = CASE WHEN state IN ('ready', 'failed') THEN 'indexing' ELSE '' END,
  run_done = CASE WHEN state = 'ready' THEN passages ELSE 0 END, run_total = CASE WHEN state = 'ready' THEN passages ELSE -1 END,
  run_error = CASE WHEN state = 'failed' THEN reason ELSE '' END,
  run_ended_at = CASE WHEN state = 'ready' AND ready_at > updated_at THEN ready_at WHEN state IN ('ready', 'failed') THEN updated_at ELSE 0 END;
UPDATE knowledge_sources SET reason = '' WHERE state = 'failed';
ALTER TABLE knowledge_sources DROP COLUMN state;
ALTER TABLE knowledge_sources DROP COLUMN done;
ALTER TABLE knowledge_sources DROP COLUMN total;
