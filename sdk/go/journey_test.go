//go:build journey

package service_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"io"

	service "service.example/crm/sdk/go"
)

// TestJourney walks through a running demo (CRM_DEMO_JSON names its
// demo.json): a template is sent, delivered and told of by a signed webhook.
func TestJourney(t *testing.T) {
	var demo struct {
		URL    string `json:"url"`
		APIKey string `json:"apiKey"`
	}
	text, err := os.ReadFile(os.Getenv("CRM_DEMO_JSON"))
	if err == nil {
		err = json.Unmarshal(text, &demo)
	}
	if err != nil {
		t.Fatal(err)
	}
	client, err := service.NewClient(service.WithAPIKey(demo.APIKey), service.WithBaseURL(demo.URL))
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	secret := make(chan string, 1)
	told := make(chan service.MessageStatusData, 16)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s := <-secret
		secret <- s
		event, err := service.VerifyWebhook(body, r.Header, s)
		if err != nil {
			t.Error(err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var data service.MessageStatusData
		if event.Event == "messages.status_updated" && json.Unmarshal(event.Data, &data) == nil {
			told <- data
		}
	}))
	defer receiver.Close()
	endpoint, err := client.WebhookEndpoints.Create(ctx, service.CreateWebhookEndpoint{URL: receiver.URL, Events: []string{"messages.status_updated"}})
	if err != nil {
		t.Fatal(err)
	}
	secret <- endpoint.Secret
	defer client.WebhookEndpoints.Delete(ctx, endpoint.ID)

	sent, err := client.Messages.Send(ctx, service.SendMessage{To: "+15551234567", Type: "template", TemplateName: "order_shipped",
		Parameters: map[string]string{"name": "Ada", "order_number": "48213", "eta": "Friday"}})
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.After(20 * time.Second); ; {
		select {
		case <-deadline:
			t.Fatal("the message was not delivered")
		case data := <-told:
			if data.MessageID != sent.MessageID || data.Status != "delivered" {
				continue
			}
		}
		break
	}
	m, err := client.Messages.Get(ctx, sent.MessageID)
	if err != nil || m.Status != "delivered" && m.Status != "read" || len(m.Attempts) != 1 {
		t.Fatal(m, err)
	}
	found := false
	for item, err := range client.Messages.List(service.ListMessages{To: "+15551234567", Limit: 1}).All(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if found = item.ID == sent.MessageID; found {
			break
		}
	}
	if !found {
		t.Error("the message is not in the list")
	}
	_, err = client.Messages.Send(ctx, service.SendMessage{To: "nobody", Type: "template", TemplateName: "no_such"})
	var failure *service.Error
	if !errors.As(err, &failure) || failure.Status != 422 || len(failure.Faults) == 0 {
		t.Error(err)
	}
}
