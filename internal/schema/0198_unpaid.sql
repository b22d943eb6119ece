-- Since when the provider delivers nothing of an account that costs something, because it
-- has no payment method; 0 while it has. unpaid_replies: replies cost something, too, since
-- the free ones are used up. unpaid_seen: the provider said, too, that none is attached.
ALTER TABLE messaging_accounts ADD COLUMN unpaid_since {int} NOT NULL DEFAULT 0;
ALTER TABLE messaging_accounts ADD COLUMN unpaid_replies {bool} NOT NULL DEFAULT FALSE;
ALTER TABLE messaging_accounts ADD COLUMN unpaid_seen {bool} NOT NULL DEFAULT FALSE;
