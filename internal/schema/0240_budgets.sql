-- What a workspace means to spend at most in each day or month (UTC). category is '' for
-- all; amount is millionths of the currency. closed_until is the end of the period in
-- which a hard stop was reached; 0 while it is not.
CREATE TABLE budgets (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  period {text} NOT NULL,
  category {text} NOT NULL,
  amount {int} NOT NULL,
  currency {text} NOT NULL,
  alerts {text} NOT NULL,
  hard_stop {int} NOT NULL,
  closed_until {int} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};

-- Which alerts of a budget were told of a period: each once.
CREATE TABLE budget_alerts (
  workspace_id {text} NOT NULL,
  budget_id {text} NOT NULL,
  period_start {int} NOT NULL,
  percent {int} NOT NULL,
  PRIMARY KEY (workspace_id, budget_id, period_start, percent)
) {clustered};

-- What of an account is stopped by budgets, and until when.
ALTER TABLE messaging_accounts ADD COLUMN budget_stops {text} NOT NULL DEFAULT '';
