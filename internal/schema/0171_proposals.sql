-- What assistants would do in conversations, or did: of each kind one for a message. shown
-- is 1 where people see it, settled 1 where nothing more becomes of it; due_at is when it
-- settles by itself, and then when it is removed. act and before are JSON.
CREATE TABLE proposals (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  kind {text} NOT NULL,
  state {text} NOT NULL,
  period {int} NOT NULL,
  shown {int} NOT NULL,
  status {text} NOT NULL,
  settled {int} NOT NULL,
  message_id {text} NOT NULL,
  episode_id {text} NOT NULL,
  since {int} NOT NULL,
  answers {int} NOT NULL,
  act {text} NOT NULL,
  before {text} NOT NULL,
  created_at {int} NOT NULL,
  due_at {int} NOT NULL,
  judged_at {int} NOT NULL,
  judged_by {text} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX proposals_message ON proposals (workspace_id, message_id, kind);
CREATE INDEX proposals_conversation ON proposals (workspace_id, conversation_id, shown, id);
CREATE INDEX proposals_unsettled ON proposals (workspace_id, conversation_id, settled, id);
CREATE INDEX proposals_status ON proposals (workspace_id, shown, status, id);
CREATE INDEX proposals_track ON proposals (workspace_id, assistant_id, kind, status);
CREATE INDEX proposals_due ON proposals (settled, due_at);

-- How much each assistant may do of each kind of act. line is in thousandths, 0 for the
-- default; period counts the changes of the state; track is JSON.
CREATE TABLE autonomy_tracks (
  workspace_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  kind {text} NOT NULL,
  enabled {int} NOT NULL,
  line {int} NOT NULL,
  period {int} NOT NULL,
  since {int} NOT NULL,
  track {text} NOT NULL,
  PRIMARY KEY (workspace_id, assistant_id, kind)
) {clustered};

-- Every change of what an assistant may do, with what it rests on: evidence is JSON.
CREATE TABLE autonomy_changes (
  workspace_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  id {text} NOT NULL,
  kind {text} NOT NULL,
  from_state {text} NOT NULL,
  to_state {text} NOT NULL,
  reason {text} NOT NULL,
  evidence {text} NOT NULL,
  made_by {text} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (workspace_id, assistant_id, id)
) {clustered};
CREATE INDEX autonomy_changes_kind ON autonomy_changes (workspace_id, assistant_id, kind, id);

-- How far the log of a workspace was read for proposals; active is 1 while an assistant
-- proposes something, and nothing is read otherwise.
CREATE TABLE proposal_positions (
  workspace_id {text} NOT NULL,
  position {int} NOT NULL,
  event_id {text} NOT NULL,
  active {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
