package listen

import (
	"cmp"
	"encoding/json"

	service "service.example/crm/sdk/go"
)

// keyOf says with which other events an event is to stay in order: those of
// its conversation, contact or deal, else of its kind.
func keyOf(e *service.WebhookEvent) string {
	var of struct {
		Conversation string `json:"conversation_id"`
		Contact      string `json:"contact_id"`
		Deal         string `json:"deal_id"`
	}
	_ = json.Unmarshal(e.Data, &of) // data of another form has no key
	return cmp.Or(of.Conversation, of.Contact, of.Deal, e.Event)
}
