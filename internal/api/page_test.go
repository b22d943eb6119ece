package api_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// insert accepts n messages that are sent much later and returns their
// identifiers.
func insert(t *testing.T, k *testkit.Kit, n int) (ids []string) {
	t.Helper()
	var list []any
	for range n {
		list = append(list, map[string]any{"to": "+14155550123", "type": "template", "templateName": "hello_world",
			"scheduledAt": k.Now().Add(48 * time.Hour)})
	}
	r := k.Do(http.MethodPost, "/v1/messages/batch", k.Key, map[string]any{"messages": list})
	for _, one := range r.JSON()["results"].([]any) {
		id, _ := one.(map[string]any)["messageId"].(string)
		ids = append(ids, id)
	}
	return ids
}

// walk pages through a list and returns the identifiers that it saw.
func walk(t *testing.T, k *testkit.Kit, path string, between func()) (ids []string) {
	t.Helper()
	cursor := ""
	for {
		r := k.Do(http.MethodGet, path+"&cursor="+url.QueryEscape(cursor), k.Key, nil)
		if r.Status != http.StatusOK {
			t.Fatalf("a page is answered with %d %s", r.Status, r.Body)
		}
		page := r.JSON()
		for _, one := range page["data"].([]any) {
			ids = append(ids, one.(map[string]any)["id"].(string))
		}
		if page["nextCursor"] == nil {
			return ids
		}
		cursor = page["nextCursor"].(string)
		between()
	}
}

// Pages show every message once and in order, while new ones come in.
func TestPages(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		want := insert(t, k, 500)
		slices.Reverse(want)
		pages := 0
		got := walk(t, k, "/v1/messages?limit=7", func() {
			if pages++; pages%5 == 0 {
				insert(t, k, 3)
			}
		})
		if !slices.Equal(got, want) {
			t.Errorf("%d pages show %d messages, not the 500 in order", pages, len(got))
		}
		if n := len(walk(t, k, "/v1/messages?limit=200&status=scheduled", func() {})); n != k.Count("messages") {
			t.Errorf("a filter shows %d of %d messages", n, k.Count("messages"))
		}
	})
}

// The event log is oldest first: what comes in meanwhile is at its end.
func TestPagesOfEvents(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		for range 20 {
			k.SendMessage(testkit.OrderShipped("+14155550123"))
		}
		k.Quiet()
		first := walk(t, k, "/v1/events?limit=7", func() {})
		if len(first) != 20 || !slices.IsSorted(first) {
			t.Fatalf("%d events, sorted: %v", len(first), slices.IsSorted(first))
		}
		k.SendMessage(testkit.OrderShipped("+14155550123"))
		k.Quiet()
		if more := walk(t, k, "/v1/events?limit=7&after="+first[19], func() {}); len(more) != 1 {
			t.Errorf("after the last event there are %d, want the new one", len(more))
		}
	})
}

// Every other list pages as well.
func TestPagesOfEveryList(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	for range 4 {
		k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": "https://example.com"})
		k.NewKey(k.WorkspaceID, crm.ScopeAll)
	}
	for path, want := range map[string]int{"/v1/webhook-endpoints?limit=1": 4, "/v1/api-keys?limit=2": 5, "/v1/templates?limit=3": 14, "/v1/phone-numbers?limit=1": 1} {
		ids := walk(t, k, path, func() {})
		slices.Sort(ids)
		if n := len(slices.Compact(ids)); n != want {
			t.Errorf("%s shows %d, want %d", path, n, want)
		}
	}
}

// A cursor of another list is refused where the list goes by numbers, also one from
// before cursors said which list they belong to.
func TestACursorWithoutANumber(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	for _, after := range []string{"msg_01jd5k3v6rf0w8m2a4t9x7bq1e", "0", "-1", "9999999999999999999", "1 "} {
		cursor := base64.RawURLEncoding.EncodeToString([]byte("1:" + after))
		r := k.Do(http.MethodGet, "/v1/audit-log?cursor="+cursor, k.Key, nil)
		if r.Status != http.StatusUnprocessableEntity || r.Code() != string(crm.CodeParameterInvalid) {
			t.Errorf("%q: %d %s", after, r.Status, r.Body)
		}
	}
	first := base64.RawURLEncoding.EncodeToString([]byte("1:1"))
	if r := k.Do(http.MethodGet, "/v1/audit-log?cursor="+first, k.Key, nil); r.Status != http.StatusOK {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}
