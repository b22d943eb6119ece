package archtest

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// exportedOfPeople are the tables that name a person and of which an export of the person
// has what is legible, with the entry of the ZIP where it stands.
var exportedOfPeople = map[string]string{
	"contacts": "contact.json", "contact_tags": "contact.json", "contact_field_values": "contact.json", "contact_notices": "contact.json", "contact_merges": "contact.json",
	"consent_records": "consent.jsonl",
	"conversations":   "conversations.jsonl", "conversation_states": "conversations.jsonl", "conversation_labels": "conversations.jsonl", "active_speakers": "conversations.jsonl", "conversation_promises": "conversations.jsonl",
	"messages": "messages.jsonl", "message_states": "messages.jsonl",
	"notes": "notes.jsonl", "note_mentions": "notes.jsonl", "conversation_mentions": "notes.jsonl",
	"timeline": "timeline.jsonl", "episodes": "episodes.jsonl", "ratings": "episodes.jsonl", "promises": "promises.jsonl",
	"routing_decisions": "routing.jsonl", "ai_turns": "turns.jsonl", "proposals": "proposals.jsonl",
	"deals": "deals.jsonl", "deal_contacts": "deals.jsonl", "conversions": "conversions.jsonl",
	"broadcast_recipients": "broadcasts.jsonl", "broadcast_follow_ups": "broadcasts.jsonl",
}

// notExported are the tables that name a person and of which an export of the person has
// nothing, each with its reason.
var notExported = map[string]string{
	"ai_calls":                "numbers, of which a turn shows the sum",
	"ai_turn_messages":        "which messages a turn was about, by identifier",
	"button_presses":          "what a member pressed; the timeline says so",
	"charge_facts":            "the business's own books",
	"charge_repricings":       "the business's own books",
	"charges":                 "the business's own books",
	"clocks":                  "how soon the business answered, measured by its own aims",
	"contact_erasures":        "of who is not there any more",
	"conversation_followers":  "which members follow a conversation",
	"conversation_reads":      "what members have read",
	"courtesies":              "that an automatic message was sent, which is among the messages",
	"deal_facts":              "the past of a pipeline, by identifier",
	"deal_rule_runs":          "what rules did, by identifier; the deals show it",
	"drafts":                  "what a member has begun to write, and may yet throw away",
	"ended_waits":             "figures of reports",
	"evaluation_items":        "words of a message, which is among the messages",
	"joined_states":           "how a conversation stood before it was joined to another one; the timeline says so",
	"knowledge_gap_questions": "words of a message, which is among the messages",
	"labeled_waits":           "figures of reports",
	"message_expirations":     "when a message ends that still waits; it shows the time itself",
	"message_provider_ids":    "digests",
	"notifications":           "that members were told of something, by identifier",
	"proposal_failures":       "what an assistant failed to find, by identifier",
	"read_receipts":           "what is yet to be told to the provider",
	"report_facts":            "figures of reports",
	"routing_inputs":          "among whom a decision chose; the decision says what matters of it",
	"routing_queue":           "who waits now; the conversation shows it",
	"routing_waits":           "figures of reports",
	"search_documents":        "the index of words of messages and notes",
	"silences":                "since when nobody answered; the conversation shows it",
	"template_asked":          "figures of templates, by identifier",
	"template_taps":           "figures of templates, by identifier",
	"window_warnings":         "that members were warned",
}

// Whatever is erased with a person, and whatever names one, is in an export of the person,
// or says why it is not.
func TestEveryTableOfAPersonIsExported(t *testing.T) {
	erasedTables, naming := tablesOfPeople(t)
	all := maps.Clone(naming)
	maps.Copy(all, erasedTables)
	readme, err := os.ReadFile("../service/personexport/readme.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range slices.Sorted(maps.Keys(all)) {
		entry, why := exportedOfPeople[table], notExported[table]
		if (entry == "") == (why == "") {
			t.Errorf("%s names a person: is it exported (in %q), or not because %q?", table, entry, why)
		}
		if entry != "" && !strings.Contains(string(readme), entry+" ") {
			t.Errorf("%s is exported in %s, which README.txt does not name", table, entry)
		}
	}
	for _, list := range []map[string]string{exportedOfPeople, notExported} {
		for table := range list {
			if !all[table] {
				t.Errorf("%s names no person: it is on a list anyway", table)
			}
		}
	}
}
