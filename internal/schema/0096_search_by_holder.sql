-- Who has what a document belongs to, as it was indexed: the words that narrow a search
-- to a limited reach. The index is filled anew; a search says that it is not complete.
DELETE FROM search_positions;
DELETE FROM search_spans;
DELETE FROM search_changes;
{sqlite} DELETE FROM search_documents;
{sqlite} INSERT INTO search_words (search_words) VALUES ('delete-all');
{postgres} TRUNCATE search_documents;
ALTER TABLE search_documents ADD COLUMN holders {text} NOT NULL DEFAULT '';

-- A look per holder of an agent's conversations.
CREATE INDEX conversations_agent_holder ON conversations (workspace_id, agent_id, team_id, phone_number_id) WHERE agent_id <> '';

-- When somebody else has a conversation, its documents and its contact are looked at.
{sqlite} CREATE TRIGGER conversations_search_made AFTER INSERT ON conversations BEGIN
{sqlite}   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.contact_id, ''); END;
{sqlite} CREATE TRIGGER conversations_search_moved AFTER UPDATE ON conversations
{sqlite}   WHEN NEW.team_id <> OLD.team_id OR NEW.joined_to <> OLD.joined_to OR NEW.contact_id <> OLD.contact_id BEGIN
{sqlite}   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
{postgres} CREATE FUNCTION note_search_conversation() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
{postgres}   INSERT INTO search_changes (workspace_id, id, place) VALUES (NEW.workspace_id, NEW.contact_id, ''); RETURN NULL; END $$;
{postgres} CREATE TRIGGER conversations_search_made AFTER INSERT ON conversations FOR EACH ROW EXECUTE FUNCTION note_search_conversation();
{postgres} CREATE TRIGGER conversations_search_moved AFTER UPDATE ON conversations FOR EACH ROW
{postgres}   WHEN (NEW.team_id <> OLD.team_id OR NEW.joined_to <> OLD.joined_to OR NEW.contact_id <> OLD.contact_id) EXECUTE FUNCTION note_search_change();
