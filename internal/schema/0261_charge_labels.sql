-- The labels of the conversation when its message was charged: sums by label add up to them.
-- What was booked before has none.
ALTER TABLE charges ADD COLUMN labels {text} NOT NULL DEFAULT '';
INSERT INTO charge_totals SELECT workspace_id, 'label', day, currency, '', charges, free, unpriced, amount FROM charge_totals WHERE dimension = 'day';
