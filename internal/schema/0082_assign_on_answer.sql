-- Whether whoever answers in a conversation that nobody has gets it.
ALTER TABLE inbox_settings ADD COLUMN assign_on_answer {bool} NOT NULL DEFAULT FALSE;
