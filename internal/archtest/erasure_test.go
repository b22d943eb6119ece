package archtest

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// keptOfPeople are the tables that name a person and of which rows stay when it is erased,
// each with its reason. Identifiers name nobody any more then.
var keptOfPeople = map[string]string{
	"ai_calls":             "numbers, and removed after their time",
	"broadcast_follow_ups": "identifiers, and the label of a button of ours",
	"button_presses":       "removed after some days",
	"charge_facts":         "what is still to be booked",
	"charges":              "the bill: it names no person",
	"contact_erasures":     "the record of it",
	"contact_field_values": "taken from the contact in the first step",
	"contact_tags":         "taken from the contact in the first step",
	"conversation_reads":   "what users have read, by identifier",
	"conversions":          "the business's own books, by identifier",
	"deal_facts":           "the past of a pipeline, by identifier",
	"deal_rule_runs":       "what rules did, by identifier, and removed after its time",
	"ended_waits":          "numbers",
	"labeled_waits":        "numbers, and labels",
	"message_provider_ids": "digests: a status that comes late finds no message behind it",
	"notifications":        "identifiers, and removed after their time",
	"proposal_failures":    "identifiers, and removed after their time",
	"report_facts":         "numbers, by identifier",
	"routing_inputs":       "removed after its time",
	"routing_waits":        "numbers",
	"search_documents":     "a trigger has the search take them out of the index",
	"template_taps":        "when a button was tapped, by identifier",
	"charge_repricings":    "what is still to be booked",
}

var (
	tableMade  = regexp.MustCompile(`(?s)CREATE TABLE "?(\w+)"? \((.*?)\n ?\)`)
	namePerson = regexp.MustCompile(`\b(contact_id|conversation_id|message_id|to_phone) TEXT`)
	quoted     = regexp.MustCompile(`"([a-z_]+)"`)
	erasedRows = regexp.MustCompile(`UPDATE (\w+)(?: INDEXED BY \w+)? SET [^` + "`" + `]*''[^` + "`" + `]* WHERE workspace_id = \$1 AND (?:contact_id|conversation_id|broadcast_id) = \$2|DELETE FROM (\w+) WHERE workspace_id = \$1 AND kept_id = \$2`)
)

// erasedIn returns the tables that a source lets go with a person.
func erasedIn(text string) (out []string) {
	for _, m := range erased.FindAllStringSubmatch(text, -1) {
		for _, q := range quoted.FindAllStringSubmatch(m[1], -1) {
			out = append(out, q[1])
		}
	}
	return out
}

// tablesOfPeople returns the tables of which something is erased with a person, and those
// that name one.
func tablesOfPeople(t *testing.T) (gone, naming map[string]bool) {
	t.Helper()
	gone, naming = map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		for _, table := range erasedIn(s.text) {
			gone[table] = true
		}
		if strings.HasSuffix(s.path, "rows_erase.go") || strings.HasSuffix(s.path, "deal/rows_delete.go") {
			for _, m := range erasedRows.FindAllStringSubmatch(s.text, -1) {
				gone[m[1]+m[2]] = true
			}
		}
	}
	text, err := os.ReadFile("../schema/embedded/tables.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range tableMade.FindAllStringSubmatch(string(text), -1) {
		if namePerson.MatchString(m[2]) {
			naming[m[1]] = true
		}
	}
	return gone, naming
}

// Every table that names a person is erased with it, or says why not.
func TestEveryTableOfAPersonIsErased(t *testing.T) {
	gone, naming := tablesOfPeople(t)
	for table := range naming {
		if gone[table] == (keptOfPeople[table] != "") {
			t.Errorf("%s names a person: is it erased (%v), or kept because %q?", table, gone[table], keptOfPeople[table])
		}
	}
	for table := range keptOfPeople {
		if !naming[table] {
			t.Errorf("%s names no person: it is kept anyway", table)
		}
	}
}
