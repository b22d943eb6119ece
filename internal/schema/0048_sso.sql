-- Single sign-on: the OpenID providers of workspaces, the domains that they
-- proved, and who somebody is at a provider.
CREATE TABLE sso_connections (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  issuer {text} NOT NULL,
  client_id {text} NOT NULL,
  sealed_secret {blob} NOT NULL,
  groups_claim {text} NOT NULL,
  group_roles {text} NOT NULL,
  default_role_id {text} NOT NULL,
  provision {bool} NOT NULL,
  enabled {bool} NOT NULL,
  enforced {bool} NOT NULL,
  break_glass_user_id {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
-- A browser names the connection alone.
CREATE INDEX sso_connections_id ON sso_connections (id);

-- What a workspace claims, proven or not.
CREATE TABLE sso_domains (
  workspace_id {text} NOT NULL,
  connection_id {text} NOT NULL,
  domain {text} NOT NULL,
  token {text} NOT NULL,
  verified_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, connection_id, domain)
) {clustered};

-- Whose a proven domain is: one connection's in the whole deployment.
CREATE TABLE sso_domain_directory (
  domain {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  connection_id {text} NOT NULL
) {clustered};

-- Who a person is at a provider. Issuer and subject together say it, no address.
CREATE TABLE identities (
  issuer {text} NOT NULL,
  subject {text} NOT NULL,
  user_id {text} NOT NULL,
  connection_id {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (issuer, subject)
) {clustered};
-- A person is one at a connection: whoever gets their address there is another.
CREATE UNIQUE INDEX identities_connection ON identities (connection_id, user_id);

-- Sign-ins that came back. What began them is sealed in a cookie of the browser,
-- so that nobody fills this table by beginning; each may come back once.
CREATE TABLE sso_flows (
  state_hash {text} PRIMARY KEY,
  expires_at {int} NOT NULL
) {clustered};
CREATE INDEX sso_flows_age ON sso_flows (expires_at);
