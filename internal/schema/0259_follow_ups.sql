-- What happens where a recipient answers, as JSON; null for nothing.
ALTER TABLE broadcasts ADD COLUMN follow_up {text} NOT NULL DEFAULT 'null';

-- What was done after the answers to broadcasts: once for each recipient. title is that of
-- the button; labelled, handed_off and failed are 1 where it is so. facts is JSON.
CREATE TABLE broadcast_follow_ups (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  number {int} NOT NULL,
  conversation_id {text} NOT NULL,
  title {text} NOT NULL,
  answered_at {int} NOT NULL,
  labelled {int} NOT NULL,
  deal_id {text} NOT NULL,
  handed_off {int} NOT NULL,
  failed {int} NOT NULL,
  facts {text} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, number)
) {clustered};
