package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
)

// faultsOf are the pointers and codes of an answer, in its order.
func faultsOf(r testkit.Response) string {
	var p struct {
		Errors []struct{ Pointer, Code string }
	}
	_ = json.Unmarshal(r.Body, &p)
	var out []string
	for _, e := range p.Errors {
		out = append(out, e.Pointer+" "+e.Code)
	}
	return strings.Join(out, ", ")
}

// Faults of shape and of meaning are told in one answer, and nothing is done.
func TestAllFaultsAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		for _, c := range []struct{ path, body, want string }{
			{"/v1/messages", `{"to":"0415","templateName":"nope","parameters":{"name":1},"foo":1}`,
				"/foo unknown_field, /parameters/name wrong_type, /templateName template_not_found, /to phone_number_invalid, /type required"},
			{"/v1/messages", `{"to":"+14155550123","To":"+14155550999","type":"text","text":{"body":"Hi"}}`, "/To unknown_field, /type window_closed"},
			{"/v1/messages", `{"to":"+14155550123","to":"+14155550999","type":"template","templateName":"hello_world"}`, "/to invalid_request"},
			{"/v1/contacts", `{"phone":"1","name":7,"tags":[""]}`, "/name wrong_type, /phone phone_number_invalid, /tags/0 parameter_invalid"},
			{"/v1/contacts", `{"phone":"+14155550123","name":"Ada","nam":1}`, "/nam unknown_field"},
			{"/v1/webhook-endpoints", `{"url":"ftp://x","description":5,"maxInFlight":1e30}`, "/description wrong_type, /maxInFlight out_of_range, /url url_invalid"},
			{"/v1/knowledge/sources", `{"kind":"page","url":"https://example.com/","recrawlHours":1e30,"pageLimit":1000000000000000000000000000000}`, "/pageLimit out_of_range, /recrawlHours out_of_range"},
		} {
			r := k.Send(testkit.Request{Method: http.MethodPost, Path: c.path, Key: k.Key, Body: []byte(c.body)})
			if got := faultsOf(r); r.Status != http.StatusUnprocessableEntity || got != c.want {
				t.Errorf("%s %s: %d %s\n got %s\nwant %s", c.path, c.body, r.Status, r.Body, got, c.want)
			}
		}
		k.Quiet()
		for _, table := range []string{"messages", "contacts", "webhook_endpoints", "knowledge_sources"} {
			if n := k.Count(table); n != 0 {
				t.Errorf("there are %d %s", n, table)
			}
		}
	})
}

// A message of a batch whose shape is wrong is refused by itself, with all of
// its faults.
func TestShapesInABatchAreJudgedOneByOne(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	body := `{"messages":[{"to":"+14155550123","type":"template","templateName":"hello_world"},
		{"to":14155550123,"type":"text","scheduled_at":"x"},7,{"to":"+14155550124","type":"template","templateName":"hello_world"}]}`
	r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/messages/batch", Key: k.Key, Body: []byte(body)})
	var out struct {
		Results []struct {
			MessageID string
			Error     json.RawMessage
		}
	}
	k.Must(json.Unmarshal(r.Body, &out))
	if r.Status != http.StatusOK || len(out.Results) != 4 || out.Results[0].MessageID == "" || out.Results[3].MessageID == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	for i, want := range map[int]string{1: "/scheduled_at unknown_field, /text required, /to wrong_type", 2: " wrong_type"} {
		if got := faultsOf(testkit.Response{Body: out.Results[i].Error}); got != want {
			t.Errorf("message %d: %s, want %s", i, got, want)
		}
	}
	r = k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/messages/batch", Key: k.Key, Body: []byte(`{"messages":[{"to":7}],"x":1}`)})
	if got := faultsOf(r); r.Status != http.StatusUnprocessableEntity || !strings.Contains(got, "/x unknown_field") || !strings.Contains(got, "/messages/0/to wrong_type") {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

// Media types are read as RFC 9110 says, and only UTF-8 is taken.
func TestMediaTypesOfBodies(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	for header, want := range map[string]int{"application/json": 202, "Application/JSON": 202, "application/json; charset=UTF-8": 202, "application/vnd.api+json": 202,
		"application/json; charset=utf-16": 415, "text/plain": 415, "application/xml": 415, "application/json;;": 415} {
		body, _ := json.Marshal(testkit.OrderShipped("+14155550123"))
		r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/messages", Key: k.Key, Body: body, Header: map[string]string{"Content-Type": header}})
		if r.Status != want {
			t.Errorf("%s: %d %s", header, r.Status, r.Body)
		}
	}
}
