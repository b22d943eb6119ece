package api_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/whatsapp"
)

// effect is what a body of the provider comes to, as the API and the tables show
// it. The expectations in testdata/inbound are written from the provider's
// documents; -record writes them anew: read the difference against these.
type effect struct {
	// Negative says why the body, or an item of it, cannot be applied by
	// anybody: it names no business number, or has no identifier.
	Negative string `json:"negative,omitempty"`

	State    string           `json:"state"` // of the stored body
	Problem  string           `json:"problem,omitempty"`
	Messages []map[string]any `json:"messages,omitempty"`
	Contacts []string         `json:"contacts,omitempty"` // phone, user id, name
	Windows  []string         `json:"windows,omitempty"`  // of open conversations: phone or user id, when the contact wrote, when an ad led it here
	Parked   []string         `json:"parked,omitempty"`
	Events   []string         `json:"events,omitempty"`
	Standing []string         `json:"standing,omitempty"` // of numbers and accounts, as far as it is not that of new ones

	// Later are the messages once those have come that something waited for.
	Later []map[string]any `json:"later,omitempty"`

	// Completed is what the body comes to once the business number is filled
	// in that its source left out.
	Completed *effect `json:"completed,omitempty"`
}

// TestInboundFixtures posts every body of the corpus to a service that was
// started fresh, signed in the provider's byte form.
func TestInboundFixtures(t *testing.T) {
	root := os.Getenv("CRM_FIXTURES")
	if root == "" {
		root = "../../../shared/fixtures"
	}
	files, err := filepath.Glob(filepath.Join(root, "inbound/*.json"))
	if err != nil || len(files) == 0 {
		t.Skipf("no payload corpus at %s; set CRM_FIXTURES to its folder", root)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) {
			t.Parallel() // each has a service of its own
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(name, "RAW-") {
				body = wireForm(t, body)
			}
			got := outcome(t, body)
			if full := completed(body); full != nil {
				all := outcome(t, full)
				got.Completed = &all
			}
			compareEffect(t, filepath.Join("testdata/inbound", name), got)
		})
	}
}

func compareEffect(t *testing.T, file string, got effect) {
	t.Helper()
	raw, err := os.ReadFile(file)
	var want effect
	if err == nil {
		err = json.Unmarshal(raw, &want)
	}
	got.Negative = want.Negative
	text, _ := json.MarshalIndent(got, "", "  ")
	if *record {
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatalf("no expectation: %v", err)
	}
	if wanted, _ := json.MarshalIndent(want, "", "  "); !bytes.Equal(text, wanted) {
		t.Errorf("the body came to something else:\n%s", lineDiff(wanted, text))
	}
}

// checkStored fails if what is stored of a body is not what came: the body itself,
// or divided among its owners all of its items, each once.
func checkStored(t *testing.T, rows []testkit.Row, body []byte) {
	t.Helper()
	items := func(body []byte) (out []string) {
		if in, err := whatsapp.Parse(body); err == nil {
			for _, item := range in.Items {
				out = append(out, string(item.Common().Raw))
			}
		}
		return out
	}
	var got []string
	for _, row := range rows {
		stored, err := inbound.UnpackBody(int(row["size"].(int64)), row["body"].([]byte))
		if err != nil || len(rows) == 1 && !bytes.Equal(stored, body) {
			t.Errorf("the body is not stored as it came: %v", err)
		}
		got = append(got, items(stored)...)
	}
	want := items(body)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d items are stored, %d came", len(got), len(want))
	}
}

// outcome posts a body to a fresh service and reads what came of it.
func outcome(t *testing.T, body []byte) effect {
	k := testkit.New(t, testkit.Options{Sandbox: func(c *sandbox.Config) {
		for i := range c.Accounts {
			c.Accounts[i].Templates = nil
		}
	}})
	connect(t, k, body)
	if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
		t.Fatalf("it is answered with %d %s", r.Status, r.Body)
	}
	k.Quiet()
	webhooks := k.Rows("SELECT state, problem, pending, size, body FROM provider_webhooks ORDER BY id")
	webhook := webhooks[0]
	checkStored(t, webhooks, body)
	out := effect{State: webhook["state"].(string), Problem: webhook["problem"].(string)}
	if (webhook["pending"] == "") != (out.State == "stored") {
		t.Errorf("pending is %q of a body that is %s", webhook["pending"], out.State)
	}
	out.Messages, out.Events = told(k)
	slices.Sort(out.Events)
	for _, row := range k.Rows("SELECT phone, user_id, name FROM contacts ORDER BY id") {
		out.Contacts = append(out.Contacts, strings.TrimSpace(fmt.Sprint(row["phone"], " ", row["user_id"], " ", row["name"])))
	}
	for _, row := range k.Rows("SELECT c.phone, c.user_id, v.last_inbound_at, v.referral_at FROM conversations v JOIN contacts c ON c.id = v.contact_id WHERE v.last_inbound_at > 0 ORDER BY v.id") {
		line := fmt.Sprint(row["phone"], " ", row["user_id"], " wrote ", steadyTime(k.Now(), time.UnixMilli(row["last_inbound_at"].(int64))))
		if at := row["referral_at"].(int64); at > 0 {
			line += ", led here " + steadyTime(k.Now(), time.UnixMilli(at))
		}
		out.Windows = append(out.Windows, strings.TrimSpace(line))
	}
	// Numbers are served side by side: who was first is chance.
	slices.Sort(out.Contacts)
	slices.Sort(out.Windows)
	for _, row := range k.Rows("SELECT status, provider_message_id FROM parked_statuses ORDER BY provider_message_id, status") {
		out.Parked = append(out.Parked, fmt.Sprint("status ", row["status"], " of ", row["provider_message_id"]))
	}
	for _, row := range k.Rows("SELECT item, target_id FROM parked_items ORDER BY target_id, item_id") {
		var item struct{ Kind string }
		_ = json.Unmarshal([]byte(row["item"].(string)), &item)
		out.Parked = append(out.Parked, fmt.Sprint(item.Kind, " of ", row["target_id"]))
	}
	out.Standing = standing(k)
	if bodies := awaited(k); len(bodies) > 0 {
		for _, body := range bodies {
			if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
				t.Fatalf("what was waited for is answered with %d %s", r.Status, r.Body)
			}
		}
		k.Quiet()
		if n := k.Count("parked_items") + k.Count("parked_statuses"); n != 0 {
			t.Errorf("%d items wait for what has come", n)
		}
		out.Later, _ = told(k)
	}
	return out
}

// standing is what the webhooks said of numbers and accounts, what people are
// told of it, and whether the account is read anew.
func standing(k *testkit.Kit) (out []string) {
	facts := func(what string, row testkit.Row, usual map[string]any, fields ...string) {
		for _, f := range fields {
			if v := row[f]; v != "" && v != int64(0) && v != usual[f] {
				out = append(out, fmt.Sprint(what, " ", f, ": ", v))
			}
		}
	}
	for _, row := range k.Rows("SELECT * FROM phone_numbers WHERE id <> '%s' AND id <> '%s' ORDER BY id", k.NumberID, k.Other.NumberID) {
		facts("number", row, map[string]any{"throughput": int64(crm.ThroughputStandard)}, "verified_name", "status", "throughput", "name_status", "requested_name",
			"name_rejection", "messaging_limit", "username", "username_status")
	}
	for _, row := range k.Rows("SELECT * FROM messaging_accounts ORDER BY id") {
		facts("account", row, map[string]any{"status": "connected"}, "status", "review_status", "ban_state", "ban_date", "violation", "restrictions", "max_phone_numbers")
	}
	for _, row := range k.Rows("SELECT kind, severity, detail FROM health_notices WHERE resolved_at = 0 ORDER BY phone_number_id, kind") {
		out = append(out, fmt.Sprint("notice ", row["kind"], " (", row["severity"], "): ", row["detail"]))
	}
	for range k.Count("jobs", "kind = 'sync_account'") {
		out = append(out, "the account is read anew")
	}
	return out
}

// told returns the messages and events that the API shows, without what differs
// from run to run. Those of the other workspace say so.
func told(k *testkit.Kit) (messages []map[string]any, events []string) {
	for _, tenant := range []testkit.Tenant{k.Tenant, k.Other} {
		list, _ := k.Do(http.MethodGet, "/v1/messages?limit=100", tenant.Key, nil).JSON()["data"].([]any)
		slices.Reverse(list)
		for _, m := range list {
			m := steady(k.Now(), m.(map[string]any))
			if tenant == k.Other {
				m["workspace"] = "other"
			}
			messages = append(messages, m)
		}
		list, _ = k.Do(http.MethodGet, "/v1/events?limit=100", tenant.Key, nil).JSON()["data"].([]any)
		for _, e := range list {
			events = append(events, eventLine(e.(map[string]any)))
		}
	}
	slices.Sort(events)
	return messages, events
}

// awaited makes the messages that parked statuses and items are about.
func awaited(k *testkit.Kit) (bodies [][]byte) {
	hook := func(number any, field, list string, message map[string]any) {
		body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "1", "changes": []any{map[string]any{
			"field": field, "value": map[string]any{"metadata": map[string]any{"phone_number_id": number}, list: []any{message}}}}}}})
		k.Must(err)
		bodies = append(bodies, body)
	}
	message := func(id any) map[string]any {
		return map[string]any{"id": id, "timestamp": "1600000000", "type": "text", "text": map[string]any{"body": "Before"}}
	}
	for _, row := range k.Rows("SELECT p.provider_message_id, n.provider_id FROM parked_statuses p JOIN phone_numbers n ON n.id = p.phone_number_id ORDER BY p.provider_message_id") {
		m := message(row["provider_message_id"])
		m["to"] = "16505550000"
		hook(row["provider_id"], "smb_message_echoes", "message_echoes", m)
	}
	for _, row := range k.Rows("SELECT p.item, n.provider_id FROM parked_items p JOIN phone_numbers n ON n.id = p.phone_number_id ORDER BY p.target_id") {
		var item struct {
			TargetID, Direction, Phone, UserID string
			Content                            crm.Content
		}
		k.Must(json.Unmarshal([]byte(row["item"].(string)), &item))
		m := message(item.TargetID)
		if item.Content.Media != nil {
			m["type"], m["image"] = "image", map[string]any{"id": "7", "caption": "Before"}
		}
		phone := strings.TrimPrefix(item.Phone, "+")
		if item.Direction == string(crm.Inbound) {
			m["from"], m["from_user_id"] = phone, item.UserID
			hook(row["provider_id"], "messages", "messages", m)
		} else {
			m["to"], m["to_user_id"] = phone, item.UserID
			hook(row["provider_id"], "smb_message_echoes", "message_echoes", m)
		}
	}
	return bodies
}

// connect makes the numbers that a body speaks of: those of its first account
// in the first workspace, those of others in the other one.
func connect(t *testing.T, k *testkit.Kit, body []byte) {
	var hook struct{ Entry json.RawMessage }
	_ = json.Unmarshal(body, &hook)
	var entries []struct {
		ID      string
		Changes []struct {
			Value struct {
				Metadata, Recipient struct{ Phone_number_id, Display_phone_number string }
				Display             string `json:"display_phone_number"`
				PhoneNumberSettings struct {
					ID string `json:"phone_number_id"`
				} `json:"phone_number_settings"`
			}
		}
	}
	_ = json.Unmarshal(hook.Entry, &entries)
	spaces, numbers := []string{k.WorkspaceID, k.Other.WorkspaceID}, map[string]bool{}
	accounts := map[string]crm.MessagingAccount{}
	for _, e := range entries {
		acc, known := accounts[e.ID]
		if !known {
			acc = crm.MessagingAccount{WorkspaceID: spaces[min(len(accounts), 1)], ProviderID: e.ID, Name: e.ID, Status: "connected"}
		}
		k.Must(k.DB().Update(context.Background(), e.ID, func(tx *db.Tx) (err error) {
			if !known {
				if acc.ID, err = account.ClaimAccount(tx, acc.WorkspaceID, acc.ProviderID, tx.NewID(crm.PrefixMessagingAccount)); err != nil {
					return err
				}
				acc.CreatedAt = tx.Now()
				account.SaveMessagingAccount(tx, acc, []byte("x"), []byte("x"))
			}
			for _, c := range e.Changes {
				v := c.Value
				id := v.Metadata.Phone_number_id + v.Recipient.Phone_number_id + v.PhoneNumberSettings.ID
				number := "+15550783881"
				if id == "" { // about an account, or about a number that is named by its digits
					id = "number of " + e.ID
					number = cmp.Or(whatsapp.E164(v.Display), number)
				}
				if numbers[id] {
					continue
				}
				numbers[id] = true
				account.SavePhoneNumber(tx, crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: acc.WorkspaceID, MessagingAccountID: acc.ID,
					ProviderID: id, Number: number, Throughput: crm.ThroughputStandard, CreatedAt: tx.Now()})
			}
			return nil
		}))
		accounts[e.ID] = acc
	}
}

// completed fills in the business number where the source of a body left it
// out; nil where it did not.
func completed(body []byte) []byte {
	value := []byte(`"value":{`)
	if bytes.Contains(body, []byte("phone_number_id")) || !bytes.Contains(body, value) ||
		!bytes.Contains(body, []byte(`"messages"`)) && !bytes.Contains(body, []byte(`"message_echoes"`)) && !bytes.Contains(body, []byte(`"statuses"`)) {
		return nil
	}
	return bytes.Replace(body, value, []byte(`"value":{"metadata":{"display_phone_number":"15550783881","phone_number_id":"106540352242922"},`), 1)
}

// steady leaves out of a message what differs from run to run.
func steady(now time.Time, m map[string]any) map[string]any {
	for _, name := range []string{"id", "conversationId", "contactId", "phoneNumberId", "createdAt", "attempts", "metadata"} {
		delete(m, name)
	}
	if m["replyTo"] != nil {
		m["replyTo"] = "known"
	}
	if reaction, ok := m["reaction"].(map[string]any); ok && reaction["messageId"] != nil {
		reaction["messageId"] = "known"
	}
	if list, ok := m["reactions"].([]any); ok {
		for _, r := range list {
			r.(map[string]any)["messageId"] = "known"
		}
	}
	for _, kind := range []string{"image", "video", "audio", "document", "sticker"} {
		if media, ok := m[kind].(map[string]any); ok && media["mediaId"] != nil {
			media["mediaId"] = "known"
		}
	}
	for _, entry := range m["timeline"].([]any) {
		entry := entry.(map[string]any)
		at, _ := time.Parse(time.RFC3339Nano, entry["at"].(string))
		entry["at"] = steadyTime(now, at)
	}
	return m
}

func steadyTime(now, at time.Time) string {
	if now.Sub(at).Abs() < time.Hour {
		return "now"
	}
	return at.UTC().Format(time.RFC3339)
}

func eventLine(e map[string]any) string {
	data, _ := e["data"].(map[string]any)
	if data["changes"] != nil {
		line := fmt.Sprint(e["event"], ":")
		for _, c := range data["changes"].([]any) {
			c := c.(map[string]any)
			line += fmt.Sprintf(" %v %q to %q", c["field"], c["from"], c["to"])
		}
		return line
	}
	if data["type"] == nil {
		return fmt.Sprintf("%v from %v to %v by %v", e["event"], data["from_state"], data["to_state"], data["source"])
	}
	return fmt.Sprintf("%v %v from %v %v: %v", e["event"], data["type"], data["from"], data["from_user_id"], data["content"])
}

// wireForm writes a pretty-printed body as the provider does: compact, with
// every slash and everything beyond ASCII escaped (inbound.md 1.3).
func wireForm(t *testing.T, pretty []byte) []byte {
	t.Helper()
	var compact, out bytes.Buffer
	if err := json.Compact(&compact, pretty); err != nil {
		t.Fatal(err)
	}
	escaped := false
	for raw := compact.Bytes(); len(raw) > 0; {
		r, size := utf8.DecodeRune(raw)
		switch {
		case r == '/' && !escaped:
			out.WriteString(`\/`)
		case r < utf8.RuneSelf:
			out.WriteByte(raw[0])
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&out, `\u%04x`, unit)
			}
		}
		escaped = r == '\\' && !escaped
		raw = raw[size:]
	}
	return out.Bytes()
}
