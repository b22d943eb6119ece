-- The first schema. {text}, {int}, {blob} and {bool} are filled in per engine;
-- a {clustered} table is stored in the order of its key where the engine can;
-- what {postgres} precedes is for PostgreSQL only.
-- No column is ever NULL: "" and 0 mean "not set"; times are milliseconds.

CREATE TABLE workspaces (
  id {text} PRIMARY KEY,
  name {text} NOT NULL,
  live {bool} NOT NULL,
  default_language {text} NOT NULL DEFAULT '',
  created_at {int} NOT NULL
);

CREATE TABLE api_keys (
  id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  name {text} NOT NULL,
  hash {text} NOT NULL UNIQUE,
  last_four {text} NOT NULL,
  scopes {text} NOT NULL,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL DEFAULT 0,
  revoked_at {int} NOT NULL DEFAULT 0,
  last_used_at {int} NOT NULL DEFAULT 0,
  rotated_to {text} NOT NULL DEFAULT ''
);
CREATE INDEX api_keys_list ON api_keys (workspace_id, id);

-- Keysets of the envelope encryption, wrapped by the master key.
CREATE TABLE keysets (
  name {text} PRIMARY KEY,
  wrapped {blob} NOT NULL,
  created_at {int} NOT NULL
);

CREATE TABLE messaging_accounts (
  id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  provider_id {text} NOT NULL UNIQUE,
  name {text} NOT NULL,
  currency {text} NOT NULL DEFAULT '',
  app_id {text} NOT NULL DEFAULT '',
  token {blob} NOT NULL,
  token_hint {text} NOT NULL,
  app_secret {blob} NOT NULL,
  status {text} NOT NULL,
  created_at {int} NOT NULL,
  synced_at {int} NOT NULL DEFAULT 0
);
CREATE INDEX messaging_accounts_list ON messaging_accounts (workspace_id, id);

CREATE TABLE phone_numbers (
  id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  messaging_account_id {text} NOT NULL,
  provider_id {text} NOT NULL UNIQUE,
  number {text} NOT NULL,
  verified_name {text} NOT NULL DEFAULT '',
  quality {text} NOT NULL DEFAULT '',
  status {text} NOT NULL DEFAULT '',
  throughput {int} NOT NULL,
  is_default {bool} NOT NULL,
  created_at {int} NOT NULL
);
CREATE INDEX phone_numbers_list ON phone_numbers (workspace_id, id);

CREATE TABLE templates (
  id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  messaging_account_id {text} NOT NULL,
  provider_id {text} NOT NULL,
  name {text} NOT NULL,
  language {text} NOT NULL,
  category {text} NOT NULL,
  status {text} NOT NULL,
  reason {text} NOT NULL DEFAULT '',
  quality {text} NOT NULL DEFAULT '',
  format {text} NOT NULL,
  components {text} NOT NULL,
  updated_at {int} NOT NULL
);
CREATE UNIQUE INDEX templates_name ON templates (messaging_account_id, name, language);
CREATE INDEX templates_list ON templates (workspace_id, id);
CREATE INDEX templates_provider ON templates (messaging_account_id, provider_id);

CREATE TABLE contacts (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  phone {text} NOT NULL,
  user_id {text} NOT NULL DEFAULT '',
  name {text} NOT NULL DEFAULT '',
  opted_out_at {int} NOT NULL DEFAULT 0,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX contacts_phone ON contacts (workspace_id, phone) WHERE phone <> '';
CREATE UNIQUE INDEX contacts_user ON contacts (workspace_id, user_id) WHERE user_id <> '';

CREATE TABLE conversations (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  contact_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  status {text} NOT NULL,
  last_inbound_at {int} NOT NULL DEFAULT 0,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX conversations_pair ON conversations (workspace_id, contact_id, phone_number_id);

CREATE TABLE messages (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  contact_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  direction {text} NOT NULL,
  type {text} NOT NULL,
  status {text} NOT NULL,
  to_phone {text} NOT NULL DEFAULT '',
  from_phone {text} NOT NULL DEFAULT '',
  user_id {text} NOT NULL DEFAULT '',
  provider_message_id {text} NOT NULL DEFAULT '',
  reply_to {text} NOT NULL DEFAULT '',
  content {text} NOT NULL,
  metadata {text} NOT NULL DEFAULT '',
  attempts {text} NOT NULL DEFAULT '',
  error {text} NOT NULL DEFAULT '',
  charge {text} NOT NULL DEFAULT '',
  scheduled_at {int} NOT NULL DEFAULT 0,
  expires_at {int} NOT NULL DEFAULT 0,
  created_at {int} NOT NULL,
  times {text} NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX messages_conversation ON messages (conversation_id, id);
CREATE UNIQUE INDEX messages_provider ON messages (phone_number_id, provider_message_id) WHERE provider_message_id <> '';

-- A status that came before the message's own identifier was known.
CREATE TABLE parked_statuses (
  phone_number_id {text} NOT NULL,
  provider_message_id {text} NOT NULL,
  status {text} NOT NULL,
  workspace_id {text} NOT NULL,
  item {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (phone_number_id, provider_message_id, status)
) {clustered};
CREATE INDEX parked_statuses_age ON parked_statuses (created_at);

-- The log. xid is the transaction that wrote an event, by which PostgreSQL
-- tells what may yet commit; turn grows from a transaction to the one that
-- waited for it. The embedded engine commits in the order of identifiers and
-- leaves both at 0. An event for one endpoint only, a test, names it.
CREATE TABLE events (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  xid {int} NOT NULL DEFAULT 0,
  turn {int} NOT NULL DEFAULT 0,
  kind {text} NOT NULL,
  key {text} NOT NULL,
  endpoint_id {text} NOT NULL DEFAULT '',
  created_at {int} NOT NULL,
  body {blob} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
{postgres} CREATE SEQUENCE events_turn;
{postgres} CREATE INDEX events_commits ON events (workspace_id, xid, id);

CREATE TABLE webhook_endpoints (
  id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  url {text} NOT NULL,
  events {text} NOT NULL,
  description {text} NOT NULL,
  enabled {bool} NOT NULL,
  disabled_reason {text} NOT NULL DEFAULT '',
  secrets {blob} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL
);
CREATE INDEX webhook_endpoints_list ON webhook_endpoints (workspace_id, id);

-- How far an endpoint has read the log: every event up to (xid, event_id) is
-- decided or has a delivery that is pending. What could be seen in the snapshot
-- of its beginning came before it. The owner is the node that serves it.
CREATE TABLE endpoint_cursors (
  endpoint_id {text} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  owner {text} NOT NULL,
  xid {int} NOT NULL,
  event_id {text} NOT NULL,
  snapshot {text} NOT NULL
) {clustered};
CREATE INDEX endpoint_cursors_free ON endpoint_cursors (endpoint_id) WHERE owner = '';

-- One event's journey to one endpoint, written at its first attempt, with the
-- attempt that decided it. Earlier attempts are in delivery_attempts.
CREATE TABLE deliveries (
  endpoint_id {text} NOT NULL,
  event_id {text} NOT NULL,
  workspace_id {text} NOT NULL,
  state {text} NOT NULL,
  attempt {int} NOT NULL,
  next_at {int} NOT NULL,
  started_at {int} NOT NULL,
  latency_ms {int} NOT NULL,
  status_code {int} NOT NULL,
  error {text} NOT NULL,
  signature {text} NOT NULL,
  answer_headers {text} NOT NULL,
  answer_body {blob} NOT NULL,
  PRIMARY KEY (endpoint_id, event_id)
) {clustered};
CREATE INDEX deliveries_pending ON deliveries (endpoint_id, next_at, event_id) WHERE state = 'pending';

CREATE TABLE delivery_attempts (
  endpoint_id {text} NOT NULL,
  event_id {text} NOT NULL,
  number {int} NOT NULL,
  workspace_id {text} NOT NULL,
  started_at {int} NOT NULL,
  latency_ms {int} NOT NULL,
  status_code {int} NOT NULL,
  error {text} NOT NULL,
  signature {text} NOT NULL,
  answer_headers {text} NOT NULL,
  answer_body {blob} NOT NULL,
  PRIMARY KEY (endpoint_id, event_id, number)
) {clustered};

-- The durable queue. A job is held by the node that is its owner; the fence
-- grows with every claim, so that a late owner cannot finish it. The queues of
-- one kind are served in turn; jobs of one key run one at a time, in order.
CREATE TABLE jobs (
  id {int} PRIMARY KEY,
  workspace_id {text} NOT NULL,
  kind {text} NOT NULL,
  queue {text} NOT NULL,
  key {text} NOT NULL,
  run_at {int} NOT NULL,
  attempt {int} NOT NULL DEFAULT 0,
  owner {text} NOT NULL DEFAULT '',
  fence {int} NOT NULL DEFAULT 0,
  payload {text} NOT NULL
);
CREATE INDEX jobs_due ON jobs (kind, queue, run_at, id) WHERE owner = '';
CREATE INDEX jobs_key ON jobs (kind, key, id);

-- Nodes that hold jobs and serve endpoints. One whose lease ran out is dead, and
-- what it held is free.
CREATE TABLE nodes (
  id {text} PRIMARY KEY,
  number {int} NOT NULL UNIQUE,
  started_at {int} NOT NULL,
  lease_until {int} NOT NULL
);

-- What the provider posted, as it came.
CREATE TABLE provider_webhooks (
  id {int} PRIMARY KEY,
  account {text} NOT NULL,
  received_at {int} NOT NULL,
  state {text} NOT NULL,
  problem {text} NOT NULL DEFAULT '',
  body {blob} NOT NULL
);

CREATE TABLE idempotency_keys (
  workspace_id {text} NOT NULL,
  key {text} NOT NULL,
  request_hash {text} NOT NULL,
  result {blob} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, key)
) {clustered};
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
