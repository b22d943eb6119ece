-- What an endpoint took at the first attempt, several deliveries in a row of
-- their own: those that were written together, from the first event to the last in
-- the order of identifiers. started_at is when the last of the calls began. A row
-- of deliveries about the same event goes before.
CREATE TABLE delivery_runs (
  workspace_id {text} NOT NULL,
  endpoint_id {text} NOT NULL,
  last_event {text} NOT NULL,
  digest {int} NOT NULL,
  first_event {text} NOT NULL,
  started_at {int} NOT NULL,
  events {int} NOT NULL,
  records {blob} NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id, last_event, digest)
) {clustered};
-- They are compressed, and fit on a page.
{postgres} ALTER TABLE delivery_runs ALTER COLUMN records SET STORAGE EXTERNAL;
{postgres} ALTER TABLE delivery_runs SET (toast_tuple_target = 8160);
