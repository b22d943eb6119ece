-- What the provider was asked about the setting up of a number, each stored before it is
-- asked: some of it counts against limits of the provider. subject is the number, or the
-- account with the number that is added to it. outcome is '' until it is known; until is
-- when the provider takes another one, 0 where it did not say.
CREATE TABLE number_attempts (
  workspace_id {text} NOT NULL,
  subject {text} NOT NULL,
  id {text} NOT NULL,
  kind {text} NOT NULL,
  detail {text} NOT NULL,
  at {int} NOT NULL,
  outcome {text} NOT NULL,
  code {int} NOT NULL,
  subcode {int} NOT NULL,
  until {int} NOT NULL,
  made_by {text} NOT NULL,
  PRIMARY KEY (workspace_id, subject, id)
) {clustered};

-- How far the provider says that a number is set up: facts is JSON.
CREATE TABLE number_setups (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  facts {text} NOT NULL,
  checked_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) {clustered};
