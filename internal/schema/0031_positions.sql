-- An event has a position in the log of its workspace, which grows by one from
-- event to event in the order of commits. On PostgreSQL log_heads has the last one
-- of each workspace; who writes events locks it until the commit. The embedded
-- engine, which has one writer, goes on from the newest event. Identifiers tell
-- of events in the API; xid and turn, by which PostgreSQL told the order, go.
{postgres} CREATE TABLE log_heads (
{postgres}   workspace_id {text} PRIMARY KEY,
{postgres}   position {int} NOT NULL
{postgres} ) WITH (fillfactor = 50);

{sqlite} CREATE TABLE numbered_events (
{sqlite}   workspace_id TEXT NOT NULL,
{sqlite}   position INTEGER NOT NULL,
{sqlite}   id TEXT NOT NULL,
{sqlite}   kind TEXT NOT NULL,
{sqlite}   key TEXT NOT NULL,
{sqlite}   endpoint_id TEXT NOT NULL DEFAULT '',
{sqlite}   scope TEXT NOT NULL DEFAULT '',
{sqlite}   created_at INTEGER NOT NULL,
{sqlite}   body BLOB NOT NULL,
{sqlite}   PRIMARY KEY (workspace_id, position)
{sqlite} ) WITHOUT ROWID;
{sqlite} INSERT INTO numbered_events (workspace_id, position, id, kind, key, endpoint_id, scope, created_at, body)
{sqlite}   SELECT workspace_id, row_number() OVER (PARTITION BY workspace_id ORDER BY id), id, kind, key, endpoint_id, scope, created_at, body FROM events;
{postgres} ALTER TABLE events ADD COLUMN position bigint NOT NULL DEFAULT 0;
{postgres} UPDATE events e SET position = n.position
{postgres}   FROM (SELECT workspace_id, id, row_number() OVER (PARTITION BY workspace_id ORDER BY xid, id) AS position FROM events) n
{postgres}   WHERE e.workspace_id = n.workspace_id AND e.id = n.id;
{postgres} ALTER TABLE events ALTER COLUMN position DROP DEFAULT;

-- The cursors stand at the last event that they had come to.
ALTER TABLE endpoint_cursors ADD COLUMN position {int} NOT NULL DEFAULT 0;
{sqlite} UPDATE endpoint_cursors SET position = coalesce((SELECT max(e.position) FROM numbered_events e
{sqlite}   WHERE e.workspace_id = endpoint_cursors.workspace_id AND e.id <= endpoint_cursors.event_id), 0);
{postgres} UPDATE endpoint_cursors c SET position = coalesce((SELECT max(e.position) FROM events e
{postgres}   WHERE e.workspace_id = c.workspace_id AND (e.xid, e.id) <= (c.xid, c.event_id)), 0);
UPDATE endpoint_cursors SET event_id = '';
ALTER TABLE endpoint_cursors DROP COLUMN xid;
ALTER TABLE endpoint_cursors DROP COLUMN snapshot;

-- Bulk redeliveries look through the log by position, up to its end as it was.
ALTER TABLE redeliveries ADD COLUMN end_position {int} NOT NULL DEFAULT 0;
ALTER TABLE redeliveries ADD COLUMN since_id {text} NOT NULL DEFAULT '';
{sqlite} UPDATE redeliveries SET since_id = run_position,
{sqlite}   end_position = coalesce((SELECT max(e.position) FROM numbered_events e WHERE e.workspace_id = redeliveries.workspace_id AND e.id < end_id), 0);
{postgres} UPDATE redeliveries r SET since_id = run_position,
{postgres}   end_position = coalesce((SELECT max(e.position) FROM events e WHERE e.workspace_id = r.workspace_id AND e.id < r.end_id AND e.xid < r.end_xid), 0);
UPDATE redeliveries SET run_position = '0';
ALTER TABLE redeliveries DROP COLUMN end_xid;

{sqlite} DROP TABLE events;
{sqlite} ALTER TABLE numbered_events RENAME TO events;
{postgres} DROP INDEX events_commits;
{postgres} ALTER TABLE events DROP CONSTRAINT events_pkey;
{postgres} ALTER TABLE events DROP COLUMN xid;
{postgres} ALTER TABLE events DROP COLUMN turn;
{postgres} DROP SEQUENCE events_turn;
{postgres} ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (workspace_id, position);
CREATE UNIQUE INDEX events_id ON events (workspace_id, id);
{postgres} INSERT INTO log_heads (workspace_id, position) SELECT workspace_id, max(position) FROM events GROUP BY workspace_id;
