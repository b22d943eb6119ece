-- Where the amount of a deal comes from: 'manual', or 'lines'.
ALTER TABLE deals ADD COLUMN amount_source {text} NOT NULL DEFAULT 'manual';

-- What a deal is about, line by line, in the order of number. quantity is in thousandths,
-- unit_minor in minor units of the deal's currency, discount in hundredths of a percent.
CREATE TABLE deal_lines (
  workspace_id {text} NOT NULL,
  deal_id {text} NOT NULL,
  number {int} NOT NULL,
  name {text} NOT NULL,
  quantity {int} NOT NULL,
  unit_minor {int} NOT NULL,
  discount {int} NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) {clustered};
