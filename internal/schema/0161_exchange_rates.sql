-- What a unit of one currency was worth in another one, from a day on. rate is a decimal
-- text; source says who says so.
CREATE TABLE exchange_rates (
  workspace_id {text} NOT NULL,
  from_currency {text} NOT NULL,
  to_currency {text} NOT NULL,
  rate_on {text} NOT NULL,
  rate {text} NOT NULL,
  source {text} NOT NULL,
  set_by {text} NOT NULL,
  set_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, from_currency, to_currency, rate_on)
) {clustered};
CREATE INDEX exchange_rates_to ON exchange_rates (workspace_id, to_currency, from_currency, rate_on);
