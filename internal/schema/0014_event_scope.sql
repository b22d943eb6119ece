-- What an event belongs to, so that endpoints and pages can be limited to a
-- phone number, an assistant or a pipeline without reading bodies: the three
-- identifiers, separated by blanks, empty ones at the end left out. Events from
-- before belong to nothing.
ALTER TABLE events ADD COLUMN scope {text} NOT NULL DEFAULT '';

-- To what an endpoint is limited: identifiers separated by blanks; empty is all.
ALTER TABLE webhook_endpoints ADD COLUMN phone_number_ids {text} NOT NULL DEFAULT '';
ALTER TABLE webhook_endpoints ADD COLUMN assistant_ids {text} NOT NULL DEFAULT '';
ALTER TABLE webhook_endpoints ADD COLUMN pipeline_ids {text} NOT NULL DEFAULT '';
