package dealrule_test

import (
	"encoding/json"
	"strings"
)

// seen is what an event tells, as the test reads it.
type seen struct {
	what, id, detail string
	ours             bool
}

// happening reads an event by its bare JSON.
func happening(id, kind string, body []byte) (s seen) {
	var of struct {
		Data struct {
			Added   []string `json:"added_label_ids"`
			Message string   `json:"message_id"`
			Episode string   `json:"episode_id"`
			To      string   `json:"to_status"`
			Reason  string
			By      struct{ Type, ID string } `json:"changed_by"`
			Reply   *struct{ ID string }      `json:"interactive"`
		}
	}
	if json.Unmarshal(body, &of) != nil {
		return s
	}
	d := of.Data
	s.ours = strings.HasPrefix(d.By.ID, "drl_") || d.Reason == "escalated"
	switch {
	case kind == "conversation.labels_updated":
		s.what, s.id, s.detail = "label_added", id, d.Added[0]
	case kind == "messages.received" && d.Reply != nil:
		s.what, s.id, s.detail = "button_tapped", d.Message, d.Reply.ID
	case kind == "conversation.status_updated" && d.To == "closed":
		s.what, s.id = "conversation_closed", d.Episode
	}
	return s
}
