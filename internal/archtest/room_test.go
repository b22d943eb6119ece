package archtest

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// room is a domain below internal/service.
type room struct {
	name string
	// engines are the packages that it needs beside crm, db, jobs and core.
	engines []string
	// tables are its own: nobody else writes them.
	tables []string
	// reads are other rooms' tables that it reads, each with its reason.
	reads map[string]string
}

// rooms stand in the order of who may know whom: a room may import those before
// it, never one behind it.
var rooms = []room{
	{name: "core", engines: []string{"secret"}, tables: []string{"idempotency_keys"}},
	{name: "core/longrun"}, // its statements write the tables of those who have runs
	{name: "core/erase"},   // the same of those who hold something about a person
	{name: "core/reach", reads: map[string]string{"conversations": "whose they are", "conversation_followers": "who follows them", "deals": "whose they are", "contacts": "what became of one", "media": "the file that is asked for",
		"media_places": "in which conversations a file is", "team_numbers": "which numbers a team has"}},
	{name: "event", engines: []string{"egress", "secret", "webhook"},
		tables: []string{"events", "log_heads", "webhook_endpoints", "endpoint_cursors", "endpoint_health", "endpoint_hours", "endpoint_notices", "deliveries", "delivery_runs", "delivery_attempts", "redeliveries"},
		reads:  map[string]string{"nodes": "cursors of nodes that are gone"}},
	{name: "audit", engines: []string{"csvfile"}, tables: []string{"audit_log", "audit_targets", "audit_heads"}},
	{name: "access", tables: []string{"workspaces", "api_keys", "key_directory"},
		reads: map[string]string{"teams": "the teams that a key reaches", "phone_numbers": "the numbers that a key reaches"}},
	{name: "people", engines: []string{"mail", "passkey", "password", "secret", "totp"}, tables: []string{"access_changes", "users", "members", "sessions", "user_tokens", "sign_in_failures", "user_totp", "recovery_codes", "passkeys", "ceremonies", "roles", "teams", "team_members", "team_numbers", "availability"},
		reads: map[string]string{"conversations": "whether a team has any", "canned_replies": "whether a team has any", "routing_references": "whether routing names a team", "api_keys": "whether one reaches a team", "phone_numbers": "the numbers of teams and roles"}},
	{name: "signon", engines: []string{"egress", "issuer", "secret"}, tables: []string{"sso_connections", "sso_domains", "sso_domain_directory", "identities", "sso_flows"}},
	{name: "calendar", engines: []string{"holiday", "office"}, tables: []string{"calendars", "calendar_versions"},
		reads: map[string]string{"routing_references": "whether routing names a calendar"}},
	{name: "account", engines: []string{"secret", "whatsapp"},
		tables: []string{"account_directory", "messaging_accounts", "number_directory", "phone_numbers", "provider_facts", "health_notices", "number_activity", "number_traffic", "app_histories"},
		reads:  map[string]string{"jobs": "whether what was heard has been applied"}},
	{name: "media", engines: []string{"blob", "egress", "scan", "secret", "whatsapp"}, tables: []string{"media", "media_places", "media_uploads"},
		reads: map[string]string{"contact_imports": "the objects of imports", "deal_imports": "the same of deals", "knowledge_sources": "the objects of sources"}},
	{name: "template", engines: []string{"bubble", "gallery", "templatelint", "whatsapp"}, tables: []string{"templates", "template_versions"}},
	{name: "onboarding", engines: []string{"secret", "whatsapp"}, tables: []string{"number_attempts", "number_setups", "signup_codes"}},
	{name: "storefront", engines: []string{"whatsapp"}},
	{name: "csvtable", engines: []string{"blob", "csvfile", "secret"}},
	{name: "contact", engines: []string{"csvfile", "whatsapp"},
		tables: []string{"contacts", "contact_tags", "contact_fields", "contact_field_values", "contact_merges", "contact_notices", "contact_imports", "contact_import_problems",
			"consent_records", "consent_settings", "conversations", "conversation_followers"}, // a merge of people joins their conversations
		reads: map[string]string{"provider_facts": "whether news of a person is older than what is known"}},
	{name: "model", engines: []string{"ai", "egress", "secret"},
		tables: []string{"ai_providers", "ai_provider_standings", "ai_calls", "ai_usage_days", "ai_settings", "ai_budget_days", "ai_reservations", "ai_notices"}},
	{name: "library", engines: []string{"ai", "blob", "egress", "extract", "knowledge", "secret"},
		tables: []string{"knowledge", "knowledge_sources", "knowledge_pages", "knowledge_passages", "knowledge_embeddings", "knowledge_vectors", "knowledge_gaps", "knowledge_gap_questions"}},
	{name: "assistant", engines: []string{"secret"}, tables: []string{"assistants", "assistant_revisions", "assistant_duties", "assistant_publications", "assistant_settings"},
		reads: map[string]string{"routing_references": "whether routing names an assistant"}},
	{name: "cannedreply", tables: []string{"canned_replies"}},
	{name: "conversation", tables: []string{"active_speakers", "notes", "conversation_states", "timeline", "conversation_counts", "conversation_count_repairs", "conversation_reads", "episodes", "joined_states", "labels", "conversation_labels", "inbox_settings", "ended_waits", "note_mentions", "conversation_mentions", "saved_views", "actions"},
		reads: map[string]string{"conversations": "a list is one statement", "contacts": "the names in a list", "conversation_followers": "what a user follows", "assistant_duties": "who is on duty", "ratings": "what contacts said of episodes", "routing_references": "whether routing names a label", "conversation_promises": "when the next promise is due"}},
	{name: "message", engines: []string{"breaker", "reason", "secret", "spill", "whatsapp", "whatsapp/outgoing"}, tables: []string{"message_expirations", "message_provider_ids", "message_states", "charge_facts", "messages", "number_paces", "parked_items", "parked_statuses", "read_receipts"},
		reads: map[string]string{"contacts": "the names in a list", "phone_numbers": "the number of a message", "nodes": "who shares the pace of a number"}},
	{name: "checklist", engines: []string{"egress", "office", "website", "whatsapp"}, tables: []string{"onboarding_items", "onboarding_websites"}},
	{name: "promise", tables: []string{"promises", "conversation_promises"}},
	{name: "draft", tables: []string{"drafts"},
		reads: map[string]string{"conversations": "a list is one statement", "conversation_states": "whether somebody answered since"}},
	{name: "button", engines: []string{"egress", "secret", "webhook"}, tables: []string{"buttons", "button_presses"}},
	{name: "routing", engines: []string{"assign", "decide"}, tables: []string{"routing_rules", "routing_references", "routing_settings", "routing_agents", "routing_teams", "routing_queue", "routing_loads", "routing_turns", "routing_streams", "routing_decisions", "routing_inputs", "routing_waits", "routing_promises"},
		reads: map[string]string{"contact_fields": "which custom fields rules may ask for", "members": "who works here", "users": "their names", "team_members": "who is a colleague"}},
	{name: "servicelevel", tables: []string{"service_levels", "clocks"}},
	{name: "report", engines: []string{"csvfile"}, tables: []string{"waiting_quarters", "waiting_parts", "waiting_labels", "labeled_waits", "report_queue", "report_facts", "report_labels", "report_sums", "report_positions"},
		reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends", "workspaces": "whose logs there are", "conversation_states": "who has the conversation of a message", "conversations": "the labels of a fact"}},
	{name: "window", engines: []string{"rates"}, tables: []string{"window_warnings"},
		reads: map[string]string{"workspaces": "whose windows there are", "inbox_settings": "when a workspace is warned", "conversation_states": "which windows end", "conversations": "a report is one statement",
			"contacts": "the numbers in a report"}},
	{name: "templatestats", engines: []string{"rates"}, tables: []string{"template_days", "template_asked", "template_taps", "template_positions", "failure_days"},
		reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends", "workspaces": "whose logs there are"}},
	{name: "charge", engines: []string{"rates"}, tables: []string{"charges", "charge_days", "charge_totals", "charge_volumes", "charge_windows", "charge_positions", "charge_repricings", "rate_cards"},
		reads: map[string]string{"conversations": "when an ad led a contact here"}},
	{name: "reconciliation", engines: []string{"rates", "reconcile", "whatsapp", "whatsapp/billing"}, tables: []string{"reconciliations", "reconciliation_differences"}},
	{name: "rehearsal", engines: []string{"assign", "office", "rehearse"}, tables: []string{"rehearsals"}},
	{name: "rating", tables: []string{"rating_settings", "ratings"}, reads: map[string]string{"conversations": "the contact of a rating"}},
	{name: "courtesy", tables: []string{"courtesies", "silences"}},
	{name: "deal", engines: []string{"csvfile"}, tables: []string{"pipelines", "stages", "deal_reasons", "stage_totals", "deals", "deal_history", "deal_spans", "deal_lines", "deal_field_values", "deal_contacts", "deal_actions", "deal_notes",
		"deal_facts", "stage_facts", "deal_sums", "deal_sum_slots", "exchange_rates", "closing_rates", "deal_movements", "deal_movement_sums"},
		reads: map[string]string{"conversation_states": "when something last happened in a conversation", "contacts": "a list by a contact is one statement"}},
	{name: "segment", tables: []string{"segments"},
		reads: map[string]string{"conversations": "when the contacts of a page last wrote", "consent_records": "whether they ever decided", "deals": "which deals they have", "deal_contacts": "beside which deals they stand",
			"contacts": "those of a page, whose conversions are looked up", "conversions": "what they bought", "broadcast_recipients": "what they answered and read", "broadcasts": "whether one is there, and its name"}},
	{name: "conversion", tables: []string{"conversions"}, reads: map[string]string{"contacts": "a list by a contact is one statement"}},
	{name: "broadcast", engines: []string{"abtest", "csvfile", "rates"}, tables: []string{"broadcast_arms", "broadcast_failures", "broadcast_failure_counts", "broadcast_zones", "broadcasts", "broadcast_parts", "broadcast_recipients", "broadcast_exclusions", "broadcast_follow_ups", "broadcast_markets", "broadcast_positions"},
		reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends", "message_states": "which messages still wait"}},
	{name: "budget", tables: []string{"budgets", "budget_alerts"}},
	{name: "search", engines: []string{"words"}, tables: []string{"search_changes", "search_documents", "search_moves", "search_positions", "search_spans", "search_words"},
		reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends", "workspaces": "whose logs there are"}},
	{name: "dealrule", tables: []string{"deal_rules", "deal_rule_positions", "deal_rule_runs"},
		reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends"}},
	{name: "dealtable", engines: []string{"csvfile"}, tables: []string{"deal_imports", "deal_import_problems"}},
	{name: "notification", engines: []string{"egress", "mail", "secret", "webpush"}, tables: []string{"notifications", "notification_settings", "notification_positions", "push_subscriptions", "notification_digests"},
		reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends", "workspaces": "whose logs there are"}},
	{name: "reply", engines: []string{"ai", "decide", "knowledge", "secret"}, tables: []string{"ai_turns", "ai_turn_messages", "ai_cache"},
		reads: map[string]string{"messages": "what the customer wrote in a turn", "message_states": "what is to be known of it", "episodes": "who ended the latest"}},
	{name: "proposal", engines: []string{"ai", "autonomy", "decide"}, tables: []string{"proposals", "proposal_positions", "proposal_failures", "autonomy_tracks", "autonomy_changes"},
		reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends"}},
	{name: "evaluation", engines: []string{"ai", "csvfile", "decide", "knowledge", "scoring", "secret"}, tables: []string{"evaluations", "evaluation_items"}},
	{name: "inbound", engines: []string{"whatsapp"}, tables: []string{"provider_webhooks", "ingest_begun"},
		reads: map[string]string{"jobs": "which bodies still wait"}},
	{name: "erasure", tables: []string{"contact_erasures"}}, // each room says what of its own goes
	{name: "personexport", engines: []string{"blob"}},
	{name: "deployment", reads: map[string]string{"events": "where a log ends", "log_heads": "where a log ends", "workspaces": "whose logs there are", "charge_facts": "what is not booked yet", "report_queue": "what is not counted yet",
		"search_positions": "how far a reader is", "notification_positions": "how far a reader is", "report_positions": "how far a reader is", "template_positions": "how far a reader is",
		"broadcast_positions": "how far a reader is", "deal_rule_positions": "how far a reader is", "proposal_positions": "how far a reader is"}},
}

func roomOf(pkg string) (room, bool) {
	name, ok := strings.CutPrefix(pkg, "internal/service/")
	i := slices.IndexFunc(rooms, func(r room) bool { return r.name == name })
	if !ok || i < 0 {
		return room{}, false
	}
	return rooms[i], true
}

func everyRoom() (out []string) {
	for _, r := range rooms {
		out = append(out, "internal/service/"+r.name)
	}
	return out
}

// allowed returns what the room may import.
func (r room) allowed() (out []string, known bool) {
	out = []string{"internal/crm", "internal/db", "internal/jobs"}
	for _, e := range r.engines {
		out = append(out, "internal/"+e)
	}
	for _, before := range rooms {
		if before.name == r.name {
			break
		}
		out = append(out, "internal/service/"+before.name)
	}
	return out, true
}

// SQL is written where rows are: in rows*.go of a room, in jobs, and of what the
// engines keep in db.
func TestSQLIsInRows(t *testing.T) {
	where := []string{"internal/db", "internal/testkit", "internal/testkit/testdb", "internal/testkit/testpg", "internal/testkit/testshop", "internal/crashtest", "bench"}
	for _, s := range sources(t) {
		_, inRoom := roomOf(s.pkg)
		if slices.Contains(where, s.pkg) || (inRoom || s.pkg == "internal/jobs") && strings.HasPrefix(path.Base(s.path), "rows") {
			continue
		}
		for _, words := range []string{"SELECT ", "INSERT INTO ", "DELETE FROM ", "CREATE TABLE "} {
			if strings.Contains(s.text, words) {
				t.Errorf("%s has SQL: %s", s.path, words)
			}
		}
	}
}

var (
	literal = regexp.MustCompile("(?s)`[^`]*`")
	writes  = regexp.MustCompile(`\b(?:INSERT INTO|DELETE FROM|(?:^|[^OR] )UPDATE)\s+([a-z_]+)`)
	// What has long runs lets longrun make the statements that write them.
	longRuns = regexp.MustCompile(`\blongrun\.In\("([a-z_]+)"`)
	// What is erased with a person is on a list, from which erase makes the statements.
	erased = regexp.MustCompile(`\berase\.(?:Is|By)\w+\(([^)]*)\)`)
	reads  = regexp.MustCompile(`\b(?:FROM|JOIN)\s+([a-z_]+)`)
)

// Each table has one room that writes it. What another reads of it is on a list.
func TestOneRoomWritesATable(t *testing.T) {
	owner := map[string]string{"jobs": "jobs"}
	for _, table := range []string{"nodes", "commit_tokens", "deployments", "duties", "keysets", "schema_migrations"} {
		owner[table] = "db"
	}
	for _, r := range rooms {
		for _, table := range r.tables {
			if owner[table] != "" {
				t.Errorf("%s is %s's and %s's", table, owner[table], r.name)
			}
			owner[table] = r.name
		}
	}
	written, read := map[string]bool{"access_changes": true, "conversation_counts": true}, map[string]bool{} // triggers write these
	for _, s := range sources(t) {
		r, inRoom := roomOf(s.pkg)
		if !inRoom {
			if s.pkg != "internal/jobs" && s.pkg != "internal/db" {
				continue
			}
			r.name = path.Base(s.pkg)
		}
		for _, m := range longRuns.FindAllStringSubmatch(s.text, -1) {
			if owner[m[1]] != r.name {
				t.Errorf("%s has the long runs of %s, which is %s's", s.path, m[1], owner[m[1]])
			}
		}
		for _, table := range erasedIn(s.text) {
			if owner[table] != r.name {
				t.Errorf("%s erases %s, which is %s's", s.path, table, owner[table])
			}
		}
		for _, sql := range literal.FindAllString(s.text, -1) {
			for _, m := range writes.FindAllStringSubmatch(sql, -1) {
				if table := m[1]; owner[table] != "" {
					written[table] = true
					if owner[table] != r.name {
						t.Errorf("%s writes %s, which is %s's", s.path, table, owner[table])
					}
				} else if strings.Contains(table, "_") || strings.HasSuffix(table, "s") {
					t.Errorf("%s writes %s, which is nobody's: say here whose it is", s.path, table)
				}
			}
			for _, m := range reads.FindAllStringSubmatch(sql, -1) {
				if table := m[1]; owner[table] != "" && owner[table] != r.name && inRoom {
					read[r.name+" "+table] = true
					if r.reads[table] == "" {
						t.Errorf("%s reads %s, which is %s's: ask that room, or say here why not", s.path, table, owner[table])
					}
				}
			}
		}
	}
	for table, name := range owner {
		if !written[table] {
			t.Errorf("nobody writes %s of %s", table, name)
		}
	}
	for _, r := range rooms {
		for table := range r.reads {
			if !read[r.name+" "+table] {
				t.Errorf("%s reads %s no more", r.name, table)
			}
		}
	}
}
