package testkit

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/contact"
)

// CustomerWrites has a customer write to the first workspace through the
// simulator and waits until the message is stored. It returns the provider's
// identifier of it.
func (k *Kit) CustomerWrites(from, text string) string {
	k.t.Helper()
	sent, err := k.Sandbox().CustomerSends(sandbox.CustomerMessage{From: from, To: k.Number, Text: text})
	k.Must(err)
	k.EventuallyStored(sent.MessageID)
	return sent.MessageID
}

// EventuallyStored waits until an incoming message is stored and returns our
// identifier of it.
func (k *Kit) EventuallyStored(providerMessageID string) (id string) {
	k.t.Helper()
	k.Eventually("the message "+providerMessageID+" is stored", func() bool {
		list := k.Rows("SELECT message_id AS id FROM message_states WHERE provider_message_id = '%s'", providerMessageID)
		if len(list) > 0 {
			id = list[0]["id"].(string)
		}
		return id != ""
	})
	k.Quiet()
	return id
}

// OptOut records that the contact of a workspace refuses marketing.
func (k *Kit) OptOut(workspaceID, phone string) {
	k.t.Helper()
	ctx := context.Background()
	var c crm.Contact
	k.Must(k.DB().View(ctx, func(tx *db.Tx) (err error) { c, _, err = contact.ContactByPhone(tx, workspaceID, phone); return err }))
	actor, err := k.App.Service.Access.Operator(ctx, workspaceID)
	k.Must(err)
	_, err = k.App.Service.Contact.RecordConsent(ctx, actor, c.ID, crm.ConsentRequest{Purpose: crm.PurposeMarketing, State: crm.ConsentOptedOut, Proof: "A test"})
	k.Must(err)
}

// PostProvider posts a body to the callback path, signed with a secret of the
// provider's app; an empty secret leaves the signature away.
func (k *Kit) PostProvider(path, secret string, body []byte) Response {
	k.t.Helper()
	header := map[string]string{}
	if secret != "" {
		header["X-Hub-Signature-256"] = sandbox.Sign(secret, body)
	}
	return k.Send(Request{Method: http.MethodPost, Path: path, Header: header, Body: body})
}

// Callback is where the provider posts the webhooks of all accounts.
const Callback = "/provider/webhook"

// Secret is the app secret of the simulator.
func (k *Kit) Secret() string { return k.App.Sandbox.AppSecret }

// Webhook returns a webhook body of a number with one member of its value:
// messages, statuses, …
func Webhook(to Tenant, member string, items ...any) []byte {
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{
		"id": to.WABAID, "changes": []any{map[string]any{"field": "messages", "value": map[string]any{
			"messaging_product": "whatsapp",
			"metadata":          map[string]any{"display_phone_number": to.Number[1:], "phone_number_id": to.ProviderNumberID},
			member:              items}}}}}})
	if err != nil {
		panic(err) // only for items that are no JSON
	}
	return body
}

// Incoming is a text message that a customer wrote.
func Incoming(id, from, text string, at time.Time) map[string]any {
	return map[string]any{"id": id, "from": from, "type": "text", "timestamp": strconv.FormatInt(at.Unix(), 10),
		"text": map[string]any{"body": text}}
}

// Status is a status of an outgoing message.
func Status(id, status, recipient string, at time.Time) map[string]any {
	s := map[string]any{"id": id, "status": status, "recipient_id": recipient, "timestamp": strconv.FormatInt(at.Unix(), 10)}
	if status == "failed" {
		s["errors"] = []any{map[string]any{"code": 131026, "title": "Message undeliverable"}}
	}
	return s
}
