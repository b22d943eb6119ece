package api_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/testkit"
)

// post posts items about the first workspace's number and waits until they are
// applied. It returns the state of the stored body.
func post(t *testing.T, k *testkit.Kit, field, member string, items ...any) string {
	t.Helper()
	body := testkit.Webhook(k.Tenant, member, items...)
	body = bytes.Replace(body, []byte(`"field":"messages"`), []byte(`"field":"`+field+`"`), 1)
	if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
		t.Fatalf("it is answered with %d %s", r.Status, r.Body)
	}
	k.Quiet()
	rows := k.Rows("SELECT state FROM provider_webhooks ORDER BY id DESC LIMIT 1")
	return rows[0]["state"].(string)
}

func item(id, from, kind string, at time.Time, payload any) map[string]any {
	return map[string]any{"id": id, "from": from, "timestamp": strconv.FormatInt(at.Unix(), 10), "type": kind, kind: payload}
}

func edit(id, from, target, text string, at time.Time) map[string]any {
	return item(id, from, "edit", at, map[string]any{"original_message_id": target,
		"message": map[string]any{"type": "text", "text": map[string]any{"body": text}}})
}

// shownAs returns the message with the provider's identifier as the API shows it.
func shownAs(k *testkit.Kit, providerID string) map[string]any {
	return k.Message(k.EventuallyStored(providerID))
}

func body(m map[string]any) any {
	text, _ := m["text"].(map[string]any)
	return text["body"]
}

// Edits and revocations come in any order and twice, change only what their
// author wrote, and are told to nobody.
func TestEditsAndRevocations(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Add(-time.Minute).Truncate(time.Second)
		late := edit("wamid.E2", customer, "wamid.A", "third", at.Add(20*time.Second))
		post(t, k, "messages", "messages", late)
		post(t, k, "messages", "messages", testkit.Incoming("wamid.A", customer, "first", at),
			edit("wamid.E1", customer, "wamid.A", "second", at.Add(10*time.Second)), late)
		m := shownAs(k, "wamid.A")
		versions, _ := m["edits"].([]any)
		if body(m) != "third" || len(versions) != 2 || versions[0].(map[string]any)["text"] != "first" || versions[1].(map[string]any)["text"] != "second" {
			t.Errorf("%v", m)
		}
		if state := post(t, k, "messages", "messages", edit("wamid.E3", "14155550199", "wamid.A", "forged", at.Add(30*time.Second)),
			item("wamid.R0", "14155550199", "revoke", at, map[string]any{"original_message_id": "wamid.A"})); state != "partial" {
			t.Errorf("somebody else's edit is %s", state)
		}
		events := k.Count("events", "kind <> 'audit.recorded'")
		post(t, k, "messages", "messages", item("wamid.R1", customer, "revoke", at.Add(40*time.Second), map[string]any{"original_message_id": "wamid.A"}))
		m = shownAs(k, "wamid.A")
		if body(m) != "third" || m["revokedAt"] != at.Add(40*time.Second).Format(crm.TimeLayout) {
			t.Errorf("%v", m)
		}
		if n := k.Count("events", "kind <> 'audit.recorded'"); n != events || n != 3 {
			t.Errorf("%d events are told, %d before the revocation", n, events)
		}
		if n := k.Count("messages"); n != 1 {
			t.Errorf("%d messages", n)
		}
	})
}

// What the business writes on its phone is its own message: it opens no window
// and is told to nobody; its statuses apply, also those in the same body and
// those that came before.
func TestEchoes(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Add(-time.Minute)
		echo := testkit.Incoming("wamid.P", k.Number[1:], "From the phone", at)
		echo["to"] = customer
		post(t, k, "messages", "statuses", testkit.Status("wamid.P", "delivered", customer, at))
		before := k.Count("events", "kind <> 'audit.recorded'")
		post(t, k, "smb_message_echoes", "message_echoes", echo, echo)
		m := shownAs(k, "wamid.P")
		if m["direction"] != "outbound" || m["status"] != "delivered" || m["to"] != "+"+customer || body(m) != "From the phone" {
			t.Errorf("%v", m)
		}
		second := testkit.Incoming("wamid.Q", k.Number[1:], "Again", at)
		second["to"] = customer
		both := string(testkit.Webhook(k.Tenant, "message_echoes", second))
		statuses := string(testkit.Webhook(k.Tenant, "statuses", testkit.Status("wamid.Q", "read", customer, at)))
		_, change, _ := strings.Cut(statuses, `"changes":[`)
		change, _, _ = strings.Cut(change, `],"id"`)
		both = strings.Replace(both, `],"id"`, `,`+change+`],"id"`, 1)
		if r := k.PostProvider(testkit.Callback, k.Secret(), []byte(both)); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, both)
		}
		if m := shownAs(k, "wamid.Q"); m["status"] != "read" {
			t.Errorf("an echo and its status in one body: %v", m)
		}
		if n := k.Count("conversations", "last_inbound_at > 0"); n != 0 {
			t.Error("an echo opens the window")
		}
		if n := k.Count("events", "kind NOT IN ('messages.status_updated', 'audit.recorded')"); n != before {
			t.Errorf("%d events tell of echoes", n)
		}
		if r := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.Text("+"+customer, "Hi")); r.Code() != string(crm.CodeWindowClosed) {
			t.Errorf("the window: %d %s", r.Status, r.Body)
		}
	})
}

// What is known from the phone's history only is told when it comes live, once;
// a placeholder becomes what it stands for.
func TestHistoryAndPlaceholders(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Add(-time.Hour)
		chunk := map[string]any{"threads": []any{map[string]any{"id": customer, "messages": []any{
			testkit.Incoming("wamid.H", customer, "Before", at),
			map[string]any{"id": "wamid.M", "from": customer, "type": "media_placeholder", "timestamp": strconv.FormatInt(at.Unix(), 10)}}}}}
		if state := post(t, k, "history", "history", chunk); state != "unsupported" {
			t.Errorf("the history is %s", state)
		}
		if n := k.Count("events", "kind <> 'audit.recorded'") + k.Count("conversations", "last_inbound_at > 0"); n != 0 {
			t.Error("the history is told, or opens the window")
		}
		post(t, k, "history", "messages", item("wamid.M", customer, "image", at, map[string]any{"id": "77", "caption": "Look"}))
		if m := shownAs(k, "wamid.M"); m["type"] != "image" || m["image"].(map[string]any)["caption"] != "Look" || m["history"] != true {
			t.Errorf("the placeholder: %v", m)
		}
		for range 2 {
			post(t, k, "messages", "messages", testkit.Incoming("wamid.H", customer, "Before", at))
		}
		if n := k.Count("events", "kind <> 'audit.recorded'"); n != 2 || k.Count("messages") != 2 || k.Count("conversations", "last_inbound_at > 0") != 1 {
			t.Errorf("%d events of %d messages", n, k.Count("messages"))
		}
	})
}

// An answer to somebody whom an ad led here opens the free entry point window;
// the provider's word on it counts more.
func TestFreeEntryPoint(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		m := testkit.Incoming("wamid.A", customer, "Hi", k.Now())
		m["referral"] = map[string]any{"source_type": "ad", "source_id": "1", "headline": "Chat with us"}
		post(t, k, "messages", "messages", m)
		until := func() time.Time {
			return time.UnixMilli(k.Rows("SELECT free_entry_until FROM conversations")[0]["free_entry_until"].(int64))
		}
		if until().UnixMilli() != 0 {
			t.Error("the window is open before the answer")
		}
		id := k.SendMessage(testkit.Text("+"+customer, "Welcome"))
		wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
		if left := until().Sub(k.Now()); left < 71*time.Hour || left > 72*time.Hour {
			t.Errorf("the window is open for %v", left)
		}
		first := until()
		k.SendMessage(testkit.Text("+"+customer, "One more"))
		k.Quiet()
		if !until().Equal(first) {
			t.Error("a second answer moves the window")
		}
		ends := k.Now().Add(70 * time.Hour).Truncate(time.Second)
		sent := testkit.Status(wamid, "sent", customer, k.Now())
		sent["conversation"] = map[string]any{"id": "c", "expiration_timestamp": strconv.FormatInt(ends.Unix(), 10), "origin": map[string]any{"type": "referral_conversion"}}
		post(t, k, "messages", "statuses", sent)
		if !until().Equal(ends) {
			t.Errorf("the provider says %v, we say %v", ends, until())
		}
	})
}

// What could not be applied is applied by crm reprocess once it can be, and
// only that: what was applied stays as it is.
func TestReprocess(t *testing.T) {
	var database config.Database
	testkit.OnBoth(t, testkit.Options{OneByOne: true, Config: func(c *config.Serve) { database = c.Database }}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now()
		stranger := k.Tenant
		stranger.ProviderNumberID, stranger.WABAID = "424242", "4242"
		_, foreign, _ := strings.Cut(string(testkit.Webhook(stranger, "messages", testkit.Incoming("wamid.S", customer, "To a stranger", at))), `"changes":[`)
		own := string(testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.A", customer, "Hello", at)))
		mixed := strings.Replace(own, `"changes":[`, `"changes":[{"field":"flows","value":{"event":"X"}},`+strings.SplitN(foreign, `],"id"`, 2)[0]+`,`, 1)
		for _, body := range []string{mixed, `{"not":`} {
			if r := k.PostProvider(testkit.Callback, k.Secret(), []byte(body)); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		k.Quiet()
		events, opened := k.Count("events", "kind <> 'audit.recorded'"), k.Rows("SELECT last_inbound_at FROM conversations")
		k.Must(k.DB().Update(context.Background(), "x", func(tx *db.Tx) error {
			account.SavePhoneNumber(tx, crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: k.WorkspaceID, MessagingAccountID: k.AccountID,
				ProviderID: "424242", Number: "+15550004242", Throughput: 80, CreatedAt: tx.Now()})
			return nil
		}))
		var out bytes.Buffer
		run := func(dry bool) string {
			out.Reset()
			k.Must(app.Reprocess(context.Background(), database, time.Hour, dry, &out))
			return out.String()
		}
		if told := run(true); !strings.Contains(told, "Not fully applied: 3 provider webhooks (1 partial, 1 quarantined, 1 unsupported)") || k.Count("messages") != 1 {
			t.Errorf("a dry run: %s", told)
		}
		for range 2 {
			told := run(false)
			if !strings.Contains(told, "Done. Still not fully applied: 2 provider webhooks (1 quarantined, 1 unsupported)") {
				t.Errorf("%s", told)
			}
		}
		if m := shownAs(k, "wamid.S"); m["to"] != "+15550004242" {
			t.Errorf("%v", m)
		}
		if n := k.Count("events", "kind <> 'audit.recorded'") - events; n != 3 || k.Count("messages") != 2 {
			t.Errorf("%d more events, %d messages", n, k.Count("messages"))
		}
		if now := k.Rows("SELECT last_inbound_at FROM conversations ORDER BY id"); fmt.Sprint(now[0]) != fmt.Sprint(opened[0]) {
			t.Errorf("what was applied is applied again: %v, %v", opened, now)
		}
	})
}

// A body of a thousand messages in three megabytes is acknowledged at once and
// applied soon, in transactions that others can come between.
func TestLargeBody(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const count = 1000
		words := strings.Repeat("Does it come in another color? ", 90)
		items := make([]any, count)
		for i := range items {
			items[i] = testkit.Incoming(fmt.Sprintf("wamid.%d", i), fmt.Sprintf("1415555%04d", i%50), fmt.Sprint(i, " ", words), k.Now())
		}
		large := testkit.Webhook(k.Tenant, "messages", items...)
		started := time.Now()
		if r := k.PostProvider(testkit.Callback, k.Secret(), large); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		acknowledged := time.Since(started)
		progress := 0
		k.Eventually("the body is applied", func() bool {
			for _, row := range k.Rows("SELECT payload FROM jobs WHERE kind = 'ingest'") {
				if strings.Contains(row["payload"].(string), ":") {
					progress++
				}
			}
			return k.Count("messages") == count
		})
		t.Logf("%d bytes: acknowledged after %v, applied after %v, seen %d times under way", len(large), acknowledged, time.Since(started), progress)
		k.Quiet()
		if n := k.Count("events", "kind <> 'audit.recorded'"); n != 2*count+50 { // 50 conversations opened
			t.Errorf("%d events", n)
		}
		order := k.Rows("SELECT provider_message_id FROM message_states ORDER BY message_id")
		for i, row := range order {
			if row["provider_message_id"] != fmt.Sprintf("wamid.%d", i) {
				t.Fatalf("message %d is %v", i, row["provider_message_id"])
			}
		}
	})
}
