-- Of a recipient that comes from a table: the line on which the row begins. detail is what
-- is wrong with who was left out, for people.
ALTER TABLE broadcast_recipients ADD COLUMN line {int} NOT NULL DEFAULT 0;
ALTER TABLE broadcast_recipients ADD COLUMN detail {text} NOT NULL DEFAULT '';
