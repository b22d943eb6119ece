-- Whether all jobs of a key are held by one node is asked of each new one. By the order of
-- identifiers alone, that read all that are held: with those of a phone number that waits
-- behind, most of the time of the writer.
{sqlite} DROP INDEX jobs_key;
{sqlite} CREATE INDEX jobs_key ON jobs (kind, key, owner, id);
