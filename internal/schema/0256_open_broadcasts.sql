-- What broadcasts may still be billed for: those that go on, and those that ended lately.
CREATE INDEX broadcasts_open ON broadcasts (workspace_id, ended_at, started_at, id);
