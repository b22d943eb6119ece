-- What became of the messages of a template, by the day (UTC) on which they were due, in
-- milliseconds. micros is what the billed ones cost at list price.
CREATE TABLE template_days (
  workspace_id {text} NOT NULL,
  template_id {text} NOT NULL,
  day {int} NOT NULL,
  sent {int} NOT NULL,
  delivered {int} NOT NULL,
  read {int} NOT NULL,
  tapped {int} NOT NULL,
  answered {int} NOT NULL,
  failed {int} NOT NULL,
  billed {int} NOT NULL,
  unpriced {int} NOT NULL,
  micros {int} NOT NULL,
  PRIMARY KEY (workspace_id, template_id, day)
) {clustered};

-- The last template of a conversation, until the contact writes.
CREATE TABLE template_asked (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  template_id {text} NOT NULL,
  day {int} NOT NULL,
  sent_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};
CREATE INDEX template_asked_age ON template_asked (sent_at);

-- The messages of which a button was tapped: each counts once.
CREATE TABLE template_taps (
  workspace_id {text} NOT NULL,
  message_id {text} NOT NULL,
  tapped_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, message_id)
) {clustered};
CREATE INDEX template_taps_age ON template_taps (tapped_at);

-- How far the log of a workspace was counted.
CREATE TABLE template_positions (
  workspace_id {text} NOT NULL,
  position {int} NOT NULL,
  event_id {text} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
