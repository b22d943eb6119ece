-- When the provider last posted something about the number that it should have
-- posted long before: it is making up for a time in which it could not.
ALTER TABLE phone_numbers ADD COLUMN late_at {int} NOT NULL DEFAULT 0;
