-- Templates are made here: what the provider is being asked for about one, by whom,
-- and why it refused.
ALTER TABLE templates ADD COLUMN ttl {int} NOT NULL DEFAULT 0;
ALTER TABLE templates ADD COLUMN version {int} NOT NULL DEFAULT 0;
ALTER TABLE templates ADD COLUMN action {text} NOT NULL DEFAULT '';
ALTER TABLE templates ADD COLUMN action_by {text} NOT NULL DEFAULT '';
ALTER TABLE templates ADD COLUMN problem {text} NOT NULL DEFAULT '';
ALTER TABLE templates ADD COLUMN deleted_at {int} NOT NULL DEFAULT 0;
ALTER TABLE templates ADD COLUMN created_by {text} NOT NULL DEFAULT '';
ALTER TABLE templates ADD COLUMN created_at {int} NOT NULL DEFAULT 0;

-- What templates said from one change to the next. asked_at is when the provider was
-- asked for a version, while it is not known what became of that.
CREATE TABLE template_versions (
  workspace_id {text} NOT NULL,
  template_id {text} NOT NULL,
  number {int} NOT NULL,
  status {text} NOT NULL,
  action {text} NOT NULL,
  category {text} NOT NULL,
  format {text} NOT NULL,
  components {text} NOT NULL,
  ttl {int} NOT NULL,
  reason {text} NOT NULL DEFAULT '',
  detail {text} NOT NULL DEFAULT '',
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  submitted_by {text} NOT NULL DEFAULT '',
  submitted_at {int} NOT NULL DEFAULT 0,
  asked_at {int} NOT NULL DEFAULT 0,
  taken_at {int} NOT NULL DEFAULT 0,
  read_at {int} NOT NULL DEFAULT 0,
  decided_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, template_id, number)
);
