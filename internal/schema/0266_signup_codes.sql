-- Codes of the provider's signup that were given to the provider, each once. token is
-- sealed: what the provider gave for the code, until the account is connected; outcome is
-- '' while nobody knows.
CREATE TABLE signup_codes (
  workspace_id {text} NOT NULL,
  hash {text} NOT NULL,
  asked_at {int} NOT NULL,
  outcome {text} NOT NULL,
  token {blob} NOT NULL,
  PRIMARY KEY (workspace_id, hash)
) {clustered};
CREATE INDEX signup_codes_age ON signup_codes (asked_at);
