package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

func accountShown(k *testkit.Kit) map[string]any {
	return k.Do(http.MethodGet, "/v1/messaging-accounts", k.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
}

// waits reports whether a message was tried, and is put off: the clock may be moved then.
func waits(k *testkit.Kit, id string) bool {
	m := k.Message(id)
	list, _ := m["attempts"].([]any)
	return len(list) > 0 && list[len(list)-1].(map[string]any)["endedAt"] != nil && m["status"] == "queued"
}

// What the provider disconnected sends nothing, says why, and is connected
// again by the provider's word or by connecting it.
func TestDisconnectedSendsNothing(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("phone_number.updated")
		removed := map[string]any{"event": "PARTNER_REMOVED", "phone_number": k.Number[1:],
			"disconnection_info": map[string]any{"reason": "COMPANION_INACTIVITY", "initiated_by": "SYSTEM"}}
		later := testkit.OrderShipped(person)
		later["scheduledAt"] = k.Now().Add(time.Hour)
		waiting := k.SendMessage(later)
		tells(t, k, "account_update", k.Now(), removed)
		tells(t, k, "account_update", k.Now().Add(-time.Hour), map[string]any{"event": "ACCOUNT_RECONNECTED", "phone_number": k.Number[1:]}) // older news
		refused := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped(person))
		if refused.Code() != "phone_number_disconnected" || !strings.Contains(string(refused.Body), "COMPANION_INACTIVITY") {
			t.Errorf("a send from a disconnected number is answered with %d %s", refused.Status, refused.Body)
		}
		if n := numberOf(k); n.Text("status") != "disconnected" || n.Text("disconnectReason") != "COMPANION_INACTIVITY" || accountShown(k)["status"] != "connected" {
			t.Errorf("the number is %s", n.Body)
		}
		if status, open, _ := healthOf(t, k); status != "critical" || open["number_disconnected"] == nil {
			t.Errorf("the number is %s: %v", status, open)
		}
		k.Advance(time.Hour)
		k.Eventually("what was accepted before waits", func() bool { return waits(k, waiting) })
		if m := k.Message(waiting); m["status"] == "failed" {
			t.Errorf("what was accepted before fails at once with %v", m["error"])
		}
		k.Advance(time.Hour + time.Minute)
		if m := k.EventuallyMessage(waiting, "failed"); m["error"].(map[string]any)["code"] != "phone_number_disconnected" {
			t.Errorf("what was accepted before fails with %v", m["error"])
		}
		tells(t, k, "account_update", k.Now(), map[string]any{"event": "ACCOUNT_RECONNECTED", "phone_number": k.Number[1:]})
		k.EventuallyMessage(k.SendMessage(testkit.OrderShipped(person)), "delivered")

		// The whole account: the entry names the partner's portfolio then.
		body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "2949482758682047", "time": k.Now().Add(time.Second).Unix(),
			"changes": []any{map[string]any{"field": "account_update", "value": map[string]any{"event": "PARTNER_REMOVED",
				"waba_info": map[string]any{"waba_id": k.WABAID, "owner_business_id": "2329417887457253"}}}}}}})
		k.Must(err)
		k.Advance(time.Minute)
		if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		k.Quiet()
		if refused := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped(person)); refused.Code() != "messaging_account_disabled" ||
			!strings.Contains(string(refused.Body), "disconnected") {
			t.Errorf("a send from a disconnected account is answered with %d %s", refused.Status, refused.Body)
		}
		if a := accountShown(k); a["status"] != "disconnected" || a["disconnectReason"] != "PARTNER_REMOVED" {
			t.Errorf("the account is %v", a)
		}
		again := k.Do(http.MethodPost, "/v1/messaging-accounts", k.Key, map[string]any{"messagingAccountId": k.WABAID, "systemUserToken": k.App.Sandbox.Token})
		if again.Status != http.StatusCreated || accountShown(k)["status"] != "connected" {
			t.Errorf("connecting it again: %d %s", again.Status, again.Body)
		}
		k.EventuallyMessage(k.SendMessage(testkit.OrderShipped(person)), "delivered")
		if status, open, _ := healthOf(t, k); status != "healthy" || open["number_disconnected"] != nil || open["account_disabled"] != nil {
			t.Errorf("after it was connected again the number is %s: %v", status, open)
		}
		r.Eventually(3)
		var told []string
		for _, d := range r.Delivered() {
			c := d.Data["changes"].([]any)[0].(map[string]any)
			told = append(told, c["field"].(string)+" "+c["to"].(string))
		}
		if got := strings.ToLower(strings.Join(told, "; ")); got != "status disconnected; status connected; account_status disconnected" {
			t.Errorf("receivers were told %s", got)
		}
	})
}

// A change of a template's category is shown from when it is announced.
func TestTemplateCategoryIsAnnounced(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("template.category_updated")
		row := k.Rows("SELECT * FROM templates WHERE workspace_id = '%s' AND name = 'order_shipped' ORDER BY id", k.WorkspaceID)[0]
		news := func(at time.Time, value map[string]any) {
			value["message_template_id"], value["message_template_name"], value["message_template_language"] = json.Number(row["provider_id"].(string)), "order_shipped", "en_US"
			tells(t, k, "template_category_update", at, value)
		}
		shown := func() map[string]any {
			for _, x := range k.Do(http.MethodGet, "/v1/templates?name=order_shipped", k.Key, nil).JSON()["data"].([]any) {
				if x := x.(map[string]any); x["id"] == row["id"] {
					return x
				}
			}
			return nil
		}
		comes := k.Now().Add(24 * time.Hour).Truncate(time.Second)
		news(k.Now(), map[string]any{"new_category": "UTILITY", "correct_category": "MARKETING", "category_update_timestamp": comes.Unix()})
		if x := shown(); x["category"] != "UTILITY" || x["nextCategory"] != "MARKETING" || !strings.HasPrefix(x["nextCategoryAt"].(string), comes.UTC().Format("2006-01-02T15:04:05")) {
			t.Errorf("the template is %v", x)
		}
		k.Advance(time.Minute)
		news(k.Now(), map[string]any{"previous_category": "UTILITY", "new_category": "MARKETING"})
		if x := shown(); x["category"] != "MARKETING" || x["nextCategory"] != nil {
			t.Errorf("the template is %v", x)
		}
		r.Eventually(2)
		if d := r.Delivered(); d[0].Data["next_category"] != "MARKETING" || d[0].Data["next_category_at"] != float64(comes.Unix()) || d[1].Data["previous_category"] != "UTILITY" {
			t.Errorf("receivers were told %v", d)
		}
	})
}

// The ledger has the provider's id of a sign-up, and a choice about marketing
// makes no conversation.
func TestSignupIsKept(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		post(t, k, "user_preferences", "user_preferences", map[string]any{"wa_id": customer, "category": "marketing_messages", "value": "signup",
			"detail": "Signed up", "signup_id": "SIGNUP-1", "timestamp": k.Now().Unix()})
		contact := k.Do(http.MethodGet, "/v1/contacts?phone=%2B"+customer, k.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
		ledger := k.Do(http.MethodGet, "/v1/contacts/"+contact["id"].(string)+"/consent", k.Key, nil)
		if !strings.Contains(string(ledger.Body), `"signupId":"SIGNUP-1"`) {
			t.Errorf("the ledger is %s", ledger.Body)
		}
		if n := k.Count("conversations"); n != 0 {
			t.Errorf("%d conversations", n)
		}
	})
}

// What is not applied can be seen at the health of the number.
func TestNothingIsLostInSilence(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	group := func(item map[string]any) map[string]any {
		item["timestamp"], item["group_id"] = "1750101000", "GROUP"
		return item
	}
	nobody := testkit.Incoming("wamid.N", "", "Hello", k.Now())
	delete(nobody, "from")
	for _, c := range []struct {
		field, member string
		item          map[string]any
		kind, want    string
	}{
		{"group_settings_update", "groups", group(map[string]any{"type": "group_settings_update", "group_subject": map[string]any{"text": "A", "update_successful": true},
			"group_description": map[string]any{"text": "B", "update_successful": false, "errors": []any{map[string]any{"code": 100, "title": "Update Failed",
				"error_data": map[string]any{"details": "Description too long"}}}}}), "group_change_failed", "the description: 100 Update Failed Description too long"},
		{"group_participants_update", "groups", group(map[string]any{"type": "group_join_request_revoked", "join_request_id": "J", "wa_id": customer}),
			"webhook_item_not_applied", "group_join_request_revoked of the group GROUP by " + customer},
		{"messages", "messages", testkit.Incoming("wamid.B", "bla", "Hello", k.Now()), "webhook_item_not_applied", "no sender"},
		{"messages", "messages", nobody, "webhook_item_not_applied", "no sender"},
		{"flows", "flows", map[string]any{"event": "FLOW_STATUS_CHANGE"}, "webhook_item_not_applied", "flows"},
		{"calls", "calls", map[string]any{"id": "wacid.1", "event": "call_created", "from": customer, "timestamp": "1750101000"}, "webhook_item_not_applied", "call_created"},
	} {
		post(t, k, c.field, c.member, c.item)
		_, open, _ := healthOf(t, k)
		if detail, _ := open[c.kind]["detail"].(string); !strings.Contains(detail, c.want) {
			t.Errorf("%s %v: the notice says %q", c.field, c.item["type"], detail)
		}
	}
	tells(t, k, "account_update", k.Now(), map[string]any{"event": "ACCOUNT_RESTRICTION"})
	if _, open, _ := healthOf(t, k); !strings.Contains(open["webhook_item_not_applied"]["detail"].(string), "names no restriction") {
		t.Errorf("a restriction of nothing: %v", open)
	}
}
