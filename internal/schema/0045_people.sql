-- People: who they are, in which workspaces they work, and what they may do there.
-- A person is one for the whole deployment; what they may do is said per workspace.
CREATE TABLE users (
  id {text} PRIMARY KEY,
  email {text} NOT NULL,
  address_key {text} NOT NULL,
  name {text} NOT NULL,
  handle {text} NOT NULL,
  password {text} NOT NULL DEFAULT '',
  password_changed_at {int} NOT NULL DEFAULT 0,
  password_short {bool} NOT NULL DEFAULT FALSE,
  verified_at {int} NOT NULL DEFAULT 0,
  created_at {int} NOT NULL
) {clustered};
-- password_short: too short to be the only factor.
-- address_key is the address in one form: two spellings are not two people.
CREATE UNIQUE INDEX users_address ON users (address_key);
-- handle is the random name by which an authenticator knows the person.
CREATE UNIQUE INDEX users_handle ON users (handle);

CREATE TABLE members (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  role_id {text} NOT NULL,
  state {text} NOT NULL,
  created_at {int} NOT NULL,
  created_by {text} NOT NULL,
  changed_at {int} NOT NULL,
  last_seen_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, user_id)
) {clustered};
-- The workspaces of a person.
CREATE INDEX members_user ON members (user_id, workspace_id);
CREATE INDEX members_role ON members (workspace_id, role_id, state, user_id);

CREATE TABLE sessions (
  hash {text} PRIMARY KEY,
  id {text} NOT NULL,
  user_id {text} NOT NULL,
  factors {text} NOT NULL,
  created_at {int} NOT NULL,
  signed_in_at {int} NOT NULL,
  seen_at {int} NOT NULL,
  ends_at {int} NOT NULL,
  ip {text} NOT NULL,
  user_agent {text} NOT NULL
) {clustered};
CREATE UNIQUE INDEX sessions_user ON sessions (user_id, id);
CREATE INDEX sessions_age ON sessions (ends_at);

-- Invitations and resets: what was mailed is kept as a hash.
CREATE TABLE user_tokens (
  hash {text} PRIMARY KEY,
  purpose {text} NOT NULL,
  user_id {text} NOT NULL,
  workspace_id {text} NOT NULL DEFAULT '',
  created_by {text} NOT NULL DEFAULT '',
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL,
  used_at {int} NOT NULL DEFAULT 0
) {clustered};
CREATE INDEX user_tokens_user ON user_tokens (user_id, purpose);
CREATE INDEX user_tokens_age ON user_tokens (expires_at);

-- How often signing in failed, by browser that is known, by address and by network.
CREATE TABLE sign_in_failures (
  subject {text} PRIMARY KEY,
  failures {int} NOT NULL,
  until {int} NOT NULL
) {clustered};
CREATE INDEX sign_in_failures_age ON sign_in_failures (until);

CREATE TABLE roles (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  scopes {text} NOT NULL,
  reach {text} NOT NULL,
  phone_number_ids {text} NOT NULL DEFAULT '',
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX roles_name ON roles (workspace_id, name);

CREATE TABLE teams (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  method {text} NOT NULL DEFAULT '',
  lead_user_id {text} NOT NULL DEFAULT '',
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX teams_name ON teams (workspace_id, name);

CREATE TABLE team_members (
  workspace_id {text} NOT NULL,
  team_id {text} NOT NULL,
  user_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, team_id, user_id)
) {clustered};
CREATE INDEX team_members_user ON team_members (workspace_id, user_id, team_id);

CREATE TABLE team_numbers (
  workspace_id {text} NOT NULL,
  team_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, team_id, phone_number_id)
) {clustered};
CREATE INDEX team_numbers_number ON team_numbers (workspace_id, phone_number_id, team_id);

-- Keys that are there already reach everything.
ALTER TABLE api_keys ADD COLUMN reach {text} NOT NULL DEFAULT 'all';
ALTER TABLE api_keys ADD COLUMN team_ids {text} NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN phone_number_ids {text} NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN networks {text} NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN last_used_from {text} NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN created_by {text} NOT NULL DEFAULT '';
