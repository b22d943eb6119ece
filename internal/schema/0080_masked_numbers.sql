-- Whether people with a role, and API keys, see contacts' phone numbers masked.
ALTER TABLE roles ADD COLUMN masks_numbers {bool} NOT NULL DEFAULT FALSE;
ALTER TABLE api_keys ADD COLUMN masks_numbers {bool} NOT NULL DEFAULT FALSE;
