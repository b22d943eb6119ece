// Package testshop gives tests a small shop: knowledge on a shelf, and a desk at
// which an assistant answers customers.
package testshop

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// Desk is a workspace with an assistant on duty for its number.
type Desk struct {
	*Shelf
	Assistant string

	before sync.Map // by the provider's identifier: the newest event when a customer wrote
}

// The knowledge of a small shop.
const (
	Hours    = "We open at 9:00 and close at 18:00 from Monday to Saturday."
	Delivery = "Delivery costs 4.90 euros and takes two working days."
)

// NewDesk makes an assistant with knowledge. config is merged into its
// configuration; the burst pause is 0 unless it says otherwise, and the pause
// between replies too.
func NewDesk(t *testing.T, k *testkit.Kit, config map[string]any) *Desk {
	t.Helper()
	l := NewShelf(t, k)
	l.Settled(l.Pair("When do you open?", Hours).ID)
	l.Settled(l.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Delivery", Content: Delivery}).ID)
	all := map[string]any{"burstPauseMs": 0, "limits": map[string]any{"pauseSeconds": 0}}
	for name, v := range config {
		all[name] = v
	}
	r := k.Do(http.MethodPost, "/v1/assistants", k.Key, map[string]any{"name": "Shop", "phoneNumberIds": []string{k.NumberID}, "config": all})
	if r.Status != http.StatusCreated {
		t.Fatalf("the assistant was not made: %d %s", r.Status, r.Body)
	}
	return &Desk{Shelf: l, Assistant: r.Text("id")}
}

// Ask has a customer write and waits until nothing is to be done any more.
func (d *Desk) Ask(from, text string) (providerMessageID string) {
	d.T.Helper()
	id := d.Writes(from, text)
	d.Decided(id)
	d.Settle()
	return id
}

// Writes has a customer write, and waits for nothing.
func (d *Desk) Writes(from, text string) (providerMessageID string) {
	d.T.Helper()
	newest := fmt.Sprint(d.Rows("SELECT coalesce(max(id), '') AS id FROM events WHERE workspace_id = '%s'", d.WorkspaceID)[0]["id"])
	sent, err := d.Sandbox().CustomerSends(sandbox.CustomerMessage{From: from, To: d.Number, Text: text})
	d.Must(err)
	d.before.Store(sent.MessageID, newest)
	return sent.MessageID
}

// Upsert is messages.upsert as it is in the log.
type Upsert struct {
	MessageID    string  `json:"message_id"`
	Content      string  `json:"content"`
	AIReply      string  `json:"ai_reply"`
	AITokensUsed int     `json:"ai_tokens_used"`
	CacheHit     bool    `json:"cache_hit"`
	AIMessageID  *string `json:"ai_message_id"`
	SupersededBy *string `json:"superseded_by"`
}

// Decided waits for messages.upsert of a message and returns it.
func (d *Desk) Decided(providerMessageID string) (u Upsert) {
	d.T.Helper()
	// The database looks for the text in what came since the customer wrote: a long
	// log is not read anew each time.
	named := "instr(body, CAST('" + providerMessageID + "' AS BLOB)) > 0"
	if d.DB().Engine() == "postgres" {
		named = "position('" + providerMessageID + "'::bytea IN body) > 0"
	}
	if since, ok := d.before.Load(providerMessageID); ok {
		named = fmt.Sprintf("id > '%s' AND %s", since, named)
	}
	d.Eventually("the message "+providerMessageID+" is decided", func() bool {
		list := eventsWith(d.Kit, crm.EventMessagesUpsert, named, func(u Upsert) bool { return u.MessageID == providerMessageID })
		if len(list) > 1 {
			d.T.Fatalf("messages.upsert was told %d times of %s", len(list), providerMessageID)
		}
		if len(list) == 1 {
			u = list[0]
		}
		return len(list) == 1
	})
	return u
}

// EventsOf returns the data of the workspace's events of a kind.
func EventsOf[T any](k *testkit.Kit, kind crm.EventKind, wanted func(T) bool) (out []T) {
	return eventsWith(k, kind, "TRUE", wanted)
}

// eventsWith is EventsOf of the events for which a condition of SQL holds.
func eventsWith[T any](k *testkit.Kit, kind crm.EventKind, condition string, wanted func(T) bool) (out []T) {
	for _, row := range k.Rows("SELECT body FROM events WHERE workspace_id = '%s' AND kind = '%s' AND %s ORDER BY id", k.WorkspaceID, kind, condition) {
		var body struct{ Data T }
		raw, _ := row["body"].([]byte)
		k.Must(json.Unmarshal(raw, &body))
		if wanted(body.Data) {
			out = append(out, body.Data)
		}
	}
	return out
}

// Heard are the texts that the business sent to a customer's phone.
func (d *Desk) Heard(from string) (out []string) {
	d.T.Helper()
	for _, m := range d.Sandbox().Phone(from) {
		if m.Text != "" {
			out = append(out, m.Text)
		}
	}
	return out
}

// HandOffs are the reasons of the hand-offs so far.
func (d *Desk) HandOffs() (out []string) {
	for _, h := range EventsOf(d.Kit, crm.EventConversationHandedOff, func(crm.ConversationHandedOffData) bool { return true }) {
		out = append(out, h.Reason)
	}
	return out
}

// Conversation is the conversation of a customer, as the API shows it.
func (d *Desk) Conversation(from string) string {
	d.T.Helper()
	list := d.Rows("SELECT v.id FROM conversations v JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id WHERE v.workspace_id = '%s' AND c.phone = '%s'", d.WorkspaceID, from)
	if len(list) != 1 {
		d.T.Fatalf("%s has %d conversations", from, len(list))
	}
	return list[0]["id"].(string)
}

// Post calls an operation that succeeds.
func (d *Desk) Post(path string, body any) testkit.Response {
	d.T.Helper()
	r := d.Do(http.MethodPost, path, d.Key, body)
	if r.Status >= 300 {
		d.T.Fatalf("%s: %d %s", path, r.Status, r.Body)
	}
	return r
}

// Customer is the number of the nth customer.
func Customer(n int) string { return fmt.Sprintf("+1415555%04d", n) }

// OnBoth runs a test on a desk of its own, on either engine.
func OnBoth(t *testing.T, config map[string]any, test func(t *testing.T, d *Desk)) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) { test(t, NewDesk(t, k, config)) })
}

// AsksDelivery is a question about Delivery that no approved answer fits.
const AsksDelivery = "How much does delivery cost and how many working days does it take?"

// NewChain connects AI providers of the simulator, by their names there.
func NewChain(k *testkit.Kit, key string, names ...string) (ids []string) {
	for _, name := range names {
		r := k.Do(http.MethodPost, "/v1/ai/providers", key, map[string]any{"name": name, "kind": "openai",
			"baseUrl": k.App.Sandbox.URL + "/ai/" + name + "/v1", "model": "sandbox-1", "timeoutSeconds": 15})
		ids = append(ids, r.Text("id"))
	}
	return ids
}

// OnBothWithChain runs a test on a desk whose assistant has a chain of two providers.
func OnBothWithChain(t *testing.T, config map[string]any, test func(t *testing.T, d *Desk, chain []string)) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		chain := NewChain(k, k.Key, "first", "second")
		all := map[string]any{"providerIds": chain}
		for name, v := range config {
			all[name] = v
		}
		test(t, NewDesk(t, k, all), chain)
	})
}

// Calls counts the rows of calls to AI providers.
func (d *Desk) Calls(where string) int {
	return d.Count("ai_calls", fmt.Sprintf("workspace_id = '%s' AND %s", d.WorkspaceID, where))
}
