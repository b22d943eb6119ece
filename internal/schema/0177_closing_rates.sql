-- The rates by which deals of a day that were won or lost are converted: what held when the
-- first of the day was. A rate that is set later changes none, but that of the very day.
CREATE TABLE closing_rates (
  workspace_id {text} NOT NULL,
  to_currency {text} NOT NULL,
  closed_on {text} NOT NULL,
  from_currency {text} NOT NULL,
  rate {text} NOT NULL,
  rate_on {text} NOT NULL,
  source {text} NOT NULL,
  PRIMARY KEY (workspace_id, to_currency, closed_on, from_currency)
) {clustered};
