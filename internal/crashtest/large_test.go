package crashtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
)

// A body that was acknowledged is applied to its end, each message once and in
// order, however often the process is killed on its way through it.
func TestALargeBodyOverKills(t *testing.T) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		const count = 1000
		w := newWorld(t, bin, database, 1)
		n := w.nodes[0]
		body := largeBody(count)
		req, err := http.NewRequest("POST", n.url+"/provider/webhook", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Hub-Signature-256", sandbox.Sign("sandbox-app-secret", body))
		res, err := w.http.Do(req)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("the body is answered with %v %v", res, err)
		}
		_ = res.Body.Close()
		met := []int{0}
		kills := 6
		if db.IsPostgres(database) {
			kills = 2 // after each, what the node held is free only once its lease has run out
		}
		applyFurther := func(last int) (got int) {
			awaitUntil(t, 60*time.Second, "the body is applied further", func() (bool, string) {
				got = len(w.inbound(n.url))
				return got > last || got == count, fmt.Sprint(got, " messages")
			})
			return got
		}
		for range kills {
			applyFurther(met[len(met)-1])
			n.p.kill()
			w.start(n)
			met = append(met, len(w.inbound(n.url)))
		}
		for got := 0; got < count; {
			got = applyFurther(got)
		}
		for id, list := range w.inbound(n.url) {
			if len(list) != 1 {
				t.Errorf("%s is stored %d times", id, len(list))
			}
		}
		w.inOrder(n.url, count)
		t.Logf("%d bytes; stored after each kill: %v", len(body), met)
	})
}

func largeBody(count int) []byte {
	items := make([]any, count)
	for i := range items {
		items[i] = map[string]any{"id": fmt.Sprintf("wamid.large.%04d", i), "from": fmt.Sprintf("1415555%04d", i%20), "type": "text",
			"timestamp": fmt.Sprint(time.Now().Unix()), "text": map[string]any{"body": fmt.Sprint(i, strings.Repeat(" and more", 300))}}
	}
	body, _ := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": account, "changes": []any{
		map[string]any{"field": "messages", "value": map[string]any{"metadata": map[string]any{"phone_number_id": "100000000000001"}, "messages": items}}}}}})
	return body
}

// inOrder checks that every message was told once, in the order of the body.
func (w *world) inOrder(base string, count int) {
	w.t.Helper()
	next := 0
	for cursor := ""; ; {
		var page struct {
			Data []struct {
				Data struct {
					MessageID string `json:"message_id"`
				}
			}
			NextCursor *string
		}
		w.api(base, "GET", "/v1/events?event=messages.received&limit=200&cursor="+cursor, nil, &page)
		for _, e := range page.Data {
			if want := fmt.Sprintf("wamid.large.%04d", next); e.Data.MessageID != want {
				w.t.Fatalf("%s is told instead of %s", e.Data.MessageID, want)
			}
			next++
		}
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
	}
	if next != count {
		w.t.Errorf("%d messages are told", next)
	}
}
