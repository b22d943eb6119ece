package api_test

import (
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
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

// Who does not reach everything reads the reports of what is theirs, and is told what to ask
// for otherwise.
func TestReportsOfALimitedReach(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		leads, answers := k.NewPerson(k.WorkspaceID, crm.RoleSupervisor), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		var teams []string
		for _, name := range []string{"Repairs", "Sales"} {
			teams = append(teams, k.Do("POST", "/v1/teams", k.Key, map[string]any{"name": name}).Text("id"))
		}
		if r := k.Do("PUT", "/v1/teams/"+teams[0]+"/members", k.Key, map[string]any{"userIds": []string{leads.ID, answers.ID}}); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		for i, from := range []string{"+14155550123", "+14155550124"} {
			k.EventuallyStored(k.CustomerWrites(from, "Where is my order?"))
			list := k.Do("GET", "/v1/conversations", k.Key, nil)
			if r := k.Do("PUT", "/v1/conversations/"+list.Text("data", "0", "id")+"/assignment", k.Key, map[string]any{"teamId": teams[i]}); r.Status >= 300 {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		k.Eventually("both assignments are counted", func() bool {
			return testkit.Number(k.Do("GET", "/v1/reports/assignments", k.Key, nil).JSON(), "count") == 2
		})
		for _, c := range []struct {
			who   testkit.Person
			query string
			count int // -1 for refused
		}{
			{leads, "", -1}, {leads, "?teamId=" + teams[1], -1}, {leads, "?agentId=" + answers.ID, -1}, {leads, "?phoneNumberId=" + k.NumberID, -1},
			{leads, "?teamId=" + teams[0], 1}, {leads, "?agentId=" + leads.ID, 0},
			{answers, "", -1}, {answers, "?teamId=" + teams[0], -1}, {answers, "?agentId=" + leads.ID, -1}, {answers, "?agentId=" + answers.ID, 0},
		} {
			for _, path := range []string{"/v1/reports/assignments", "/v1/reports/assignments/items", "/v1/reports/assignments/export", "/v1/reports/waiting"} {
				r := k.Do("GET", path+c.query, c.who.Key, nil)
				if c.count < 0 && (r.Status != http.StatusForbidden || r.Text("code") != "reach_required" || !strings.Contains(r.Text("detail"), "agentId="+c.who.ID)) || c.count >= 0 && r.Status != http.StatusOK {
					t.Errorf("%s%s: %d %s", path, c.query, r.Status, r.Body)
				}
				if path == "/v1/reports/assignments" && c.count >= 0 && int(testkit.Number(r.JSON(), "count")) != c.count {
					t.Errorf("%s%s: %s", path, c.query, r.Body)
				}
			}
		}
	})
}
