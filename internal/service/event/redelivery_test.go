package event_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// A rate below the number of events that are put on their way at once is kept:
// the next ones wait for as long as these take.
func TestALowRedeliveryRateIsKept(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true, Config: func(c *config.Serve) { c.RedeliveryRate = 1 }}, func(t *testing.T, k *testkit.Kit) {
		receiver := k.NewReceiver("messages.received")
		path := "/v1/webhook-endpoints/" + k.Do(http.MethodGet, "/v1/webhook-endpoints", k.Key, nil).Text("data", "0", "id")
		enable := func(enabled bool) {
			t.Helper()
			if r := k.Do(http.MethodPatch, path, k.Key, map[string]any{"enabled": enabled}); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		enable(false)
		k.Must(k.DB().Update(context.Background(), "key", func(tx *db.Tx) error {
			for range 40 {
				if err := event.AppendEvent(tx, crm.EventMessagesReceived, k.WorkspaceID, "key", crm.EventScope{}, map[string]any{}); err != nil {
					return err
				}
			}
			return nil
		}))
		enable(true)
		r := k.Do(http.MethodPost, path+"/redeliveries", k.Key, map[string]any{"what": "missed"})
		if r.Status != http.StatusAccepted {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		k.Eventually("the first are queued, and the next wait", func() bool {
			return k.Count("jobs", fmt.Sprintf("kind = 'redeliver' AND owner = '' AND run_at > %d", k.Now().Add(2*time.Second).UnixMilli())) == 1
		})
		k.Advance(time.Minute)
		k.Eventually("all come", func() bool { return len(receiver.Delivered()) == 40 })
	})
}

// Redeliveries that have not ended are bounded; one that is canceled makes room.
func TestOpenRedeliveriesAreBounded(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		k.NewReceiver("messages.received")
		endpoint := k.Do(http.MethodGet, "/v1/webhook-endpoints", k.Key, nil).Text("data", "0", "id")
		path := "/v1/webhook-endpoints/" + endpoint
		first := ""
		k.Must(k.DB().Update(context.Background(), "key", func(tx *db.Tx) error {
			for n := range crm.MaxOpenRedeliveries {
				r := crm.Redelivery{ID: tx.NewID(crm.PrefixRedelivery), WorkspaceID: k.WorkspaceID, EndpointID: endpoint}
				if n == 0 {
					first = r.ID
				}
				if err := event.InsertRedelivery(tx, &r, tx.Now()); err != nil {
					return err
				}
			}
			return nil
		}))
		begin := func(want int) (r testkit.Response) {
			t.Helper()
			if r = k.Do(http.MethodPost, path+"/redeliveries", k.Key, map[string]any{"what": "missed"}); r.Status != want {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			return r
		}
		if r := begin(http.StatusConflict); r.Code() != string(crm.CodeRedeliveryLimit) {
			t.Errorf("%s", r.Body)
		}
		if r := k.Do(http.MethodPost, path+"/redeliveries/"+first+"/cancel", k.Key, nil); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if n := k.Count("audit_log", "action = 'redelivery.canceled'"); n != 1 {
			t.Errorf("it is recorded %d times", n)
		}
		begin(http.StatusAccepted)
	})
}

// Times that can be written in no answer are refused before they are kept.
func TestTimesOfRedeliveriesAndStatistics(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	k.NewReceiver()
	path := "/v1/webhook-endpoints/" + k.Do(http.MethodGet, "/v1/webhook-endpoints", k.Key, nil).Text("data", "0", "id")
	for body, pointer := range map[string]string{
		`{"what":"missed","until":"9999-12-31T23:59:59-10:00"}`:                              "/until",
		`{"what":"range","since":"0000-01-01T00:00:00+10:00","includeSucceeded":true}`:       "/since",
		`{"what":"range","since":"1969-12-31T23:59:59.999Z","until":"1970-01-01T00:00:00Z"}`: "/since",
	} {
		if r := k.Do(http.MethodPost, path+"/redeliveries", k.Key, body); r.Status != http.StatusUnprocessableEntity || r.Text("errors", "0", "pointer") != pointer {
			t.Errorf("%s is answered with %d %s", body, r.Status, r.Body)
		}
	}
	if r := k.Do(http.MethodGet, path+"/redeliveries", k.Key, nil); r.Status != http.StatusOK || r.JSON()["data"] == nil {
		t.Errorf("the list: %d %s", r.Status, r.Body)
	}
	if r := k.Do(http.MethodGet, path+"/statistics?until=9999-12-31T23:59:59Z", k.Key, nil); r.Status != http.StatusUnprocessableEntity {
		t.Errorf("statistics: %d %s", r.Status, r.Body)
	}
}
