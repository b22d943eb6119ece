package schema_test

import (
	"testing"

	"service.example/crm/internal/db"
)

// Whose a key is, is known after the upgrade as before it.
func TestKeysGetADirectory(t *testing.T) {
	former := []string{
		`INSERT INTO api_keys (id, workspace_id, name, hash, last_four, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to)
			VALUES ('key_a', 'w', 'First', 'h1', 'abcd', 'messages:write', 1, 2, 3, 4, 'key_b'), ('key_b', 'x', 'Second', 'h2', 'efgh', '*', 5, 0, 0, 0, '')`,
	}
	onUpgraded(t, "0036_keys.sql", always(former), func(t *testing.T, base *db.DB) {
		check(t, base, `SELECT hash || '/' || workspace_id || '/' || key_id, 0 FROM key_directory ORDER BY hash`, "h1/w/key_a 0, h2/x/key_b 0")
		check(t, base, `SELECT workspace_id || '/' || id || '/' || name || '/' || hash || '/' || last_four || '/' || scopes || '/' || rotated_to,
			created_at + 10 * expires_at + 100 * revoked_at + 1000 * last_used_at FROM api_keys ORDER BY id`,
			"w/key_a/First/h1/abcd/messages:write/key_b 4321, x/key_b/Second/h2/efgh/*/ 5")
	})
}

// Whose accounts and numbers are, is known after the upgrade as before it, and
// nothing of them or of templates and files is lost.
func TestAccountsGetADirectory(t *testing.T) {
	former := []string{
		`INSERT INTO messaging_accounts (id, workspace_id, provider_id, name, currency, app_id, token, token_hint, app_secret, status, created_at, synced_at,
				review_status, ban_state, ban_date, violation, restrictions, max_phone_numbers, disconnect_reason)
			VALUES ('acc_a', 'w', '10', 'A', 'EUR', 'app', 'tok', 'hint', 'sec', 'connected', 1, 2, 'review', 'ban', 'date', 'violation', 'rest', 3, 'gone')`,
		`INSERT INTO phone_numbers (id, workspace_id, messaging_account_id, provider_id, number, verified_name, quality, status, throughput, is_default, created_at,
				name_status, requested_name, name_rejection, messaging_limit, username, username_status, late_at, disconnect_reason)
			VALUES ('num_a', 'w', 'acc_a', '20', '+1', 'name', 'quality', 'status', 80, TRUE, 1, 'ns', 'rn', 'nr', 'limit', 'user', 'us', 2, 'gone')`,
		`INSERT INTO templates (id, workspace_id, messaging_account_id, provider_id, name, language, category, status, reason, quality, format, components, updated_at,
				next_category, next_category_at)
			VALUES ('tpl_a', 'w', 'acc_a', '30', 'hello', 'en', 'utility', 'approved', 'reason', 'quality', 'positional', '[]', 1, 'marketing', 2)`,
		`INSERT INTO media (workspace_id, id, state, animated, copy, object, object_key, created_at, last_used_at) VALUES ('w', 'a', 'ready', FALSE, FALSE, 'object', '', 1, 1)`,
	}
	onUpgraded(t, "0037_directory.sql", always(former), func(t *testing.T, base *db.DB) {
		check(t, base, `SELECT account_id || '/' || workspace_id || '/' || provider_id, 0 FROM account_directory`, "acc_a/w/10 0")
		check(t, base, `SELECT provider_id || '/' || workspace_id || '/' || phone_number_id, 0 FROM number_directory`, "20/w/num_a 0")
		check(t, base, `SELECT workspace_id || id || '/' || provider_id || '/' || name || '/' || currency || '/' || app_id || '/' || CAST(length(token) AS TEXT) || token_hint || '/' ||
			CAST(length(app_secret) AS TEXT) || status || '/' || review_status || '/' || ban_state || '/' || ban_date || '/' || violation || '/' || restrictions || '/' || disconnect_reason,
			created_at + 10 * synced_at + 100 * max_phone_numbers FROM messaging_accounts`,
			"wacc_a/10/A/EUR/app/3hint/3connected/review/ban/date/violation/rest/gone 321")
		check(t, base, `SELECT workspace_id || id || '/' || messaging_account_id || '/' || provider_id || '/' || number || '/' || verified_name || '/' || quality || '/' || status || '/' ||
			name_status || '/' || requested_name || '/' || name_rejection || '/' || messaging_limit || '/' || username || '/' || username_status || '/' || disconnect_reason,
			created_at + 10 * late_at + 100 * throughput FROM phone_numbers WHERE is_default`,
			"wnum_a/acc_a/20/+1/name/quality/status/ns/rn/nr/limit/user/us/gone 8021")
		check(t, base, `SELECT workspace_id || id || '/' || messaging_account_id || '/' || provider_id || '/' || name || '/' || language || '/' || category || '/' || status || '/' ||
			reason || '/' || quality || '/' || format || '/' || components || '/' || next_category, updated_at + 10 * next_category_at FROM templates`,
			"wtpl_a/acc_a/30/hello/en/utility/approved/reason/quality/positional/[]/marketing 21")
		check(t, base, `SELECT object, 0 FROM media`, "object 0")
	})
}
