-- One template sent to many. The counts are of its recipients, added up by whoever
-- changes their states; micros is what those that were not refused may cost at most at
-- list price.
CREATE TABLE broadcasts (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  status {text} NOT NULL,
  name {text} NOT NULL,
  template {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  audience {text} NOT NULL,
  limits {text} NOT NULL,
  scheduled_at {int} NOT NULL,
  reason {text} NOT NULL,
  prepared_at {int} NOT NULL,
  watched_from {int} NOT NULL,
  numbered {int} NOT NULL,
  excluded {int} NOT NULL,
  queued {int} NOT NULL,
  sending {int} NOT NULL,
  sent {int} NOT NULL,
  delivered {int} NOT NULL,
  read {int} NOT NULL,
  failed {int} NOT NULL,
  canceled {int} NOT NULL,
  answered {int} NOT NULL,
  micros {int} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  started_at {int} NOT NULL,
  ended_at {int} NOT NULL,
  run_state {text} NOT NULL DEFAULT '',
  run_phase {text} NOT NULL DEFAULT '',
  run_position {text} NOT NULL DEFAULT '',
  run_done {int} NOT NULL DEFAULT 0,
  run_total {int} NOT NULL DEFAULT -1,
  run_tries {int} NOT NULL DEFAULT 0,
  run_paused {text} NOT NULL DEFAULT '',
  run_retry_at {int} NOT NULL DEFAULT 0,
  run_error {text} NOT NULL DEFAULT '',
  run_started_at {int} NOT NULL DEFAULT 0,
  run_updated_at {int} NOT NULL DEFAULT 0,
  run_ended_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX broadcasts_status ON broadcasts (workspace_id, status, id);

-- Whom a request named, in parts of some hundred.
CREATE TABLE broadcast_parts (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  part {int} NOT NULL,
  entries {text} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, part)
) {clustered};

-- Whom a broadcast goes to, or why not: each person once. person is the contact, or the
-- number where there is none yet.
CREATE TABLE broadcast_recipients (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  number {int} NOT NULL,
  person {text} NOT NULL,
  contact_id {text} NOT NULL,
  phone {text} NOT NULL,
  user_id {text} NOT NULL,
  parameters {text} NOT NULL,
  state {text} NOT NULL,
  reason {text} NOT NULL,
  message_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  micros {int} NOT NULL,
  answered {int} NOT NULL,
  sent_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, number)
) {clustered};
CREATE INDEX broadcast_recipients_state ON broadcast_recipients (workspace_id, broadcast_id, state, number);
CREATE UNIQUE INDEX broadcast_recipients_message ON broadcast_recipients (workspace_id, message_id) WHERE message_id <> '';
CREATE INDEX broadcast_recipients_asked ON broadcast_recipients (workspace_id, conversation_id, sent_at) WHERE conversation_id <> '';
CREATE UNIQUE INDEX broadcast_recipients_person ON broadcast_recipients (workspace_id, person, broadcast_id);

-- Why how many were left out.
CREATE TABLE broadcast_exclusions (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  reason {text} NOT NULL,
  count {int} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, reason)
) {clustered};

-- In which markets how many recipients are; those of free are not billed now, because an
-- ad led them here.
CREATE TABLE broadcast_markets (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  market {text} NOT NULL,
  recipients {int} NOT NULL,
  free {int} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, market)
) {clustered};

-- How far the log of a workspace was counted.
CREATE TABLE broadcast_positions (
  workspace_id {text} NOT NULL,
  position {int} NOT NULL,
  event_id {text} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
