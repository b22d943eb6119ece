-- What people prove besides a password who they are with. All of it belongs to the
-- person, in whatever workspaces they work.
CREATE TABLE user_totp (
  user_id {text} PRIMARY KEY,
  secret {blob} NOT NULL,
  last_step {int} NOT NULL DEFAULT 0,
  created_at {int} NOT NULL,
  confirmed_at {int} NOT NULL DEFAULT 0
) {clustered};

CREATE TABLE recovery_codes (
  user_id {text} NOT NULL,
  hash {text} NOT NULL,
  created_at {int} NOT NULL,
  used_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, hash)
) {clustered};

-- record is the whole credential, sealed. changed is what it became when its device
-- says something new of its backups: it counts once the person has confirmed who
-- they are, before changed_until.
CREATE TABLE passkeys (
  user_id {text} NOT NULL,
  id {text} NOT NULL,
  credential {text} NOT NULL,
  site {text} NOT NULL,
  name {text} NOT NULL,
  record {blob} NOT NULL,
  backed_up {int} NOT NULL,
  created_at {int} NOT NULL,
  last_used_at {int} NOT NULL DEFAULT 0,
  suspect_at {int} NOT NULL DEFAULT 0,
  changed {blob},
  changed_until {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) {clustered};
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential);
CREATE INDEX passkeys_site ON passkeys (site);

-- What a browser was asked for and has yet to answer; taken away by the answer.
CREATE TABLE ceremonies (
  id {text} PRIMARY KEY,
  purpose {text} NOT NULL,
  user_id {text} NOT NULL DEFAULT '',
  record {blob} NOT NULL,
  expires_at {int} NOT NULL
) {clustered};
CREATE INDEX ceremonies_age ON ceremonies (expires_at);
