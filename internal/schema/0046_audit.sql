-- Who did what: every administrative act of a workspace, '' for those on the
-- deployment, numbered without a gap. A row is never changed and never removed; each
-- has the hash of the row before. The texts of targets and changes are JSON, and the
-- hash is over their bytes.
CREATE TABLE audit_log (
  workspace_id {text} NOT NULL,
  seq {int} NOT NULL,
  id {text} NOT NULL,
  action {text} NOT NULL,
  version {int} NOT NULL,
  occurred_at {int} NOT NULL,
  actor_type {text} NOT NULL,
  actor_id {text} NOT NULL,
  actor_name {text} NOT NULL,
  targets {text} NOT NULL,
  ip {text} NOT NULL,
  user_agent {text} NOT NULL,
  session_id {text} NOT NULL,
  request_id {text} NOT NULL,
  changes {text} NOT NULL,
  outcome {text} NOT NULL,
  prev_hash {text} NOT NULL,
  hash {text} NOT NULL,
  PRIMARY KEY (workspace_id, seq)
) {clustered};
CREATE INDEX audit_log_action ON audit_log (workspace_id, action, seq);
CREATE INDEX audit_log_actor ON audit_log (workspace_id, actor_id, seq);
CREATE INDEX audit_log_time ON audit_log (workspace_id, occurred_at, seq);

-- What acts were done to, to be found by it.
CREATE TABLE audit_targets (
  workspace_id {text} NOT NULL,
  target_id {text} NOT NULL,
  seq {int} NOT NULL,
  target_type {text} NOT NULL,
  PRIMARY KEY (workspace_id, target_id, seq, target_type)
) {clustered};
CREATE INDEX audit_targets_seq ON audit_targets (workspace_id, seq);

-- The last act of each workspace. Whoever adds one locks it.
CREATE TABLE audit_heads (
  workspace_id {text} PRIMARY KEY,
  seq {int} NOT NULL,
  occurred_at {int} NOT NULL,
  hash {text} NOT NULL
) {clustered};

{sqlite} CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
{sqlite} CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
{sqlite} CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
{sqlite}   WHEN EXISTS (SELECT 1 FROM audit_log WHERE workspace_id = NEW.workspace_id AND seq = NEW.seq)
{sqlite}   BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
{sqlite} CREATE TRIGGER audit_targets_no_update BEFORE UPDATE ON audit_targets BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
{sqlite} CREATE TRIGGER audit_targets_no_delete BEFORE DELETE ON audit_targets BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
{sqlite} CREATE TRIGGER audit_heads_no_return BEFORE UPDATE ON audit_heads WHEN NEW.seq < OLD.seq BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
{sqlite} CREATE TRIGGER audit_heads_no_delete BEFORE DELETE ON audit_heads BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;

{postgres} CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit log never changes'; END $$;
{postgres} CREATE TRIGGER audit_log_no_change BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
{postgres} CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
{postgres} CREATE TRIGGER audit_targets_no_change BEFORE UPDATE OR DELETE ON audit_targets FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
{postgres} CREATE TRIGGER audit_targets_no_truncate BEFORE TRUNCATE ON audit_targets FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
{postgres} CREATE TRIGGER audit_heads_no_return BEFORE UPDATE ON audit_heads FOR EACH ROW WHEN (NEW.seq < OLD.seq) EXECUTE FUNCTION refuse_audit_change();
{postgres} CREATE TRIGGER audit_heads_no_delete BEFORE DELETE ON audit_heads FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
{postgres} CREATE TRIGGER audit_heads_no_truncate BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
