-- Language models that automated replies come from, what each call used, and
-- what a workspace may use in a day.
CREATE TABLE ai_providers (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  kind {text} NOT NULL,
  base_url {text} NOT NULL,
  model {text} NOT NULL,
  sealed_key {blob} NOT NULL,
  key_hint {text} NOT NULL,
  timeout_ms {int} NOT NULL,
  context_tokens {int} NOT NULL,
  prices {text} NOT NULL,
  revision {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};

-- What the nodes tell each other of a provider's health.
CREATE TABLE ai_provider_standings (
  workspace_id {text} NOT NULL,
  provider_id {text} NOT NULL,
  revision {int} NOT NULL,
  state {text} NOT NULL,
  class {text} NOT NULL,
  detail {text} NOT NULL,
  since {int} NOT NULL,
  until {int} NOT NULL,
  level {int} NOT NULL,
  PRIMARY KEY (workspace_id, provider_id)
) {clustered};

-- One row per attempt, and one per answer from the cache.
CREATE TABLE ai_calls (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  purpose {text} NOT NULL,
  conversation_id {text} NOT NULL,
  message_id {text} NOT NULL,
  turn_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  assistant_revision {int} NOT NULL,
  provider_id {text} NOT NULL,
  kind {text} NOT NULL,
  model {text} NOT NULL,
  answered {text} NOT NULL,
  attempt {int} NOT NULL,
  class {text} NOT NULL,
  status_code {int} NOT NULL,
  detail {text} NOT NULL,
  latency_ms {int} NOT NULL,
  input_uncached {int} NOT NULL,
  cache_read {int} NOT NULL,
  cache_write {int} NOT NULL,
  output {int} NOT NULL,
  reasoning {int} NOT NULL,
  estimated {bool} NOT NULL,
  usage {text} NOT NULL,
  cost_micros {int} NOT NULL,
  priced {bool} NOT NULL,
  price_version {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX ai_calls_conversation ON ai_calls (workspace_id, conversation_id, id) WHERE conversation_id <> '';
CREATE INDEX ai_calls_provider ON ai_calls (workspace_id, provider_id, id);
CREATE INDEX ai_calls_assistant ON ai_calls (workspace_id, assistant_id, id) WHERE assistant_id <> '';
CREATE INDEX ai_calls_failed ON ai_calls (workspace_id, id) WHERE class <> '' AND class <> 'cache_hit';
CREATE INDEX ai_calls_age ON ai_calls (created_at);

-- Kept counters: l0 to l14 is the histogram of latencies.
CREATE TABLE ai_usage_days (
  workspace_id {text} NOT NULL,
  day {int} NOT NULL,
  provider_id {text} NOT NULL,
  model {text} NOT NULL,
  assistant_id {text} NOT NULL,
  purpose {text} NOT NULL,
  class {text} NOT NULL,
  calls {int} NOT NULL,
  input_uncached {int} NOT NULL,
  cache_read {int} NOT NULL,
  cache_write {int} NOT NULL,
  output {int} NOT NULL,
  reasoning {int} NOT NULL,
  estimated_tokens {int} NOT NULL,
  cost_micros {int} NOT NULL,
  estimated_micros {int} NOT NULL,
  unpriced {int} NOT NULL,
  l0 {int} NOT NULL,
  l1 {int} NOT NULL,
  l2 {int} NOT NULL,
  l3 {int} NOT NULL,
  l4 {int} NOT NULL,
  l5 {int} NOT NULL,
  l6 {int} NOT NULL,
  l7 {int} NOT NULL,
  l8 {int} NOT NULL,
  l9 {int} NOT NULL,
  l10 {int} NOT NULL,
  l11 {int} NOT NULL,
  l12 {int} NOT NULL,
  l13 {int} NOT NULL,
  l14 {int} NOT NULL,
  PRIMARY KEY (workspace_id, day, provider_id, model, assistant_id, purpose, class)
) {clustered};

CREATE TABLE ai_settings (
  workspace_id {text} NOT NULL PRIMARY KEY,
  enabled {bool} NOT NULL,
  daily_tokens {int} NOT NULL,
  updated_at {int} NOT NULL
) {clustered};

CREATE TABLE ai_budget_days (
  workspace_id {text} NOT NULL,
  day {int} NOT NULL,
  used {int} NOT NULL,
  reserved {int} NOT NULL,
  PRIMARY KEY (workspace_id, day)
) {clustered};

CREATE TABLE ai_reservations (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  day {int} NOT NULL,
  tokens {int} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX ai_reservations_age ON ai_reservations (created_at);

CREATE TABLE ai_notices (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  kind {text} NOT NULL,
  subject {text} NOT NULL,
  detail {text} NOT NULL,
  created_at {int} NOT NULL,
  resolved_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX ai_notices_open ON ai_notices (workspace_id, kind, subject) WHERE resolved_at = 0;
