package charge

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedDay adds sums of a day without charges behind them.
func SeedDay(tx *db.Tx, workspaceID string, day time.Time, list []DaySum) {
	days := map[sumKey]crm.ChargeSum{}
	for _, s := range list {
		days[sumKey{db.Ms(day), s.Currency, s.Category, s.Market, s.PhoneNumberID, s.TemplateName, s.BroadcastID, s.AssistantID, string(s.Rule)}] = s.ChargeSum
	}
	addDays(tx, workspaceID, days)
}
