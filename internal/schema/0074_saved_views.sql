-- Lists of conversations that people named. audience is who made one that is theirs
-- alone, and empty for one that everybody sees. filter is JSON.
CREATE TABLE saved_views (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  audience {text} NOT NULL,
  name {text} NOT NULL,
  filter {text} NOT NULL,
  sort_by {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX saved_views_audience ON saved_views (workspace_id, audience, id);
