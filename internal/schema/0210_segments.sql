-- Groups of contacts that people named: whoever the filter holds for. filter is JSON.
CREATE TABLE segments (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  description {text} NOT NULL,
  filter {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
