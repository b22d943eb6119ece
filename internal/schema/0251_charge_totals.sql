-- What the ledger adds up to by one dimension, kept beside charge_days, so that the sums of
-- a year cost no more than what they show. Dimension day has one row for each day.
CREATE TABLE charge_totals (
  workspace_id {text} NOT NULL,
  dimension {text} NOT NULL,
  day {int} NOT NULL,
  currency {text} NOT NULL,
  key {text} NOT NULL,
  charges {int} NOT NULL,
  free {int} NOT NULL,
  unpriced {int} NOT NULL,
  amount {int} NOT NULL,
  PRIMARY KEY (workspace_id, dimension, day, currency, key)
) {clustered};
INSERT INTO charge_totals SELECT workspace_id, 'day', day, currency, '', sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency;
INSERT INTO charge_totals SELECT workspace_id, 'category', day, currency, category, sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency, category;
INSERT INTO charge_totals SELECT workspace_id, 'market', day, currency, market, sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency, market;
INSERT INTO charge_totals SELECT workspace_id, 'phoneNumber', day, currency, phone_number_id, sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency, phone_number_id;
INSERT INTO charge_totals SELECT workspace_id, 'template', day, currency, template_name, sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency, template_name;
INSERT INTO charge_totals SELECT workspace_id, 'broadcast', day, currency, broadcast_id, sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency, broadcast_id;
INSERT INTO charge_totals SELECT workspace_id, 'assistant', day, currency, assistant_id, sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency, assistant_id;
INSERT INTO charge_totals SELECT workspace_id, 'rule', day, currency, rule, sum(charges), sum(free), sum(unpriced), sum(amount) FROM charge_days GROUP BY workspace_id, day, currency, rule;
