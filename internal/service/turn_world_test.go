package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// desk is a workspace with an assistant on duty for its number.
type desk struct {
	*shelf
	assistant string
}

// The knowledge of a small shop.
const (
	hours    = "We open at 9:00 and close at 18:00 from Monday to Saturday."
	delivery = "Delivery costs 4.90 euros and takes two working days."
)

// newDesk makes an assistant with knowledge. config is merged into its
// configuration; the burst pause is 0 unless it says otherwise, and the pause
// between replies too.
func newDesk(t *testing.T, k *testkit.Kit, config map[string]any) *desk {
	t.Helper()
	l := newLibrary(t, k)
	l.settled(l.pair("When do you open?", hours).ID)
	l.settled(l.add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Delivery", Content: delivery}).ID)
	all := map[string]any{"burstPauseMs": 0, "limits": map[string]any{"pauseSeconds": 0}}
	for name, v := range config {
		all[name] = v
	}
	r := k.Do(http.MethodPost, "/v1/assistants", k.Key, map[string]any{"name": "Shop", "phoneNumberIds": []string{k.NumberID}, "config": all})
	if r.Status != http.StatusCreated {
		t.Fatalf("the assistant was not made: %d %s", r.Status, r.Body)
	}
	return &desk{shelf: l, assistant: r.Text("id")}
}

// ask has a customer write and waits until nothing is to be done any more.
func (d *desk) ask(from, text string) (providerMessageID string) {
	d.t.Helper()
	id := d.writes(from, text)
	d.decided(id)
	d.Settle()
	return id
}

// writes has a customer write, and waits for nothing.
func (d *desk) writes(from, text string) (providerMessageID string) {
	d.t.Helper()
	sent, err := d.Sandbox().CustomerSends(sandbox.CustomerMessage{From: from, To: d.Number, Text: text})
	d.Must(err)
	return sent.MessageID
}

// upsert is messages.upsert as it is in the log.
type upsert struct {
	MessageID    string  `json:"message_id"`
	Content      string  `json:"content"`
	AIReply      string  `json:"ai_reply"`
	AITokensUsed int     `json:"ai_tokens_used"`
	CacheHit     bool    `json:"cache_hit"`
	AIMessageID  *string `json:"ai_message_id"`
	SupersededBy *string `json:"superseded_by"`
}

// decided waits for messages.upsert of a message and returns it.
func (d *desk) decided(providerMessageID string) (u upsert) {
	d.t.Helper()
	d.Eventually("the message "+providerMessageID+" is decided", func() bool {
		list := eventsOf[upsert](d, crm.EventMessagesUpsert, func(u upsert) bool { return u.MessageID == providerMessageID })
		if len(list) > 1 {
			d.t.Fatalf("messages.upsert was told %d times of %s", len(list), providerMessageID)
		}
		if len(list) == 1 {
			u = list[0]
		}
		return len(list) == 1
	})
	return u
}

// eventsOf returns the data of the workspace's events of a kind.
func eventsOf[T any](d *desk, kind crm.EventKind, wanted func(T) bool) (out []T) {
	d.t.Helper()
	for _, row := range d.Rows("SELECT body FROM events WHERE workspace_id = '%s' AND kind = '%s' ORDER BY id", d.WorkspaceID, kind) {
		var body struct{ Data T }
		raw, _ := row["body"].([]byte)
		d.Must(json.Unmarshal(raw, &body))
		if wanted(body.Data) {
			out = append(out, body.Data)
		}
	}
	return out
}

// heard are the texts that the business sent to a customer's phone.
func (d *desk) heard(from string) (out []string) {
	d.t.Helper()
	for _, m := range d.Sandbox().Phone(from) {
		if m.Text != "" {
			out = append(out, m.Text)
		}
	}
	return out
}

// handOffs are the reasons of the hand-offs so far.
func (d *desk) handOffs() (out []string) {
	for _, h := range eventsOf(d, crm.EventConversationHandedOff, func(crm.ConversationHandedOffData) bool { return true }) {
		out = append(out, h.Reason)
	}
	return out
}

// conversation is the conversation of a customer, as the API shows it.
func (d *desk) conversation(from string) string {
	d.t.Helper()
	list := d.Rows("SELECT v.id FROM conversations v JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id WHERE v.workspace_id = '%s' AND c.phone = '%s'", d.WorkspaceID, from)
	if len(list) != 1 {
		d.t.Fatalf("%s has %d conversations", from, len(list))
	}
	return list[0]["id"].(string)
}

func (d *desk) post(path string, body any) testkit.Response {
	d.t.Helper()
	r := d.Do(http.MethodPost, path, d.Key, body)
	if r.Status >= 300 {
		d.t.Fatalf("%s: %d %s", path, r.Status, r.Body)
	}
	return r
}

func customer(n int) string { return fmt.Sprintf("+1415555%04d", n) }

// bothEngines runs a test on a desk of its own, on either engine.
func bothEngines(t *testing.T, config map[string]any, test func(t *testing.T, d *desk)) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) { test(t, newDesk(t, k, config)) })
}
