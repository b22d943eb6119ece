package app

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service"
	"service.example/crm/internal/testkit/testpg"
)

// plansLarge is how many rows make a table large, of which no statement may read
// all; plansLargest of a long history.
const (
	plansLarge   = 4000
	plansLargest = 10_000
)

// growing are statements that may read all of a large table, by their beginnings,
// each with its reason.
var growing = map[string]string{
	"INSERT INTO search_changes":                                                            "it reads the last row",
	"SELECT count(*) FROM phone_numbers":                                                    "a metric",
	"UPDATE endpoint_cursors SET owner = '' WHERE owner":                                    "what a node served, once when it ends",
	"SELECT phone_number_id, team_id, agent_id, status, waiting, CAST(sum(kept) AS BIGINT)": "a recount, which crm doctor asks for, or an hour of a few workspaces",
}

// No statement reads more the longer the history is, or the more workspaces there
// are. make plans looks at a long one.
func TestStatementsDoNotGrowWithTheHistory(t *testing.T) {
	large := plansLarge
	messages, contacts := 3*large/2, large+large/5
	if n, err := strconv.Atoi(os.Getenv("CRM_PLANS_MESSAGES")); err == nil {
		messages, large = n, plansLargest
		contacts = max(large+large/5, messages/5)
	}
	many := large + large/10
	for _, shape := range []struct {
		name  string
		what  Seed
		large []string
	}{
		{"a long history", Seed{Messages: messages, Contacts: contacts, Deals: many, Workspaces: 1, Events: 1, Dense: true}, []string{"messages", "message_states", "events", "deliveries", "contacts", "conversations",
			"conversation_states", "episodes", "timeline", "notes", "note_mentions", "conversation_mentions", "conversation_labels", "conversation_followers", "conversation_reads", "drafts",
			"clocks", "ratings", "routing_decisions", "routing_inputs", "deals", "deal_facts"}},
		{"many workspaces", Seed{Workspaces: many}, []string{"workspaces", "phone_numbers", "webhook_endpoints", "endpoint_cursors"}},
	} {
		for engine, url := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "crm.db"), "postgres": testpg.New(t)} {
			t.Run(shape.name+", "+engine, func(t *testing.T) {
				d := config.Database{Database: url, MasterKey: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}
				if err := FillDatabase(t.Context(), d, shape.what, io.Discard); err != nil {
					t.Fatal(err)
				}
				err := WithService(t.Context(), d, service.Options{}, "", "", func(svc *service.Service) error {
					plans, tables, err := db.PlansThatGrow(t.Context(), svc.DB(), int64(large))
					for _, table := range shape.large {
						if !slices.Contains(tables, table) {
							t.Errorf("%s has too few rows to tell", table)
						}
					}
					for text, reason := range plans {
						named := false
						for begin := range growing {
							named = named || strings.HasPrefix(strings.Join(strings.Fields(text), " "), begin)
						}
						if !named {
							t.Errorf("%s\n%s", text, reason)
						}
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}
