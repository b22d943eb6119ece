package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/testkit"
)

// effectTables are the tables in which people, receivers or the next webhook
// see what a webhook came to.
var effectTables = []string{"messages", "contacts", "conversations", "contact_notices", "consent_records", "phone_numbers", "messaging_accounts", "templates", "events",
	"parked_items", "parked_statuses", "health_notices"}

// visible is every row of the effect tables, without what says no more than
// that it was written, and the jobs that read an account anew.
func visible(t *testing.T, k *testkit.Kit) map[string]string {
	healthOf(t, k)
	out := map[string]string{}
	for _, table := range effectTables {
		where := ""
		if table == "health_notices" {
			where = " WHERE kind <> 'webhook_item_not_applied' AND resolved_at = 0"
		}
		for i, row := range k.Rows("SELECT * FROM %s%s", wholeRows(table), where) {
			for _, name := range []string{"updated_at", "last_seen", "seen_at", "version"} {
				delete(row, name)
			}
			out[fmt.Sprint(table, " ", row["id"], " ", row["item_id"], " ", row["kind"], " ", row["id"] == nil && row["kind"] == nil, i)] = fmt.Sprint(row)
		}
	}
	out["sync"] = fmt.Sprint(k.Rows("SELECT run_at FROM jobs WHERE kind = 'sync_account'"))
	return out
}

// notApplied is the open notice about parts of webhooks that were not applied.
func notApplied(t *testing.T, k *testkit.Kit) (count float64, detail string) {
	_, open, _ := healthOf(t, k)
	n := open["webhook_item_not_applied"]
	count, _ = n["count"].(float64)
	detail, _ = n["detail"].(string)
	return count, detail
}

// TestEveryWebhookHasAnEffect posts what the provider's documents describe,
// each thing once: it changes what people see, or stays recorded as not applied
// with the reason, in the store that `crm reprocess` reads and, where a number
// is concerned, in its health.
func TestEveryWebhookHasAnEffect(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	world := newEffectWorld(t, k)
	// What came before shows that the measure is none of time: it changes nothing.
	k.Advance(time.Second)
	k.Quiet()
	before := visible(t, k)
	k.Advance(time.Second)
	post(t, k, "messages", "messages", world.first)
	for name, row := range visible(t, k) {
		if before[name] != row {
			t.Fatalf("a message that came before changes\n%.600s\nto\n%.600s", before[name], row)
		}
	}
	for _, group := range []func(*effectWorld) []described{describedMessages, describedStatuses, describedPhone, describedFields, describedAccountEvents} {
		for _, c := range group(world) {
			t.Run(c.name, func(t *testing.T) { world.check(t, c) })
		}
	}
	// What was not applied can be tried again, and no more of it stays.
	ctx := t.Context()
	pending, err := k.App.Service.Inbound.PendingWebhooks(ctx, time.Time{})
	k.Must(err)
	if pending[inbound.WebhookUnsupported] == 0 || pending[inbound.WebhookPartial] == 0 || pending[inbound.WebhookQuarantined] != 0 {
		t.Errorf("not applied are %v", pending)
	}
	for count, next := -1, int64(0); count != 0; {
		count, next, err = k.App.Service.Inbound.Reprocess(ctx, time.Time{}, next)
		k.Must(err)
	}
	k.Quiet()
	if again, err := k.App.Service.Inbound.PendingWebhooks(ctx, time.Time{}); err != nil || again[inbound.WebhookUnsupported] != pending[inbound.WebhookUnsupported] || again[inbound.WebhookPartial] > pending[inbound.WebhookPartial] {
		t.Errorf("after another try %v are not applied, %v were: %v", again, pending, err)
	}
}

// described is one thing that the provider tells. want is part of the reason why it
// is not applied, or "" where it is.
type described struct {
	name, field string
	value       map[string]any
	want        string
	// account is the provider's account where it is not the first workspace's.
	account string
}

type effectWorld struct {
	k        *testkit.Kit
	first    map[string]any // the message of the customer that came first
	template json.Number
	other    json.Number // another template
	sent     string      // the provider's id of a message of ours
	ids      int
}

func newEffectWorld(t *testing.T, k *testkit.Kit) *effectWorld {
	w := &effectWorld{k: k, first: testkit.Incoming("wamid.first", customer, "Hello", k.Now())}
	w.template = json.Number(k.Rows("SELECT provider_id FROM templates WHERE workspace_id = '%s' AND name = 'order_shipped' ORDER BY id", k.WorkspaceID)[0]["provider_id"].(string))
	w.other = json.Number(k.Rows("SELECT provider_id FROM templates WHERE workspace_id = '%s' AND name = 'hello_world' ORDER BY id", k.WorkspaceID)[0]["provider_id"].(string))
	post(t, k, "messages", "messages", w.first)
	w.sent = k.EventuallyMessage(k.SendMessage(testkit.OrderShipped(person)), "accepted")["providerMessageId"].(string)
	return w
}

func (w *effectWorld) id() string {
	w.ids++
	return fmt.Sprint("wamid.", w.ids)
}

func (w *effectWorld) check(t *testing.T, c described) {
	k := w.k
	k.Advance(time.Second)
	k.Quiet()
	before := visible(t, k)
	count, _ := notApplied(t, k)
	account := c.account
	if account == "" {
		account = k.WABAID
	}
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{
		"id": account, "time": k.Now().Unix(), "changes": []any{map[string]any{"field": c.field, "value": c.value}}}}})
	k.Must(err)
	if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	k.Quiet()
	row := k.Rows("SELECT state, problem, pending FROM provider_webhooks ORDER BY id DESC LIMIT 1")[0]
	state, problem := row["state"].(string), row["problem"].(string)
	changed := !maps.Equal(before, visible(t, k))
	now, detail := notApplied(t, k)
	switch {
	case strings.Contains(problem, "an item could not be applied"):
		t.Errorf("it failed: %s", problem)
	case c.want == "" && (state != "stored" || !changed):
		t.Errorf("it is %s (%s), and changed %v", state, problem, changed)
	case c.want != "" && (state == "stored" || row["pending"] == "" || !strings.Contains(problem, c.want)):
		t.Errorf("it is %s because of %q, not of %q", state, problem, c.want)
	case c.want != "" && c.account == "" && !changed && (now <= count || detail == "" || strings.Contains(detail, ": .")):
		t.Errorf("nobody is told: %v notices, then %v, %q", count, now, detail)
	}
}

// value is the value of a field about the number.
func (w *effectWorld) value(member string, items ...any) map[string]any {
	return map[string]any{"messaging_product": "whatsapp", member: items,
		"metadata": map[string]any{"display_phone_number": w.k.Number[1:], "phone_number_id": w.k.ProviderNumberID}}
}

func (w *effectWorld) message(kind string, payload any, more ...any) map[string]any {
	m := item(w.id(), customer, kind, w.k.Now(), payload)
	if payload == nil {
		delete(m, kind)
	}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i].(string)] = more[i+1]
	}
	return w.value("messages", m)
}

// jsonMap is a JSON object.
type jsonMap = map[string]any

// describedMessages are the types of messages, and what else stands beside them.
func describedMessages(w *effectWorld) (out []described) {
	add := func(name string, value map[string]any, want string) {
		out = append(out, described{name: "message " + name, field: "messages", value: value, want: want})
	}
	file := func(mime string) jsonMap { return jsonMap{"id": "7", "mime_type": mime, "sha256": "a"} }
	for kind, payload := range map[string]any{"text": jsonMap{"body": "Hello"}, "image": file("image/jpeg"), "video": file("video/mp4"), "audio": file("audio/ogg; codecs=opus"),
		"document": file("application/pdf"), "sticker": file("image/webp"), "location": jsonMap{"latitude": 0, "longitude": 0.5},
		"contacts": []any{jsonMap{"name": jsonMap{"formatted_name": "A"}}}, "reaction": jsonMap{"message_id": "wamid.first", "emoji": "👍"},
		"button": jsonMap{"text": "Yes"}, "order": jsonMap{"catalog_id": "1", "product_items": []any{jsonMap{"product_retailer_id": "a", "quantity": 1, "item_price": 2.5, "currency": "EUR"}}},
		"request_welcome": nil, "edit": jsonMap{"original_message_id": "wamid.first", "message": jsonMap{"type": "text", "text": jsonMap{"body": "Goodbye"}}},
	} {
		add(kind, w.message(kind, payload), "")
	}
	add("reaction taken back", w.message("reaction", jsonMap{"message_id": "wamid.first"}, "timestamp", fmt.Sprint(w.k.Now().Add(time.Hour).Unix())), "")
	add("reaction before its message", w.message("reaction", jsonMap{"message_id": "wamid.unknown", "emoji": "👍"}), "")
	add("revoke", w.message("revoke", jsonMap{"original_message_id": "wamid.first"}), "")
	add("revoke before its message", w.message("revoke", jsonMap{"original_message_id": "wamid.unknown"}), "")
	for kind, payload := range map[string]jsonMap{"button_reply": {"id": "a", "title": "A"}, "list_reply": {"id": "a", "title": "A"},
		"nfm_reply": {"name": "flow", "body": "Sent", "response_json": "{}"}, "call_permission_reply": {"response": "accept", "response_source": "user_action"},
		"payment_method": {"payment_method": "pix", "reference_id": "r"}} {
		add("interactive "+kind, w.message("interactive", jsonMap{"type": kind, kind: payload}), "")
	}
	add("interactive product", w.message("interactive", jsonMap{"type": "product"}), "message interactive.product")
	add("interactive without a form", w.message("interactive", nil), "message interactive")
	add("unsupported", w.message("unsupported", jsonMap{"type": "poll"}, "errors", []any{jsonMap{"code": 131051, "title": "Message type unknown"}}), "message poll")
	for _, kind := range []string{"ephemeral", "unknown", "voice", "hsm", "gif", "poll_creation", "poll_update", "pin", "keep_in_chat", "link_preview", "list", "product",
		"template", "group_invite", "media_placeholder"} {
		add(kind, w.message(kind, nil), "message "+kind)
	}
	add("of a group", w.message("text", jsonMap{"body": "Hello"}, "group_id", "GROUP"), "")
	add("from an ad", w.message("text", jsonMap{"body": "Hello"}, "referral", jsonMap{"source_type": "ad", "source_id": "1"}), "")
	add("of nobody", w.message("text", jsonMap{"body": "Hello"}, "from", ""), "no sender")
	add("of a username", w.message("text", jsonMap{"body": "Hello"}, "from", "", "from_user_id", "US.13491208655302741918"), "")
	add("customer_identity_changed", w.message("system", jsonMap{"type": "customer_identity_changed", "identity": jsonMap{"hash": "h"}}), "")
	add("user_changed_user_id", w.message("system", jsonMap{"type": "user_changed_user_id", "user_id": "US.2", "wa_id": customer}), "")
	add("user_changed_number", w.message("system", jsonMap{"type": "user_changed_number", "wa_id": "16505559999"}), "")
	add("user_changed_number of nobody", w.message("system", jsonMap{"type": "user_changed_number", "wa_id": "16505559998"}, "from", "16505550001"), "nobody who is known here")
	add("system of a new kind", w.message("system", jsonMap{"type": "something_new"}), "message system")
	add("errors only", w.value("errors", jsonMap{"code": 130429, "title": "Rate limit hit"}), "")
	add("errors without a title", w.value("errors", jsonMap{"code": 0}), "")
	add("user_actions", w.value("user_actions", jsonMap{"action_type": "marketing_messages_link_click", "timestamp": "1"}), "user_actions")
	beside := w.message("text", jsonMap{"body": "Hello"})
	beside["conversation_context"] = jsonMap{"summary": jsonMap{"text": "So far"}}
	add("conversation_context", beside, "conversation_context")
	return ordered(out)
}

// ordered keeps the order in which entries depend on each other: maps have none.
func ordered(list []described) []described {
	last := func(c described) bool {
		return strings.Contains(c.name, "user_changed") || strings.Contains(c.name, "taken back") || strings.Contains(c.name, "revoke")
	}
	slices.SortStableFunc(list, func(a, b described) int {
		if last(a) == last(b) {
			return 0
		} else if last(a) {
			return 1
		}
		return -1
	})
	return list
}

func describedStatuses(w *effectWorld) (out []described) {
	add := func(name string, want string, s map[string]any) {
		out = append(out, described{name: "status " + name, field: "messages", value: w.value("statuses", s), want: want})
	}
	at := w.k.Now()
	for _, word := range []string{"sent", "delivered", "read", "played", "failed"} {
		add(word, "", testkit.Status(w.sent, word, person[1:], at))
		add(word+" of an unknown message", "", testkit.Status("wamid.elsewhere", word, person[1:], at))
	}
	for _, word := range []string{"deleted", "warning", "new"} {
		add(word, "status "+word+" is not known", testkit.Status(w.sent, word, person[1:], at))
		add(word+" of an unknown message", "status "+word+" is not known", testkit.Status("wamid.elsewhere", word, person[1:], at))
	}
	add("of a payment", "status payment", jsonMap{"id": w.sent, "type": "payment", "status": "captured", "timestamp": "1"})
	add("of a call", "", jsonMap{"id": "wacid.9", "type": "call", "status": "RINGING", "timestamp": "1", "recipient_id": customer})
	group := testkit.Status("wamid.group", "delivered", "GROUP", at)
	group["recipient_type"], group["recipient_participant_id"] = "group", customer
	add("of a participant of a group", "", group)
	return out
}

// describedPhone are the fields of numbers that are also used on a phone, of
// conversations that others answer, and of calls.
func describedPhone(w *effectWorld) (out []described) {
	add := func(field, name string, value map[string]any, want string) {
		out = append(out, described{name: field + " " + name, field: field, value: value, want: want})
	}
	at := fmt.Sprint(w.k.Now().Unix())
	echo := func(kind string, payload any) jsonMap {
		return jsonMap{"id": w.id(), "from": w.k.Number[1:], "to": customer, "timestamp": at, "type": kind, kind: payload}
	}
	text := jsonMap{"body": "From the phone"}
	first := echo("text", text)
	add("smb_message_echoes", "text", w.value("message_echoes", first), "")
	add("smb_message_echoes", "edit", w.value("message_echoes", echo("edit", jsonMap{"original_message_id": first["id"], "message": jsonMap{"type": "text", "text": jsonMap{"body": "New"}}})), "")
	add("smb_message_echoes", "revoke", w.value("message_echoes", echo("revoke", jsonMap{"original_message_id": first["id"]})), "")
	add("smb_message_echoes", "poll", w.value("message_echoes", echo("poll", jsonMap{})), "message poll")
	history := func(m jsonMap) map[string]any {
		return w.value("history", jsonMap{"metadata": jsonMap{"phase": 0}, "threads": []any{jsonMap{"id": "16505550002", "messages": []any{m}}}})
	}
	old := jsonMap{"id": "wamid.old", "from": "16505550002", "timestamp": "1700000000", "type": "media_placeholder", "history_context": jsonMap{"status": "READ"}}
	add("history", "placeholder", history(old), "message media_placeholder")
	add("history", "file", w.value("messages", item("wamid.old", "16505550002", "image", w.k.Now(), jsonMap{"id": "7"})), "")
	add("history", "text", history(item("wamid.older", "16505550002", "text", w.k.Now(), text)), "")
	add("history", "declined", w.value("history", jsonMap{"errors": []any{jsonMap{"code": 2593109, "title": "Declined"}}}), "")
	entry := func(action string) map[string]any {
		return w.value("state_sync", jsonMap{"type": "contact", "action": action, "contact": jsonMap{"full_name": "Ada", "phone_number": "16505550003"}})
	}
	add("smb_app_state_sync", "add", entry("add"), "")
	add("smb_app_state_sync", "remove", entry("remove"), "smb_app_state_sync")
	for _, c := range []struct {
		member string
		item   jsonMap
	}{{"messages", testkit.Incoming(w.id(), customer, "To another app", w.k.Now())}, {"message_echoes", echo("text", text)},
		{"statuses", testkit.Status("wamid.standby", "sent", customer, w.k.Now())}} {
		v := w.value("standby")
		v["standby"] = jsonMap{c.member: []any{c.item}}
		add("standby", c.member, v, "")
	}
	for _, kind := range []string{"control_passed", "control_taken"} {
		add("messaging_handovers", kind, jsonMap{"type": kind, "sender": jsonMap{"phone_number": customer},
			"recipient": jsonMap{"phone_number_id": w.k.ProviderNumberID}, "previous_owner_app_id": "1"}, "messaging_handovers")
	}
	call := func(id, event string, more jsonMap) map[string]any {
		c := jsonMap{"id": id, "from": customer, "to": w.k.Number[1:], "event": event, "timestamp": at, "direction": "USER_INITIATED"}
		maps.Copy(c, more)
		return w.value("calls", c)
	}
	add("calls", "connect", call("wacid.1", "connect", nil), "")
	add("calls", "terminate", call("wacid.1", "terminate", jsonMap{"status": "COMPLETED", "duration": 3}), "")
	add("calls", "terminate that failed", call("wacid.2", "terminate", jsonMap{"status": "Failed"}), "")
	add("calls", "call_created", call("wacid.3", "call_created", nil), "call_created")
	add("calls", "call_recording_available", call("wacid.1", "call_recording_available", jsonMap{"call_recording": jsonMap{"audio": jsonMap{"id": "8"}}}), "")
	add("calls", "call_transcription_available", call("wacid.1", "call_transcription_available", jsonMap{"call_transcript": jsonMap{"document": jsonMap{"id": "9"}}}), "")
	add("calls", "recording without a file", call("wacid.1", "call_recording_available", nil), "call_recording_available")
	for _, status := range []string{"RINGING", "ACCEPTED", "REJECTED"} {
		add("calls", status, w.value("statuses", jsonMap{"id": "wacid." + status, "type": "call", "status": status, "timestamp": at, "recipient_id": customer}), "")
	}
	add("calls", "errors", w.value("errors", jsonMap{"code": 138006, "title": "No permission"}), "")
	both := w.value("statuses", jsonMap{"id": "wacid.1"})
	both["errors"] = []any{jsonMap{"code": 138007, "title": "Beside statuses"}}
	add("calls", "errors beside an odd status", both, "no id or no status")
	for _, choice := range []string{"stop", "resume", "signup"} {
		add("user_preferences", choice, w.value("user_preferences", jsonMap{"wa_id": customer, "category": "marketing_messages", "value": choice, "timestamp": w.k.Now().Unix()}), "")
	}
	add("user_preferences", "stop without a time", w.value("user_preferences", jsonMap{"wa_id": customer, "category": "marketing_messages", "value": "stop"}), "")
	add("user_preferences", "of something else", w.value("user_preferences", jsonMap{"wa_id": customer, "category": "utility_messages", "value": "stop"}), "utility_messages")
	return out
}
