-- The contacts of deals, in the order of number: those that are named beside the one of
-- deals.contact_id, which is the primary one, and the role of that. A primary contact
-- that nobody gave a role may have no row.
CREATE TABLE deal_contacts (
  workspace_id {text} NOT NULL,
  deal_id {text} NOT NULL,
  number {int} NOT NULL,
  contact_id {text} NOT NULL,
  role {text} NOT NULL,
  PRIMARY KEY (workspace_id, deal_id, number)
) {clustered};
CREATE INDEX deal_contacts_contact ON deal_contacts (workspace_id, contact_id, deal_id);
