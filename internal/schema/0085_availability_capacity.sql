-- How many conversations a member got automatically at a time, -1 for as many as the
-- workspace says or where none was noted. A row that only another capacity made says
-- since when, and by whom, the status was what it is: said_at is 0 where the row itself
-- says it, and -1 where nobody ever did.
ALTER TABLE availability ADD COLUMN capacity {int} NOT NULL DEFAULT -1;
ALTER TABLE availability ADD COLUMN said_at {int} NOT NULL DEFAULT 0;
ALTER TABLE availability ADD COLUMN said_by {text} NOT NULL DEFAULT '';
