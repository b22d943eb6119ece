package crashtest

import (
	"encoding/json"
	"fmt"
	"time"
)

// verifyCharges holds the ledger of charges against the messages that arrived, once all of
// them are booked: each once, whatever was killed.
func (w *world) verifyCharges(base string) {
	w.t.Helper()
	arrived := 0
	awaitUntil(w.t, time.Minute, "every message that arrived is booked once", func() (bool, string) {
		want, got := map[string]string{}, map[string]string{}
		w.pages(base, "/v1/messages", func(item json.RawMessage) {
			var m struct {
				ID, Status string
				Charge     *struct{ Category string }
			}
			_ = json.Unmarshal(item, &m)
			if m.Charge != nil && (m.Status == "delivered" || m.Status == "read") {
				want[m.ID] = m.Charge.Category
			}
		})
		rows, kept := 0, 0
		w.pages(base, "/v1/charges", func(item json.RawMessage) {
			var c struct {
				MessageID, Category string
				Count               int
			}
			_ = json.Unmarshal(item, &c)
			if rows++; c.Count > 0 {
				got[c.MessageID] += c.Category
			}
		})
		var sums struct{ Data []struct{ Count int } }
		w.api(base, "GET", "/v1/charges/summary", nil, &sums)
		for _, s := range sums.Data {
			kept += s.Count
		}
		arrived = len(want)
		for id, category := range want {
			if got[id] != category {
				return false, fmt.Sprintf("%s is booked as %q, want %q", id, got[id], category)
			}
		}
		return rows == len(want) && kept == len(want), fmt.Sprintf("%d messages arrived, the ledger has %d rows, and the sums have %d", len(want), rows, kept)
	})
	if arrived == 0 {
		w.t.Error("no message with a charge arrived: the check is empty")
	}
}
