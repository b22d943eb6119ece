-- What holds for everybody who answers contacts in a workspace.
CREATE TABLE inbox_settings (
  workspace_id {text} NOT NULL,
  only_assignee_replies {bool} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
