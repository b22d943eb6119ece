-- What a broadcast measures: its goal, who is held out, and its other variant, as JSON.
ALTER TABLE broadcasts ADD COLUMN experiment {text} NOT NULL DEFAULT '{}';
ALTER TABLE broadcasts ADD COLUMN held_out {int} NOT NULL DEFAULT 0;

-- The arm of a recipient: a, b or holdout. sent_at of who is held out is when the turn was
-- theirs.
ALTER TABLE broadcast_recipients ADD COLUMN arm {text} NOT NULL DEFAULT 'a';
ALTER TABLE broadcast_recipients ADD COLUMN tapped {int} NOT NULL DEFAULT 0;
ALTER TABLE broadcast_recipients ADD COLUMN reached {int} NOT NULL DEFAULT 0;

-- What became of the recipients of each arm, added up by whoever changes them. sent of the
-- holdout are those whose turn has come.
CREATE TABLE broadcast_arms (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  arm {text} NOT NULL,
  recipients {int} NOT NULL,
  sent {int} NOT NULL,
  delivered {int} NOT NULL,
  read {int} NOT NULL,
  answered {int} NOT NULL,
  tapped {int} NOT NULL,
  reached {int} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, arm)
) {clustered};
INSERT INTO broadcast_arms (workspace_id, broadcast_id, arm, recipients, sent, delivered, read, answered, tapped, reached)
SELECT workspace_id, broadcast_id, 'a', count(*), sum(CASE WHEN state IN ('sent', 'delivered', 'read') THEN 1 ELSE 0 END), sum(CASE WHEN state IN ('delivered', 'read') THEN 1 ELSE 0 END),
  sum(CASE WHEN state = 'read' THEN 1 ELSE 0 END), sum(CASE WHEN answered = 1 AND state IN ('sent', 'delivered', 'read') THEN 1 ELSE 0 END), 0, 0
FROM broadcast_recipients WHERE state <> 'excluded' GROUP BY workspace_id, broadcast_id;
