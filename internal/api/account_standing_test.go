package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// tells posts a webhook of a field about the first workspace's account, made at
// a time, and waits until it is applied.
func tells(t *testing.T, k *testkit.Kit, field string, at time.Time, value map[string]any) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{
		"id": k.WABAID, "time": at.Unix(), "changes": []any{map[string]any{"field": field, "value": value}}}}})
	k.Must(err)
	if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
		t.Fatalf("the webhook is answered with %d %s", r.Status, r.Body)
	}
	k.Quiet()
}

func numberOf(k *testkit.Kit) testkit.Response {
	return k.Do(http.MethodGet, "/v1/phone-numbers/"+k.NumberID, k.Key, nil)
}

// The newest webhook about a fact decides, whenever it comes and however often.
func TestNumberFactsComeInAnyOrder(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("phone_number.updated")
		now, display := k.Now(), k.Number[1:]
		name := func(at time.Time, decision, wanted string) {
			tells(t, k, "phone_number_name_update", at, map[string]any{"display_phone_number": display, "decision": decision, "requested_verified_name": wanted, "rejection_reason": nil})
		}
		name(now.Add(-time.Hour), "APPROVED", "Second name")
		name(now.Add(-2*time.Hour), "REJECTED", "First name")
		name(now.Add(-time.Hour), "APPROVED", "Second name")
		if n := numberOf(k); n.Text("verifiedName") != "Second name" || n.Text("nameStatus") != "approved" {
			t.Errorf("the number is %s", n.Body)
		}
		tells(t, k, "business_capability_update", now.Add(-time.Minute), map[string]any{"max_daily_conversations_per_business": 10000, "max_phone_numbers_per_business": 25})
		tells(t, k, "business_capability_update", now, map[string]any{"max_daily_conversations_per_business": "TIER_2K"})
		tells(t, k, "business_capability_update", now.Add(-time.Hour), map[string]any{"max_daily_conversations_per_business": "TIER_UNLIMITED"})
		if n := numberOf(k); n.Text("messagingLimit") != "TIER_2K" {
			t.Errorf("the limit is %s", n.Body)
		}
		if _, open, _ := healthOf(t, k); open["messaging_limit_drop"]["detail"] != "The messaging limit went from TIER_10K to TIER_2K." || open["display_name_rejected"] != nil {
			t.Errorf("the notices are %v", open)
		}
		var told []string
		r.Eventually(3)
		for _, d := range r.Delivered() {
			for _, c := range d.Data["changes"].([]any) {
				c := c.(map[string]any)
				told = append(told, c["field"].(string)+" "+c["from"].(string)+" "+c["to"].(string))
			}
		}
		want := "verified_name Sandbox Trading Second name; name_status  approved; messaging_limit  TIER_10K; messaging_limit TIER_10K TIER_2K"
		if got := strings.Join(told, "; "); got != want {
			t.Errorf("the receiver was told %s", got)
		}
	})
}

// Nothing is accepted for an account that is gone, and what was accepted before
// is not sent.
func TestDisabledAccountSendsNothing(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		later := testkit.OrderShipped(person)
		later["scheduledAt"] = k.Now().Add(time.Hour)
		waiting := k.SendMessage(later)
		now := k.Now()
		ban := func(at time.Time, state string) {
			tells(t, k, "account_update", at, map[string]any{"event": "DISABLED_UPDATE", "ban_info": map[string]any{"waba_ban_state": state, "waba_ban_date": "April 17, 2025"}})
		}
		ban(now.Add(time.Second), "SCHEDULE_FOR_DISABLE")
		if status, open, _ := healthOf(t, k); status != "warning" || open["account_disabled"] == nil {
			t.Errorf("an account that is going to be disabled makes the number %s: %v", status, open)
		}
		k.SendMessage(testkit.OrderShipped(person))
		k.Advance(time.Minute)
		ban(k.Now(), "DISABLE")
		r := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped(person))
		if r.Status != http.StatusUnprocessableEntity || r.Code() != "messaging_account_disabled" {
			t.Errorf("a send from a disabled account is answered with %d %s", r.Status, r.Body)
		}
		list := k.Do(http.MethodGet, "/v1/messaging-accounts", k.Key, nil)
		if account := list.JSON()["data"].([]any)[0].(map[string]any); account["status"] != "disabled" || account["banState"] != "disable" {
			t.Errorf("the account is shown as %v", account)
		}
		k.Advance(time.Hour)
		k.Eventually("what was accepted before waits", func() bool { return waits(k, waiting) })
		if m := k.Message(waiting); m["status"] == "failed" {
			t.Errorf("what was accepted before fails at once with %v", m["error"])
		}
		k.Advance(time.Hour + time.Minute)
		if m := k.EventuallyMessage(waiting, "failed"); m["error"].(map[string]any)["code"] != "messaging_account_disabled" {
			t.Errorf("what was accepted before fails with %v", m["error"])
		}
		ban(k.Now(), "REINSTATE")
		k.EventuallyMessage(k.SendMessage(testkit.OrderShipped(person)), "delivered")
		if status, open, _ := healthOf(t, k); open["account_disabled"] != nil {
			t.Errorf("after it was reinstated the number is %s: %v", status, open)
		}
	})
}

// What was accepted before an account was disabled is sent when it is reinstated in time; both
// are noticed at once, and told once.
func TestAReinstatedAccountSendsWhatWaits(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		var waiting []string
		for i := range 5 {
			later := testkit.OrderShipped(fmt.Sprintf("+1415555%04d", 300+i))
			later["scheduledAt"] = k.Now().Add(10 * time.Minute)
			waiting = append(waiting, k.SendMessage(later))
		}
		ban := func(state string) {
			tells(t, k, "account_update", k.Now(), map[string]any{"event": "DISABLED_UPDATE", "ban_info": map[string]any{"waba_ban_state": state, "waba_ban_date": "April 17, 2025"}})
		}
		began := k.Now()
		ban("DISABLE")
		status, open, _ := healthOf(t, k)
		if open["account_disabled"] == nil || k.Now().Sub(began) > time.Minute {
			t.Errorf("after %s the number is %s: %v", k.Now().Sub(began), status, open)
		}
		if r := k.Do(http.MethodGet, "/v1/onboarding/doctor", k.Key, nil); !strings.Contains(string(r.Body), "Ask for a review on the account's quality page") || strings.Contains(string(r.Body), "Connect it again") {
			t.Errorf("the doctor says %s", r.Body)
		}
		k.Advance(20 * time.Minute)
		k.Eventually("one was tried", func() bool { return slices.ContainsFunc(waiting, func(id string) bool { return waits(k, id) }) })
		for _, id := range waiting {
			k.Eventually("it waits while the account is disabled", func() bool { // one may just be tried
				status := k.Message(id)["status"]
				return status == "queued" || status == "scheduled"
			})
		}
		ban("REINSTATE")
		k.Advance(6 * time.Minute)
		for _, id := range waiting {
			k.EventuallyMessage(id, "delivered")
		}
		if told := k.Count("events", "kind = 'phone_number.updated'"); told != 2 {
			t.Errorf("it was told %d times that the number cannot and can send", told)
		}
	})
}

// A restriction keeps back what it says, for as long as it says.
func TestRestrictedAccount(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	k.SendMessage(testkit.OrderShipped(person)) // the conversation is remembered from now on
	k.Settle()
	restrict := func(kind string, until time.Time) {
		tells(t, k, "account_update", k.Now(), map[string]any{"event": "ACCOUNT_RESTRICTION", "restriction_info": []any{
			map[string]any{"restriction_type": kind, "expiration": until.Unix()}}})
	}
	restrict("RESTRICTED_BIZ_INITIATED_MESSAGING", k.Now().Add(time.Hour))
	if r := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped(person)); r.Code() != "messaging_account_restricted" {
		t.Errorf("a template to somebody who did not write is answered with %d %s", r.Status, r.Body)
	}
	k.CustomerWrites(person, "Hello")
	k.EventuallyMessage(k.SendMessage(testkit.OrderShipped(person)), "delivered")
	k.EventuallyMessage(k.SendMessage(testkit.Text(person, "Hello")), "delivered")
	restrict("RESTRICTED_UTILITY_TEMPLATES", k.Now().Add(time.Hour))
	if r := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped(person)); r.Code() != "messaging_account_restricted" {
		t.Errorf("a utility template is answered with %d %s", r.Status, r.Body)
	}
	restrict("RESTRICTED_CUSTOMER_INITIATED_MESSAGING", k.Now().Add(time.Hour))
	if r := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.Text(person, "Hello")); r.Code() != "messaging_account_restricted" {
		t.Errorf("an answer is answered with %d %s", r.Status, r.Body)
	}
	account := k.Do(http.MethodGet, "/v1/messaging-accounts", k.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
	if account["status"] != "restricted" || len(account["restrictions"].([]any)) != 3 {
		t.Errorf("the account is shown as %v", account)
	}
	if status, open, _ := healthOf(t, k); status != "critical" || open["account_restricted"] == nil {
		t.Errorf("the number is %s: %v", status, open)
	}
	k.Advance(61 * time.Minute)
	k.EventuallyMessage(k.SendMessage(testkit.OrderShipped("+14155550199")), "delivered")
	if status, open, _ := healthOf(t, k); status != "healthy" {
		t.Errorf("after the restrictions ended the number is %s: %v", status, open)
	}
}

// New components are read from the provider; late news of a template change
// nothing.
func TestTemplateNews(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		row := func() testkit.Row {
			return k.Rows("SELECT * FROM templates WHERE workspace_id = '%s' AND name = 'order_shipped' ORDER BY id", k.WorkspaceID)[0]
		}
		news := func(field string, at time.Time, value map[string]any) {
			value["message_template_id"], value["message_template_name"], value["message_template_language"] = json.Number(row()["provider_id"].(string)), "order_shipped", "en_US"
			tells(t, k, field, at, value)
		}
		now := k.Now()
		news("message_template_quality_update", now, map[string]any{"previous_quality_score": "GREEN", "new_quality_score": "YELLOW"})
		news("message_template_quality_update", now.Add(-time.Minute), map[string]any{"previous_quality_score": "UNKNOWN", "new_quality_score": "GREEN"})
		news("message_template_status_update", now, map[string]any{"event": "PAUSED"})
		news("message_template_status_update", now.Add(-time.Minute), map[string]any{"event": "REJECTED", "reason": "SCAM"})
		if r := row(); r["quality"] != "YELLOW" || r["status"] != "paused" || r["reason"] != "" {
			t.Errorf("the template is %v", r)
		}
		components := row()["components"]
		news("message_template_components_update", now, map[string]any{"message_template_element": "Something new"})
		k.Eventually("the account is read anew", func() bool { return k.Count("jobs", "kind = 'sync_account'") == 0 && row()["status"] == "approved" })
		if row()["components"] != components {
			t.Error("the components were guessed")
		}
	})
}

// An alert of which the provider leaves out what it is about is shown with what
// it does say, and ends when the provider says so.
func TestAlertWithoutAType(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	at := k.Now().Add(-time.Hour)
	for i, c := range []struct{ status, description, want string }{
		{"ACTIVE", "", "The provider alerts: something that it does not name."},
		{"ACTIVE", "Limits cannot be increased.", "The provider alerts: something that it does not name. Limits cannot be increased."},
		{"NONE", "", ""},
	} {
		tells(t, k, "account_alerts", at.Add(time.Duration(i)*time.Minute), map[string]any{"entity_type": "BUSINESS", "entity_id": "506914307656634",
			"alert_info": map[string]any{"alert_severity": "WARNING", "alert_status": c.status, "alert_description": c.description}})
		_, open, _ := healthOf(t, k)
		if got, _ := open["account_alert"]["detail"].(string); got != c.want || c.want != "" && open["account_alert"]["severity"] != "warning" {
			t.Errorf("%s %q: the notice is %v", c.status, c.description, open["account_alert"])
		}
	}
	if count, _ := notApplied(t, k); count != 0 {
		t.Errorf("%v parts were not applied", count)
	}
	tells(t, k, "account_alerts", at.Add(time.Hour), map[string]any{"entity_type": "BUSINESS", "entity_id": "506914307656634", "alert_info": map[string]any{"alert_status": "NONE"}})
	if _, detail := notApplied(t, k); !strings.Contains(detail, "the alert something that it does not name is over, and none is open here") {
		t.Errorf("the problem is %q", detail)
	}
}
