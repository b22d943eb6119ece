package reply_test

import (
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// The model of the assistant on duty sums up what was said in the latest episode, and
// nothing else of the conversation changes.
func TestASummaryIsDrafted(t *testing.T) {
	testshop.OnBothWithChain(t, nil, func(t *testing.T, d *testshop.Desk, _ []string) {
		who := testshop.Customer(1)
		d.Ask(who, "My blue vase came broken.")
		id := d.Conversation(who)
		d.Do(http.MethodPut, "/v1/conversations/"+id+"/status", d.Key, map[string]any{"status": "closed"})
		d.Ask(who, testshop.AsksDelivery)
		path := "/v1/conversations/" + id
		before := d.Do(http.MethodGet, path, d.Key, nil)
		r := d.Do(http.MethodPost, path+"/summary", d.Key, map[string]any{"language": "en"})
		if text := r.Text("summary"); r.Status != http.StatusOK || !strings.Contains(text, testshop.AsksDelivery) || strings.Contains(text, "vase") {
			t.Errorf("the summary is %d %s", r.Status, r.Body)
		}
		if got := d.Do(http.MethodGet, path, d.Key, nil); string(got.Body) != string(before.Body) {
			t.Errorf("the conversation is %s, was %s", got.Body, before.Body)
		}
		if n := d.Calls("purpose = 'summary' AND conversation_id = '" + id + "'"); n != 1 {
			t.Errorf("%d calls are on record", n)
		}
		same := func() testkit.Response {
			return d.Send(testkit.Request{Method: http.MethodPost, Path: path + "/summary", Key: d.Key, Header: map[string]string{"Idempotency-Key": "sum-1"}, Body: []byte(`{}`)})
		}
		if first, second := same(), same(); first.Status != http.StatusOK || string(first.Body) != string(second.Body) || d.Calls("purpose = 'summary'") != 2 {
			t.Errorf("asked twice with one key it is %d %s, then %s", first.Status, first.Body, second.Body)
		}
		if r := d.Do(http.MethodPost, path+"/summary", d.Key, map[string]any{"language": "English"}); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("a language in words is answered with %d", r.Status)
		}
		d.Do(http.MethodPatch, "/v1/ai/settings", d.Key, map[string]any{"enabled": false})
		if r := d.Do(http.MethodPost, path+"/summary", d.Key, map[string]any{}); r.Status != http.StatusConflict || r.Text("code") != "ai_disabled" {
			t.Errorf("without AI it is %d %s", r.Status, r.Body)
		}
	})
}

// Where no model is on duty, or nothing was said, there is none.
func TestNoSummaryWithoutAModel(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		d := testshop.NewDesk(t, k, nil)
		who := testshop.Customer(2)
		d.Ask(who, "Hello")
		if r := d.Do(http.MethodPost, "/v1/conversations/"+d.Conversation(who)+"/summary", d.Key, map[string]any{}); r.Status != http.StatusConflict || r.Text("code") != "no_assistant" {
			t.Errorf("without a model it is %d %s", r.Status, r.Body)
		}
	})
}
