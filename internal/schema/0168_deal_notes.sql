-- What people write beside a deal. media are identifiers of files, separated by spaces.
CREATE TABLE deal_notes (
  workspace_id {text} NOT NULL,
  deal_id {text} NOT NULL,
  id {text} NOT NULL,
  body {text} NOT NULL,
  media {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  edited_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, deal_id, id)
) {clustered};
