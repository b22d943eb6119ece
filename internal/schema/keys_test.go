package schema_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// ofTheDatabase are the keys that do not begin with the workspace, and why: a
// workspace that moves to another database leaves them behind.
var ofTheDatabase = map[string]string{
	"account_directory (account_id)":  "whose a messaging account is",
	"account_directory (provider_id)": "whose a messaging account is",
	"commit_tokens (node, lane)":      "what the lanes of a node committed last",
	"deployments (id)":                "how files are told from those of others",
	"duties (name)":                   "which node does what only one does",
	"key_directory (hash)":            "whose an API key is",
	"keysets (name)":                  "what seals the rows of all workspaces",
	"nodes (id)":                      "the processes that serve it",
	"nodes (number)":                  "the processes that serve it",
	"number_directory (provider_id)":  "whose a phone number is",
	"schema_migrations (version)":     "its tables",
	"workspaces (id)":                 "the workspace itself",
	"access_changes (id)":             "one count for whoever may ask",
	"users (id)":                      "who a person is, in whatever workspaces",
	"users (address_key)":             "who a person is, in whatever workspaces",
	"users (handle)":                  "who a person is, in whatever workspaces",
	"sessions (hash)":                 "where a person signed in",
	"sessions (user_id, id)":          "where a person signed in",
	"user_tokens (hash)":              "what was mailed to a person",
	"sign_in_failures (subject)":      "who guesses passwords",
	"user_totp (user_id)":             "how a person signs in",
	"recovery_codes (user_id, hash)":  "how a person signs in",
	"passkeys (user_id, id)":          "how a person signs in",
	"passkeys (credential)":           "whose a passkey is",
	"ceremonies (id)":                 "what a browser has yet to answer",

	// What FTS5 keeps of the index of words: each word begins with its workspace.
	"search_words_config (k)":        "the index of words",
	"search_words_data (id)":         "the index of words",
	"search_words_docsize (id)":      "the index of words",
	"search_words_idx (segid, term)": "the index of words",

	"identities (issuer, subject)":        "who a person is at an OpenID provider",
	"identities (connection_id, user_id)": "who a person is at an OpenID provider",
	"sso_domain_directory (domain)":       "whose a domain of addresses is",
	"sso_flows (state_hash)":              "which sign-ins came back",
}

// notYet are the keys and indexes that still have to begin with the workspace.
var notYet = map[string]string{}

// across are the indexes for statements that look across workspaces, and for what.
var across = map[string]string{
	"active_speakers_due":            "the janitor looks for questions whose time has come",
	"actions_age":                    "retention",
	"ai_cache_age":                   "retention",
	"ai_calls_age":                   "retention",
	"ai_notices_ended":               "retention",
	"ai_reservations_age":            "what a process that died left reserved",
	"ai_turns_age":                   "retention",
	"button_presses_age":             "retention",
	"budget_alerts_age":              "retention",
	"signup_codes_age":               "retention",
	"clocks_raised":                  "breaches of service levels that are to be told",
	"clocks_stepping":                "steps of service levels that are to be run",
	"contact_imports_object":         "the sweep of files asks by the name of an object",
	"deliveries_oldest":              "metrics of the deployment",
	"deals_rot_check":                "the janitor looks for deals that have begun to rot",
	"deal_imports_object":            "the sweep of files asks by the name of an object",
	"deal_actions_age":               "retention",
	"deal_rule_runs_age":             "retention",
	"proposals_due":                  "what has waited long enough, and retention",
	"proposal_failures_age":          "retention",
	"drafts_age":                     "retention",
	"notifications_age":              "retention",
	"notification_digests_due":       "a node makes the digests of all",
	"push_subscriptions_browser":     "a browser belongs to one person",
	"endpoint_cursors_owner":         "a node takes the endpoints that nobody serves, and leaves its own",
	"endpoint_hours_age":             "retention",
	"endpoint_notices_open":          "metrics of the deployment",
	"evaluations_ended":              "retention",
	"health_notices_open":            "metrics of the deployment",
	"idempotency_keys_age":           "retention",
	"jobs_due":                       "a claim takes what is due, whoever's it is",
	"jobs_key":                       "the order of a key is one, whoever had the number when",
	"knowledge_gap_questions_age":    "retention",
	"knowledge_gaps_age":             "retention",
	"knowledge_sources_due":          "the janitor looks for sources to be read again",
	"knowledge_sources_object":       "the sweep of files asks by the name of an object",
	"media_object":                   "the sweep of files asks by the name of an object",
	"media_unused":                   "retention",
	"message_expirations_due":        "the janitor looks for messages that are too late",
	"number_paces_node":              "a node reads the shares that it has",
	"number_traffic_age":             "retention",
	"parked_items_age":               "retention",
	"parked_statuses_age":            "retention",
	"provider_webhooks_pending":      "which bodies still wait",
	"redeliveries_ended":             "retention",
	"ended_waits_age":                "reports",
	"report_queue_age":               "reports",
	"template_asked_age":             "retention",
	"template_taps_age":              "retention",
	"charge_windows_age":             "retention",
	"report_sums_age":                "retention",
	"waiting_quarters_age":           "retention",
	"waiting_parts_age":              "retention",
	"waiting_labels_age":             "retention",
	"labeled_waits_age":              "retention",
	"routing_decisions_age":          "retention",
	"routing_inputs_age":             "retention",
	"routing_waits_age":              "retention",
	"routing_promises_age":           "retention",
	"clocks_warning":                 "what is to be warned of",
	"reconciliations_ended":          "retention",
	"reconciliation_differences_age": "retention",
	"rehearsals_ended":               "retention",
	"redeliveries_open":              "the deliverer looks for runs to go on with",
	"conversation_counts_lane":       "what is still to be folded",
	"members_user":                   "the workspaces of a person",
	"silences_due":                   "contacts who are silent for long enough",
	"search_documents_words":         "each word begins with its workspace",
	"sessions_age":                   "retention",
	"ceremonies_age":                 "retention",
	"passkeys_site":                  "whether the host of the service is still that of the passkeys",
	"sign_in_failures_age":           "retention",
	"user_tokens_age":                "retention",
	"user_tokens_user":               "a new token ends those before it",
	"sso_connections_id":             "a browser names the connection alone",
	"sso_flows_age":                  "retention",
	"users_operators":                "the operators of the deployment",
	"workspaces_silent":              "the janitor looks for workspaces that it left longest",
}

// Rows of a workspace can be moved to another database, and divided among several,
// only where every key begins with the workspace.
func TestKeysBeginWithTheWorkspace(t *testing.T) {
	seen := map[string]bool{}
	look := func(t *testing.T, url string) {
		base := testdb.Open(t, url)
		for _, i := range indexesOf(t, base) {
			if i.columns[0] == "workspace_id" {
				continue
			}
			name := fmt.Sprintf("%s (%s)", i.table, strings.Join(i.columns, ", "))
			if !i.unique {
				name = i.name
			}
			seen[name] = true
			if ofTheDatabase[name] == "" && notYet[name] == "" && (i.unique || across[name] == "") {
				t.Errorf("%s of %s does not begin with the workspace: %s", i.name, i.table, name)
			}
		}
	}
	sqlite := t.Run("sqlite", func(t *testing.T) { look(t, filepath.Join(t.TempDir(), "crm.db")) })
	looked := false
	postgres := t.Run("postgres", func(t *testing.T) { look(t, testpg.NewLike(t, testdb.Migrate)); looked = true })
	if !sqlite || !postgres || !looked {
		return
	}
	for _, list := range []map[string]string{ofTheDatabase, notYet, across} {
		for name := range list {
			if !seen[name] {
				t.Errorf("neither engine has %s any more", name)
			}
		}
	}
}

// index is a primary key or an index of a table.
type index struct {
	table, name string
	unique      bool
	columns     []string
}

// indexesOf returns every primary key and index that the engine keeps.
func indexesOf(t *testing.T, base *db.DB) (list []index) {
	t.Helper()
	queries := []string{`SELECT t.relname, i.relname, x.indisunique, pg_get_indexdef(x.indexrelid, n::int, true)
		FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
			CROSS JOIN LATERAL generate_series(1, x.indnkeyatts) n
		WHERE t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2, n`}
	if base.Engine() == "sqlite" {
		// What is a primary key but no index is how the rows of the table are kept.
		queries = []string{`SELECT t.name, 'the primary key', TRUE, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.pk > 0
			WHERE t.type = 'table' ORDER BY 1, c.pk`,
			`SELECT t.name, i.name, i."unique", coalesce(c.name, 'an expression') FROM sqlite_schema t JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
			WHERE t.type = 'table' AND i.origin <> 'pk' ORDER BY 1, 2, c.seqno`}
	}
	err := base.View(context.Background(), func(tx *db.Tx) error {
		for _, sql := range queries {
			err := tx.Each(db.SQL(sql), func(r db.Row) error {
				i := index{columns: []string{""}}
				err := r.Scan(&i.table, &i.name, &i.unique, &i.columns[0])
				if last := len(list) - 1; last >= 0 && list[last].table == i.table && list[last].name == i.name {
					list[last].columns = append(list[last].columns, i.columns[0])
				} else {
					list = append(list, i)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	tables := map[string]bool{}
	for _, i := range list {
		tables[i.table] = true
	}
	if err != nil || len(tables) < 60 || !slices.ContainsFunc(list, func(i index) bool { return !i.unique }) {
		t.Fatalf("%d tables have keys: %v", len(tables), err)
	}
	return list
}
