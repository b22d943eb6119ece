package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

const rulesPath = "/v1/routing/rules"

func allTo(target map[string]any) map[string]any {
	return map[string]any{"rules": []any{}, "default": target}
}

// Everything that is wrong of the rules is told at once, each at its place.
func TestFaultsOfRules(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	team := k.Do(http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Support"}).Text("id")
	foreign := k.Do(http.MethodPost, "/v1/teams", k.Other.Key, map[string]any{"name": "Theirs"}).Text("id")
	stranger := k.NewPerson(k.Other.WorkspaceID, crm.RoleAgent).ID
	gone := k.NewPerson(k.WorkspaceID, crm.RoleAgent).ID
	k.Do(http.MethodPost, "/v1/users/"+gone+"/deactivate", k.Key, map[string]any{})
	rule := func(key string, when, target map[string]any) map[string]any {
		return map[string]any{"key": key, "when": when, "target": target}
	}
	good := map[string]any{"teamId": team}
	list := []any{
		rule("", nil, good),
		rule("same", nil, map[string]any{"agentId": stranger}), rule("same", nil, map[string]any{"agentId": gone}),
		rule("lists", map[string]any{"phoneNumberIds": []string{}, "languages": []string{"DE"}, "tags": []string{" "}, "keywords": []string{"?", strings.Repeat("x", 101)}, "replyIds": []string{""}, "labelIds": []string{"vip"}, "referral": map[string]any{"sourceIds": []string{strings.Repeat("x", 257)}}}, good),
		rule("fields", map[string]any{"labelIds": []string{"lbl_01jd5k3v6rf0w8m2a4t9x7bq1c"}, "contactFields": []any{map[string]any{"key": "Plan", "values": []string{}}}}, good),
		rule("targets", map[string]any{"hours": map[string]any{"calendarId": "cal_1", "within": true}}, map[string]any{"teamId": foreign, "priority": "high", "requiredSkills": []string{"a b"}, "overflow": map[string]any{"afterMinutes": 10081, "teamId": foreign}}),
		rule("assistant", nil, map[string]any{"assistantId": "ast_01jd5k3v6rf0w8m2a4t9x7bq1c", "preferredSkills": []string{"german"}}),
	}
	r := k.Do(http.MethodPut, rulesPath, k.Key, map[string]any{"rules": list, "default": map[string]any{}})
	want := []string{"/default", "/rules/0/key", "/rules/1/target/agentId", "/rules/2/key", "/rules/2/target/agentId", "/rules/3/when/phoneNumberIds", "/rules/3/when/languages/0", "/rules/3/when/tags/0",
		"/rules/3/when/keywords/0", "/rules/3/when/keywords/1", "/rules/3/when/replyIds/0", "/rules/3/when/labelIds/0", "/rules/4/when/labelIds/0", "/rules/3/when/referral/sourceIds/0", "/rules/4/when/contactFields/0/key", "/rules/4/when/contactFields/0/values",
		"/rules/5/when/hours/calendarId", "/rules/5/target/teamId", "/rules/5/target/requiredSkills/0", "/rules/5/target/overflow/afterMinutes", "/rules/5/target/overflow/teamId", "/rules/6/target/assistantId"}
	if r.Status != http.StatusUnprocessableEntity {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	for _, pointer := range want {
		if !strings.Contains(string(r.Body), `"pointer":"`+pointer+`"`) {
			t.Errorf("%s is not told: %s", pointer, r.Body)
		}
	}
	many := make([]any, crm.MaxRoutingRules+1)
	for i := range many {
		many[i] = rule(fmt.Sprintf("rule_%d", i), nil, good)
	}
	if r := k.Do(http.MethodPut, rulesPath, k.Key, map[string]any{"rules": many}); r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"/rules"`) {
		t.Errorf("%d %s", r.Status, r.Body)
	}
	if r := k.Do(http.MethodPut, rulesPath, k.Key, map[string]any{"rules": many[1:]}); r.Status != http.StatusOK || r.Header.Get("ETag") != `"1"` {
		t.Errorf("%d %v", r.Status, r.Header)
	}
	if n := len(k.Rows("SELECT * FROM routing_rules")); n != 1 {
		t.Errorf("%d versions", n)
	}
}

// Of two people who change the same version one wins; without a condition both do,
// one after the other, and no version is lost.
func TestRulesChangedAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		team := k.Do(http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Support"}).Text("id")
		var all sync.WaitGroup
		status := make([]int, 8)
		for i := range status {
			all.Go(func() {
				body := map[string]any{"rules": []any{map[string]any{"key": fmt.Sprintf("by_%d", i), "target": map[string]any{"teamId": team}}}}
				if i%2 == 0 {
					raw, err := json.Marshal(body)
					k.Must(err)
					status[i] = k.Send(testkit.Request{Method: http.MethodPut, Path: rulesPath, Key: k.Key, Body: raw, Header: map[string]string{"If-Match": `"0"`}}).Status
				} else {
					status[i] = k.Do(http.MethodPut, rulesPath, k.Key, body).Status
				}
			})
		}
		all.Wait()
		ok := 0
		for i, s := range status {
			if s == http.StatusOK {
				ok++
			} else if i%2 == 1 || s != http.StatusPreconditionFailed {
				t.Errorf("%d answers %d", i, s)
			}
		}
		versions := k.Do(http.MethodGet, rulesPath+"/versions?limit=200", k.Key, nil)
		now := k.Do(http.MethodGet, rulesPath, k.Key, nil)
		if list, _ := versions.JSON()["data"].([]any); len(list) != ok || ok < 4 || ok > 5 || now.Header.Get("ETag") != fmt.Sprintf("%q", fmt.Sprint(ok)) {
			t.Errorf("%d succeeded: %s, now %s", ok, versions.Body, now.Header.Get("ETag"))
		}
		first := k.Do(http.MethodGet, rulesPath+"/versions?limit=1", k.Key, nil)
		rest := k.Do(http.MethodGet, rulesPath+"/versions?cursor="+first.Text("nextCursor"), k.Key, nil)
		if list, _ := rest.JSON()["data"].([]any); len(list) != ok-1 {
			t.Errorf("%s", rest.Body)
		}
	})
}

// What routing names is not deleted: not the team, the calendar, the assistant and
// the label of the rules, nor those of another team's settings. It can be once nothing names it,
// and a team takes its own settings with it.
func TestWhatRoutingNamesStays(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		made := func(path string, body map[string]any) string {
			return path + "/" + k.Do(http.MethodPost, path, k.Key, body).Text("id")
		}
		id := func(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
		team, other := made("/v1/teams", map[string]any{"name": "Support"}), made("/v1/teams", map[string]any{"name": "Sales"})
		hours, shifts := made("/v1/calendars", map[string]any{"name": "Support", "timeZone": "UTC"}), made("/v1/calendars", map[string]any{"name": "Shifts", "timeZone": "UTC"})
		helper, label := made("/v1/assistants", map[string]any{"name": "Helper"}), made("/v1/labels", map[string]any{"name": "VIP"})
		set := func(path string, body map[string]any) {
			t.Helper()
			if r := k.Do(http.MethodPut, path, k.Key, body); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		set("/v1/routing/teams/"+id(team), map[string]any{"method": "round_robin", "shiftCalendarId": id(shifts), "overflow": map[string]any{"afterMinutes": 5, "teamId": id(other)}})
		set(rulesPath, map[string]any{"rules": []any{map[string]any{"key": "night", "when": map[string]any{"hours": map[string]any{"calendarId": id(hours), "within": false}, "labelIds": []string{id(label)}}, "target": map[string]any{"assistantId": id(helper)}}}, "default": map[string]any{"teamId": id(team)}})
		for _, path := range []string{team, other, hours, shifts, helper, label} {
			if r := k.Do(http.MethodDelete, path, k.Key, nil); r.Status != http.StatusConflict || r.Text("code") != string(crm.CodeInUse) || !strings.Contains(r.Text("detail"), "outing") {
				t.Errorf("%s: %d %s", path, r.Status, r.Body)
			}
		}
		if r := k.Do(http.MethodGet, team, k.Key, nil); r.Text("method") != "round_robin" {
			t.Errorf("the team has another method: %s", r.Body)
		}
		set(rulesPath, map[string]any{"rules": []any{}})
		for _, path := range []string{team, other, hours, shifts, helper, label} { // the first has its settings, which name two of the others
			if r := k.Do(http.MethodDelete, path, k.Key, nil); r.Status != http.StatusNoContent {
				t.Errorf("%s: %d %s", path, r.Status, r.Body)
			}
		}
		if left := fmt.Sprint(k.Rows("SELECT * FROM routing_references"), k.Rows("SELECT * FROM routing_teams")); left != "[] []" {
			t.Errorf("left over: %s", left)
		}
	})
}

// Somebody whom a rule names can leave at once. The rule stays; package assign passes
// it over.
func TestRuleOfSomebodyWhoLeft(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	ada := k.NewPerson(k.WorkspaceID, crm.RoleAgent).ID
	if r := k.Do(http.MethodPut, rulesPath, k.Key, allTo(map[string]any{"agentId": ada})); r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	if r := k.Do(http.MethodPost, "/v1/users/"+ada+"/deactivate", k.Key, map[string]any{}); r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	r := k.Do(http.MethodGet, rulesPath, k.Key, nil)
	if r.Text("default", "agentId") != ada {
		t.Fatalf("%s", r.Body)
	}
}
