-- Counts what was taken from or given to whoever may ask, so that every node can
-- see by one row that it must look at open streams again. Triggers count: no
-- statement can forget it.
CREATE TABLE access_changes (
  id {int} PRIMARY KEY,
  number {int} NOT NULL
) {clustered};
INSERT INTO access_changes (id, number) VALUES (1, 1);
{sqlite} CREATE TRIGGER sessions_ended AFTER DELETE ON sessions BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER members_changed AFTER UPDATE OF role_id, state ON members BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER roles_changed AFTER UPDATE ON roles BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER team_members_added AFTER INSERT ON team_members BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER team_members_removed AFTER DELETE ON team_members BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER team_numbers_added AFTER INSERT ON team_numbers BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER team_numbers_removed AFTER DELETE ON team_numbers BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER sso_connections_changed AFTER UPDATE OF enabled, enforced, break_glass_user_id ON sso_connections BEGIN UPDATE access_changes SET number = number + 1; END;
{sqlite} CREATE TRIGGER api_keys_changed AFTER UPDATE OF revoked_at, expires_at, scopes, reach, team_ids, phone_number_ids, networks ON api_keys BEGIN UPDATE access_changes SET number = number + 1; END;
{postgres} CREATE FUNCTION count_access_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE access_changes SET number = number + 1; RETURN NULL; END $$;
{postgres} CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER members_changed AFTER UPDATE OF role_id, state ON members FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER roles_changed AFTER UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER team_members_added AFTER INSERT ON team_members FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER team_members_removed AFTER DELETE ON team_members FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER team_numbers_added AFTER INSERT ON team_numbers FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER team_numbers_removed AFTER DELETE ON team_numbers FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER sso_connections_changed AFTER UPDATE OF enabled, enforced, break_glass_user_id ON sso_connections FOR EACH ROW EXECUTE FUNCTION count_access_change();
{postgres} CREATE TRIGGER api_keys_changed AFTER UPDATE OF revoked_at, expires_at, scopes, reach, team_ids, phone_number_ids, networks ON api_keys FOR EACH ROW EXECUTE FUNCTION count_access_change();
