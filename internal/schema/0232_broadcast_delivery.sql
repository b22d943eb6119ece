-- When the messages of a broadcast may leave, as JSON.
ALTER TABLE broadcasts ADD COLUMN delivery {text} NOT NULL DEFAULT '{}';

-- zone is the time zone of a recipient. turn is of broadcasts that go by the clocks of
-- their recipients: above 0 it is the time before which it is not looked again whether the
-- recipient may be written to, below 0 the place in the order in which they were.
ALTER TABLE broadcast_recipients ADD COLUMN zone {text} NOT NULL DEFAULT '';
ALTER TABLE broadcast_recipients ADD COLUMN turn {int} NOT NULL DEFAULT 0;
CREATE INDEX broadcast_recipients_turn ON broadcast_recipients (workspace_id, broadcast_id, turn, number) WHERE turn <> 0;

-- How many recipients are in which time zones.
CREATE TABLE broadcast_zones (
  workspace_id {text} NOT NULL,
  broadcast_id {text} NOT NULL,
  zone {text} NOT NULL,
  recipients {int} NOT NULL,
  PRIMARY KEY (workspace_id, broadcast_id, zone)
) {clustered};
