package proposal_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"service.example/crm/internal/autonomy"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// crowd are customers who write again and again that they want a refund.
type crowd struct {
	*shop
	cnvs []string
}

// write lets each of them write, and waits until the assistant was asked about all.
func (c *crowd) write() {
	c.t.Helper()
	for i := range 50 {
		c.Writes(testshop.Customer(i), "I want a refund")
	}
	c.settle()
	if len(c.cnvs) == 0 {
		for i := range 50 {
			c.cnvs = append(c.cnvs, c.Conversation(testshop.Customer(i)))
		}
	}
}

// act changes all their conversations.
func (c *crowd) act(change map[string]any) {
	c.t.Helper()
	if r := c.must(http.MethodPost, "/v1/actions", map[string]any{"conversationIds": c.cnvs, "change": change}); len(r.JSON()["changed"].([]any))+len(r.JSON()["skipped"].([]any)) != 50 {
		c.t.Fatalf("%s", r.Body)
	}
	c.settle()
}

// judge does with each proposal of a status what is right: do where it names what people
// want, otherwise the other.
func (c *crowd) judge(status, do, otherwise string) (wrong int) {
	c.t.Helper()
	for _, p := range c.list("/v1/proposals?limit=200&status=" + status) {
		what := do
		if p["labelId"] != c.labels["Refund"] {
			what = otherwise
			wrong++
		}
		if what != "" {
			c.must(http.MethodPost, "/v1/proposals/"+p["id"].(string)+"/"+what, nil)
		}
	}
	return wrong
}

// over ends the episodes, so that the next ones begin without labels.
func (c *crowd) over() {
	c.t.Helper()
	c.act(map[string]any{"addLabelIds": []string{c.labels["Refund"]}})
	c.act(map[string]any{"status": map[string]any{"status": "closed"}})
	c.act(map[string]any{"removeLabelIds": []string{c.labels["Refund"], c.labels["Complaint"], c.labels["Offer"]}})
}

// The whole way, with the model of the simulator over its wire: it errs in 3 of 100
// answers, is promoted to suggest and to act, and steps back when it begins to err.
func TestTheWholeWayUpAndBack(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, climb)
}

func climb(t *testing.T, k *testkit.Kit) {
	chain := testshop.NewChain(k, k.Key, "first")
	d := testshop.NewDesk(t, k, map[string]any{"providerIds": chain})
	c := &crowd{shop: &shop{Desk: d, t: t, labels: map[string]string{}}}
	for _, name := range []string{"Complaint", "Offer", "Refund"} {
		c.labels[name] = c.must(http.MethodPost, "/v1/labels", map[string]any{"name": name}).Text("id")
	}
	c.allow("shadow", "label")
	c.Must(c.Sandbox().SetAIFaults(sandbox.Fault{Fail: "mistaken", Share: 0.03}))
	state := func() crm.AutonomyState {
		kinds := c.must(http.MethodGet, "/v1/assistants/"+c.Assistant+"/autonomy", nil).JSON()["kinds"].([]any)
		at := slices.IndexFunc(kinds, func(k any) bool { return k.(map[string]any)["kind"] == "label" })
		return crm.AutonomyState(fmt.Sprint(kinds[at].(map[string]any)["state"]))
	}
	rounds := 0
	for ; state() == crm.AutonomyShadow && rounds < 12; rounds++ {
		c.write()
		if n := len(c.list("/v1/proposals?status=open")); n != 0 {
			t.Fatalf("%d proposals of the shadow are shown", n)
		}
		c.over()
	}
	t.Logf("it suggests after %d messages: %s", 50*rounds, c.evidence("label"))
	for ; state() == crm.AutonomySuggest && rounds < 24; rounds++ {
		c.write()
		c.judge("open", "accept", "reject")
		c.over()
	}
	t.Logf("it acts after %d messages: %s", 50*rounds, c.evidence("label"))
	if state() != crm.AutonomyAct || rounds < 2*autonomy.MinCases/50 {
		t.Fatalf("after %d rounds it may %s", rounds, state())
	}
	c.Must(c.Sandbox().SetAIFaults(sandbox.Fault{Fail: "mistaken", Share: 0.5}))
	wrong := 0
	for i := 0; state() == crm.AutonomyAct; i++ {
		c.write()
		if done := len(c.list("/v1/proposals?limit=200&status=done")); done > autonomy.MaxOpen {
			t.Fatalf("%d acts wait to be judged", done)
		}
		wrong += c.judge("done", "", "undo")
		c.judge("open", "accept", "reject")
		c.over()
		if i > 5 {
			t.Fatal("it does not step back")
		}
	}
	stated := autonomy.Settings{}.WrongAtMost(autonomy.MaxOpen) + autonomy.MaxOpen
	t.Logf("after drift %d acts were wrong and undone, stated are %d at most", wrong, stated)
	if wrong == 0 || wrong > stated || c.Count("proposals", "status = 'undone'") != wrong {
		t.Errorf("after drift %d acts were wrong, stated are %d", wrong, stated)
	}
	if n := c.Count("ai_calls", "purpose = 'proposal'"); n < 50*rounds || c.Calls("purpose = 'proposal' AND assistant_id = ''") != 0 {
		t.Errorf("%d calls are on record for %d messages", n, 50*rounds)
	}
}
