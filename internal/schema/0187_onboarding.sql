-- The onboarding checklist of a workspace, from when somebody first looked at it. The
-- badge is an item, too. entry is JSON.
CREATE TABLE onboarding_items (
  workspace_id {text} NOT NULL,
  item {text} NOT NULL,
  state {text} NOT NULL,
  entry {text} NOT NULL,
  changed_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, item)
) {clustered};

-- What a business says of its website: JSON.
CREATE TABLE onboarding_websites (
  workspace_id {text} NOT NULL,
  website {text} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
