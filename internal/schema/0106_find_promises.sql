-- Whether a model reads what people write, and proposes what they promised.
ALTER TABLE inbox_settings ADD COLUMN find_promises {bool} NOT NULL DEFAULT FALSE;
