-- Whether and by which model a workspace's knowledge is found by its meaning.
-- Vectors of one space can be compared; version rises with every change of them.
CREATE TABLE knowledge_embeddings (
  workspace_id {text} NOT NULL PRIMARY KEY,
  id {text} NOT NULL,
  enabled {bool} NOT NULL,
  base_url {text} NOT NULL,
  model {text} NOT NULL,
  sealed_key {blob} NOT NULL,
  key_hint {text} NOT NULL,
  dimensions {int} NOT NULL,
  timeout_ms {int} NOT NULL,
  evidence_permille {int} NOT NULL,
  revision {int} NOT NULL,
  space {int} NOT NULL,
  found_dimensions {int} NOT NULL,
  version {int} NOT NULL,
  queued {bool} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL
) {clustered};

-- The vectors of passages, by what these say. An empty one stands for a passage
-- that the model does not take. The table is not clustered: what is missing is
-- looked for in the key alone.
CREATE TABLE knowledge_vectors (
  workspace_id {text} NOT NULL,
  space {int} NOT NULL,
  hash {blob} NOT NULL,
  version {int} NOT NULL,
  vector {blob} NOT NULL,
  PRIMARY KEY (workspace_id, space, hash)
);
CREATE INDEX knowledge_vectors_new ON knowledge_vectors (workspace_id, space, version);
CREATE INDEX knowledge_passages_hash ON knowledge_passages (workspace_id, hash);
