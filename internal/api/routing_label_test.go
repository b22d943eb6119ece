package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A rule asks for the labels that a conversation has when it is routed, and a rehearsal
// finds the same decision by them.
func TestARuleAsksForLabels(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		second, member := w.secondTeam(map[string]any{"method": "round_robin"})
		label := func(name string) string {
			return w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": name}).Text("id")
		}
		vip, other, unused := label("VIP"), label("Other"), label("Unused")
		w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, map[string]any{"rules": []any{
			map[string]any{"key": "vip", "when": map[string]any{"labelIds": []string{unused, vip}}, "target": map[string]any{"teamId": second}}}, "default": map[string]any{"teamId": w.team}})
		began := k.Now()
		again := func(phone string, labels ...string) string {
			t.Helper()
			id := w.writes(phone, "Hello")
			k.Eventually("the default has it", func() bool { return w.agent(id) == w.people[0].ID })
			w.status(id, "closed")
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/labels", k.Key, map[string]any{"labelIds": labels})
			k.Advance(time.Minute)
			w.writes(phone, "Hello again")
			return id
		}
		has, lacks := again("+14155550201", other, vip), again("+14155550202", other)
		k.Eventually("the rule has the one with the label, the default the other", func() bool {
			return w.agent(has) == member.ID && w.agent(lacks) == w.people[0].ID
		})
		if d := w.decisions(has)[0]; d["ruleKey"] != "vip" || d["rulesVersion"] != 2.0 {
			t.Errorf("the decision is %v", d)
		}
		k.Quiet()
		k.Advance(time.Minute)
		r := w.rehearsed(map[string]any{"from": began.Add(-time.Second), "to": k.Now()})
		if different, compared := number(r, "result", "check", "different"), number(r, "result", "check", "compared"); different != 0 || compared < 8 {
			t.Errorf("%v of %v decisions are different: %s", different, compared, r.Body)
		}
		w.do(http.StatusConflict, http.MethodDelete, "/v1/labels/"+unused, k.Key, nil)
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/labels/"+other, k.Key, nil)
	})
}
