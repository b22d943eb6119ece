-- Giving passages their vectors is a long run, one for each workspace: see 0028.
-- What was waiting or running begins again; passages that have a vector keep it.
ALTER TABLE knowledge_embeddings ADD COLUMN run_state {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_embeddings ADD COLUMN run_phase {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_embeddings ADD COLUMN run_position {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_embeddings ADD COLUMN run_done {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_embeddings ADD COLUMN run_total {int} NOT NULL DEFAULT -1;
ALTER TABLE knowledge_embeddings ADD COLUMN run_tries {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_embeddings ADD COLUMN run_paused {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_embeddings ADD COLUMN run_retry_at {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_embeddings ADD COLUMN run_error {text} NOT NULL DEFAULT '';
ALTER TABLE knowledge_embeddings ADD COLUMN run_started_at {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_embeddings ADD COLUMN run_updated_at {int} NOT NULL DEFAULT 0;
ALTER TABLE knowledge_embeddings ADD COLUMN run_ended_at {int} NOT NULL DEFAULT 0;
UPDATE knowledge_embeddings SET run_state = 'running', run_position = CAST(revision AS TEXT) || ' ' || CAST(space AS TEXT), run_started_at = updated_at,
  run_updated_at = updated_at
  WHERE EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'embed_knowledge' AND j.key = knowledge_embeddings.workspace_id);
UPDATE knowledge_embeddings SET run_state = 'completed', run_position = CAST(revision AS TEXT) || ' ' || CAST(space AS TEXT), run_total = 0,
  run_started_at = updated_at, run_updated_at = updated_at, run_ended_at = updated_at WHERE run_state = '';
ALTER TABLE knowledge_embeddings DROP COLUMN queued;
