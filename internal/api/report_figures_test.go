package api_test

import (
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
)

// What a customer writes and what is answered is in the reports, with as many items as
// each number says, and in the table.
func TestReportsOfAConversation(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		wrote := k.EventuallyStored(k.CustomerWrites("+14155550123", "Where is my order?"))
		k.EventuallyMessage(k.SendMessage(testkit.Text("+14155550123", "On its way.")), "delivered")
		number := func(path string) int {
			t.Helper()
			return int(testkit.Number(k.Do("GET", path, k.Key, nil).JSON(), "count"))
		}
		k.Eventually("both messages and the answer are counted", func() bool {
			return number("/v1/reports/messages") == 2 && number("/v1/reports/answers") == 1 && number("/v1/reports/first-answers?part=api_key") == 1
		})
		if n := number("/v1/reports/openings?part=contact_wrote"); n != 1 {
			t.Errorf("%d episodes opened", n)
		}
		items := k.Do("GET", "/v1/reports/messages/items?part=contact", k.Key, nil)
		if list, _ := items.JSON()["data"].([]any); len(list) != 1 || list[0].(map[string]any)["messageId"] != wrote {
			t.Errorf("items: %s", items.Body)
		}
		if n := number("/v1/reports/answers?phoneNumberId=" + k.NumberID); n != 1 {
			t.Errorf("%d answers of the number", n)
		}
		if r := k.Do("GET", "/v1/reports/answers?groupBy=phone_number", k.Key, nil); r.Text("groups", "0", "id") != k.NumberID && !strings.Contains(string(r.Body), k.NumberID) {
			t.Errorf("by number: %s", r.Body)
		}
		table := k.Do("GET", "/v1/reports/messages/export", k.Key, nil)
		lines := strings.Split(strings.TrimSpace(string(table.Body)), "\n")
		if table.Status != http.StatusOK || lines[0] != "date,count,part:api_key,part:contact" || len(lines) != 8 || !strings.HasSuffix(lines[7], ",2,1,1") && !strings.HasSuffix(lines[6], ",2,1,1") {
			t.Errorf("the table: %d\n%s", table.Status, table.Body)
		}
	})
}
