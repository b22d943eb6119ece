package delivery_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// Pages of deliveries, newest first, repeat nothing and leave nothing out while
// more come in; filters pick what they say.
func TestPagesOfDeliveries(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		c.answer = func(w http.ResponseWriter, n numbered) {
			if n.Key == "key-0" {
				w.WriteHeader(http.StatusGatewayTimeout)
			}
		}
		id := endpointWith(k, c.url, map[string]any{"ordering": "none"})
		a, b := &appender{k: k, kind: crm.EventMessagesReceived}, &appender{k: k, kind: crm.EventMessagesUpsert}
		a.append(t, 3, 2) // few enough failures for the breaker to stay closed
		b.next = a.next
		b.append(t, 1, 4)
		k.Quiet()
		path := "/v1/webhook-endpoints/" + id + "/deliveries"
		read := func(query url.Values, meanwhile func()) (list []map[string]any) {
			t.Helper()
			seen := map[string]bool{}
			for {
				page := ask(t, k, http.MethodGet, path+"?"+query.Encode(), nil)
				for _, item := range page["data"].([]any) {
					d := item.(map[string]any)
					if eventID := d["eventId"].(string); seen[eventID] || len(list) > 0 && eventID > list[len(list)-1]["eventId"].(string) {
						t.Errorf("%s comes again or too late", eventID)
					} else {
						seen[eventID] = true
					}
					list = append(list, d)
				}
				next, more := page["nextCursor"].(string)
				if !more {
					return list
				}
				query.Set("cursor", next)
				if meanwhile != nil {
					meanwhile()
				}
			}
		}
		if n := len(read(url.Values{"limit": {"7"}}, func() { a.append(t, 2, 3); k.Quiet() })); n != 10 {
			t.Errorf("%d are listed, want the 10 that were there", n)
		}
		for query, want := range map[string]int{"state=pending&event=messages.upsert": 4, "event=messages.upsert": 4, "state=failed": 0} {
			values, err := url.ParseQuery(query)
			k.Must(err)
			list := read(values, nil)
			if len(list) != want {
				t.Errorf("%s lists %d, want %d", query, len(list), want)
			}
			for _, d := range list {
				if d["state"] != "pending" || d["class"] != "server_error" || d["statusCode"] != 504.0 || d["nextAttemptAt"] == nil {
					t.Errorf("%s lists %v", query, d)
				}
			}
		}
		all := read(url.Values{"limit": {"200"}}, nil)
		one := read(url.Values{"eventId": {all[5]["eventId"].(string)}}, nil)
		if len(one) != 1 || one[0]["id"] != all[5]["id"] {
			t.Errorf("one event lists %v", one)
		}
		if list := read(url.Values{"since": {k.Now().Add(time.Hour).Format(time.RFC3339)}}, nil); len(list) != 0 {
			t.Errorf("%d of the future are listed", len(list))
		}
		// A page looks at so many deliveries only: what it seeks comes on a later one.
		err := k.DB().Update(context.Background(), id, func(tx *db.Tx) error {
			for range 2500 {
				event.RecordDelivery(tx, event.Delivery{EndpointID: id, EventID: tx.NewID(crm.PrefixEvent), WorkspaceID: k.WorkspaceID, State: event.DeliverySucceeded, Attempt: 1},
					&event.DeliveryAttempt{StartedAt: tx.Now(), StatusCode: 200})
			}
			return nil
		})
		k.Must(err)
		first := ask(t, k, http.MethodGet, path+"?event=messages.upsert", nil)
		if n := len(first["data"].([]any)); n != 0 || first["nextCursor"] == nil {
			t.Errorf("the first page has %d, and goes on at %v", n, first["nextCursor"])
		}
		if n := len(read(url.Values{"event": {"messages.upsert"}}, nil)); n != 4 {
			t.Errorf("all pages have %d", n)
		}
	})
}
