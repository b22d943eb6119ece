-- What is folded of the counts, and what counts nothing, is found without the rest.
-- On PostgreSQL no index has n, so that to count stays a change in place.
{postgres} CREATE INDEX conversation_counts_lane ON conversation_counts (lane);
{sqlite} CREATE INDEX conversation_counts_none ON conversation_counts (workspace_id) WHERE n = 0;
