-- What the last transaction of each writer of each process wrote: by it the
-- process knows later whether a commit without an answer took place. A row is
-- written anew by every transaction, so its page keeps room beside it.
{postgres} CREATE TABLE commit_tokens (node TEXT COLLATE "C" NOT NULL, lane BIGINT NOT NULL, token TEXT NOT NULL, written_at BIGINT NOT NULL, PRIMARY KEY (node, lane)) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_threshold = 100000);
