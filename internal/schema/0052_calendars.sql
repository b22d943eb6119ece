-- When the business is open: the calendar as it is, and every version of it, so
-- that what was counted by one can be counted again. name_key is the name as it is
-- compared; body has what people set, as JSON.
CREATE TABLE calendars (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name_key {text} NOT NULL,
  version {int} NOT NULL,
  body {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX calendars_name ON calendars (workspace_id, name_key);

CREATE TABLE calendar_versions (
  workspace_id {text} NOT NULL,
  calendar_id {text} NOT NULL,
  version {int} NOT NULL,
  body {text} NOT NULL,
  made_by {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, calendar_id, version)
) {clustered};
