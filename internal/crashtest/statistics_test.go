package crashtest

import (
	"encoding/json"
	"fmt"
	"time"
)

// templateCount is what became of the messages of a template.
type templateCount struct{ Sent, Delivered, Read, Failed int }

// verifyStatistics holds the statistics of a template against its messages, once all that
// happened to them is counted.
func (w *world) verifyStatistics(base, name string) {
	w.t.Helper()
	id := ""
	w.pages(base, "/v1/templates", func(item json.RawMessage) {
		var t struct{ ID, Name, Language string }
		if _ = json.Unmarshal(item, &t); t.Name == name && t.Language == "en_US" {
			id = t.ID
		}
	})
	messages := 0
	awaitUntil(w.t, time.Minute, "the statistics of "+name+" are those of its messages", func() (bool, string) {
		var there, kept templateCount
		messages = 0
		w.pages(base, "/v1/messages", func(item json.RawMessage) {
			var m struct {
				Status, TemplateName string
				Timeline             []struct{ Status string }
			}
			_ = json.Unmarshal(item, &m)
			if m.TemplateName != name {
				return
			}
			messages++
			had := map[string]bool{}
			for _, e := range m.Timeline {
				had[e.Status] = true
			}
			arrived := m.Status == "delivered" || m.Status == "read"
			if had["accepted"] || had["sent"] || arrived && !had["failed"] {
				there.Sent++
			}
			if arrived {
				there.Delivered++
			}
			switch m.Status {
			case "read":
				there.Read++
			case "failed":
				there.Failed++
			}
		})
		w.api(base, "GET", "/v1/templates/"+id+"/statistics", nil, &kept)
		return kept == there, fmt.Sprintf("of %d messages are counted %+v, there are %+v", messages, kept, there)
	})
	if messages == 0 {
		w.t.Errorf("there is no message of %s: the check is empty", name)
	}
}
