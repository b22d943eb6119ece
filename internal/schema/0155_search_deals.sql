-- Deals are found by their words, too: triggers note what changed of them.
{sqlite} CREATE TRIGGER deals_search_made AFTER INSERT ON deals BEGIN
{sqlite}   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
{sqlite} CREATE TRIGGER deals_search_changed AFTER UPDATE ON deals WHEN NEW.title <> OLD.title OR NEW.close_note <> OLD.close_note BEGIN
{sqlite}   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (NEW.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = NEW.workspace_id), 0), NEW.id, ''); END;
{sqlite} CREATE TRIGGER deals_search_removed AFTER DELETE ON deals BEGIN
{sqlite}   INSERT INTO search_changes (workspace_id, number, id, place) VALUES (OLD.workspace_id, 1 + coalesce((SELECT max(number) FROM search_changes WHERE workspace_id = OLD.workspace_id), 0), OLD.id, ''); END;
{postgres} CREATE TRIGGER deals_search_made AFTER INSERT ON deals FOR EACH ROW EXECUTE FUNCTION note_search_change();
{postgres} CREATE TRIGGER deals_search_changed AFTER UPDATE ON deals FOR EACH ROW WHEN (NEW.title <> OLD.title OR NEW.close_note <> OLD.close_note) EXECUTE FUNCTION note_search_change();
{postgres} CREATE TRIGGER deals_search_removed AFTER DELETE ON deals FOR EACH ROW EXECUTE FUNCTION note_search_removal();

-- Those that are there are indexed where the back-fill has ended; else it comes to them.
UPDATE search_positions SET fill = 'deal:' WHERE fill = '';
