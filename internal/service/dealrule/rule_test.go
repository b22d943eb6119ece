package dealrule_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

const customer = "+14155550123"

// shop is a workspace with a pipeline, labels, and a conversation.
type shop struct {
	*testkit.Kit
	t            *testing.T
	pipeline     string
	stages       []string // New, Offer, Won, Lost
	conversation string
	labels       map[string]string
}

func newShop(t *testing.T, k *testkit.Kit) *shop {
	s := &shop{Kit: k, t: t, labels: map[string]string{}}
	r := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Sales", "currency": "EUR", "stages": []any{map[string]any{"name": "New"}, map[string]any{"name": "Offer", "requires": []string{"amount"}}}})
	s.pipeline = r.Text("id")
	for i := range 4 {
		s.stages = append(s.stages, r.Text("stages", fmt.Sprint(i), "id"))
	}
	for _, name := range []string{"hot", "cold", "offer"} {
		s.labels[name] = s.must(http.MethodPost, "/v1/labels", map[string]any{"name": name}).Text("id")
	}
	k.EventuallyStored(k.CustomerWrites(customer, "Hello"))
	s.conversation = s.list("/v1/conversations")[0]["id"].(string)
	return s
}

func (s *shop) must(method, path string, body any) testkit.Response {
	s.t.Helper()
	r := s.Do(method, path, s.Key, body)
	if r.Status >= 300 {
		s.t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
	}
	return r
}

func (s *shop) list(path string) (out []map[string]any) {
	s.t.Helper()
	list, _ := s.must(http.MethodGet, path, nil).JSON()["data"].([]any)
	for _, item := range list {
		out = append(out, item.(map[string]any))
	}
	return out
}

func (s *shop) rule(name, trigger string, conditions, act map[string]any) string {
	s.t.Helper()
	return s.must(http.MethodPost, "/v1/deal-rules", map[string]any{"name": name, "trigger": trigger, "conditions": conditions, "act": act}).Text("id")
}

func (s *shop) create(title string, more ...any) map[string]any {
	out := map[string]any{"type": "create_deal", "pipelineId": s.pipeline, "title": title}
	for i := 0; i < len(more); i += 2 {
		out[more[i].(string)] = more[i+1]
	}
	return out
}

func (s *shop) label(names ...string) {
	ids := []string{}
	for _, name := range names {
		ids = append(ids, s.labels[name])
	}
	s.must(http.MethodPut, "/v1/conversations/"+s.conversation+"/labels", map[string]any{"labelIds": ids})
}

func (s *shop) taps(id string, response map[string]any) {
	s.t.Helper()
	sent, err := s.Sandbox().Tap(customer, id, response)
	s.Must(err)
	s.EventuallyStored(sent.MessageID)
}

// outcomes are what a rule did, the oldest first.
func (s *shop) outcomes(rule string) (out []string) {
	s.t.Helper()
	s.Ruled()
	for _, r := range s.list("/v1/deal-rules/" + rule + "/runs") {
		text := r["outcome"].(string)
		if code, _ := r["code"].(string); code != "" {
			text += " " + code
		}
		out = append(out, text)
	}
	slices.Reverse(out)
	return out
}

func (s *shop) expect(rule string, want ...string) {
	s.t.Helper()
	if got := s.outcomes(rule); !slices.Equal(got, want) {
		s.t.Errorf("the rule did %q, want %q: %s", got, want, s.must(http.MethodGet, "/v1/deal-rules/"+rule+"/runs", nil).Body)
	}
}

// Each trigger makes or moves a deal, in the name of its rule, and what cannot be done is
// on record.
func TestRulesActOnWhatHappens(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		agent := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		s.must(http.MethodPut, "/v1/conversations/"+s.conversation+"/assignment", map[string]any{"agentId": agent.ID})
		s.label("cold") // before there were rules

		labelled := s.rule("Hot ones", "label_added", map[string]any{"labelIds": []string{s.labels["hot"], s.labels["cold"]}}, s.create("Lead {{ contact.name }}", "assigneeOwns", true, "unlessOpen", true))
		offers := s.rule("Offers", "label_added", map[string]any{"labelIds": []string{s.labels["offer"]}}, map[string]any{"type": "move_deal", "stageId": s.stages[1]})
		tapped := s.rule("Taps", "button_tapped", map[string]any{"titles": []string{"OFFER please"}}, s.create("{{button.title}}", "amount", "12.50", "stageId", s.stages[1], "pipelineId", ""))
		formed := s.rule("Forms", "form_answered", map[string]any{"flowIds": []string{"4711"}}, s.create("A form"))
		other := s.rule("Other forms", "form_answered", map[string]any{"flowIds": []string{"4712"}}, s.create("Another form"))
		closed := s.rule("Closed", "conversation_closed", map[string]any{"categories": []string{"No Interest"}}, map[string]any{"type": "move_deal", "stageId": s.stages[3], "closeNote": "Not interested"})

		s.label("cold", "hot")
		s.expect(labelled, "created")
		d := s.list("/v1/deals")[0]
		if d["title"] != "Lead Customer 0123" || d["ownerId"] != agent.ID || d["conversationId"] != s.conversation || d["contactId"] == "" || fmt.Sprint(d["createdBy"]) != fmt.Sprint(map[string]any{"type": "system", "id": labelled}) {
			t.Errorf("the rule made %v", d)
		}
		if h := s.list("/v1/deals/" + d["id"].(string) + "/history")[0]; h["by"].(map[string]any)["id"] != labelled {
			t.Errorf("the history does not name the rule: %v", h)
		}
		s.label("cold", "offer")
		s.expect(offers, "refused required")
		run := s.list("/v1/deal-rules/" + offers + "/runs")[0]
		if fmt.Sprint(run["errors"]) == "[]" || run["dealId"] != d["id"] || run["conversationId"] != s.conversation {
			t.Errorf("it does not say what the deal lacks: %v", run)
		}
		s.must(http.MethodPatch, "/v1/deals/"+d["id"].(string), map[string]any{"amount": "10"})
		s.label("hot")
		s.label("hot", "offer")
		s.expect(offers, "refused required", "moved")
		s.expect(labelled, "created", "skipped open_deal_exists")
		s.label("hot")
		s.label("hot", "offer")
		s.expect(offers, "refused required", "moved", "skipped on_stage_already")

		k.SendMessage(map[string]any{"to": customer, "type": "interactive", "interactive": map[string]any{"type": "buttons", "body": "What now?", "buttons": []any{map[string]any{"id": "a", "title": "Offer please"}, map[string]any{"id": "b", "title": "Nothing"}}}})
		k.Settle()
		s.taps("b", nil)
		s.taps("a", nil)
		s.expect(tapped, "created")
		if d := s.list("/v1/deals")[0]; d["title"] != "Offer please" || d["stageId"] != s.stages[1] || d["amount"] != "12.50" {
			t.Errorf("the rule made %v", d)
		}
		k.SendMessage(map[string]any{"to": customer, "type": "interactive", "interactive": map[string]any{"type": "flow", "body": "Tell us", "flow": map[string]any{"flowId": "4711", "cta": "Begin", "token": "t1", "screen": "FIRST"}}})
		k.Settle()
		s.taps("Begin", map[string]any{"size": "40"})
		s.expect(formed, "created")
		s.expect(other)

		s.must(http.MethodPut, "/v1/conversations/"+s.conversation+"/status", map[string]any{"status": "closed", "category": "no interest"})
		s.expect(closed, "moved")
		if d := s.list("/v1/deals?status=lost")[0]; d["closeNote"] != "Not interested" || d["title"] != "A form" {
			t.Errorf("the rule lost %v", d)
		}
		for _, d := range s.list("/v1/deals?status=open") {
			s.must(http.MethodPost, "/v1/deals/"+d["id"].(string)+"/move", map[string]any{"toStageId": s.stages[2]})
		}
		s.must(http.MethodPut, "/v1/conversations/"+s.conversation+"/status", map[string]any{"status": "open"})
		s.must(http.MethodPut, "/v1/conversations/"+s.conversation+"/status", map[string]any{"status": "closed", "category": "No interest"})
		s.Ruled()
		if got := s.outcomes(closed); got[0] != "moved" || len(got) > 2 || len(got) == 2 && got[1] != "skipped no_open_deal" {
			t.Errorf("closed again it did %q", got)
		}
	})
}

// A rule acts on nothing that rules did, nor on what happened while it was off or was
// not there. One whose stage is gone says so, and the others go on.
func TestRulesStopAtRules(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		s.must(http.MethodPut, "/v1/service-levels", map[string]any{"policies": []any{map[string]any{"key": "all", "targets": map[string]any{"first": 1}, "steps": []any{map[string]any{"kind": "first", "atPercent": 100, "do": map[string]any{"addLabelIds": []string{s.labels["offer"]}}}}}}})
		gone := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Gone", "stages": []any{map[string]any{"name": "First"}, map[string]any{"name": "Second"}}})
		every := map[string]any{"labelIds": []string{s.labels["hot"], s.labels["cold"], s.labels["offer"]}}
		first := s.rule("First", "label_added", every, map[string]any{"type": "create_deal", "stageId": gone.Text("stages", "1", "id"), "title": "Never"})
		second := s.rule("Second", "label_added", every, s.create("Made"))
		s.must(http.MethodPatch, "/v1/pipelines/"+gone.Text("id"), map[string]any{"stages": []any{map[string]any{"id": gone.Text("stages", "0", "id")}, map[string]any{"id": gone.Text("stages", "2", "id")}, map[string]any{"id": gone.Text("stages", "3", "id")}}})

		k.EventuallyStored(k.CustomerWrites("+14155550124", "Anybody?"))
		k.Advance(5 * time.Minute)
		k.Eventually("a step added the label", func() bool { return k.Count("events", "kind = 'conversation.labels_updated'") > 0 })
		s.expect(first)
		s.expect(second)

		s.label("hot")
		s.expect(first, "refused not_found")
		s.expect(second, "created")
		s.must(http.MethodPatch, "/v1/deal-rules/"+second, map[string]any{"enabled": false})
		s.label("hot", "cold")
		s.expect(first, "refused not_found", "refused not_found")
		s.must(http.MethodPatch, "/v1/deal-rules/"+second, map[string]any{"enabled": true})
		s.expect(second, "created")
		undo := s.must(http.MethodPost, "/v1/actions", map[string]any{"conversationIds": []string{s.conversation}, "change": map[string]any{"removeLabelIds": []string{s.labels["hot"]}}}).Text("id")
		s.must(http.MethodPost, "/v1/actions/"+undo+"/undo", nil)
		s.expect(second, "created")
		s.must(http.MethodPost, "/v1/actions", map[string]any{"conversationIds": []string{s.conversation}, "change": map[string]any{"addLabelIds": []string{s.labels["offer"]}}})
		s.expect(second, "created", "created")
		s.must(http.MethodDelete, "/v1/deal-rules/"+second, nil)
		if r := s.Do(http.MethodGet, "/v1/deal-rules/"+second, s.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("a deleted rule is answered with %d", r.Status)
		}
	})
}

// Every fault of a rule is told at once; rules keep an order without gaps; two people do
// not overwrite each other.
func TestRulesAreHeldToTheirForm(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := &shop{Kit: k, t: t}
		r := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}}})
		s.pipeline = r.Text("id")
		lost := r.Text("stages", "2", "id")
		for _, of := range []struct {
			body string
			want []string
		}{
			{`{}`, []string{"/name", "/trigger", "/act"}},
			{`{"name":"A","trigger":"label_added","conditions":{"payloads":["x"],"closeReasons":["bored"]},"act":{"type":"create_deal","title":"{{contact.phone}} {{button.title}}","ownerId":"usr_1","assigneeOwns":true}}`,
				[]string{"/conditions/labelIds", "/conditions/payloads", "/conditions/closeReasons", "/act/title", "/act/title", "/act/pipelineId", "/act/ownerId"}},
			{`{"name":"A","trigger":"button_tapped","act":{"type":"move_deal","title":"X","amount":"1"}}`, []string{"/act/stageId", "/act/title", "/act/amount"}},
			{`{"name":"A","trigger":"conversation_closed","act":{"type":"move_deal","stageId":"` + lost + `"}}`, []string{"/act/lostReasonId"}},
			{`{"name":"A","trigger":"conversation_closed","conditions":{"phoneNumberIds":["num_01jd5k3v6rf0w8m2a4t9x7bq1h"]},"act":{"type":"create_deal","title":"X","pipelineId":"` + s.pipeline + `","amount":"1.234","currency":"EUR","ownerId":"usr_01jd5k3v6rf0w8m2a4t9x7bq1n"}}`,
				[]string{"/conditions/phoneNumberIds/0", "/act/amount", "/act/ownerId"}},
		} {
			r := s.Do(http.MethodPost, "/v1/deal-rules", s.Key, of.body)
			for _, pointer := range of.want {
				if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"`+pointer) {
					t.Errorf("%s: no fault at %s: %d %s", of.body, pointer, r.Status, r.Body)
				}
			}
		}
		var ids []string
		for _, name := range []string{"a", "b", "c", "d"} {
			ids = append(ids, s.rule(name, "button_tapped", map[string]any{}, s.create(name)))
		}
		order := func(want string) {
			t.Helper()
			got := ""
			for i, r := range s.list("/v1/deal-rules") {
				if got += r["name"].(string); r["position"] != float64(i+1) {
					t.Errorf("%v has the position %v", r["name"], r["position"])
				}
			}
			if got != want {
				t.Errorf("the order is %s, want %s", got, want)
			}
		}
		order("abcd")
		s.must(http.MethodPatch, "/v1/deal-rules/"+ids[3], map[string]any{"position": 2})
		order("adbc")
		s.must(http.MethodPatch, "/v1/deal-rules/"+ids[0], map[string]any{"position": 99})
		order("dbca")
		s.must(http.MethodDelete, "/v1/deal-rules/"+ids[1], nil)
		order("dca")
		page := s.must(http.MethodGet, "/v1/deal-rules?limit=2", nil)
		if rest := s.must(http.MethodGet, "/v1/deal-rules?limit=2&cursor="+page.Text("nextCursor"), nil); rest.Text("data", "0", "name") != "a" {
			t.Errorf("the second page is %s", rest.Body)
		}
		old := testkit.Request{Method: http.MethodPatch, Path: "/v1/deal-rules/" + ids[2], Key: s.Key, Header: map[string]string{"If-Match": `"7"`}, Body: []byte(`{"name":"x"}`)}
		if r := s.Send(old); r.Status != http.StatusPreconditionFailed {
			t.Errorf("another version is answered with %d %s", r.Status, r.Body)
		}
		agent := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		for method, path := range map[string]string{http.MethodPost: "/v1/deal-rules", http.MethodGet: "/v1/deal-rules/" + ids[0] + "/runs"} {
			if r := s.Do(method, path, agent.Key, map[string]any{}); r.Status != http.StatusForbidden {
				t.Errorf("an agent may %s %s: %d", method, path, r.Status)
			}
		}
	})
}
