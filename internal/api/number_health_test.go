package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/testkit"
)

// healthOf flushes and checks, and returns the number's health with its open
// notices by kind.
func healthOf(t *testing.T, k *testkit.Kit) (status string, open map[string]map[string]any, body map[string]any) {
	t.Helper()
	ctx := context.Background()
	k.Must(k.App.Service.Account.FlushHealth(ctx))
	k.Must(k.App.Service.Account.CheckHealth(ctx))
	r := k.Do(http.MethodGet, "/v1/phone-numbers/"+k.NumberID+"/health", k.Key, nil)
	if r.Status != http.StatusOK {
		t.Fatalf("the health is answered with %d %s", r.Status, r.Body)
	}
	open, body = map[string]map[string]any{}, r.JSON()
	for _, n := range body["notices"].([]any) {
		if n := n.(map[string]any); n["resolvedAt"] == nil {
			open[n["kind"].(string)] = n
		}
	}
	return r.Text("status"), open, body
}

// Statuses and replies about messages that were never seen here are told.
func TestHealthTellsOfUnknownMessages(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		ours := testkit.Status("wamid.lost", "delivered", customer, k.Now())
		ours["biz_opaque_callback_data"] = "msg_01jd5k3v6rf0w8m2a4t9x7bq1e"
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", ours, testkit.Status("wamid.foreign", "delivered", customer, k.Now())))
		reply := testkit.Incoming("wamid.reply", customer, "Yes", k.Now())
		reply["context"] = map[string]any{"id": "wamid.older", "from": k.Number[1:]}
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "messages", reply))
		k.EventuallyStored("wamid.reply")
		status, open, body := healthOf(t, k)
		if status != "critical" || open["unknown_message_status"]["count"] != 1.0 || open["unknown_quoted_message"]["severity"] != "info" {
			t.Errorf("the number is %s: %v", status, open)
		}
		if hour := body["lastHour"].(map[string]any); hour["webhooks"] != 2.0 || hour["statuses"] != 2.0 || body["lastStatusAt"] == nil || body["lastWebhookAt"] == nil {
			t.Errorf("the last hour was %v", body)
		}
		// Nothing new for a day; then the status that nobody claimed is given up.
		k.Advance(25 * time.Hour)
		if status, open, _ := healthOf(t, k); status != "healthy" || len(open) != 0 {
			t.Errorf("after a day the number is %s: %v", status, open)
		}
		k.Advance(48 * time.Hour)
		k.Must(k.App.Service.Message.Sweep(context.Background()))
		if status, open, _ = healthOf(t, k); status != "warning" || open["unknown_message_status"]["count"] != 2.0 {
			t.Errorf("after the statuses were given up the number is %s: %v", status, open)
		}
	})
}

// Messages without a status are told, and no more once the statuses come.
func TestHealthTellsOfOverdueStatuses(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		var statuses []any
		for range 5 {
			m := k.EventuallyMessage(k.SendMessage(testkit.OrderShipped(person)), "accepted")
			statuses = append(statuses, testkit.Status(m["providerMessageId"].(string), "sent", customer, k.Now()))
		}
		if status, _, _ := healthOf(t, k); status != "healthy" {
			t.Errorf("just after a send the number is %s", status)
		}
		k.Advance(15 * time.Minute)
		if status, open, _ := healthOf(t, k); status != "warning" || open["statuses_overdue"]["count"] != 5.0 {
			t.Errorf("a quarter of an hour later the number is %s: %v", status, open)
		}
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", statuses...))
		k.Quiet()
		if status, open, body := healthOf(t, k); status != "healthy" || len(open) != 0 || body["lastHour"].(map[string]any)["answered"] != 5.0 {
			t.Errorf("after the statuses came the number is %s: %v", status, body)
		}
	})
}

// Silence is told where the last days were busy, until the next webhook.
func TestHealthTellsOfSilence(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	ctx := context.Background()
	k.Must(k.DB().Update(ctx, "test", func(tx *db.Tx) error {
		for at := tx.Now().Add(-7 * 24 * time.Hour).Truncate(crm.TrafficStep); at.Before(tx.Now().Add(-time.Hour)); at = at.Add(crm.TrafficStep) {
			account.AddTraffic(tx, k.WorkspaceID, k.NumberID, crm.Traffic{Start: at, Webhooks: 30})
		}
		account.NoteActivity(tx, account.Activity{WorkspaceID: k.WorkspaceID, PhoneNumberID: k.NumberID, WebhookAt: tx.Now().Add(-time.Hour)})
		return nil
	}))
	if status, open, _ := healthOf(t, k); status != "warning" || open["silence"] == nil {
		t.Fatalf("after an hour of silence the number is %s: %v", status, open)
	}
	metrics := string(k.Do(http.MethodGet, "/metrics", "", nil).Body)
	for _, line := range []string{`crm_phone_number_notices{kind="silence"} 1`, `crm_phone_number_health{status="warning"} 1`, `crm_phone_number_health{status="healthy"} 1`} {
		if !strings.Contains(metrics, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
	k.CustomerWrites(person, "Hello")
	if status, open, _ := healthOf(t, k); status != "healthy" || len(open) != 0 {
		t.Errorf("after a webhook the number is %s: %v", status, open)
	}
}

// A burst of wrong signatures and the provider's own errors are told, to the
// number that they are about only.
func TestHealthTellsOfWrongSignaturesAndErrors(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	body := testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.1", customer, "Hello", k.Now()))
	for range 4 {
		k.PostProvider(testkit.Callback, "wrong", body)
	}
	if status, _, _ := healthOf(t, k); status != "healthy" {
		t.Errorf("four wrong signatures make the number %s", status)
	}
	for range 6 {
		k.PostProvider(testkit.Callback, "wrong", body)
	}
	for range 7 {
		k.PostProvider(testkit.Callback+"/"+k.AccountID, "wrong", []byte("{}"))
	}
	k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "errors", map[string]any{"code": 130429, "title": "Rate limit hit"}))
	k.Quiet()
	_, open, shown := healthOf(t, k)
	if open["webhook_signature_failures"]["count"] != 13.0 || open["provider_errors"]["detail"] != "The provider reports error 130429: Rate limit hit." {
		t.Errorf("the notices are %v", open)
	}
	if shown["lastHour"].(map[string]any)["webhooks"] != 1.0 {
		t.Errorf("posts that nobody vouches for are counted as webhooks: %v", shown["lastHour"])
	}
	if r := k.Do(http.MethodGet, "/v1/phone-numbers/"+k.Other.NumberID+"/health", k.Other.Key, nil); r.Text("status") != "healthy" {
		t.Errorf("the other number is %s", r.Body)
	}
}
