-- What each node has of the pace of a phone number, in thousandths of a message
-- per second; short says that it would send more.
CREATE TABLE number_paces (
  workspace_id {text} NOT NULL,
  phone_number_id {text} NOT NULL,
  node {text} NOT NULL,
  share {int} NOT NULL,
  short {bool} NOT NULL,
  PRIMARY KEY (workspace_id, phone_number_id, node)
);
CREATE INDEX number_paces_node ON number_paces (node);
