-- Words by which people sort conversations. name_key is the name in one form: two
-- spellings are not two labels.
CREATE TABLE labels (
  workspace_id {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  name_key {text} NOT NULL,
  color {text} NOT NULL,
  created_by {text} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (workspace_id, id)
) {clustered};
CREATE UNIQUE INDEX labels_name ON labels (workspace_id, name_key);

-- Which conversations have a label, for lists by label. What a conversation has is
-- also on its own row, as identifiers separated by spaces; brought_labels are those
-- that it brought to the one it was joined to.
CREATE TABLE conversation_labels (
  workspace_id {text} NOT NULL,
  label_id {text} NOT NULL,
  conversation_id {text} NOT NULL,
  PRIMARY KEY (workspace_id, label_id, conversation_id)
) {clustered};
ALTER TABLE conversations ADD COLUMN labels {text} NOT NULL DEFAULT '';
ALTER TABLE conversations ADD COLUMN brought_labels {text} NOT NULL DEFAULT '';
