-- Why contacts wait, booked to the millisecond: with the open episode as JSON ('' where
-- it follows from the rest), of closed ones as sums by cause.
ALTER TABLE conversation_states ADD COLUMN waiting {text} NOT NULL DEFAULT '';
ALTER TABLE episodes ADD COLUMN waiting {text} NOT NULL DEFAULT '';
ALTER TABLE routing_queue ADD COLUMN wait_cause {text} NOT NULL DEFAULT '';

-- Waits that ended and that no report has yet. spans is JSON; sign is -1 for one that
-- had not ended after all.
CREATE TABLE ended_waits (
  workspace_id {text} NOT NULL,
  booked_at {int} NOT NULL,
  conversation_id {text} NOT NULL,
  from_at {int} NOT NULL,
  sign {int} NOT NULL,
  phone_number_id {text} NOT NULL,
  team_id {text} NOT NULL,
  spans {text} NOT NULL,
  PRIMARY KEY (workspace_id, booked_at, conversation_id, from_at, sign)
) {clustered};

-- How long contacts waited in each quarter of an hour, in milliseconds, by cause;
-- waits ended in it, and stand with the cause ''.
CREATE TABLE waiting_quarters (
  workspace_id {text} NOT NULL,
  quarter_at {int} NOT NULL,
  team_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  cause {text} NOT NULL,
  waited_ms {int} NOT NULL,
  waits {int} NOT NULL,
  PRIMARY KEY (workspace_id, quarter_at, team_id, phone_number_id, cause)
) {clustered};
CREATE INDEX routing_queue_cause ON routing_queue (workspace_id, queue, wait_cause, conversation_id);
CREATE INDEX waiting_quarters_age ON waiting_quarters (quarter_at);
CREATE INDEX ended_waits_age ON ended_waits (booked_at);
