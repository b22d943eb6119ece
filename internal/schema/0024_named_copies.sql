-- The same bytes under another name are a copy, which is found by its name.
CREATE INDEX media_named ON media (workspace_id, sha256, filename) WHERE sha256 <> '' AND copy;
