-- Why deals were won or lost is counted as movements are (metric 'closing': part says
-- which, value is the reason and the currency, amount what the deal was worth then, in
-- minor units). What was closed since the past is kept is what it was then.
INSERT INTO deal_movements (workspace_id, pipeline_id, metric, part, at, deal_id, number, value, amount)
SELECT m.workspace_id, m.pipeline_id, 'closing', m.part, m.at, m.deal_id, m.number, coalesce(f.reason_id, '') || '/' || coalesce(f.currency, ''), CASE WHEN f.amount_minor > 0 THEN f.amount_minor ELSE 0 END
FROM deal_movements m LEFT JOIN deal_facts f ON f.workspace_id = m.workspace_id AND f.deal_id = m.deal_id AND f.number = m.number
WHERE m.metric = 'closed';

-- What was closed before is what it was when its past began.
INSERT INTO deal_movements (workspace_id, pipeline_id, metric, part, at, deal_id, number, value, amount)
SELECT f.workspace_id, f.pipeline_id, 'closing', f.status, CASE WHEN f.closed_at > 0 THEN f.closed_at ELSE f.stage_since END, f.deal_id, f.number, f.reason_id || '/' || f.currency, CASE WHEN f.amount_minor > 0 THEN f.amount_minor ELSE 0 END
FROM deal_facts f
WHERE f.status <> 'open' AND NOT EXISTS (SELECT 1 FROM deal_facts e WHERE e.workspace_id = f.workspace_id AND e.deal_id = f.deal_id AND e.number < f.number)
  AND NOT EXISTS (SELECT 1 FROM deal_movements m WHERE m.workspace_id = f.workspace_id AND m.pipeline_id = f.pipeline_id AND m.metric = 'closed' AND m.part = f.status AND m.at = f.from_at AND m.deal_id = f.deal_id AND m.number = f.number);

INSERT INTO deal_movement_sums (workspace_id, pipeline_id, metric, span, at, value, part, n, amount, times)
SELECT m.workspace_id, m.pipeline_id, m.metric, s.span, m.at / (s.span * 60000) * (s.span * 60000), m.value, m.part, count(*), CAST(sum(m.amount) AS BIGINT), ''
FROM deal_movements m CROSS JOIN (SELECT 15 AS span UNION ALL SELECT 60 UNION ALL SELECT 360 UNION ALL SELECT 1440) s
WHERE m.metric = 'closing'
GROUP BY m.workspace_id, m.pipeline_id, m.metric, s.span, m.at / (s.span * 60000) * (s.span * 60000), m.value, m.part;
