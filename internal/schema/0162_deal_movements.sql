-- What changed what a pipeline is worth (metric 'bridge': part says how, value is the
-- currency, amount in minor units, with a sign), which deals came onto stages ('entered':
-- value is the stage), which left them ('left': part says where to, amount is how long
-- they were there, in milliseconds), and which were won or lost ('closed': amount is how
-- old they were).
CREATE TABLE deal_movements (
  workspace_id {text} NOT NULL,
  pipeline_id {text} NOT NULL,
  metric {text} NOT NULL,
  part {text} NOT NULL,
  at {int} NOT NULL,
  deal_id {text} NOT NULL,
  number {int} NOT NULL,
  value {text} NOT NULL,
  amount {int} NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, metric, part, at, deal_id, number, value)
) {clustered};
CREATE INDEX deal_movements_value ON deal_movements (workspace_id, pipeline_id, metric, part, value, at, deal_id, number);

-- Movements added up by spans of time, in minutes. times is a histogram, of 'left' and 'closed'
-- alone.
CREATE TABLE deal_movement_sums (
  workspace_id {text} NOT NULL,
  pipeline_id {text} NOT NULL,
  metric {text} NOT NULL,
  span {int} NOT NULL,
  at {int} NOT NULL,
  value {text} NOT NULL,
  part {text} NOT NULL,
  n {int} NOT NULL,
  amount {int} NOT NULL,
  times {text} NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, metric, span, at, value, part)
) {clustered};

-- What was there before the past was kept.
INSERT INTO deal_movements (workspace_id, pipeline_id, metric, part, at, deal_id, number, value, amount)
SELECT workspace_id, pipeline_id, 'bridge', 'recorded', from_at, deal_id, number, currency, CASE WHEN amount_minor < 0 THEN 0 ELSE amount_minor END FROM deal_facts WHERE status = 'open' AND to_at = 0;
INSERT INTO deal_movement_sums (workspace_id, pipeline_id, metric, span, at, value, part, n, amount, times)
SELECT m.workspace_id, m.pipeline_id, m.metric, s.span, m.at / (s.span * 60000) * (s.span * 60000), m.value, m.part, count(*), CAST(sum(m.amount) AS BIGINT), ''
FROM deal_movements m CROSS JOIN (SELECT 15 AS span UNION ALL SELECT 60 UNION ALL SELECT 360 UNION ALL SELECT 1440) s
GROUP BY m.workspace_id, m.pipeline_id, m.metric, s.span, m.at / (s.span * 60000) * (s.span * 60000), m.value, m.part;
