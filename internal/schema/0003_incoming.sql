-- What changes a message that is not known yet: an edit, a revocation or a
-- reaction that came before it.
CREATE TABLE parked_items (
  phone_number_id {text} NOT NULL,
  target_id {text} NOT NULL,
  item_id {text} NOT NULL,
  workspace_id {text} NOT NULL,
  item {text} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (phone_number_id, target_id, item_id)
) {clustered};
CREATE INDEX parked_items_age ON parked_items (created_at);

-- When an ad led the contact here, and until when the provider bills nothing
-- because the business answered in time.
ALTER TABLE conversations ADD COLUMN referral_at {int} NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN free_entry_until {int} NOT NULL DEFAULT 0;

-- Which parts of a body were not applied: offset and length of each.
ALTER TABLE provider_webhooks ADD COLUMN pending {text} NOT NULL DEFAULT '';
CREATE INDEX provider_webhooks_pending ON provider_webhooks (id) WHERE state <> 'stored';
