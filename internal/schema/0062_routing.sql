-- Where conversations go: every version of a workspace's rules, the last of which
-- is in force, as JSON; what members and teams have of it; and which teams,
-- calendars and assistants are named, by the rules or by the settings of a team.
CREATE TABLE routing_rules (
  workspace_id {text} NOT NULL,
  version {int} NOT NULL,
  body {text} NOT NULL,
  made_by {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, version)
) {clustered};

CREATE TABLE routing_references (
  workspace_id {text} NOT NULL,
  thing {text} NOT NULL,
  place {text} NOT NULL,
  PRIMARY KEY (workspace_id, thing, place)
) {clustered};
CREATE INDEX routing_references_place ON routing_references (workspace_id, place);

CREATE TABLE routing_settings (
  workspace_id {text} NOT NULL,
  capacity {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};

-- capacity is -1 for that of the workspace; skills are apart by spaces.
CREATE TABLE routing_agents (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  capacity {int} NOT NULL,
  skills {text} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) {clustered};

CREATE TABLE routing_teams (
  workspace_id {text} NOT NULL,
  team_id {text} NOT NULL,
  sticky_days {int} NOT NULL,
  agent_limit {int} NOT NULL,
  overflow_minutes {int} NOT NULL,
  overflow_team_id {text} NOT NULL,
  shift_calendar_id {text} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, team_id)
) {clustered};
