-- The tables of an embedded file as all migrations leave them. `make schema` writes it.
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  live BOOLEAN NOT NULL,
  default_language TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
, contact_epoch INTEGER NOT NULL DEFAULT 0, silent_until INTEGER NOT NULL DEFAULT 0);
CREATE TABLE keysets (
  name TEXT PRIMARY KEY,
  wrapped BLOB NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE TABLE contacts (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  phone TEXT NOT NULL,
  user_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  opted_out_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, lookup_key TEXT NOT NULL DEFAULT '', phone_since INTEGER NOT NULL DEFAULT 0, parent_user_id TEXT NOT NULL DEFAULT '', named_here BOOLEAN NOT NULL DEFAULT FALSE, search_name TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '', field_values TEXT NOT NULL DEFAULT '', merged_into TEXT NOT NULL DEFAULT '', updated_at INTEGER NOT NULL DEFAULT 0, refuses_all_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE conversations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  status TEXT NOT NULL,
  last_inbound_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, referral_at INTEGER NOT NULL DEFAULT 0, free_entry_until INTEGER NOT NULL DEFAULT 0, joined_to TEXT NOT NULL DEFAULT '', team_id TEXT NOT NULL DEFAULT '', agent_id TEXT NOT NULL DEFAULT '', labels TEXT NOT NULL DEFAULT '', brought_labels TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE nodes (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  started_at INTEGER NOT NULL,
  lease_until INTEGER NOT NULL
);
CREATE TABLE idempotency_keys (
  workspace_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  result BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, key)
) WITHOUT ROWID;
CREATE TABLE media (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  mime_type TEXT NOT NULL DEFAULT '',
  filename TEXT NOT NULL DEFAULT '',
  animated BOOLEAN NOT NULL,
  size INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT NOT NULL DEFAULT '',
  copy BOOLEAN NOT NULL,
  object TEXT NOT NULL DEFAULT '',
  object_key BLOB NOT NULL,
  fault TEXT NOT NULL DEFAULT '',
  uses INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE media_uploads (
  workspace_id TEXT NOT NULL,
  media_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  provider_media_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, media_id, phone_number_id)
) WITHOUT ROWID;
CREATE TABLE contact_notices (
  workspace_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  phone TEXT NOT NULL,
  user_id TEXT NOT NULL,
  other_contact_id TEXT NOT NULL,
  detail TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, contact_id, id)
) WITHOUT ROWID;
CREATE TABLE contact_merges (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kept_id TEXT NOT NULL,
  gone_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  undone_at INTEGER NOT NULL DEFAULT 0,
  record TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE contact_fields (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  key TEXT NOT NULL,
  label TEXT NOT NULL,
  type TEXT NOT NULL,
  options TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL DEFAULT 0, owner TEXT NOT NULL DEFAULT 'contact',
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE contact_tags (
  workspace_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, tag, contact_id)
) WITHOUT ROWID;
CREATE TABLE contact_field_values (
  workspace_id TEXT NOT NULL,
  field INTEGER NOT NULL,
  value TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, field, value, contact_id)
) WITHOUT ROWID;
CREATE TABLE consent_records (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  state TEXT NOT NULL,
  source TEXT NOT NULL,
  proof TEXT NOT NULL,
  -- Names the fact, so that one that is told twice is recorded once.
  fact TEXT NOT NULL,
  at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, made_by TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE consent_settings (
  workspace_id TEXT PRIMARY KEY,
  settings TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE TABLE provider_facts (
  workspace_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  fact TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, subject, fact)
) WITHOUT ROWID;
CREATE TABLE health_notices (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  severity TEXT NOT NULL,
  since INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  count INTEGER NOT NULL,
  detail TEXT NOT NULL,
  resolved_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, phone_number_id, kind)
) WITHOUT ROWID;
CREATE TABLE number_traffic (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  webhooks INTEGER NOT NULL,
  statuses INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id, bucket)
) WITHOUT ROWID;
CREATE TABLE number_activity (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  active_at INTEGER NOT NULL,
  last_webhook_at INTEGER NOT NULL,
  last_status_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) WITHOUT ROWID;
CREATE TABLE contact_imports (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  filename TEXT NOT NULL,
  encoding TEXT NOT NULL,
  delimiter TEXT NOT NULL,
  options TEXT NOT NULL,
  columns TEXT NOT NULL,
  object TEXT NOT NULL,
  sealed_key BLOB NOT NULL,
  size INTEGER NOT NULL,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  problems INTEGER NOT NULL DEFAULT 0,
  run_state TEXT NOT NULL DEFAULT '', run_phase TEXT NOT NULL DEFAULT '', run_position TEXT NOT NULL DEFAULT '', run_done INTEGER NOT NULL DEFAULT 0, run_total INTEGER NOT NULL DEFAULT -1, run_tries INTEGER NOT NULL DEFAULT 0, run_paused TEXT NOT NULL DEFAULT '', run_retry_at INTEGER NOT NULL DEFAULT 0, run_error TEXT NOT NULL DEFAULT '', run_started_at INTEGER NOT NULL DEFAULT 0, run_updated_at INTEGER NOT NULL DEFAULT 0, run_ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE "contact_import_problems" (
  workspace_id TEXT NOT NULL,
  import_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  line INTEGER NOT NULL,
  field TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (workspace_id, import_id, number)
) WITHOUT ROWID;
CREATE TABLE endpoint_notices (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  severity TEXT NOT NULL,
  since INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  detail TEXT NOT NULL,
  resolved_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, endpoint_id, kind)
) WITHOUT ROWID;
CREATE TABLE redeliveries (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  id TEXT NOT NULL,
  what TEXT NOT NULL,
  since_at INTEGER NOT NULL,
  until_at INTEGER NOT NULL,
  kinds TEXT NOT NULL,
  include_succeeded BOOLEAN NOT NULL,
  end_id TEXT NOT NULL,
  examined INTEGER NOT NULL DEFAULT 0,
  queued INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  run_state TEXT NOT NULL DEFAULT '', run_phase TEXT NOT NULL DEFAULT '', run_position TEXT NOT NULL DEFAULT '', run_done INTEGER NOT NULL DEFAULT 0, run_total INTEGER NOT NULL DEFAULT -1, run_tries INTEGER NOT NULL DEFAULT 0, run_paused TEXT NOT NULL DEFAULT '', run_retry_at INTEGER NOT NULL DEFAULT 0, run_error TEXT NOT NULL DEFAULT '', run_started_at INTEGER NOT NULL DEFAULT 0, run_updated_at INTEGER NOT NULL DEFAULT 0, run_ended_at INTEGER NOT NULL DEFAULT 0, end_position INTEGER NOT NULL DEFAULT 0, since_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, endpoint_id, id)
) WITHOUT ROWID;
CREATE TABLE ai_providers (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  base_url TEXT NOT NULL,
  model TEXT NOT NULL,
  sealed_key BLOB NOT NULL,
  key_hint TEXT NOT NULL,
  timeout_ms INTEGER NOT NULL,
  context_tokens INTEGER NOT NULL,
  prices TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE ai_provider_standings (
  workspace_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL,
  class TEXT NOT NULL,
  detail TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  level INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, provider_id)
) WITHOUT ROWID;
CREATE TABLE ai_calls (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  turn_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  assistant_revision INTEGER NOT NULL,
  provider_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  model TEXT NOT NULL,
  answered TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  class TEXT NOT NULL,
  status_code INTEGER NOT NULL,
  detail TEXT NOT NULL,
  latency_ms INTEGER NOT NULL,
  input_uncached INTEGER NOT NULL,
  cache_read INTEGER NOT NULL,
  cache_write INTEGER NOT NULL,
  output INTEGER NOT NULL,
  reasoning INTEGER NOT NULL,
  estimated BOOLEAN NOT NULL,
  usage TEXT NOT NULL,
  cost_micros INTEGER NOT NULL,
  priced BOOLEAN NOT NULL,
  price_version TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE ai_usage_days (
  workspace_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  provider_id TEXT NOT NULL,
  model TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  class TEXT NOT NULL,
  calls INTEGER NOT NULL,
  input_uncached INTEGER NOT NULL,
  cache_read INTEGER NOT NULL,
  cache_write INTEGER NOT NULL,
  output INTEGER NOT NULL,
  reasoning INTEGER NOT NULL,
  estimated_tokens INTEGER NOT NULL,
  cost_micros INTEGER NOT NULL,
  estimated_micros INTEGER NOT NULL,
  unpriced INTEGER NOT NULL,
  l0 INTEGER NOT NULL,
  l1 INTEGER NOT NULL,
  l2 INTEGER NOT NULL,
  l3 INTEGER NOT NULL,
  l4 INTEGER NOT NULL,
  l5 INTEGER NOT NULL,
  l6 INTEGER NOT NULL,
  l7 INTEGER NOT NULL,
  l8 INTEGER NOT NULL,
  l9 INTEGER NOT NULL,
  l10 INTEGER NOT NULL,
  l11 INTEGER NOT NULL,
  l12 INTEGER NOT NULL,
  l13 INTEGER NOT NULL,
  l14 INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, provider_id, model, assistant_id, purpose, class)
) WITHOUT ROWID;
CREATE TABLE ai_settings (
  workspace_id TEXT NOT NULL PRIMARY KEY,
  enabled BOOLEAN NOT NULL,
  daily_tokens INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE ai_budget_days (
  workspace_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  used INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day)
) WITHOUT ROWID;
CREATE TABLE ai_reservations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  day INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE ai_notices (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  resolved_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE knowledge (
  workspace_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL DEFAULT 0,
  sources INTEGER NOT NULL DEFAULT 0,
  passages INTEGER NOT NULL DEFAULT 0,
  synonyms TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE knowledge_sources (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  language TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  revision INTEGER NOT NULL DEFAULT 1,
  live_revision INTEGER NOT NULL DEFAULT 0,
  content TEXT NOT NULL DEFAULT '',
  question TEXT NOT NULL DEFAULT '',
  filename TEXT NOT NULL DEFAULT '',
  mime_type TEXT NOT NULL DEFAULT '',
  size INTEGER NOT NULL DEFAULT 0,
  object TEXT NOT NULL DEFAULT '',
  sealed_key BLOB NOT NULL,
  url TEXT NOT NULL DEFAULT '',
  page_limit INTEGER NOT NULL DEFAULT 0,
  recrawl_hours INTEGER NOT NULL DEFAULT 0,
  crawled_at INTEGER NOT NULL DEFAULT 0,
  next_crawl_at INTEGER NOT NULL DEFAULT 0,
  pages INTEGER NOT NULL DEFAULT 0,
  passages INTEGER NOT NULL DEFAULT 0,
  flagged INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ready_at INTEGER NOT NULL DEFAULT 0, run_state TEXT NOT NULL DEFAULT '', run_phase TEXT NOT NULL DEFAULT '', run_position TEXT NOT NULL DEFAULT '', run_done INTEGER NOT NULL DEFAULT 0, run_total INTEGER NOT NULL DEFAULT -1, run_tries INTEGER NOT NULL DEFAULT 0, run_paused TEXT NOT NULL DEFAULT '', run_retry_at INTEGER NOT NULL DEFAULT 0, run_error TEXT NOT NULL DEFAULT '', run_started_at INTEGER NOT NULL DEFAULT 0, run_updated_at INTEGER NOT NULL DEFAULT 0, run_ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE knowledge_passages (
  workspace_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  since INTEGER NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  question TEXT NOT NULL,
  body TEXT NOT NULL,
  language TEXT NOT NULL,
  hash BLOB NOT NULL,
  flagged BOOLEAN NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, number)
) WITHOUT ROWID;
CREATE TABLE knowledge_pages (
  workspace_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  url TEXT NOT NULL,
  number INTEGER NOT NULL,
  crawl INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  etag TEXT NOT NULL DEFAULT '',
  modified TEXT NOT NULL DEFAULT '',
  document TEXT NOT NULL DEFAULT '',
  links TEXT NOT NULL DEFAULT '',
  fetched_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, source_id, url)
) WITHOUT ROWID;
CREATE TABLE knowledge_gaps (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  question TEXT NOT NULL,
  language TEXT NOT NULL,
  count INTEGER NOT NULL,
  source_id TEXT NOT NULL DEFAULT '',
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE knowledge_gap_questions (
  workspace_id TEXT NOT NULL,
  gap_id TEXT NOT NULL,
  id TEXT NOT NULL,
  question TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, gap_id, id)
) WITHOUT ROWID;
CREATE TABLE assistants (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  enabled BOOLEAN NOT NULL,
  live INTEGER NOT NULL,
  latest INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE assistant_revisions (
  workspace_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  config TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  live_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, assistant_id, number)
) WITHOUT ROWID;
CREATE TABLE assistant_duties (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) WITHOUT ROWID;
CREATE TABLE assistant_settings (
  workspace_id TEXT PRIMARY KEY,
  settings TEXT NOT NULL DEFAULT '',
  cache_secret BLOB NOT NULL,
  cache_generation INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE "active_speakers" (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  speaker TEXT NOT NULL,
  since_at INTEGER NOT NULL DEFAULT 0,
  until_at INTEGER NOT NULL DEFAULT 0,
  taken_by TEXT NOT NULL DEFAULT '',
  switch TEXT NOT NULL DEFAULT 'default',
  epoch INTEGER NOT NULL DEFAULT 0,
  is_open BOOLEAN NOT NULL,
  pauses INTEGER NOT NULL DEFAULT 0, asked_at INTEGER NOT NULL DEFAULT 0, ask_due_at INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '', assignee TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE ai_turns (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  state TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  last_message_id TEXT NOT NULL,
  messages INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  decided_at INTEGER NOT NULL DEFAULT 0,
  discarded INTEGER NOT NULL DEFAULT 0,
  message_id TEXT NOT NULL DEFAULT '',
  result TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, conversation_id, epoch)
) WITHOUT ROWID;
CREATE TABLE ai_turn_messages (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, epoch, message_id)
) WITHOUT ROWID;
CREATE TABLE ai_cache (
  workspace_id TEXT NOT NULL,
  key TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  answer BLOB NOT NULL,
  tokens INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, key)
) WITHOUT ROWID;
CREATE TABLE evaluations (
  workspace_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  beside INTEGER NOT NULL,
  request TEXT NOT NULL,
  examined INTEGER NOT NULL DEFAULT 0,
  left_out INTEGER NOT NULL DEFAULT 0,
  found INTEGER NOT NULL DEFAULT 0,
  unmeasured INTEGER NOT NULL DEFAULT 0,
  result TEXT NOT NULL DEFAULT '',
  made_by TEXT NOT NULL,
  run_state TEXT NOT NULL DEFAULT '', run_phase TEXT NOT NULL DEFAULT '', run_position TEXT NOT NULL DEFAULT '', run_done INTEGER NOT NULL DEFAULT 0, run_total INTEGER NOT NULL DEFAULT -1, run_tries INTEGER NOT NULL DEFAULT 0, run_paused TEXT NOT NULL DEFAULT '', run_retry_at INTEGER NOT NULL DEFAULT 0, run_error TEXT NOT NULL DEFAULT '', run_started_at INTEGER NOT NULL DEFAULT 0, run_updated_at INTEGER NOT NULL DEFAULT 0, run_ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, assistant_id, id)
) WITHOUT ROWID;
CREATE TABLE evaluation_items (
  workspace_id TEXT NOT NULL,
  evaluation_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  question BLOB NOT NULL,
  conversation_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  answers BLOB NOT NULL,
  scores TEXT NOT NULL DEFAULT '',
  unmeasured TEXT NOT NULL DEFAULT '',
  measured_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, evaluation_id, number)
) WITHOUT ROWID;
CREATE TABLE assistant_publications (
  workspace_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  replaced INTEGER NOT NULL,
  evaluation_id TEXT NOT NULL,
  result TEXT NOT NULL,
  without_evaluation BOOLEAN NOT NULL,
  reason TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, assistant_id, id)
) WITHOUT ROWID;
CREATE TABLE knowledge_embeddings (
  workspace_id TEXT NOT NULL PRIMARY KEY,
  id TEXT NOT NULL,
  enabled BOOLEAN NOT NULL,
  base_url TEXT NOT NULL,
  model TEXT NOT NULL,
  sealed_key BLOB NOT NULL,
  key_hint TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  timeout_ms INTEGER NOT NULL,
  evidence_permille INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  space INTEGER NOT NULL,
  found_dimensions INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, run_state TEXT NOT NULL DEFAULT '', run_phase TEXT NOT NULL DEFAULT '', run_position TEXT NOT NULL DEFAULT '', run_done INTEGER NOT NULL DEFAULT 0, run_total INTEGER NOT NULL DEFAULT -1, run_tries INTEGER NOT NULL DEFAULT 0, run_paused TEXT NOT NULL DEFAULT '', run_retry_at INTEGER NOT NULL DEFAULT 0, run_error TEXT NOT NULL DEFAULT '', run_started_at INTEGER NOT NULL DEFAULT 0, run_updated_at INTEGER NOT NULL DEFAULT 0, run_ended_at INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE knowledge_vectors (
  workspace_id TEXT NOT NULL,
  space INTEGER NOT NULL,
  hash BLOB NOT NULL,
  version INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (workspace_id, space, hash)
);
CREATE TABLE duties (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
);
CREATE TABLE deployments (
  id TEXT PRIMARY KEY,
  plain BOOLEAN NOT NULL,
  created_at INTEGER NOT NULL
, backed_up_at INTEGER NOT NULL DEFAULT 0, backup_took INTEGER NOT NULL DEFAULT 0, backup_bytes INTEGER NOT NULL DEFAULT 0, backup_files INTEGER NOT NULL DEFAULT 0, backup_file_bytes INTEGER NOT NULL DEFAULT 0);
CREATE TABLE "events" (
   workspace_id TEXT NOT NULL,
   position INTEGER NOT NULL,
   id TEXT NOT NULL,
   kind TEXT NOT NULL,
   key TEXT NOT NULL,
   endpoint_id TEXT NOT NULL DEFAULT '',
   scope TEXT NOT NULL DEFAULT '',
   created_at INTEGER NOT NULL,
   body BLOB NOT NULL,
   PRIMARY KEY (workspace_id, position)
 ) WITHOUT ROWID;
CREATE TABLE number_paces (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  node TEXT NOT NULL,
  share INTEGER NOT NULL,
  short BOOLEAN NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id, node)
);
CREATE TABLE message_expirations (
  workspace_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, message_id)
) WITHOUT ROWID;
CREATE TABLE key_directory (
  hash TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  key_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE "api_keys" (
   workspace_id TEXT NOT NULL,
   id TEXT NOT NULL,
   name TEXT NOT NULL,
   hash TEXT NOT NULL,
   last_four TEXT NOT NULL,
   scopes TEXT NOT NULL,
   created_at INTEGER NOT NULL,
   expires_at INTEGER NOT NULL DEFAULT 0,
   revoked_at INTEGER NOT NULL DEFAULT 0,
   last_used_at INTEGER NOT NULL DEFAULT 0,
   rotated_to TEXT NOT NULL DEFAULT '', reach TEXT NOT NULL DEFAULT 'all', team_ids TEXT NOT NULL DEFAULT '', phone_number_ids TEXT NOT NULL DEFAULT '', networks TEXT NOT NULL DEFAULT '', last_used_from TEXT NOT NULL DEFAULT '', created_by TEXT NOT NULL DEFAULT '', masks_numbers BOOLEAN NOT NULL DEFAULT FALSE,
   PRIMARY KEY (workspace_id, id)
 );
CREATE TABLE account_directory (
  account_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  provider_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE number_directory (
  provider_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE "messaging_accounts" (
   workspace_id TEXT NOT NULL,
   id TEXT NOT NULL,
   provider_id TEXT NOT NULL,
   name TEXT NOT NULL,
   currency TEXT NOT NULL DEFAULT '',
   app_id TEXT NOT NULL DEFAULT '',
   token BLOB NOT NULL,
   token_hint TEXT NOT NULL,
   app_secret BLOB NOT NULL,
   status TEXT NOT NULL,
   created_at INTEGER NOT NULL,
   synced_at INTEGER NOT NULL DEFAULT 0,
   review_status TEXT NOT NULL DEFAULT '',
   ban_state TEXT NOT NULL DEFAULT '',
   ban_date TEXT NOT NULL DEFAULT '',
   violation TEXT NOT NULL DEFAULT '',
   restrictions TEXT NOT NULL DEFAULT '',
   max_phone_numbers INTEGER NOT NULL DEFAULT 0,
   disconnect_reason TEXT NOT NULL DEFAULT '', unpaid_since INTEGER NOT NULL DEFAULT 0, unpaid_replies BOOLEAN NOT NULL DEFAULT FALSE, unpaid_seen BOOLEAN NOT NULL DEFAULT FALSE, budget_stops TEXT NOT NULL DEFAULT '',
   PRIMARY KEY (workspace_id, id)
 );
CREATE TABLE "phone_numbers" (
   workspace_id TEXT NOT NULL,
   id TEXT NOT NULL,
   messaging_account_id TEXT NOT NULL,
   provider_id TEXT NOT NULL,
   number TEXT NOT NULL,
   verified_name TEXT NOT NULL DEFAULT '',
   quality TEXT NOT NULL DEFAULT '',
   status TEXT NOT NULL DEFAULT '',
   throughput INTEGER NOT NULL,
   is_default BOOLEAN NOT NULL,
   created_at INTEGER NOT NULL,
   name_status TEXT NOT NULL DEFAULT '',
   requested_name TEXT NOT NULL DEFAULT '',
   name_rejection TEXT NOT NULL DEFAULT '',
   messaging_limit TEXT NOT NULL DEFAULT '',
   username TEXT NOT NULL DEFAULT '',
   username_status TEXT NOT NULL DEFAULT '',
   late_at INTEGER NOT NULL DEFAULT 0,
   disconnect_reason TEXT NOT NULL DEFAULT '', read_receipts TEXT NOT NULL DEFAULT 'never', automatic_messages TEXT NOT NULL DEFAULT '',
   PRIMARY KEY (workspace_id, id)
 );
CREATE TABLE "templates" (
   workspace_id TEXT NOT NULL,
   id TEXT NOT NULL,
   messaging_account_id TEXT NOT NULL,
   provider_id TEXT NOT NULL,
   name TEXT NOT NULL,
   language TEXT NOT NULL,
   category TEXT NOT NULL,
   status TEXT NOT NULL,
   reason TEXT NOT NULL DEFAULT '',
   quality TEXT NOT NULL DEFAULT '',
   format TEXT NOT NULL,
   components TEXT NOT NULL,
   updated_at INTEGER NOT NULL,
   next_category TEXT NOT NULL DEFAULT '',
   next_category_at INTEGER NOT NULL DEFAULT 0, ttl INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0, action TEXT NOT NULL DEFAULT '', action_by TEXT NOT NULL DEFAULT '', problem TEXT NOT NULL DEFAULT '', deleted_at INTEGER NOT NULL DEFAULT 0, created_by TEXT NOT NULL DEFAULT '', created_at INTEGER NOT NULL DEFAULT 0,
   PRIMARY KEY (workspace_id, id)
 );
CREATE TABLE message_states (
  workspace_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  status TEXT NOT NULL,
  provider_message_id TEXT NOT NULL DEFAULT '',
  attempts TEXT NOT NULL DEFAULT '',
  error TEXT NOT NULL DEFAULT '',
  charge TEXT NOT NULL DEFAULT '',
  times TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, message_id)
) WITHOUT ROWID;
CREATE TABLE message_provider_ids (
  workspace_id TEXT NOT NULL,
  digest BLOB NOT NULL,
  message_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, digest)
) WITHOUT ROWID;
CREATE TABLE "messages" (
   workspace_id TEXT NOT NULL,
   id TEXT NOT NULL,
   conversation_id TEXT NOT NULL,
   contact_id TEXT NOT NULL,
   phone_number_id TEXT NOT NULL,
   direction TEXT NOT NULL,
   type TEXT NOT NULL,
   to_phone TEXT NOT NULL DEFAULT '',
   from_phone TEXT NOT NULL DEFAULT '',
   user_id TEXT NOT NULL DEFAULT '',
   reply_to TEXT NOT NULL DEFAULT '',
   content TEXT NOT NULL,
   metadata TEXT NOT NULL DEFAULT '',
   scheduled_at INTEGER NOT NULL DEFAULT 0,
   expires_at INTEGER NOT NULL DEFAULT 0,
   created_at INTEGER NOT NULL,
   PRIMARY KEY (workspace_id, id)
 ) WITHOUT ROWID;
CREATE TABLE "parked_statuses" (
   workspace_id TEXT NOT NULL,
   phone_number_id TEXT NOT NULL,
   provider_message_id TEXT NOT NULL,
   status TEXT NOT NULL,
   item TEXT NOT NULL,
   created_at INTEGER NOT NULL,
   PRIMARY KEY (workspace_id, phone_number_id, provider_message_id, status)
 ) WITHOUT ROWID;
CREATE TABLE "webhook_endpoints" (
   workspace_id TEXT NOT NULL,
   id TEXT NOT NULL,
   url TEXT NOT NULL,
   events TEXT NOT NULL,
   description TEXT NOT NULL,
   enabled BOOLEAN NOT NULL,
   disabled_reason TEXT NOT NULL DEFAULT '',
   secrets BLOB NOT NULL,
   created_at INTEGER NOT NULL,
   updated_at INTEGER NOT NULL,
   ordering TEXT NOT NULL DEFAULT 'key',
   rate_limit INTEGER NOT NULL DEFAULT 0,
   max_in_flight INTEGER NOT NULL DEFAULT 32,
   timeout_seconds INTEGER NOT NULL DEFAULT 15,
   retry_schedule TEXT NOT NULL DEFAULT 'standard',
   phone_number_ids TEXT NOT NULL DEFAULT '',
   assistant_ids TEXT NOT NULL DEFAULT '',
   pipeline_ids TEXT NOT NULL DEFAULT '',
   max_batch INTEGER NOT NULL DEFAULT 1,
   PRIMARY KEY (workspace_id, id)
 ) WITHOUT ROWID;
CREATE TABLE "endpoint_cursors" (
   workspace_id TEXT NOT NULL,
   endpoint_id TEXT NOT NULL,
   owner TEXT NOT NULL,
   event_id TEXT NOT NULL,
   sequence INTEGER NOT NULL DEFAULT 0,
   settled BOOLEAN NOT NULL DEFAULT FALSE,
   position INTEGER NOT NULL DEFAULT 0,
   PRIMARY KEY (workspace_id, endpoint_id)
 ) WITHOUT ROWID;
CREATE TABLE "endpoint_health" (
   workspace_id TEXT NOT NULL,
   endpoint_id TEXT NOT NULL,
   open_until INTEGER NOT NULL,
   openings INTEGER NOT NULL,
   paused_until INTEGER NOT NULL,
   consecutive_failures INTEGER NOT NULL,
   failing_since INTEGER NOT NULL,
   failed_deliveries INTEGER NOT NULL,
   refusals INTEGER NOT NULL,
   last_error TEXT NOT NULL,
   last_error_at INTEGER NOT NULL,
   PRIMARY KEY (workspace_id, endpoint_id)
 ) WITHOUT ROWID;
CREATE TABLE "endpoint_hours" (
   workspace_id TEXT NOT NULL,
   endpoint_id TEXT NOT NULL,
   hour INTEGER NOT NULL,
   deliveries_failed INTEGER NOT NULL,
   class_succeeded INTEGER NOT NULL,
   class_redirect INTEGER NOT NULL,
   class_client_error INTEGER NOT NULL,
   class_server_error INTEGER NOT NULL,
   class_timeout INTEGER NOT NULL,
   class_connection INTEGER NOT NULL,
   class_dns INTEGER NOT NULL,
   class_tls INTEGER NOT NULL,
   class_forbidden INTEGER NOT NULL,
   class_own_network INTEGER NOT NULL,
   class_other INTEGER NOT NULL,
   ms_1 INTEGER NOT NULL,
   ms_2 INTEGER NOT NULL,
   ms_5 INTEGER NOT NULL,
   ms_10 INTEGER NOT NULL,
   ms_20 INTEGER NOT NULL,
   ms_50 INTEGER NOT NULL,
   ms_100 INTEGER NOT NULL,
   ms_200 INTEGER NOT NULL,
   ms_500 INTEGER NOT NULL,
   ms_1000 INTEGER NOT NULL,
   ms_2000 INTEGER NOT NULL,
   ms_5000 INTEGER NOT NULL,
   ms_10000 INTEGER NOT NULL,
   ms_15000 INTEGER NOT NULL,
   ms_30000 INTEGER NOT NULL,
   ms_more INTEGER NOT NULL,
   PRIMARY KEY (workspace_id, endpoint_id, hour)
 ) WITHOUT ROWID;
CREATE TABLE "deliveries" (
   workspace_id TEXT NOT NULL,
   endpoint_id TEXT NOT NULL,
   event_id TEXT NOT NULL,
   state TEXT NOT NULL,
   attempt INTEGER NOT NULL,
   next_at INTEGER NOT NULL,
   started_at INTEGER NOT NULL,
   latency_ms INTEGER NOT NULL,
   status_code INTEGER NOT NULL,
   error TEXT NOT NULL,
   signature TEXT NOT NULL,
   answer_headers TEXT NOT NULL,
   answer_body BLOB NOT NULL,
   sequence INTEGER NOT NULL DEFAULT 0,
   key TEXT NOT NULL DEFAULT '',
   triggered_by TEXT NOT NULL DEFAULT '',
   attempts_before INTEGER NOT NULL DEFAULT 0,
   redelivery_id TEXT NOT NULL DEFAULT '',
   batch_id TEXT NOT NULL DEFAULT '',
   PRIMARY KEY (workspace_id, endpoint_id, event_id)
 ) WITHOUT ROWID;
CREATE TABLE "delivery_attempts" (
   workspace_id TEXT NOT NULL,
   endpoint_id TEXT NOT NULL,
   event_id TEXT NOT NULL,
   number INTEGER NOT NULL,
   started_at INTEGER NOT NULL,
   latency_ms INTEGER NOT NULL,
   status_code INTEGER NOT NULL,
   error TEXT NOT NULL,
   signature TEXT NOT NULL,
   answer_headers TEXT NOT NULL,
   answer_body BLOB NOT NULL,
   triggered_by TEXT NOT NULL DEFAULT '',
   batch_id TEXT NOT NULL DEFAULT '',
   PRIMARY KEY (workspace_id, endpoint_id, event_id, number)
 ) WITHOUT ROWID;
CREATE TABLE delivery_runs (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  last_event TEXT NOT NULL,
  digest INTEGER NOT NULL,
  first_event TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  events INTEGER NOT NULL,
  records BLOB NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id, last_event, digest)
) WITHOUT ROWID;
CREATE TABLE "jobs" (
   workspace_id TEXT NOT NULL,
   id INTEGER NOT NULL,
   kind TEXT NOT NULL,
   queue TEXT NOT NULL,
   key TEXT NOT NULL,
   run_at INTEGER NOT NULL,
   attempt INTEGER NOT NULL DEFAULT 0,
   owner TEXT NOT NULL DEFAULT '',
   fence INTEGER NOT NULL DEFAULT 0,
   payload TEXT NOT NULL,
   PRIMARY KEY (workspace_id, id)
 ) WITHOUT ROWID;
CREATE TABLE "ingest_begun" (
   workspace_id TEXT NOT NULL,
   job_id INTEGER NOT NULL,
   times INTEGER NOT NULL,
   PRIMARY KEY (workspace_id, job_id)
 ) WITHOUT ROWID;
CREATE TABLE "parked_items" (
   workspace_id TEXT NOT NULL,
   phone_number_id TEXT NOT NULL,
   target_id TEXT NOT NULL,
   item_id TEXT NOT NULL,
   item TEXT NOT NULL,
   created_at INTEGER NOT NULL,
   PRIMARY KEY (workspace_id, phone_number_id, target_id, item_id)
 ) WITHOUT ROWID;
CREATE TABLE "provider_webhooks" (
   workspace_id TEXT NOT NULL,
   id INTEGER NOT NULL,
   account TEXT NOT NULL,
   received_at INTEGER NOT NULL,
   state TEXT NOT NULL,
   problem TEXT NOT NULL DEFAULT '',
   pending TEXT NOT NULL DEFAULT '',
   size INTEGER NOT NULL DEFAULT 0,
   body BLOB NOT NULL,
   PRIMARY KEY (workspace_id, id)
 ) WITHOUT ROWID;
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  address_key TEXT NOT NULL,
  name TEXT NOT NULL,
  handle TEXT NOT NULL,
  password TEXT NOT NULL DEFAULT '',
  password_short BOOLEAN NOT NULL DEFAULT FALSE,
  verified_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
, operator_since INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE members (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  role_id TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL DEFAULT 0, accepted_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  factors TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  signed_in_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  ip TEXT NOT NULL,
  user_agent TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE user_tokens (
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE sign_in_failures (
  subject TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE roles (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  reach TEXT NOT NULL,
  phone_number_ids TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, masks_numbers BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE teams (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  method TEXT NOT NULL DEFAULT '',
  lead_user_id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE team_members (
  workspace_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, team_id, user_id)
) WITHOUT ROWID;
CREATE TABLE team_numbers (
  workspace_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, team_id, phone_number_id)
) WITHOUT ROWID;
CREATE TABLE audit_log (
  workspace_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  action TEXT NOT NULL,
  version INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  targets TEXT NOT NULL,
  ip TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  session_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  changes TEXT NOT NULL,
  outcome TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (workspace_id, seq)
) WITHOUT ROWID;
CREATE TABLE audit_targets (
  workspace_id TEXT NOT NULL,
  target_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  target_type TEXT NOT NULL,
  PRIMARY KEY (workspace_id, target_id, seq, target_type)
) WITHOUT ROWID;
CREATE TABLE audit_heads (
  workspace_id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  hash TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE user_totp (
  user_id TEXT PRIMARY KEY,
  secret BLOB NOT NULL,
  last_step INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, hash)
) WITHOUT ROWID;
CREATE TABLE passkeys (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  credential TEXT NOT NULL,
  site TEXT NOT NULL,
  name TEXT NOT NULL,
  record BLOB NOT NULL,
  backed_up INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  suspect_at INTEGER NOT NULL DEFAULT 0,
  changed BLOB,
  changed_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) WITHOUT ROWID;
CREATE TABLE ceremonies (
  id TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id TEXT NOT NULL DEFAULT '',
  record BLOB NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE sso_connections (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  sealed_secret BLOB NOT NULL,
  groups_claim TEXT NOT NULL,
  group_roles TEXT NOT NULL,
  default_role_id TEXT NOT NULL,
  provision BOOLEAN NOT NULL,
  enabled BOOLEAN NOT NULL,
  enforced BOOLEAN NOT NULL,
  break_glass_user_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE sso_domains (
  workspace_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  token TEXT NOT NULL,
  verified_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, connection_id, domain)
) WITHOUT ROWID;
CREATE TABLE sso_domain_directory (
  domain TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  connection_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE TABLE sso_flows (
  state_hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE conversation_followers (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id)
) WITHOUT ROWID;
CREATE TABLE media_places (
  workspace_id TEXT NOT NULL,
  media_id TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (workspace_id, media_id, place)
) WITHOUT ROWID;
CREATE TABLE access_changes (
  id INTEGER PRIMARY KEY,
  number INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE calendars (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name_key TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE calendar_versions (
  workspace_id TEXT NOT NULL,
  calendar_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, calendar_id, version)
) WITHOUT ROWID;
CREATE TABLE notes (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  mentions TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, conversation_id, id)
) WITHOUT ROWID;
CREATE TABLE canned_replies (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  shortcut TEXT NOT NULL,
  shortcut_key TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  team_id TEXT NOT NULL DEFAULT '',
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE availability (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  until_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL, capacity INTEGER NOT NULL DEFAULT -1, said_at INTEGER NOT NULL DEFAULT 0, said_by TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, user_id, from_at)
) WITHOUT ROWID;
CREATE TABLE conversation_states (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  team_id TEXT NOT NULL DEFAULT '',
  agent_id TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL,
  priority TEXT NOT NULL DEFAULT 'normal',
  waiting_since INTEGER NOT NULL DEFAULT 0,
  activity_at INTEGER NOT NULL,
  span_at INTEGER NOT NULL,
  snoozed_until INTEGER NOT NULL DEFAULT 0,
  wake_on_reply BOOLEAN NOT NULL DEFAULT FALSE,
  seq INTEGER NOT NULL DEFAULT 0,
  answer_seq INTEGER NOT NULL DEFAULT 0,
  last_answer_id TEXT NOT NULL DEFAULT '',
  inbounds INTEGER NOT NULL DEFAULT 0,
  read_floor INTEGER NOT NULL DEFAULT 0,
  seen_inbounds INTEGER NOT NULL DEFAULT 0,
  seen_by TEXT NOT NULL DEFAULT '',
  seen_at INTEGER NOT NULL DEFAULT 0,
  last_inbound_at INTEGER NOT NULL DEFAULT 0,
  preview_id TEXT NOT NULL DEFAULT '',
  preview TEXT NOT NULL DEFAULT '',
  answer_id TEXT NOT NULL DEFAULT '',
  cleared_since INTEGER NOT NULL DEFAULT 0,
  cleared_ms INTEGER NOT NULL DEFAULT 0,
  episode_id TEXT NOT NULL DEFAULT '',
  episode_no INTEGER NOT NULL DEFAULT 0,
  opened_at INTEGER NOT NULL DEFAULT 0,
  opened_by TEXT NOT NULL DEFAULT '',
  open_reason TEXT NOT NULL DEFAULT '',
  first_inbound_at INTEGER NOT NULL DEFAULT 0,
  first_assigned_at INTEGER NOT NULL DEFAULT 0,
  first_answer_at INTEGER NOT NULL DEFAULT 0,
  first_answer_by TEXT NOT NULL DEFAULT '',
  first_person_at INTEGER NOT NULL DEFAULT 0,
  first_person_by TEXT NOT NULL DEFAULT '',
  episode_inbounds INTEGER NOT NULL DEFAULT 0,
  answers INTEGER NOT NULL DEFAULT 0,
  hand_offs INTEGER NOT NULL DEFAULT 0,
  reassignments INTEGER NOT NULL DEFAULT 0,
  waited_ms INTEGER NOT NULL DEFAULT 0, clocks TEXT NOT NULL DEFAULT '', due_at INTEGER NOT NULL DEFAULT 0, follow_up_at INTEGER NOT NULL DEFAULT 0, waiting TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE conversation_reads (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  inbounds INTEGER NOT NULL,
  at INTEGER NOT NULL, unread BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (workspace_id, user_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE episodes (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  no INTEGER NOT NULL,
  id TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  open_reason TEXT NOT NULL,
  first_inbound_at INTEGER NOT NULL,
  first_assigned_at INTEGER NOT NULL,
  first_answer_at INTEGER NOT NULL,
  first_answer_by TEXT NOT NULL,
  first_person_at INTEGER NOT NULL,
  first_person_by TEXT NOT NULL,
  inbounds INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  hand_offs INTEGER NOT NULL,
  reassignments INTEGER NOT NULL,
  waited_ms INTEGER NOT NULL,
  team_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  closed_at INTEGER NOT NULL,
  closed_by TEXT NOT NULL,
  close_reason TEXT NOT NULL,
  category TEXT NOT NULL,
  summary TEXT NOT NULL,
  unanswered BOOLEAN NOT NULL, waiting TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, conversation_id, no)
) WITHOUT ROWID;
CREATE TABLE joined_states (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE conversation_counts (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  status TEXT NOT NULL,
  waiting BOOLEAN NOT NULL,
  lane INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane)
) WITHOUT ROWID;
CREATE TABLE search_documents (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  direction TEXT NOT NULL, holders TEXT NOT NULL DEFAULT '',
-- words TSVECTOR NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE search_words USING fts5 (words, content='', contentless_delete=1, tokenize='ascii');
CREATE TABLE search_spans (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  span INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, kind, span)
) WITHOUT ROWID;
CREATE TABLE search_positions (
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  indexed_until INTEGER NOT NULL,
  fill TEXT NOT NULL,
  cleaning BOOLEAN NOT NULL DEFAULT FALSE,
  batch INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE search_changes (
   workspace_id TEXT NOT NULL,
   number INTEGER NOT NULL,
   id TEXT NOT NULL,
   place TEXT NOT NULL,
   PRIMARY KEY (workspace_id, number)
 ) WITHOUT ROWID;
CREATE TABLE routing_rules (
  workspace_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, version)
) WITHOUT ROWID;
CREATE TABLE routing_references (
  workspace_id TEXT NOT NULL,
  thing TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (workspace_id, thing, place)
) WITHOUT ROWID;
CREATE TABLE routing_settings (
  workspace_id TEXT NOT NULL,
  capacity INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, requeue_minutes INTEGER NOT NULL DEFAULT 0, unreachable_seconds INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE routing_agents (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  capacity INTEGER NOT NULL,
  skills TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;
CREATE TABLE routing_teams (
  workspace_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  sticky_days INTEGER NOT NULL,
  agent_limit INTEGER NOT NULL,
  overflow_minutes INTEGER NOT NULL,
  overflow_team_id TEXT NOT NULL,
  shift_calendar_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, team_id)
) WITHOUT ROWID;
CREATE TABLE routing_queue (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  queue TEXT NOT NULL,
  queue_at INTEGER NOT NULL,
  waiting_since INTEGER NOT NULL,
  phone_number_id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  decision_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  target TEXT NOT NULL,
  answered_by TEXT NOT NULL,
  answered_at INTEGER NOT NULL,
  overflow_at INTEGER NOT NULL,
  visited TEXT NOT NULL,
  explained BOOLEAN NOT NULL, wait_cause TEXT NOT NULL DEFAULT '', told_at INTEGER NOT NULL DEFAULT 0, place INTEGER NOT NULL DEFAULT 0, promised_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE routing_loads (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  last_assigned_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;
CREATE TABLE routing_turns (
  workspace_id TEXT NOT NULL,
  queue TEXT NOT NULL,
  user_id TEXT NOT NULL,
  virtual_time INTEGER NOT NULL,
  look_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, queue, user_id)
) WITHOUT ROWID;
CREATE TABLE routing_decisions (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  cause TEXT NOT NULL,
  outcome TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, id)
) WITHOUT ROWID;
CREATE TABLE service_levels (
  workspace_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, version)
) WITHOUT ROWID;
CREATE TABLE clocks (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  no INTEGER NOT NULL,
  policy TEXT NOT NULL,
  policy_version INTEGER NOT NULL,
  calendar_id TEXT NOT NULL,
  calendar_version INTEGER NOT NULL,
  target_ms INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  warn_at INTEGER NOT NULL,
  paused_at INTEGER NOT NULL,
  used_ms INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  ended TEXT NOT NULL,
  raise_at INTEGER NOT NULL,
  breached_at INTEGER NOT NULL DEFAULT 0, stepped INTEGER NOT NULL DEFAULT 0, step_at INTEGER NOT NULL DEFAULT 0, warned_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, conversation_id, id)
) WITHOUT ROWID;
CREATE TABLE labels (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  color TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE conversation_labels (
  workspace_id TEXT NOT NULL,
  label_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, label_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE inbox_settings (
  workspace_id TEXT NOT NULL,
  only_assignee_replies BOOLEAN NOT NULL,
  updated_at INTEGER NOT NULL, assign_on_answer BOOLEAN NOT NULL DEFAULT FALSE, window_warning_minutes INTEGER NOT NULL DEFAULT 120, closing_grace_minutes INTEGER NOT NULL DEFAULT 0, find_promises BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE ended_waits (
  workspace_id TEXT NOT NULL,
  booked_at INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  sign INTEGER NOT NULL,
  phone_number_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  spans TEXT NOT NULL,
  PRIMARY KEY (workspace_id, booked_at, conversation_id, from_at, sign)
) WITHOUT ROWID;
CREATE TABLE waiting_quarters (
  workspace_id TEXT NOT NULL,
  quarter_at INTEGER NOT NULL,
  team_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  waited_ms INTEGER NOT NULL,
  waits INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, quarter_at, team_id, phone_number_id, cause)
) WITHOUT ROWID;
CREATE TABLE drafts (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  shared BOOLEAN NOT NULL,
  based_on_seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id)
) WITHOUT ROWID;
CREATE TABLE read_receipts (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE courtesies (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  greeted_at INTEGER NOT NULL,
  told_at INTEGER NOT NULL,
  told_in TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE silences (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  status TEXT NOT NULL,
  since INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  due_since INTEGER NOT NULL DEFAULT 0,
  reminded BOOLEAN NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE note_mentions (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  note_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id, at, note_id)
) WITHOUT ROWID;
CREATE TABLE conversation_mentions (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, user_id)
) WITHOUT ROWID;
CREATE TABLE saved_views (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  audience TEXT NOT NULL,
  name TEXT NOT NULL,
  filter TEXT NOT NULL,
  sort_by TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE actions (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  change_made TEXT NOT NULL,
  outcome TEXT NOT NULL,
  undone_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE rating_settings (
  workspace_id TEXT NOT NULL,
  body TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE ratings (
  workspace_id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  by_people BOOLEAN NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  method TEXT NOT NULL,
  message_id TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  score INTEGER NOT NULL,
  comment TEXT NOT NULL,
  rated_at INTEGER NOT NULL,
  tapped_in TEXT NOT NULL,
  comment_until INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, episode_id)
) WITHOUT ROWID;
CREATE TABLE buttons (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  label TEXT NOT NULL,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  team_ids TEXT NOT NULL,
  secrets BLOB NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE button_presses (
  workspace_id TEXT NOT NULL,
  button_id TEXT NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  pressed_by TEXT NOT NULL,
  pressed_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  outcome TEXT NOT NULL,
  PRIMARY KEY (workspace_id, button_id, id)
) WITHOUT ROWID;
CREATE TABLE timeline (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  done_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  changes TEXT NOT NULL,
  refs TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, id)
) WITHOUT ROWID;
CREATE TABLE routing_inputs (
  workspace_id TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  place INTEGER NOT NULL,
  chain TEXT NOT NULL,
  decision_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, decided_at, place, chain)
) WITHOUT ROWID;
CREATE TABLE rehearsals (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  request TEXT NOT NULL,
  result TEXT NOT NULL DEFAULT '',
  made_by TEXT NOT NULL,
  run_state TEXT NOT NULL DEFAULT '',
  run_phase TEXT NOT NULL DEFAULT '',
  run_position TEXT NOT NULL DEFAULT '',
  run_done INTEGER NOT NULL DEFAULT 0,
  run_total INTEGER NOT NULL DEFAULT -1,
  run_tries INTEGER NOT NULL DEFAULT 0,
  run_paused TEXT NOT NULL DEFAULT '',
  run_retry_at INTEGER NOT NULL DEFAULT 0,
  run_error TEXT NOT NULL DEFAULT '',
  run_started_at INTEGER NOT NULL DEFAULT 0,
  run_updated_at INTEGER NOT NULL DEFAULT 0,
  run_ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE window_warnings (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  told BOOLEAN NOT NULL,
  look_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE routing_streams (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  until_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;
CREATE TABLE conversation_count_repairs (
  workspace_id TEXT NOT NULL,
  no INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE search_moves (
   workspace_id TEXT NOT NULL,
   number INTEGER NOT NULL,
   id TEXT NOT NULL,
   place TEXT NOT NULL,
   PRIMARY KEY (workspace_id, number)
 ) WITHOUT ROWID;
CREATE TABLE waiting_parts (
  workspace_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  quarter_at INTEGER NOT NULL,
  part TEXT NOT NULL,
  team_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  waited_ms INTEGER NOT NULL,
  waits INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, cause, quarter_at, part, team_id, phone_number_id)
) WITHOUT ROWID;
CREATE TABLE routing_waits (
  workspace_id TEXT NOT NULL,
  queue TEXT NOT NULL,
  place INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  waited_ms INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, queue, place, ended_at, conversation_id)
) WITHOUT ROWID;
CREATE TABLE routing_promises (
  workspace_id TEXT NOT NULL,
  queue TEXT NOT NULL,
  hour_at INTEGER NOT NULL,
  made INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, queue, hour_at)
) WITHOUT ROWID;
CREATE TABLE promises (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  text TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  woke_at INTEGER NOT NULL,
  ended_by TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE conversation_promises (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE pipelines (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  currency TEXT NOT NULL,
  archived_at INTEGER NOT NULL DEFAULT 0,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE stages (
  workspace_id TEXT NOT NULL,
  pipeline_id TEXT NOT NULL,
  id TEXT NOT NULL,
  rank INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  probability INTEGER NOT NULL,
  rots_after_days INTEGER NOT NULL,
  requires TEXT NOT NULL,
  forecast_category TEXT NOT NULL,
  removed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, pipeline_id, id)
) WITHOUT ROWID;
CREATE TABLE deal_reasons (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  removed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE stage_totals (
  workspace_id TEXT NOT NULL,
  stage_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  deals INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, stage_id, currency)
) WITHOUT ROWID;
CREATE TABLE deals (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  pipeline_id TEXT NOT NULL,
  stage_id TEXT NOT NULL,
  position TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  expected_close_on TEXT NOT NULL,
  reason_id TEXT NOT NULL,
  close_note TEXT NOT NULL,
  stage_since INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  active_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, amount_source TEXT NOT NULL DEFAULT 'manual', forecast_category TEXT NOT NULL DEFAULT '', field_values TEXT NOT NULL DEFAULT '', external_key TEXT NOT NULL DEFAULT '', rot_check_at INTEGER NOT NULL DEFAULT 0, rot_told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE deal_history (
  workspace_id TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  done_by TEXT NOT NULL,
  kind TEXT NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) WITHOUT ROWID;
CREATE TABLE deal_spans (
  workspace_id TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  pipeline_id TEXT NOT NULL,
  stage_id TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL DEFAULT 0,
  begun_by TEXT NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) WITHOUT ROWID;
CREATE TABLE deal_lines (
  workspace_id TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  unit_minor INTEGER NOT NULL,
  discount INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) WITHOUT ROWID;
CREATE TABLE report_queue (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number)
) WITHOUT ROWID;
CREATE TABLE report_facts (
  workspace_id TEXT NOT NULL,
  metric TEXT NOT NULL,
  at INTEGER NOT NULL,
  number INTEGER NOT NULL,
  sign INTEGER NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0,
  ref TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  labels TEXT NOT NULL,
  part TEXT NOT NULL,
  wall_ms INTEGER NOT NULL,
  office_ms INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, metric, at, number, sign)
) WITHOUT ROWID;
CREATE TABLE report_labels (
  workspace_id TEXT NOT NULL,
  metric TEXT NOT NULL,
  label_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, metric, label_id, at, number)
) WITHOUT ROWID;
CREATE TABLE report_sums (
  workspace_id TEXT NOT NULL,
  metric TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  span INTEGER NOT NULL,
  at INTEGER NOT NULL,
  part TEXT NOT NULL,
  n INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL,
  office_ms INTEGER NOT NULL,
  walls TEXT NOT NULL,
  offices TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, metric, kind, value, phone_number_id, span, at, part)
) WITHOUT ROWID;
CREATE TABLE report_positions (
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE notifications (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  position INTEGER NOT NULL,
  raised INTEGER NOT NULL,
  dedupe_key TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  done_by TEXT NOT NULL,
  times INTEGER NOT NULL,
  at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  read_at INTEGER NOT NULL, deal_id TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, user_id, id)
) WITHOUT ROWID;
CREATE TABLE notification_settings (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  body TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;
CREATE TABLE notification_positions (
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE push_subscriptions (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  endpoint_hash TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, user_id, id)
) WITHOUT ROWID;
CREATE TABLE notification_digests (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;
CREATE TABLE deal_facts (
  workspace_id TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  pipeline_id TEXT NOT NULL,
  stage_id TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  amount_source TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  expected_close_on TEXT NOT NULL,
  forecast_category TEXT NOT NULL,
  reason_id TEXT NOT NULL,
  close_note TEXT NOT NULL,
  stage_since INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, deal_id, number)
) WITHOUT ROWID;
CREATE TABLE stage_facts (
  workspace_id TEXT NOT NULL,
  pipeline_id TEXT NOT NULL,
  stage_id TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL DEFAULT 0,
  rank INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  probability INTEGER NOT NULL,
  rots_after_days INTEGER NOT NULL,
  requires TEXT NOT NULL,
  forecast_category TEXT NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, stage_id, from_at)
) WITHOUT ROWID;
CREATE TABLE deal_sums (
  workspace_id TEXT NOT NULL,
  pipeline_id TEXT NOT NULL,
  cell TEXT NOT NULL,
  deals INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  since INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, cell)
) WITHOUT ROWID;
CREATE TABLE deal_sum_slots (
  workspace_id TEXT NOT NULL,
  pipeline_id TEXT NOT NULL,
  cell TEXT NOT NULL,
  at INTEGER NOT NULL,
  deals INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, cell, at)
) WITHOUT ROWID;
CREATE TABLE exchange_rates (
  workspace_id TEXT NOT NULL,
  from_currency TEXT NOT NULL,
  to_currency TEXT NOT NULL,
  rate_on TEXT NOT NULL,
  rate TEXT NOT NULL,
  source TEXT NOT NULL,
  set_by TEXT NOT NULL,
  set_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, from_currency, to_currency, rate_on)
) WITHOUT ROWID;
CREATE TABLE deal_movements (
  workspace_id TEXT NOT NULL,
  pipeline_id TEXT NOT NULL,
  metric TEXT NOT NULL,
  part TEXT NOT NULL,
  at INTEGER NOT NULL,
  deal_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  value TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, metric, part, at, deal_id, number, value)
) WITHOUT ROWID;
CREATE TABLE deal_movement_sums (
  workspace_id TEXT NOT NULL,
  pipeline_id TEXT NOT NULL,
  metric TEXT NOT NULL,
  span INTEGER NOT NULL,
  at INTEGER NOT NULL,
  value TEXT NOT NULL,
  part TEXT NOT NULL,
  n INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  times TEXT NOT NULL,
  PRIMARY KEY (workspace_id, pipeline_id, metric, span, at, value, part)
) WITHOUT ROWID;
CREATE TABLE deal_field_values (
  workspace_id TEXT NOT NULL,
  field INTEGER NOT NULL,
  value TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, field, value, deal_id)
) WITHOUT ROWID;
CREATE TABLE deal_contacts (
  workspace_id TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  contact_id TEXT NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) WITHOUT ROWID;
CREATE TABLE deal_actions (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  move_made TEXT NOT NULL,
  outcome TEXT NOT NULL,
  undone_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE deal_notes (
  workspace_id TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  media TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER NOT NULL DEFAULT 0, mentions TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, deal_id, id)
) WITHOUT ROWID;
CREATE TABLE deal_rules (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  since INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, told_version INTEGER NOT NULL DEFAULT 0, told_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE deal_rule_positions (
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  active INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE deal_rule_runs (
  workspace_id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  trigger_kind TEXT NOT NULL,
  trigger_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (workspace_id, rule_id, id)
) WITHOUT ROWID;
CREATE TABLE proposals (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  period INTEGER NOT NULL,
  shown INTEGER NOT NULL,
  status TEXT NOT NULL,
  settled INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  since INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  act TEXT NOT NULL,
  before TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  judged_at INTEGER NOT NULL,
  judged_by TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE autonomy_tracks (
  workspace_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  line INTEGER NOT NULL,
  period INTEGER NOT NULL,
  since INTEGER NOT NULL,
  track TEXT NOT NULL,
  PRIMARY KEY (workspace_id, assistant_id, kind)
) WITHOUT ROWID;
CREATE TABLE autonomy_changes (
  workspace_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  reason TEXT NOT NULL,
  evidence TEXT NOT NULL,
  made_by TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, assistant_id, id)
) WITHOUT ROWID;
CREATE TABLE proposal_positions (
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  active INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0, told_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE deal_imports (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  filename TEXT NOT NULL,
  encoding TEXT NOT NULL,
  delimiter TEXT NOT NULL,
  options TEXT NOT NULL,
  columns TEXT NOT NULL,
  object TEXT NOT NULL,
  sealed_key BLOB NOT NULL,
  size INTEGER NOT NULL,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  problems INTEGER NOT NULL DEFAULT 0,
  run_state TEXT NOT NULL DEFAULT '',
  run_phase TEXT NOT NULL DEFAULT '',
  run_position TEXT NOT NULL DEFAULT '',
  run_done INTEGER NOT NULL DEFAULT 0,
  run_total INTEGER NOT NULL DEFAULT -1,
  run_tries INTEGER NOT NULL DEFAULT 0,
  run_paused TEXT NOT NULL DEFAULT '',
  run_retry_at INTEGER NOT NULL DEFAULT 0,
  run_error TEXT NOT NULL DEFAULT '',
  run_started_at INTEGER NOT NULL DEFAULT 0,
  run_updated_at INTEGER NOT NULL DEFAULT 0,
  run_ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE deal_import_problems (
  workspace_id TEXT NOT NULL,
  import_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  line INTEGER NOT NULL,
  field TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (workspace_id, import_id, number)
) WITHOUT ROWID;
CREATE TABLE closing_rates (
  workspace_id TEXT NOT NULL,
  to_currency TEXT NOT NULL,
  closed_on TEXT NOT NULL,
  from_currency TEXT NOT NULL,
  rate TEXT NOT NULL,
  rate_on TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (workspace_id, to_currency, closed_on, from_currency)
) WITHOUT ROWID;
CREATE TABLE template_versions (
  workspace_id TEXT NOT NULL,
  template_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  status TEXT NOT NULL,
  action TEXT NOT NULL,
  category TEXT NOT NULL,
  format TEXT NOT NULL,
  components TEXT NOT NULL,
  ttl INTEGER NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT '',
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  submitted_by TEXT NOT NULL DEFAULT '',
  submitted_at INTEGER NOT NULL DEFAULT 0,
  asked_at INTEGER NOT NULL DEFAULT 0,
  taken_at INTEGER NOT NULL DEFAULT 0,
  read_at INTEGER NOT NULL DEFAULT 0,
  decided_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, template_id, number)
);
CREATE TABLE number_attempts (
  workspace_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  code INTEGER NOT NULL,
  subcode INTEGER NOT NULL,
  until INTEGER NOT NULL,
  made_by TEXT NOT NULL, request TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, subject, id)
) WITHOUT ROWID;
CREATE TABLE number_setups (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  facts TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) WITHOUT ROWID;
CREATE TABLE onboarding_items (
  workspace_id TEXT NOT NULL,
  item TEXT NOT NULL,
  state TEXT NOT NULL,
  entry TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, item)
) WITHOUT ROWID;
CREATE TABLE onboarding_websites (
  workspace_id TEXT NOT NULL,
  website TEXT NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE app_histories (
  workspace_id TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  progress INTEGER NOT NULL,
  declined BOOLEAN NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id)
) WITHOUT ROWID;
CREATE TABLE template_days (
  workspace_id TEXT NOT NULL,
  template_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  read INTEGER NOT NULL,
  tapped INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  billed INTEGER NOT NULL,
  unpriced INTEGER NOT NULL,
  micros INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, template_id, day)
) WITHOUT ROWID;
CREATE TABLE template_asked (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  template_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE TABLE template_taps (
  workspace_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  tapped_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, message_id)
) WITHOUT ROWID;
CREATE TABLE template_positions (
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE charge_facts (
  workspace_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  participant TEXT NOT NULL,
  step TEXT NOT NULL,
  charge TEXT NOT NULL,
  PRIMARY KEY (workspace_id, at, message_id, participant, step)
) WITHOUT ROWID;
CREATE TABLE charges (
  workspace_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  booked_at INTEGER NOT NULL,
  participant TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  category TEXT NOT NULL,
  model TEXT NOT NULL,
  market TEXT NOT NULL,
  rule TEXT NOT NULL,
  priced_as TEXT NOT NULL,
  rate_card TEXT NOT NULL,
  unpriced INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  markup INTEGER NOT NULL,
  currency TEXT NOT NULL,
  template_name TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  charged_by TEXT NOT NULL, labels TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, message_id, number)
) WITHOUT ROWID;
CREATE TABLE charge_days (
  workspace_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  currency TEXT NOT NULL,
  category TEXT NOT NULL,
  market TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  template_name TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  assistant_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  charges INTEGER NOT NULL,
  free INTEGER NOT NULL,
  unpriced INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, currency, category, market, phone_number_id, template_name, broadcast_id, assistant_id, rule)
) WITHOUT ROWID;
CREATE TABLE charge_volumes (
  workspace_id TEXT NOT NULL,
  month INTEGER NOT NULL,
  currency TEXT NOT NULL,
  market TEXT NOT NULL,
  category TEXT NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, month, currency, market, category)
) WITHOUT ROWID;
CREATE TABLE charge_windows (
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name)
) WITHOUT ROWID;
CREATE TABLE charge_positions (
  workspace_id TEXT NOT NULL,
  rounds INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE rate_cards (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  prices TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE charge_repricings (
  workspace_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE segments (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  filter TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE broadcasts (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  name TEXT NOT NULL,
  template TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  audience TEXT NOT NULL,
  limits TEXT NOT NULL,
  scheduled_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  prepared_at INTEGER NOT NULL,
  watched_from INTEGER NOT NULL,
  numbered INTEGER NOT NULL,
  excluded INTEGER NOT NULL,
  queued INTEGER NOT NULL,
  sending INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  read INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  canceled INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  micros INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  run_state TEXT NOT NULL DEFAULT '',
  run_phase TEXT NOT NULL DEFAULT '',
  run_position TEXT NOT NULL DEFAULT '',
  run_done INTEGER NOT NULL DEFAULT 0,
  run_total INTEGER NOT NULL DEFAULT -1,
  run_tries INTEGER NOT NULL DEFAULT 0,
  run_paused TEXT NOT NULL DEFAULT '',
  run_retry_at INTEGER NOT NULL DEFAULT 0,
  run_error TEXT NOT NULL DEFAULT '',
  run_started_at INTEGER NOT NULL DEFAULT 0,
  run_updated_at INTEGER NOT NULL DEFAULT 0,
  run_ended_at INTEGER NOT NULL DEFAULT 0, experiment TEXT NOT NULL DEFAULT '{}', held_out INTEGER NOT NULL DEFAULT 0, delivery TEXT NOT NULL DEFAULT '{}', follow_up TEXT NOT NULL DEFAULT 'null', watched_at INTEGER NOT NULL DEFAULT 0, watched_delivered INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE broadcast_parts (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  part INTEGER NOT NULL,
  entries TEXT NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, part)
) WITHOUT ROWID;
CREATE TABLE broadcast_recipients (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  person TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  phone TEXT NOT NULL,
  user_id TEXT NOT NULL,
  parameters TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  message_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  micros INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, arm TEXT NOT NULL DEFAULT 'a', tapped INTEGER NOT NULL DEFAULT 0, reached INTEGER NOT NULL DEFAULT 0, zone TEXT NOT NULL DEFAULT '', turn INTEGER NOT NULL DEFAULT 0, accepted_at INTEGER NOT NULL DEFAULT 0, line INTEGER NOT NULL DEFAULT 0, detail TEXT NOT NULL DEFAULT '', answered_at INTEGER NOT NULL DEFAULT 0, opened_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, broadcast_id, number)
) WITHOUT ROWID;
CREATE TABLE broadcast_exclusions (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, reason)
) WITHOUT ROWID;
CREATE TABLE broadcast_markets (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  market TEXT NOT NULL,
  recipients INTEGER NOT NULL,
  free INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, market)
) WITHOUT ROWID;
CREATE TABLE broadcast_positions (
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id)
) WITHOUT ROWID;
CREATE TABLE conversions (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  name TEXT NOT NULL,
  minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  external_id TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE broadcast_arms (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  arm TEXT NOT NULL,
  recipients INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  read INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  tapped INTEGER NOT NULL,
  reached INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, arm)
) WITHOUT ROWID;
CREATE TABLE broadcast_zones (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  zone TEXT NOT NULL,
  recipients INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, zone)
) WITHOUT ROWID;
CREATE TABLE failure_days (
  workspace_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  phone_number_id TEXT NOT NULL,
  template_name TEXT NOT NULL,
  code TEXT NOT NULL,
  provider_code INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, phone_number_id, template_name, code, provider_code)
) WITHOUT ROWID;
CREATE TABLE broadcast_failures (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  code TEXT NOT NULL,
  provider_code INTEGER NOT NULL,
  failed_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, number)
) WITHOUT ROWID;
CREATE TABLE broadcast_failure_counts (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  code TEXT NOT NULL,
  provider_code INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, code, provider_code)
) WITHOUT ROWID;
CREATE TABLE budgets (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  period TEXT NOT NULL,
  category TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  alerts TEXT NOT NULL,
  hard_stop INTEGER NOT NULL,
  closed_until INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE budget_alerts (
  workspace_id TEXT NOT NULL,
  budget_id TEXT NOT NULL,
  period_start INTEGER NOT NULL,
  percent INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, budget_id, period_start, percent)
) WITHOUT ROWID;
CREATE TABLE reconciliations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  request TEXT NOT NULL,
  result TEXT NOT NULL DEFAULT '',
  invoice TEXT NOT NULL,
  made_by TEXT NOT NULL,
  run_state TEXT NOT NULL DEFAULT '',
  run_phase TEXT NOT NULL DEFAULT '',
  run_position TEXT NOT NULL DEFAULT '',
  run_done INTEGER NOT NULL DEFAULT 0,
  run_total INTEGER NOT NULL DEFAULT -1,
  run_tries INTEGER NOT NULL DEFAULT 0,
  run_paused TEXT NOT NULL DEFAULT '',
  run_retry_at INTEGER NOT NULL DEFAULT 0,
  run_error TEXT NOT NULL DEFAULT '',
  run_started_at INTEGER NOT NULL DEFAULT 0,
  run_updated_at INTEGER NOT NULL DEFAULT 0,
  run_ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE reconciliation_differences (
  workspace_id TEXT NOT NULL,
  reconciliation_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  cause TEXT NOT NULL,
  messages INTEGER NOT NULL,
  ledger TEXT NOT NULL,
  provider TEXT NOT NULL,
  message_ids TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, reconciliation_id, number)
) WITHOUT ROWID;
CREATE TABLE charge_totals (
  workspace_id TEXT NOT NULL,
  dimension TEXT NOT NULL,
  day INTEGER NOT NULL,
  currency TEXT NOT NULL,
  key TEXT NOT NULL,
  charges INTEGER NOT NULL,
  free INTEGER NOT NULL,
  unpriced INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, dimension, day, currency, key)
) WITHOUT ROWID;
CREATE TABLE waiting_labels (
  workspace_id TEXT NOT NULL,
  label_id TEXT NOT NULL,
  quarter_at INTEGER NOT NULL,
  phone_number_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  waited_ms INTEGER NOT NULL,
  waits INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, label_id, quarter_at, phone_number_id, cause)
) WITHOUT ROWID;
CREATE TABLE labeled_waits (
  workspace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  labels TEXT NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id, from_at)
) WITHOUT ROWID;
CREATE TABLE broadcast_follow_ups (
  workspace_id TEXT NOT NULL,
  broadcast_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  title TEXT NOT NULL,
  answered_at INTEGER NOT NULL,
  labelled INTEGER NOT NULL,
  deal_id TEXT NOT NULL,
  handed_off INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, number)
) WITHOUT ROWID;
CREATE TABLE proposal_failures (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  step TEXT NOT NULL,
  trigger_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  proposal_ids TEXT NOT NULL,
  code TEXT NOT NULL,
  detail TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE contact_erasures (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  targets TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  messages INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  events INTEGER NOT NULL DEFAULT 0,
  run_state TEXT NOT NULL DEFAULT '',
  run_phase TEXT NOT NULL DEFAULT '',
  run_position TEXT NOT NULL DEFAULT '',
  run_done INTEGER NOT NULL DEFAULT 0,
  run_total INTEGER NOT NULL DEFAULT -1,
  run_tries INTEGER NOT NULL DEFAULT 0,
  run_paused TEXT NOT NULL DEFAULT '',
  run_retry_at INTEGER NOT NULL DEFAULT 0,
  run_error TEXT NOT NULL DEFAULT '',
  run_started_at INTEGER NOT NULL DEFAULT 0,
  run_updated_at INTEGER NOT NULL DEFAULT 0,
  run_ended_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;
CREATE TABLE signup_codes (
  workspace_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  token BLOB NOT NULL,
  PRIMARY KEY (workspace_id, hash)
) WITHOUT ROWID;
INSERT INTO schema_migrations (version, name, applied_at) VALUES (1, '0001_first.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (10, '0010_ai_providers.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (100, '0100_waiting_parts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (101, '0101_routing_estimates.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (105, '0105_promises.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (106, '0106_find_promises.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (11, '0011_knowledge.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (110, '0110_pipelines.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (111, '0111_deals.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (112, '0112_deal_lines.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (12, '0012_assistants.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (130, '0130_reports.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (14, '0014_event_scope.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (15, '0015_late_webhooks.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (150, '0150_notifications.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (151, '0151_push_subscriptions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (152, '0152_notification_digests.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (155, '0155_search_deals.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (16, '0016_evaluations.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (160, '0160_deal_facts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (161, '0161_exchange_rates.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (162, '0162_deal_movements.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (165, '0165_deal_fields.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (166, '0166_deal_contacts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (167, '0167_deal_actions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (168, '0168_deal_notes.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (17, '0017_embeddings.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (170, '0170_deal_rules.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (171, '0171_proposals.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (175, '0175_deal_imports.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (176, '0176_deal_notifications.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (177, '0177_closing_rates.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (180, '0180_search_deals.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (181, '0181_template_versions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (186, '0186_number_attempts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (187, '0187_onboarding.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (19, '0019_open_questions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (191, '0191_search_spans.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (196, '0196_attempt_requests.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (197, '0197_app_histories.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (198, '0198_unpaid.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (199, '0199_template_days.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (2, '0002_media.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (20, '0020_ai_calls_by_purpose.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (200, '0200_charges.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (21, '0021_commit_tokens.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (210, '0210_segments.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (22, '0022_lifetimes.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (220, '0220_broadcasts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (23, '0023_told_by_the_provider.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (230, '0230_conversions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (231, '0231_experiments.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (232, '0232_broadcast_delivery.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (237, '0237_failures.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (24, '0024_named_copies.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (240, '0240_budgets.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (25, '0025_large_bodies.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (250, '0250_reconciliations.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (251, '0251_charge_totals.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (252, '0252_frequency_caps.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (253, '0253_broadcast_tables.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (255, '0255_deeds.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (256, '0256_open_broadcasts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (257, '0257_operators.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (258, '0258_waiting_labels.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (259, '0259_follow_ups.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (26, '0026_words.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (260, '0260_closings.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (261, '0261_charge_labels.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (262, '0262_proposal_failures.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (263, '0263_report_values.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (264, '0264_erasures.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (265, '0265_deal_rule_trouble.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (266, '0266_signup_codes.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (267, '0267_budget_alerts_age.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (268, '0268_job_owners.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (269, '0269_broadcast_opt_outs.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (27, '0027_done_by.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (270, '0270_job_owners_postgres.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (271, '0271_deployment_backups.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (272, '0272_conversation_holders.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (28, '0028_long_runs.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (29, '0029_webhook_batches.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (3, '0003_incoming.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (30, '0030_embedding_runs.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (31, '0031_positions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (32, '0032_number_paces.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (34, '0034_expirations.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (35, '0035_indexing_runs.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (36, '0036_keys.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (37, '0037_directory.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (38, '0038_message_states.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (4, '0004_contacts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (40, '0040_delivery_keys.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (41, '0041_delivery_runs.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (42, '0042_conversations_of_a_number.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (43, '0043_job_keys.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (44, '0044_webhook_owners.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (45, '0045_people.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (46, '0046_audit.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (47, '0047_factors.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (48, '0048_sso.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (49, '0049_reach.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (5, '0005_consent.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (51, '0051_access_changes.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (52, '0052_calendars.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (53, '0053_notes.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (54, '0054_canned_replies.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (55, '0055_availability.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (56, '0056_acceptance.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (57, '0057_conversation_states.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (58, '0058_conversation_counts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (6, '0006_health.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (60, '0060_search.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (62, '0062_routing.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (63, '0063_live_routing.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (64, '0064_service_levels.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (65, '0065_labels.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (66, '0066_inbox_settings.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (67, '0067_follow_ups.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (68, '0068_routing_returns.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (69, '0069_waiting.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (7, '0007_contact_imports.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (70, '0070_drafts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (71, '0071_read_receipts.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (72, '0072_automatic_messages.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (73, '0073_mentions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (74, '0074_saved_views.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (75, '0075_actions.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (76, '0076_ratings.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (78, '0078_buttons.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (79, '0079_service_steps.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (8, '0008_delivery_engine.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (80, '0080_masked_numbers.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (81, '0081_timeline.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (82, '0082_assign_on_answer.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (83, '0083_rehearsals.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (84, '0084_window_warnings.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (85, '0085_availability_capacity.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (86, '0086_reachable.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (87, '0087_closed_agents.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (88, '0088_clock_warnings.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (9, '0009_redelivery.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (92, '0092_conversation_count_repairs.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (93, '0093_unread_marks.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (94, '0094_agent_loads.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (95, '0095_closing_grace.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (96, '0096_search_by_holder.sql', 0);
INSERT INTO schema_migrations (version, name, applied_at) VALUES (97, '0097_lists_by_reach.sql', 0);
INSERT INTO access_changes (id, number) VALUES (1, 1);
CREATE UNIQUE INDEX contacts_user ON contacts (workspace_id, user_id) WHERE user_id <> '';
CREATE UNIQUE INDEX conversations_pair ON conversations (workspace_id, contact_id, phone_number_id);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CREATE UNIQUE INDEX media_hash ON media (workspace_id, sha256) WHERE sha256 <> '' AND NOT copy;
CREATE INDEX media_unused ON media (last_used_at) WHERE uses = 0;
CREATE UNIQUE INDEX contacts_lookup ON contacts (workspace_id, lookup_key) WHERE lookup_key <> '';
CREATE INDEX contacts_name ON contacts (workspace_id, search_name, id) WHERE search_name <> '';
CREATE INDEX contacts_updated ON contacts (workspace_id, updated_at, id);
CREATE INDEX contacts_merged ON contacts (workspace_id, merged_into) WHERE merged_into <> '';
CREATE INDEX conversations_joined ON conversations (workspace_id, joined_to) WHERE joined_to <> '';
CREATE INDEX contact_merges_kept ON contact_merges (workspace_id, kept_id, id);
CREATE INDEX contact_merges_gone ON contact_merges (workspace_id, gone_id, id);
CREATE UNIQUE INDEX contact_fields_number ON contact_fields (workspace_id, number);
CREATE UNIQUE INDEX consent_records_fact ON consent_records (workspace_id, contact_id, purpose, fact);
CREATE INDEX consent_records_newest ON consent_records (workspace_id, contact_id, at, id);
CREATE INDEX health_notices_open ON health_notices (kind) WHERE resolved_at = 0;
CREATE INDEX number_traffic_age ON number_traffic (bucket);
CREATE INDEX contact_imports_object ON contact_imports (object) WHERE object <> '';
CREATE INDEX endpoint_notices_open ON endpoint_notices (kind) WHERE resolved_at = 0;
CREATE INDEX ai_calls_conversation ON ai_calls (workspace_id, conversation_id, id) WHERE conversation_id <> '';
CREATE INDEX ai_calls_provider ON ai_calls (workspace_id, provider_id, id);
CREATE INDEX ai_calls_assistant ON ai_calls (workspace_id, assistant_id, id) WHERE assistant_id <> '';
CREATE INDEX ai_calls_failed ON ai_calls (workspace_id, id) WHERE class <> '' AND class <> 'cache_hit';
CREATE INDEX ai_calls_age ON ai_calls (created_at);
CREATE INDEX ai_reservations_age ON ai_reservations (created_at);
CREATE UNIQUE INDEX ai_notices_open ON ai_notices (workspace_id, kind, subject) WHERE resolved_at = 0;
CREATE INDEX knowledge_sources_object ON knowledge_sources (object) WHERE object <> '';
CREATE INDEX knowledge_sources_due ON knowledge_sources (next_crawl_at) WHERE next_crawl_at > 0;
CREATE INDEX assistant_duties_of ON assistant_duties (workspace_id, assistant_id);
CREATE INDEX ai_cache_age ON ai_cache (expires_at);
CREATE INDEX assistant_publications_of ON assistant_publications (workspace_id, assistant_id, revision, id);
CREATE INDEX knowledge_vectors_new ON knowledge_vectors (workspace_id, space, version);
CREATE INDEX knowledge_passages_hash ON knowledge_passages (workspace_id, hash);
CREATE INDEX ai_turns_age ON ai_turns (opened_at);
CREATE INDEX ai_notices_ended ON ai_notices (resolved_at) WHERE resolved_at > 0;
CREATE INDEX knowledge_gaps_age ON knowledge_gaps (last_at);
CREATE INDEX knowledge_gap_questions_age ON knowledge_gap_questions (asked_at);
CREATE INDEX ai_calls_purpose ON ai_calls (workspace_id, purpose, id);
CREATE INDEX workspaces_silent ON workspaces (silent_until, id);
CREATE INDEX media_named ON media (workspace_id, sha256, filename) WHERE sha256 <> '' AND copy;
CREATE INDEX active_speakers_due ON active_speakers (ask_due_at) WHERE ask_due_at > 0;
CREATE INDEX redeliveries_open ON redeliveries (run_state) WHERE run_ended_at = 0;
CREATE INDEX redeliveries_ended ON redeliveries (run_ended_at) WHERE run_ended_at > 0;
CREATE INDEX evaluations_completed ON evaluations (workspace_id, assistant_id, revision, id) WHERE run_state = 'completed';
CREATE INDEX evaluations_open ON evaluations (workspace_id) WHERE run_ended_at = 0;
CREATE INDEX evaluations_ended ON evaluations (run_ended_at) WHERE run_ended_at > 0;
CREATE UNIQUE INDEX events_id ON events (workspace_id, id);
CREATE INDEX number_paces_node ON number_paces (node);
CREATE INDEX message_expirations_due ON message_expirations (expires_at, workspace_id, message_id);
CREATE UNIQUE INDEX account_directory_provider ON account_directory (provider_id);
CREATE UNIQUE INDEX templates_name ON templates (workspace_id, messaging_account_id, name, language);
CREATE INDEX templates_provider ON templates (workspace_id, messaging_account_id, provider_id);
CREATE INDEX media_object ON media (object) WHERE object <> '';
CREATE INDEX messages_conversation ON messages (workspace_id, conversation_id, id);
CREATE INDEX parked_statuses_age ON parked_statuses (created_at);
CREATE INDEX endpoint_cursors_owner ON endpoint_cursors (owner, workspace_id, endpoint_id);
CREATE INDEX endpoint_hours_age ON endpoint_hours (hour);
CREATE INDEX deliveries_pending ON deliveries (workspace_id, endpoint_id, next_at, event_id) WHERE state = 'pending';
CREATE INDEX deliveries_keys ON deliveries (workspace_id, endpoint_id, key, sequence) WHERE state = 'pending' AND sequence > 0;
CREATE INDEX deliveries_oldest ON deliveries (event_id) WHERE state = 'pending';
CREATE INDEX deliveries_unsuccessful ON deliveries (workspace_id, endpoint_id, state, event_id) WHERE state <> 'succeeded';
CREATE INDEX conversations_number ON conversations (workspace_id, phone_number_id, id);
CREATE INDEX jobs_due ON jobs (kind, queue, run_at, id) WHERE owner = '';
CREATE INDEX parked_items_age ON parked_items (created_at);
CREATE INDEX provider_webhooks_pending ON provider_webhooks (id) WHERE state <> 'stored';
CREATE UNIQUE INDEX users_address ON users (address_key);
CREATE UNIQUE INDEX users_handle ON users (handle);
CREATE INDEX members_user ON members (user_id, workspace_id);
CREATE INDEX members_role ON members (workspace_id, role_id, state, user_id);
CREATE UNIQUE INDEX sessions_user ON sessions (user_id, id);
CREATE INDEX sessions_age ON sessions (ends_at);
CREATE INDEX user_tokens_user ON user_tokens (user_id, purpose);
CREATE INDEX user_tokens_age ON user_tokens (expires_at);
CREATE INDEX sign_in_failures_age ON sign_in_failures (until);
CREATE UNIQUE INDEX roles_name ON roles (workspace_id, name);
CREATE UNIQUE INDEX teams_name ON teams (workspace_id, name);
CREATE INDEX team_members_user ON team_members (workspace_id, user_id, team_id);
CREATE INDEX team_numbers_number ON team_numbers (workspace_id, phone_number_id, team_id);
CREATE INDEX audit_log_action ON audit_log (workspace_id, action, seq);
CREATE INDEX audit_log_actor ON audit_log (workspace_id, actor_id, seq);
CREATE INDEX audit_log_time ON audit_log (workspace_id, occurred_at, seq);
CREATE INDEX audit_targets_seq ON audit_targets (workspace_id, seq);
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
   WHEN EXISTS (SELECT 1 FROM audit_log WHERE workspace_id = NEW.workspace_id AND seq = NEW.seq)
   BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE TRIGGER audit_targets_no_update BEFORE UPDATE ON audit_targets BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE TRIGGER audit_targets_no_delete BEFORE DELETE ON audit_targets BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE TRIGGER audit_heads_no_return BEFORE UPDATE ON audit_heads WHEN NEW.seq < OLD.seq BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE TRIGGER audit_heads_no_delete BEFORE DELETE ON audit_heads BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential);
CREATE INDEX passkeys_site ON passkeys (site);
CREATE INDEX ceremonies_age ON ceremonies (expires_at);
CREATE INDEX sso_connections_id ON sso_connections (id);
CREATE UNIQUE INDEX identities_connection ON identities (connection_id, user_id);
CREATE INDEX sso_flows_age ON sso_flows (expires_at);
CREATE INDEX conversations_agent ON conversations (workspace_id, agent_id, id) WHERE agent_id <> '';
CREATE INDEX conversations_team ON conversations (workspace_id, team_id, id) WHERE team_id <> '';
CREATE INDEX conversations_teamless ON conversations (workspace_id, phone_number_id, id) WHERE team_id = '';
CREATE INDEX conversation_followers_user ON conversation_followers (workspace_id, user_id, conversation_id);
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER members_changed AFTER UPDATE OF role_id, state ON members BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER roles_changed AFTER UPDATE ON roles BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER team_members_added AFTER INSERT ON team_members BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER team_members_removed AFTER DELETE ON team_members BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER team_numbers_added AFTER INSERT ON team_numbers BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER team_numbers_removed AFTER DELETE ON team_numbers BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER sso_connections_changed AFTER UPDATE OF enabled, enforced, break_glass_user_id ON sso_connections BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE TRIGGER api_keys_changed AFTER UPDATE OF revoked_at, expires_at, scopes, reach, team_ids, phone_number_ids, networks ON api_keys BEGIN UPDATE access_changes SET number = number + 1; END;
CREATE UNIQUE INDEX calendars_name ON calendars (workspace_id, name_key);
CREATE UNIQUE INDEX canned_replies_shortcut ON canned_replies (workspace_id, shortcut_key);
CREATE INDEX canned_replies_team ON canned_replies (workspace_id, team_id) WHERE team_id <> '';
CREATE INDEX conversation_states_window ON conversation_states (workspace_id, last_inbound_at, conversation_id) WHERE waiting_since > 0 AND status <> 'snoozed';
CREATE TRIGGER conversation_states_added AFTER INSERT ON conversation_states BEGIN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (NEW.workspace_id, NEW.phone_number_id, NEW.team_id, NEW.agent_id, NEW.status, NEW.waiting_since > 0, 0, 1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + 1; END;
CREATE TRIGGER conversation_states_gone AFTER DELETE ON conversation_states BEGIN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (OLD.workspace_id, OLD.phone_number_id, OLD.team_id, OLD.agent_id, OLD.status, OLD.waiting_since > 0, 0, -1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + -1; END;
CREATE TRIGGER conversation_states_moved AFTER UPDATE ON conversation_states WHEN OLD.phone_number_id <> NEW.phone_number_id OR OLD.team_id <> NEW.team_id OR OLD.agent_id <> NEW.agent_id OR OLD.status <> NEW.status OR (OLD.waiting_since > 0) <> (NEW.waiting_since > 0) BEGIN INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (OLD.workspace_id, OLD.phone_number_id, OLD.team_id, OLD.agent_id, OLD.status, OLD.waiting_since > 0, 0, -1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + -1; INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES (NEW.workspace_id, NEW.phone_number_id, NEW.team_id, NEW.agent_id, NEW.status, NEW.waiting_since > 0, 0, 1) ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + 1; END;
CREATE INDEX conversation_counts_none ON conversation_counts (workspace_id) WHERE n = 0;
CREATE UNIQUE INDEX search_documents_number ON search_documents (workspace_id, number);
CREATE TRIGGER contacts_search_made AFTER INSERT ON contacts BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
CREATE TRIGGER contacts_search_changed AFTER UPDATE ON contacts
   WHEN NEW.name <> OLD.name OR NEW.phone <> OLD.phone OR NEW.field_values <> OLD.field_values OR NEW.merged_into <> OLD.merged_into BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
CREATE TRIGGER contacts_search_removed AFTER DELETE ON contacts BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (OLD.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = OLD.workspace_id), 0), OLD.id, ''); END;
CREATE TRIGGER messages_search_changed AFTER UPDATE ON messages WHEN NEW.content <> OLD.content BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
CREATE TRIGGER messages_search_removed AFTER DELETE ON messages BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (OLD.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = OLD.workspace_id), 0), OLD.id, ''); END;
CREATE TRIGGER notes_search_changed AFTER UPDATE ON notes WHEN NEW.body <> OLD.body BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, NEW.conversation_id); END;
CREATE TRIGGER notes_search_removed AFTER DELETE ON notes BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (OLD.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = OLD.workspace_id), 0), OLD.id, OLD.conversation_id); END;
CREATE INDEX routing_references_place ON routing_references (workspace_id, place);
CREATE INDEX routing_queue_order ON routing_queue (workspace_id, queue, queue_at, waiting_since, conversation_id);
CREATE INDEX routing_queue_new ON routing_queue (workspace_id, queue, conversation_id) WHERE NOT explained;
CREATE INDEX routing_decisions_age ON routing_decisions (decided_at);
CREATE UNIQUE INDEX clocks_running ON clocks (workspace_id, episode_id, kind) WHERE ended = '';
CREATE INDEX clocks_raised ON clocks (raise_at, workspace_id, conversation_id, id) WHERE raise_at > 0 AND breached_at = 0;
CREATE UNIQUE INDEX labels_name ON labels (workspace_id, name_key);
CREATE INDEX conversation_states_follow_up ON conversation_states (workspace_id, follow_up_at, conversation_id) WHERE follow_up_at > 0;
CREATE INDEX routing_queue_overflow ON routing_queue (workspace_id, queue, overflow_at) WHERE overflow_at > 0;
CREATE INDEX routing_queue_cause ON routing_queue (workspace_id, queue, wait_cause, conversation_id);
CREATE INDEX waiting_quarters_age ON waiting_quarters (quarter_at);
CREATE INDEX ended_waits_age ON ended_waits (booked_at);
CREATE INDEX drafts_user ON drafts (workspace_id, user_id, version, conversation_id);
CREATE INDEX drafts_age ON drafts (version);
CREATE INDEX silences_due ON silences (due_at, workspace_id, conversation_id) WHERE due_at > 0;
CREATE INDEX conversation_mentions_user ON conversation_mentions (workspace_id, user_id, at, conversation_id);
CREATE INDEX saved_views_audience ON saved_views (workspace_id, audience, id);
CREATE INDEX actions_author ON actions (workspace_id, created_by, id);
CREATE INDEX actions_age ON actions (created_at);
CREATE INDEX ratings_time ON ratings (workspace_id, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_team ON ratings (workspace_id, team_id, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_agent ON ratings (workspace_id, agent_id, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_score ON ratings (workspace_id, score, rated_at, episode_id) WHERE rated_at > 0;
CREATE INDEX ratings_comment ON ratings (workspace_id, tapped_in, comment_until) WHERE comment_until > 0;
CREATE INDEX button_presses_age ON button_presses (pressed_at);
CREATE INDEX clocks_stepping ON clocks (step_at, workspace_id, conversation_id, id) WHERE step_at > 0;
CREATE INDEX routing_inputs_age ON routing_inputs (decided_at);
CREATE INDEX rehearsals_open ON rehearsals (workspace_id) WHERE run_ended_at = 0;
CREATE INDEX rehearsals_ended ON rehearsals (run_ended_at) WHERE run_ended_at > 0;
CREATE INDEX window_warnings_look ON window_warnings (workspace_id, look_at, conversation_id);
CREATE INDEX clocks_warning ON clocks (warn_at, workspace_id, conversation_id, id) WHERE warn_at > 0 AND warned_at = 0 AND breached_at = 0 AND paused_at = 0 AND ended = '';
CREATE INDEX conversation_states_due ON conversation_states (workspace_id, due_at, conversation_id) WHERE due_at > 0 AND status <> 'closed' AND status <> 'snoozed';
CREATE INDEX conversations_agent_holder ON conversations (workspace_id, agent_id, team_id, phone_number_id) WHERE agent_id <> '';
CREATE TRIGGER conversations_search_made AFTER INSERT ON conversations BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.contact_id, ''); END;
CREATE TRIGGER conversations_search_moved AFTER UPDATE ON conversations
   WHEN NEW.team_id <> OLD.team_id OR NEW.joined_to <> OLD.joined_to OR NEW.contact_id <> OLD.contact_id BEGIN
   INSERT INTO search_moves (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_moves WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
CREATE INDEX conversation_states_active ON conversation_states (workspace_id, activity_at, conversation_id, team_id, agent_id, waiting_since, status) WHERE status <> 'closed';
CREATE INDEX conversation_states_waiting ON conversation_states (workspace_id, waiting_since, conversation_id, team_id, agent_id) WHERE waiting_since > 0 AND status <> 'snoozed';
CREATE INDEX conversation_states_snoozed ON conversation_states (workspace_id, activity_at, conversation_id, team_id, agent_id) WHERE status = 'snoozed';
CREATE INDEX conversation_states_closed ON conversation_states (workspace_id, activity_at, conversation_id, team_id, agent_id) WHERE status = 'closed';
CREATE INDEX waiting_parts_of ON waiting_parts (workspace_id, part, cause, quarter_at);
CREATE INDEX waiting_parts_age ON waiting_parts (quarter_at);
CREATE INDEX routing_waits_age ON routing_waits (ended_at);
CREATE INDEX routing_promises_age ON routing_promises (hour_at);
CREATE INDEX promises_conversation ON promises (workspace_id, conversation_id, id);
CREATE INDEX promises_state ON promises (workspace_id, conversation_id, status, due_at);
CREATE INDEX promises_due ON promises (workspace_id, status, due_at, id);
CREATE INDEX promises_user ON promises (workspace_id, status, user_id, due_at, id);
CREATE INDEX conversation_promises_due ON conversation_promises (workspace_id, due_at, conversation_id);
CREATE UNIQUE INDEX stages_id ON stages (workspace_id, id);
CREATE UNIQUE INDEX deal_reasons_name ON deal_reasons (workspace_id, kind, name_key) WHERE removed_at = 0;
CREATE UNIQUE INDEX deals_position ON deals (workspace_id, stage_id, position);
CREATE INDEX deals_stage ON deals (workspace_id, stage_id, id);
CREATE INDEX deals_pipeline ON deals (workspace_id, pipeline_id, id);
CREATE INDEX deals_status ON deals (workspace_id, status, id);
CREATE INDEX deals_owner ON deals (workspace_id, owner_id, id) WHERE owner_id <> '';
CREATE INDEX deals_contact ON deals (workspace_id, contact_id, id) WHERE contact_id <> '';
CREATE INDEX deals_conversation ON deals (workspace_id, conversation_id, id) WHERE conversation_id <> '';
CREATE INDEX deals_close ON deals (workspace_id, expected_close_on, id) WHERE expected_close_on <> '';
CREATE INDEX deal_spans_stage ON deal_spans (workspace_id, stage_id, from_at);
CREATE INDEX report_queue_age ON report_queue (number);
CREATE INDEX report_facts_ref ON report_facts (workspace_id, ref, metric) WHERE ref <> '';
CREATE INDEX report_facts_number ON report_facts (workspace_id, metric, phone_number_id, at, number);
CREATE INDEX report_facts_team ON report_facts (workspace_id, metric, team_id, at, number) WHERE team_id <> '';
CREATE INDEX report_facts_agent ON report_facts (workspace_id, metric, agent_id, at, number) WHERE agent_id <> '';
CREATE INDEX report_labels_age ON report_labels (workspace_id, metric, at);
CREATE INDEX report_sums_age ON report_sums (expires_at);
CREATE UNIQUE INDEX notifications_once ON notifications (workspace_id, user_id, dedupe_key);
CREATE INDEX notifications_order ON notifications (workspace_id, user_id, position);
CREATE INDEX notifications_kind ON notifications (workspace_id, user_id, kind, position);
CREATE INDEX notifications_unread ON notifications (workspace_id, user_id, position) WHERE read_at = 0;
CREATE INDEX notifications_age ON notifications (at);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (workspace_id, user_id, endpoint_hash);
CREATE INDEX push_subscriptions_browser ON push_subscriptions (endpoint_hash, user_id);
CREATE INDEX notification_digests_due ON notification_digests (due_at) WHERE due_at > 0;
CREATE TRIGGER deals_search_made AFTER INSERT ON deals BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
CREATE TRIGGER deals_search_changed AFTER UPDATE ON deals WHEN NEW.title <> OLD.title OR NEW.close_note <> OLD.close_note BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
CREATE TRIGGER deals_search_removed AFTER DELETE ON deals BEGIN
   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (OLD.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = OLD.workspace_id), 0), OLD.id, ''); END;
CREATE INDEX deal_facts_pipeline ON deal_facts (workspace_id, pipeline_id, from_at, deal_id, number);
CREATE INDEX deal_facts_stage ON deal_facts (workspace_id, stage_id, from_at, deal_id, number);
CREATE INDEX deal_facts_owner ON deal_facts (workspace_id, owner_id, from_at, deal_id, number) WHERE owner_id <> '';
CREATE INDEX deal_facts_ended ON deal_facts (workspace_id, pipeline_id, to_at) WHERE to_at <> 0;
CREATE INDEX exchange_rates_to ON exchange_rates (workspace_id, to_currency, from_currency, rate_on);
CREATE INDEX deal_movements_value ON deal_movements (workspace_id, pipeline_id, metric, part, value, at, deal_id, number);
CREATE UNIQUE INDEX contact_fields_key ON contact_fields (workspace_id, owner, key) WHERE deleted_at = 0;
CREATE INDEX deal_contacts_contact ON deal_contacts (workspace_id, contact_id, deal_id);
CREATE INDEX deal_actions_author ON deal_actions (workspace_id, created_by, id);
CREATE INDEX deal_actions_age ON deal_actions (created_at);
CREATE INDEX deal_rules_rank ON deal_rules (workspace_id, rank);
CREATE UNIQUE INDEX deal_rule_runs_once ON deal_rule_runs (workspace_id, rule_id, trigger_id);
CREATE INDEX deal_rule_runs_age ON deal_rule_runs (at);
CREATE UNIQUE INDEX proposals_message ON proposals (workspace_id, message_id, kind);
CREATE INDEX proposals_conversation ON proposals (workspace_id, conversation_id, shown, id);
CREATE INDEX proposals_unsettled ON proposals (workspace_id, conversation_id, settled, id);
CREATE INDEX proposals_status ON proposals (workspace_id, shown, status, id);
CREATE INDEX proposals_track ON proposals (workspace_id, assistant_id, kind, status);
CREATE INDEX proposals_due ON proposals (settled, due_at);
CREATE INDEX autonomy_changes_kind ON autonomy_changes (workspace_id, assistant_id, kind, id);
CREATE INDEX deal_imports_object ON deal_imports (object) WHERE object <> '';
CREATE UNIQUE INDEX deals_external_key ON deals (workspace_id, external_key) WHERE external_key <> '';
CREATE INDEX deals_rot_check ON deals (rot_check_at) WHERE rot_check_at > 0;
CREATE INDEX template_asked_age ON template_asked (sent_at);
CREATE INDEX template_taps_age ON template_taps (tapped_at);
CREATE INDEX charges_booked ON charges (workspace_id, booked_at, message_id, number);
CREATE INDEX charges_unpriced ON charges (workspace_id, message_id, number) WHERE unpriced = 1;
CREATE INDEX charge_windows_age ON charge_windows (began_at);
CREATE INDEX broadcasts_status ON broadcasts (workspace_id, status, id);
CREATE INDEX broadcast_recipients_state ON broadcast_recipients (workspace_id, broadcast_id, state, number);
CREATE UNIQUE INDEX broadcast_recipients_message ON broadcast_recipients (workspace_id, message_id) WHERE message_id <> '';
CREATE INDEX broadcast_recipients_asked ON broadcast_recipients (workspace_id, conversation_id, sent_at) WHERE conversation_id <> '';
CREATE UNIQUE INDEX broadcast_recipients_person ON broadcast_recipients (workspace_id, person, broadcast_id);
CREATE INDEX conversions_occurred ON conversions (workspace_id, occurred_at, id);
CREATE INDEX conversions_name ON conversions (workspace_id, name, occurred_at, id);
CREATE INDEX conversions_contact ON conversions (workspace_id, contact_id, occurred_at, id);
CREATE UNIQUE INDEX conversions_external ON conversions (workspace_id, external_id) WHERE external_id <> '';
CREATE INDEX broadcast_recipients_turn ON broadcast_recipients (workspace_id, broadcast_id, turn, number) WHERE turn <> 0;
CREATE INDEX reconciliations_open ON reconciliations (workspace_id) WHERE run_ended_at = 0;
CREATE INDEX reconciliations_ended ON reconciliations (run_ended_at) WHERE run_ended_at > 0;
CREATE INDEX reconciliation_differences_cause ON reconciliation_differences (workspace_id, reconciliation_id, cause, number);
CREATE INDEX reconciliation_differences_age ON reconciliation_differences (at);
CREATE INDEX broadcast_recipients_accepted ON broadcast_recipients (workspace_id, person, accepted_at) WHERE accepted_at > 0;
CREATE INDEX broadcast_recipients_answered ON broadcast_recipients (workspace_id, conversation_id, answered_at, broadcast_id) WHERE answered_at > 0;
CREATE INDEX broadcast_recipients_opened ON broadcast_recipients (workspace_id, conversation_id, opened_at, broadcast_id) WHERE opened_at > 0;
CREATE INDEX conversions_deed ON conversions (workspace_id, contact_id, name, occurred_at);
CREATE INDEX broadcasts_open ON broadcasts (workspace_id, ended_at, started_at, id);
CREATE INDEX users_operators ON users (id) WHERE operator_since > 0;
CREATE INDEX waiting_labels_time ON waiting_labels (workspace_id, quarter_at);
CREATE INDEX waiting_labels_age ON waiting_labels (quarter_at);
CREATE INDEX labeled_waits_age ON labeled_waits (to_at);
CREATE UNIQUE INDEX proposal_failures_trigger ON proposal_failures (workspace_id, step, trigger_id);
CREATE INDEX proposal_failures_age ON proposal_failures (at);
CREATE INDEX contact_erasures_contact ON contact_erasures (workspace_id, contact_id);
CREATE INDEX ratings_conversation ON ratings (workspace_id, conversation_id);
CREATE INDEX knowledge_gap_questions_conversation ON knowledge_gap_questions (workspace_id, conversation_id);
CREATE INDEX evaluation_items_conversation ON evaluation_items (workspace_id, conversation_id);
CREATE INDEX conversation_labels_conversation ON conversation_labels (workspace_id, conversation_id);
CREATE INDEX signup_codes_age ON signup_codes (asked_at);
CREATE INDEX budget_alerts_age ON budget_alerts (period_start);
CREATE INDEX jobs_key ON jobs (kind, key, owner, id);
CREATE INDEX consent_records_opt_outs ON consent_records (workspace_id, recorded_at) WHERE state = 'opted_out' AND source IN ('message', 'provider_preference');
CREATE INDEX conversation_states_team ON conversation_states (workspace_id, team_id, activity_at, conversation_id, agent_id, phone_number_id, status) WHERE status <> 'closed';
CREATE INDEX conversation_states_agent ON conversation_states (workspace_id, agent_id, activity_at, conversation_id, status, waiting_since, team_id) WHERE status <> 'closed';
CREATE INDEX conversation_states_closed_team ON conversation_states (workspace_id, team_id, activity_at, conversation_id, agent_id, phone_number_id) WHERE status = 'closed';
CREATE INDEX conversation_states_closed_agent ON conversation_states (workspace_id, agent_id, activity_at, conversation_id) WHERE status = 'closed';
