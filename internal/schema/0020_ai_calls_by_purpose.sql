-- Calls for one purpose, newest first. It has every purpose, as any of them may
-- be the rare one. It costs one short entry per call of a model, written behind
-- the purpose's newest.
CREATE INDEX ai_calls_purpose ON ai_calls (workspace_id, purpose, id);
