package charge

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// DaySum is what the charges of a day add up to that are alike.
type DaySum struct {
	PhoneNumberID, Market, Category        string
	TemplateName, BroadcastID, AssistantID string
	Rule                                   crm.ChargeRule
	crm.ChargeSum
}

// SumsOfDay returns what the ledger of a workspace has of a day, for other rooms.
func SumsOfDay(tx *db.Tx, workspaceID string, day time.Time) (out []DaySum, err error) {
	from := db.Ms(day.UTC().Truncate(crm.SpanDay))
	sums, err := daySums(tx, keptOfDaySQL, workspaceID, from, from+1)
	for key, sum := range sums {
		sum.Currency = key.currency
		out = append(out, DaySum{key.phoneNumberID, key.market, key.category, key.templateName, key.broadcastID, key.assistantID, crm.ChargeRule(key.rule), sum})
	}
	return out, err
}

// Rows returns rows of the ledger of a workspace, newest first, for other rooms.
func Rows(tx *db.Tx, workspaceID string, f crm.ChargeFilter, p crm.Page) (crm.List[crm.BookedCharge], error) {
	return list(tx, workspaceID, f, p)
}
