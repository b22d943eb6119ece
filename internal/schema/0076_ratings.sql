-- Whether and how contacts are asked for a rating: body is JSON.
CREATE TABLE rating_settings (
  workspace_id {text} NOT NULL,
  body {text} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};

-- What became of asking the contact of an episode that was closed; score is 0 while
-- there is none. by_people says that people are known to have answered in it. What the
-- contact writes in tapped_in until comment_until is the comment.
CREATE TABLE ratings (
  workspace_id {text} NOT NULL,
  episode_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  team_id {text} NOT NULL,
  agent_id {text} NOT NULL,
  opened_at {int} NOT NULL,
  closed_at {int} NOT NULL,
  by_people {bool} NOT NULL,
  state {text} NOT NULL,
  reason {text} NOT NULL,
  method {text} NOT NULL,
  message_id {text} NOT NULL,
  asked_at {int} NOT NULL,
  score {int} NOT NULL,
  comment {text} NOT NULL,
  rated_at {int} NOT NULL,
  tapped_in {text} NOT NULL,
  comment_until {int} NOT NULL,
  PRIMARY KEY (workspace_id, episode_id)
) {clustered};
CREATE INDEX ratings_time ON ratings (workspace_id, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_team ON ratings (workspace_id, team_id, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_agent ON ratings (workspace_id, agent_id, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_score ON ratings (workspace_id, score, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_comment ON ratings (workspace_id, tapped_in, comment_until) WHERE comment_until > 0;
