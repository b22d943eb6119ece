package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// manyTemplates adds 600 templates to the simulator's account; of the last 200
// those with a link were rejected.
func manyTemplates(c *sandbox.Config) {
	for i := range 600 {
		status, button := "APPROVED", ""
		if i >= 400 && i%4 == 0 {
			status, button = "REJECTED", `,{"type":"BUTTONS","buttons":[{"type":"URL","text":"Open","url":"https://shop.example/"}]}`
		}
		c.Accounts[0].Templates = append(c.Accounts[0].Templates, sandbox.Template(fmt.Sprintf(
			`{"id":"91000000000%05d","name":"many_%03d","language":"en_US","category":"UTILITY","status":%q,"components":[{"type":"BODY","text":"Notice %d of the office: we are open %s."}%s]}`,
			i, i, status, i, strings.Repeat("today ", i%5+1), button)))
	}
}

// lint asks what the provider will make of a utility template.
func lint(t *testing.T, k *testkit.Kit, name, components string, more map[string]any) map[string]any {
	t.Helper()
	body := map[string]any{"name": name, "language": "en_US", "category": "UTILITY", "components": json.RawMessage(components)}
	for key, value := range more {
		body[key] = value
	}
	r := k.Do(http.MethodPost, "/v1/templates/lint", k.Key, body)
	if r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	return r.JSON()
}

// found reports whether a rule found something.
func found(answer map[string]any, rule string) bool {
	for _, f := range answer["findings"].([]any) {
		if f.(map[string]any)["rule"] == rule {
			return true
		}
	}
	return false
}

// The linter learns from the newest 500 templates of the workspace, and knows
// the names of all.
func TestLintLearnsFromTheMirror(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true, Sandbox: manyTemplates}, func(t *testing.T, k *testkit.Kit) {
		const body = `{"type":"BODY","text":"Your bicycle is repaired. We are open until seven."}`
		const button = `,{"type":"BUTTONS","buttons":[{"type":"URL","text":"Open","url":"https://shop.example/"}]}`
		risky, safe := lint(t, k, "bicycle", "["+body+button+"]", nil), lint(t, k, "bicycle", "["+body+"]", nil)
		chance := func(answer map[string]any) map[string]any { return answer["chance"].(map[string]any) }
		if n := chance(safe)["cases"]; n != float64(500) {
			t.Errorf("it learned from %v templates", n)
		}
		if high, low := chance(safe)["value"].(float64), chance(risky)["value"].(float64); high < 0.9 || low > 0.5 {
			t.Errorf("the chance is %v, with a link %v", high, low)
		}
		if reasons := chance(risky)["reasons"].([]any); len(reasons) == 0 || reasons[0].(map[string]any)["effect"] != "lowers" {
			t.Errorf("the reasons are %v", reasons)
		}
		for _, name := range []string{"many_000", "many_599"} {
			if answer := lint(t, k, name, "["+body+"]", nil); !found(answer, "name_taken") || answer["accepted"] != false {
				t.Errorf("%s is free: %v", name, answer)
			}
		}
		id := k.Rows("SELECT id FROM templates WHERE workspace_id = '%s' AND name = 'many_000'", k.WorkspaceID)[0]["id"]
		if answer := lint(t, k, "many_000", "["+body+"]", map[string]any{"templateId": id, "messagingAccountId": k.AccountID}); found(answer, "name_taken") {
			t.Errorf("a template that is edited is compared with itself: %v", answer)
		}
	})
}
