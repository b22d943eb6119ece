-- Since when a person may see how the whole deployment stands; 0 for who may not.
ALTER TABLE users ADD COLUMN operator_since {int} NOT NULL DEFAULT 0;
CREATE INDEX users_operators ON users (id) WHERE operator_since > 0;
