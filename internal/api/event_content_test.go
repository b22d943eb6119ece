package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"service.example/crm/internal/testkit"
)

// An event has what the API shows of the message, and the identifier that it
// carries finds the message.
func TestEventsHaveTheirContent(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("messages.received", "messages.upsert")
		at := k.Now()
		post(t, k, "messages", "messages", testkit.Incoming("wamid.T/a+b==", customer, "Hello", at),
			item("wamid.L", customer, "location", at, map[string]any{"latitude": 0, "longitude": -122.5, "name": "Pier"}),
			item("wamid.C", customer, "contacts", at, []any{map[string]any{"name": map[string]any{"formatted_name": "Ada L."}, "phones": []any{map[string]any{"phone": "+1 650", "wa_id": "1650"}}}}),
			item("wamid.O", customer, "order", at, map[string]any{"catalog_id": "cat", "product_items": []any{map[string]any{"product_retailer_id": "sku", "quantity": 2, "item_price": 7.5, "currency": "USD"}}}),
			reacts("wamid.R", "wamid.L", "👍", at))
		r.Eventually(10)
		for _, d := range r.Delivered() {
			var got, want any
			switch id := d.Data["message_id"]; id {
			case "wamid.L":
				got, want = d.Data["location"], `{"address":"","latitude":0,"longitude":-122.5,"name":"Pier","url":""}`
			case "wamid.C":
				card := d.Data["contacts"].([]any)[0].(map[string]any)
				got, want = []any{card["name"].(map[string]any)["formatted_name"], card["phones"]}, `["Ada L.",[{"phone":"+1 650","type":"","wa_id":"1650"}]]`
			case "wamid.O":
				got, want = d.Data["order"], `{"catalog_id":"cat","items":[{"currency":"USD","price":"7.5","product_retailer_id":"sku","quantity":2}],"text":""}`
			case "wamid.R":
				got, want = d.Data["reaction"], `{"emoji":"👍","message_id":"wamid.L"}`
			default:
				got, want = []any{d.Data["location"], d.Data["contacts"], d.Data["order"], d.Data["reaction"]}, `[null,[],null,null]`
			}
			if text, _ := json.Marshal(got); string(text) != want {
				t.Errorf("%s of %v has %s, not %s", d.Event, d.Data["message_id"], text, want)
			}
			id := d.Data["message_id"].(string)
			one := k.Do(http.MethodGet, "/v1/messages/"+url.PathEscape(id), k.Key, nil)
			list := k.Do(http.MethodGet, "/v1/messages?providerMessageId="+url.QueryEscape(id), k.Key, nil)
			found, _ := list.JSON()["data"].([]any)
			if one.Status != http.StatusOK || one.Text("providerMessageId") != id || len(found) != 1 || fmt.Sprint(found[0].(map[string]any)["id"]) != one.Text("id") {
				t.Errorf("%s is found as %d %s and %s", id, one.Status, one.Body, list.Body)
			}
			if r := k.Do(http.MethodGet, "/v1/messages/"+url.PathEscape(id), k.Other.Key, nil); r.Status != http.StatusNotFound {
				t.Errorf("another workspace gets %d %s", r.Status, r.Body)
			}
		}
	})
}
