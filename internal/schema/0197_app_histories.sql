-- What the provider shares of a number that stays in use in its app: contacts and messages
-- from before. connected_at is 0 where the signup was not made here.
CREATE TABLE app_histories (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  connected_at {int} NOT NULL,
  asked_at {int} NOT NULL,
  progress {int} NOT NULL,
  declined {bool} NOT NULL,
  changed_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) {clustered};
