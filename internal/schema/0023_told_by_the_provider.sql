-- Why the provider disconnected a number or an account; '' while it is connected.
ALTER TABLE phone_numbers ADD COLUMN disconnect_reason {text} NOT NULL DEFAULT '';
ALTER TABLE messaging_accounts ADD COLUMN disconnect_reason {text} NOT NULL DEFAULT '';
-- The category that a template is going to have, and when.
ALTER TABLE templates ADD COLUMN next_category {text} NOT NULL DEFAULT '';
ALTER TABLE templates ADD COLUMN next_category_at {int} NOT NULL DEFAULT 0;
