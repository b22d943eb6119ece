-- Where a conversation stands for the people who work on it, with its latest
-- episode. The row is there once it has had one. It is apart from conversations
-- because every message changes it; what lists go by is in its indexes only.
CREATE TABLE conversation_states (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  team_id {text} NOT NULL DEFAULT '',
  agent_id {text} NOT NULL DEFAULT '',
  status {text} NOT NULL,
  priority {text} NOT NULL DEFAULT 'normal',
  waiting_since {int} NOT NULL DEFAULT 0,
  activity_at {int} NOT NULL,
  span_at {int} NOT NULL,
  snoozed_until {int} NOT NULL DEFAULT 0,
  wake_on_reply {bool} NOT NULL DEFAULT FALSE,
  seq {int} NOT NULL DEFAULT 0,
  answer_seq {int} NOT NULL DEFAULT 0,
  last_answer_id {text} NOT NULL DEFAULT '',
  inbounds {int} NOT NULL DEFAULT 0,
  read_floor {int} NOT NULL DEFAULT 0,
  seen_inbounds {int} NOT NULL DEFAULT 0,
  seen_by {text} NOT NULL DEFAULT '',
  seen_at {int} NOT NULL DEFAULT 0,
  last_inbound_at {int} NOT NULL DEFAULT 0,
  preview_id {text} NOT NULL DEFAULT '',
  preview {text} NOT NULL DEFAULT '',
  answer_id {text} NOT NULL DEFAULT '',
  cleared_since {int} NOT NULL DEFAULT 0,
  cleared_ms {int} NOT NULL DEFAULT 0,
  episode_id {text} NOT NULL DEFAULT '',
  episode_no {int} NOT NULL DEFAULT 0,
  opened_at {int} NOT NULL DEFAULT 0,
  opened_by {text} NOT NULL DEFAULT '',
  open_reason {text} NOT NULL DEFAULT '',
  first_inbound_at {int} NOT NULL DEFAULT 0,
  first_assigned_at {int} NOT NULL DEFAULT 0,
  first_answer_at {int} NOT NULL DEFAULT 0,
  first_answer_by {text} NOT NULL DEFAULT '',
  first_person_at {int} NOT NULL DEFAULT 0,
  first_person_by {text} NOT NULL DEFAULT '',
  episode_inbounds {int} NOT NULL DEFAULT 0,
  answers {int} NOT NULL DEFAULT 0,
  hand_offs {int} NOT NULL DEFAULT 0,
  reassignments {int} NOT NULL DEFAULT 0,
  waited_ms {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};
{postgres} ALTER TABLE conversation_states SET (fillfactor = 70);
CREATE INDEX conversation_states_active ON conversation_states (workspace_id, activity_at, conversation_id) WHERE status <> 'closed';
CREATE INDEX conversation_states_agent ON conversation_states (workspace_id, agent_id, activity_at, conversation_id) WHERE status <> 'closed' AND status <> 'snoozed';
CREATE INDEX conversation_states_team ON conversation_states (workspace_id, team_id, activity_at, conversation_id) WHERE status <> 'closed' AND status <> 'snoozed';
CREATE INDEX conversation_states_waiting ON conversation_states (workspace_id, waiting_since, conversation_id) WHERE waiting_since > 0 AND status <> 'snoozed';
CREATE INDEX conversation_states_window ON conversation_states (workspace_id, last_inbound_at, conversation_id) WHERE waiting_since > 0 AND status <> 'snoozed';
CREATE INDEX conversation_states_snoozed ON conversation_states (workspace_id, activity_at, conversation_id) WHERE status = 'snoozed';
CREATE INDEX conversation_states_closed ON conversation_states (workspace_id, activity_at, conversation_id) WHERE status = 'closed';

-- How much of what a contact wrote a user has read.
CREATE TABLE conversation_reads (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  inbounds {int} NOT NULL,
  at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id, conversation_id)
) {clustered};

-- An episode that was closed. The open one is in conversation_states: so there is
-- one at most.
CREATE TABLE episodes (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  no {int} NOT NULL,
  id {text} NOT NULL,
  opened_at {int} NOT NULL,
  opened_by {text} NOT NULL,
  open_reason {text} NOT NULL,
  first_inbound_at {int} NOT NULL,
  first_assigned_at {int} NOT NULL,
  first_answer_at {int} NOT NULL,
  first_answer_by {text} NOT NULL,
  first_person_at {int} NOT NULL,
  first_person_by {text} NOT NULL,
  inbounds {int} NOT NULL,
  answers {int} NOT NULL,
  hand_offs {int} NOT NULL,
  reassignments {int} NOT NULL,
  waited_ms {int} NOT NULL,
  team_id {text} NOT NULL,
  agent_id {text} NOT NULL,
  closed_at {int} NOT NULL,
  closed_by {text} NOT NULL,
  close_reason {text} NOT NULL,
  category {text} NOT NULL,
  summary {text} NOT NULL,
  unanswered {bool} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, no)
) {clustered};

-- Where a conversation stood when it was joined to another one.
CREATE TABLE joined_states (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  state {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) {clustered};

-- How long a conversation stood as it did: status, team and agent. What holds now
-- is in conversation_states, from span_at on.
CREATE TABLE conversation_spans (
  workspace_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  from_at {int} NOT NULL,
  to_at {int} NOT NULL,
  episode_no {int} NOT NULL,
  status {text} NOT NULL,
  team_id {text} NOT NULL,
  agent_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, from_at)
) {clustered};

-- Conversations in which the contact wrote have had their first episode. It is
-- still open where the window is, and the contact waits if the
-- newest message is theirs.
INSERT INTO conversation_states (workspace_id, conversation_id, phone_number_id, team_id, agent_id, status, activity_at, span_at, seq, inbounds, last_inbound_at,
  episode_id, episode_no, opened_at, opened_by, open_reason, first_inbound_at, episode_inbounds)
  SELECT workspace_id, id, phone_number_id, team_id, agent_id, 'closed', last_inbound_at, last_inbound_at, 1, 1, last_inbound_at,
    'eps_' || substr(id, 5), 1, last_inbound_at, 'contact:' || contact_id, 'contact_wrote', last_inbound_at, 1
  FROM conversations WHERE last_inbound_at > 0 AND joined_to = '';
{sqlite} UPDATE conversation_states SET status = 'open' WHERE activity_at > CAST(unixepoch('subsec') * 1000 AS INTEGER) - 86400000;
{postgres} UPDATE conversation_states SET status = 'open' WHERE activity_at > CAST(extract(epoch FROM now()) * 1000 AS BIGINT) - 86400000;
UPDATE conversation_states SET waiting_since = activity_at WHERE status = 'open' AND 'inbound' = (SELECT m.direction FROM messages m
  WHERE m.workspace_id = conversation_states.workspace_id AND m.conversation_id = conversation_states.conversation_id ORDER BY m.id DESC LIMIT 1);
UPDATE conversation_states SET read_floor = inbounds WHERE status = 'closed';
INSERT INTO episodes (workspace_id, conversation_id, no, id, opened_at, opened_by, open_reason, first_inbound_at, first_assigned_at, first_answer_at, first_answer_by,
  first_person_at, first_person_by, inbounds, answers, hand_offs, reassignments, waited_ms, team_id, agent_id, closed_at, closed_by, close_reason, category, summary, unanswered)
  SELECT workspace_id, conversation_id, 1, episode_id, opened_at, opened_by, open_reason, first_inbound_at, 0, 0, '', 0, '', 1, 0, 0, 0, 0, team_id, agent_id,
    activity_at, 'system:', 'before_episodes', '', '', FALSE FROM conversation_states WHERE status = 'closed';

-- How many conversations stand how: kept by triggers, so that no statement can
-- forget it. A lane is one of the connections that write at the same time: what is
-- counted is the sum over them.
CREATE TABLE conversation_counts (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  team_id {text} NOT NULL,
  agent_id {text} NOT NULL,
  status {text} NOT NULL,
  waiting {bool} NOT NULL,
  lane {int} NOT NULL,
  n {int} NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane)
) {clustered};
INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n)
  SELECT workspace_id, phone_number_id, team_id, agent_id, status, waiting_since > 0, 0, count(*) FROM conversation_states GROUP BY 1, 2, 3, 4, 5, 6;
{sqlite} CREATE TRIGGER conversation_states_added AFTER INSERT ON conversation_states BEGIN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (NEW.workspace_id, NEW.phone_number_id, NEW.team_id, NEW.agent_id, NEW.status, NEW.waiting_since > 0, 0, 1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + 1; END;
{sqlite} CREATE TRIGGER conversation_states_gone AFTER DELETE ON conversation_states BEGIN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (OLD.workspace_id, OLD.phone_number_id, OLD.team_id, OLD.agent_id, OLD.status, OLD.waiting_since > 0, 0, -1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + -1; END;
{sqlite} CREATE TRIGGER conversation_states_moved AFTER UPDATE ON conversation_states WHEN OLD.phone_number_id <> NEW.phone_number_id OR OLD.team_id <> NEW.team_id OR OLD.agent_id <> NEW.agent_id OR OLD.status <> NEW.status OR (OLD.waiting_since > 0) <> (NEW.waiting_since > 0) BEGIN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (OLD.workspace_id, OLD.phone_number_id, OLD.team_id, OLD.agent_id, OLD.status, OLD.waiting_since > 0, 0, -1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + -1; INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (NEW.workspace_id, NEW.phone_number_id, NEW.team_id, NEW.agent_id, NEW.status, NEW.waiting_since > 0, 0, 1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + 1; END;
{postgres} CREATE FUNCTION count_conversation() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP <> 'INSERT' THEN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (OLD.workspace_id, OLD.phone_number_id, OLD.team_id, OLD.agent_id, OLD.status, OLD.waiting_since > 0, pg_backend_pid() % 16, -1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + -1; END IF; IF TG_OP <> 'DELETE' THEN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (NEW.workspace_id, NEW.phone_number_id, NEW.team_id, NEW.agent_id, NEW.status, NEW.waiting_since > 0, pg_backend_pid() % 16, 1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + 1; END IF; RETURN NULL; END $$;
{postgres} CREATE TRIGGER conversation_states_counted AFTER INSERT OR DELETE ON conversation_states FOR EACH ROW EXECUTE FUNCTION count_conversation();
{postgres} CREATE TRIGGER conversation_states_moved AFTER UPDATE ON conversation_states FOR EACH ROW WHEN (OLD.phone_number_id <> NEW.phone_number_id OR OLD.team_id <> NEW.team_id OR OLD.agent_id <> NEW.agent_id OR OLD.status <> NEW.status OR (OLD.waiting_since > 0) <> (NEW.waiting_since > 0)) EXECUTE FUNCTION count_conversation();
