-- What the ledger of charges has yet to book: charges of messages that arrived. step is the
-- status that told the charge, and whether it is billed.
CREATE TABLE charge_facts (
  workspace_id {text} NOT NULL,
  at {int} NOT NULL,
  message_id {text} NOT NULL,
  participant {text} NOT NULL,
  step {text} NOT NULL,
  charge {text} NOT NULL,
  PRIMARY KEY (workspace_id, at, message_id, participant, step)
) {clustered};

-- The ledger: never changed, only added to. amount and markup are millionths; unpriced is
-- 1 where the amount is not known.
CREATE TABLE charges (
  workspace_id {text} NOT NULL,
  message_id {text} NOT NULL,
  number {int} NOT NULL,
  kind {text} NOT NULL,
  count {int} NOT NULL,
  booked_at {int} NOT NULL,
  participant {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  category {text} NOT NULL,
  model {text} NOT NULL,
  market {text} NOT NULL,
  rule {text} NOT NULL,
  priced_as {text} NOT NULL,
  rate_card {text} NOT NULL,
  unpriced {int} NOT NULL,
  amount {int} NOT NULL,
  markup {int} NOT NULL,
  currency {text} NOT NULL,
  template_name {text} NOT NULL,
  assistant_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  charged_by {text} NOT NULL,
  PRIMARY KEY (workspace_id, message_id, number)
) {clustered};
CREATE INDEX charges_booked ON charges (workspace_id, booked_at, message_id, number);
CREATE INDEX charges_unpriced ON charges (workspace_id, message_id, number) WHERE unpriced = 1;

-- What the ledger adds up to, by day (UTC) and by all that charges are asked by.
CREATE TABLE charge_days (
  workspace_id {text} NOT NULL,
  day {int} NOT NULL,
  currency {text} NOT NULL,
  category {text} NOT NULL,
  market {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  template_name {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  assistant_id {text} NOT NULL,
  rule {text} NOT NULL,
  charges {int} NOT NULL,
  free {int} NOT NULL,
  unpriced {int} NOT NULL,
  amount {int} NOT NULL,
  PRIMARY KEY (workspace_id, day, currency, category, market, phone_number_id, template_name, broadcast_id, assistant_id, rule)
) {clustered};

-- How many messages of a market and category were charged in a month: volume tiers.
CREATE TABLE charge_volumes (
  workspace_id {text} NOT NULL,
  month {int} NOT NULL,
  currency {text} NOT NULL,
  market {text} NOT NULL,
  category {text} NOT NULL,
  messages {int} NOT NULL,
  PRIMARY KEY (workspace_id, month, currency, market, category)
) {clustered};

-- Conversations of 24 hours that were charged, by the provider's identifier, else by whom
-- and what they are with.
CREATE TABLE charge_windows (
  workspace_id {text} NOT NULL,
  name {text} NOT NULL,
  began_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, name)
) {clustered};
CREATE INDEX charge_windows_age ON charge_windows (began_at);

-- How often the ledger of a workspace was added to: two nodes cannot do it at once.
CREATE TABLE charge_positions (
  workspace_id {text} NOT NULL,
  rounds {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};

CREATE TABLE rate_cards (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  source {text} NOT NULL,
  row_count {int} NOT NULL,
  created_at {int} NOT NULL,
  created_by {text} NOT NULL,
  prices {text} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};

-- Where a rate card was imported, how far the charges without a price were looked at.
CREATE TABLE charge_repricings (
  workspace_id {text} NOT NULL,
  message_id {text} NOT NULL,
  number {int} NOT NULL,
  PRIMARY KEY (workspace_id)
) {clustered};
