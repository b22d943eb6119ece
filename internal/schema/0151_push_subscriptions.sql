-- The browsers of members that are told of notifications. sealed has the endpoint and
-- the keys; endpoint_hash tells whether a browser is there already.
CREATE TABLE push_subscriptions (
  workspace_id {text} NOT NULL,
  user_id {text} NOT NULL,
  id {text} NOT NULL,
  endpoint_hash {text} NOT NULL,
  sealed {blob} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, user_id, id)
) {clustered};
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (workspace_id, user_id, endpoint_hash);
CREATE INDEX push_subscriptions_browser ON push_subscriptions (endpoint_hash, user_id);
