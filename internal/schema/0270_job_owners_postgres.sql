-- PostgreSQL, too, asks of each new job whether all of its key are held by one node, and of
-- each claim. By the order of identifiers alone, that read all that are held: behind a phone
-- number whose statuses come in thousands, most of what the database did.
{postgres} DROP INDEX jobs_key;
{postgres} CREATE INDEX jobs_key ON jobs (kind, key, owner, id);
