-- Alerts of long ago are swept.
CREATE INDEX budget_alerts_age ON budget_alerts (period_start);
