-- What a workspace's knowledge is like as a whole. The version rises with every
-- change of what is found.
CREATE TABLE knowledge (
  workspace_id {text} PRIMARY KEY,
  version {int} NOT NULL DEFAULT 0,
  sources {int} NOT NULL DEFAULT 0,
  passages {int} NOT NULL DEFAULT 0,
  synonyms {text} NOT NULL DEFAULT ''
) {clustered};

-- revision is what was given last, live_revision the one whose passages are
-- found; 0 is none.
CREATE TABLE knowledge_sources (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  kind {text} NOT NULL,
  title {text} NOT NULL,
  language {text} NOT NULL,
  state {text} NOT NULL,
  reason {text} NOT NULL DEFAULT '',
  revision {int} NOT NULL DEFAULT 1,
  live_revision {int} NOT NULL DEFAULT 0,
  content {text} NOT NULL DEFAULT '',
  question {text} NOT NULL DEFAULT '',
  filename {text} NOT NULL DEFAULT '',
  mime_type {text} NOT NULL DEFAULT '',
  size {int} NOT NULL DEFAULT 0,
  object {text} NOT NULL DEFAULT '',
  sealed_key {blob} NOT NULL,
  url {text} NOT NULL DEFAULT '',
  page_limit {int} NOT NULL DEFAULT 0,
  recrawl_hours {int} NOT NULL DEFAULT 0,
  crawled_at {int} NOT NULL DEFAULT 0,
  next_crawl_at {int} NOT NULL DEFAULT 0,
  done {int} NOT NULL DEFAULT 0,
  total {int} NOT NULL DEFAULT 0,
  pages {int} NOT NULL DEFAULT 0,
  passages {int} NOT NULL DEFAULT 0,
  flagged {int} NOT NULL DEFAULT 0,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  ready_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE INDEX knowledge_sources_object ON knowledge_sources (object) WHERE object <> '';
CREATE INDEX knowledge_sources_due ON knowledge_sources (next_crawl_at) WHERE next_crawl_at > 0;

-- The passages of a source at a revision; those that are not of its
-- live_revision are being written or removed and are seen by nobody.
CREATE TABLE knowledge_passages (
  workspace_id {text} NOT NULL,
  source_id {text} NOT NULL,
  revision {int} NOT NULL,
  number {int} NOT NULL,
  id {text} NOT NULL,
  since {int} NOT NULL,
  url {text} NOT NULL,
  title {text} NOT NULL,
  question {text} NOT NULL,
  body {text} NOT NULL,
  language {text} NOT NULL,
  hash {blob} NOT NULL,
  flagged {bool} NOT NULL,
  PRIMARY KEY (workspace_id, source_id, revision, number)
) {clustered};

-- The pages of a web source, in the order in which they were found.
CREATE TABLE knowledge_pages (
  workspace_id {text} NOT NULL,
  source_id {text} NOT NULL,
  url {text} NOT NULL,
  number {int} NOT NULL,
  crawl {int} NOT NULL,
  state {text} NOT NULL,
  reason {text} NOT NULL DEFAULT '',
  etag {text} NOT NULL DEFAULT '',
  modified {text} NOT NULL DEFAULT '',
  document {text} NOT NULL DEFAULT '',
  links {text} NOT NULL DEFAULT '',
  fetched_at {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, source_id, url)
) {clustered};

-- Questions that found no evidence, those that are alike together.
CREATE TABLE knowledge_gaps (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  state {text} NOT NULL,
  question {text} NOT NULL,
  language {text} NOT NULL,
  count {int} NOT NULL,
  source_id {text} NOT NULL DEFAULT '',
  first_at {int} NOT NULL,
  last_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};

CREATE TABLE knowledge_gap_questions (
  workspace_id {text} NOT NULL,
  gap_id {text} NOT NULL,
  id {text} NOT NULL,
  question {text} NOT NULL,
  conversation_id {text} NOT NULL,
  asked_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, gap_id, id)
) {clustered};
