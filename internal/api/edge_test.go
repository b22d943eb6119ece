package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A number is looked up in any of the ways in which people write it into an
// address, and by either of its forms; what cannot be read is refused.
func TestPhonesAreUnderstoodTheSame(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		for _, phone := range []string{"+14155550123", "+5511987654321"} {
			k.SendMessage(testkit.OrderShipped(phone))
		}
		for query, found := range map[string]int{"+14155550123": 1, "%2B14155550123": 1, "0014155550123": 1, "%2B551187654321": 1, "005511987654321": 1, "%2B14155550999": 0} {
			for _, list := range []string{"/v1/messages?to=", "/v1/contacts?phone="} {
				r := k.Do(http.MethodGet, list+query, k.Key, nil)
				if data, _ := r.JSON()["data"].([]any); r.Status != http.StatusOK || len(data) != found {
					t.Errorf("%s%s: %d %s", list, query, r.Status, r.Body)
				}
			}
		}
		for _, list := range []string{"/v1/messages?to=", "/v1/contacts?phone="} {
			if r := k.Do(http.MethodGet, list+"(415)555-0123", k.Key, nil); r.Status != http.StatusUnprocessableEntity || r.Code() != "phone_number_invalid" {
				t.Errorf("%s: %d %s", list, r.Status, r.Body)
			}
		}
	})
}

// What is asked of a list is one of its values, given once, and its own cursor.
func TestQueriesOfLists(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	insert(t, k, 2)
	cursor := k.Do(http.MethodGet, "/v1/messages?limit=1", k.Key, nil).Text("nextCursor")
	for path, want := range map[string]int{"/v1/messages?limit=1&cursor=" + cursor: 200, "/v1/contacts?cursor=" + cursor: 422, "/v1/messages?cursor=MTptc2dfMDE": 200,
		"/v1/messages?status=sent&status=read": 422, "/v1/messages?status=lost": 422, "/v1/messages?type=text": 200, "/v1/events?event=nothing": 422,
		"/v1/ai/calls?purpose=fun": 422, "/v1/ai/usage?purpose=fun": 422, "/v1/ai/usage?groupBy=moon": 422, "/v1/messages?Limit=1": 422, "/v1/messages?limit=1;cursor=x": 400} {
		if r := k.Do(http.MethodGet, path, k.Key, nil); r.Status != want {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
}

// A key is a key: an empty one protects nothing and is refused; what means the
// same is the same request, however it is written.
func TestIdempotencyKeysAndMeaning(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	send := func(key, body string) testkit.Response {
		return k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/messages", Key: k.Key, Body: []byte(body), Header: map[string]string{"Idempotency-Key": key}})
	}
	if r := send("", `{}`); r.Status != http.StatusBadRequest || !strings.Contains(r.Text("detail"), "Idempotency-Key") {
		t.Errorf("an empty key: %d %s", r.Status, r.Body)
	}
	first := send("once", `{"to":"+14155550123","type":"template","templateName":"hello_world"}`)
	again := send("once", "{ \"templateName\" : \"hello_w\\u006frld\",\n\"type\":\"template\", \"to\":\"+14155550123\"}")
	if first.Status != http.StatusAccepted || again.Text("messageId") != first.Text("messageId") {
		t.Errorf("%d %s, again %d %s", first.Status, first.Body, again.Status, again.Body)
	}
	if r := send("once", `{"to":"+14155550124","type":"template","templateName":"hello_world"}`); r.Code() != "idempotency_key_reused" {
		t.Errorf("another request: %d %s", r.Status, r.Body)
	}
}

// The scheme of a key is read in any case, and strange paths get a problem.
func TestSchemesAndPaths(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	for scheme, want := range map[string]int{"Bearer": 200, "bearer": 200, "BEARER": 200, "Basic": 401} {
		r := k.Send(testkit.Request{Method: http.MethodGet, Path: "/v1/phone-numbers", Header: map[string]string{"Authorization": scheme + " " + k.Key}})
		if r.Status != want {
			t.Errorf("%s: %d", scheme, r.Status)
		}
	}
	for path, want := range map[string]int{"//v1//messages": 404, "/v1/../v1/messages": 404, "/v1/messages/batch": 405, "/v1/contacts/export": 200, "/v1/messages": 200} {
		r := k.Do(http.MethodGet, path, k.Key, nil)
		if r.Status != want || want >= 400 && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/problem+json") || want == 405 && r.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d %v %s", path, r.Status, r.Header, r.Body)
		}
	}
}

// The same rules hold for what is made and for what is changed.
func TestRulesOfChanges(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	x := newThings(k)
	for _, c := range []struct{ method, path, body, want string }{
		{http.MethodPatch, "/v1/contacts/" + x.contact, `{"userId":"../../etc"}`, "/userId parameter_invalid"},
		{http.MethodPost, "/v1/contacts", `{"userId":"../../etc"}`, "/userId parameter_invalid"},
		{http.MethodPost, "/v1/knowledge/sources", `{"kind":"question","question":"a","answer":"b","pageLimit":-1}`, "/pageLimit knowledge_source_kind"},
		{http.MethodPatch, "/v1/knowledge/sources/" + x.source, `{"pageLimit":12345}`, "/pageLimit knowledge_source_kind"},
		{http.MethodPost, "/v1/knowledge/sources", `{"kind":"page","url":"https://example.com/","pageLimit":-1}`, "/pageLimit out_of_range"},
		{http.MethodPost, "/v1/messages", `{"to":"` + k.Number + `","type":"template","templateName":"hello_world"}`, "/to phone_number_invalid"},
		{http.MethodPost, "/v1/assistants/" + x.assistant + "/publish", `{"revision":12345}`, "/revision not_found"},
		{http.MethodPost, "/v1/assistants/" + x.assistant + "/test", `{"question":"a","revision":12345}`, "/revision not_found"},
	} {
		r := k.Send(testkit.Request{Method: c.method, Path: c.path, Key: k.Key, Body: []byte(c.body)})
		if got := faultsOf(r); r.Status != http.StatusUnprocessableEntity || got != c.want {
			t.Errorf("%s %s: %d %s", c.path, c.body, r.Status, r.Body)
		}
	}
}

// The name belongs to the use: the same bytes under another name are another
// file, and under the same name the same one.
func TestNamesBelongToTheUse(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		ids := map[string]string{}
		for _, name := range []string{"dismissal-ada.txt", "terms.txt", "dismissal-ada.txt", "terms.txt"} {
			r := upload(k, k.Key, name, "text/plain", []byte("The same words."))
			id := r.Text("id")
			if r.Status != http.StatusCreated || r.Text("filename") != name || ids[name] != "" && ids[name] != id {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
			ids[name] = id
		}
		if ids["terms.txt"] == ids["dismissal-ada.txt"] {
			t.Error("both names are one file")
		}
		r := k.Do(http.MethodGet, "/v1/media/"+ids["terms.txt"], k.Key, nil)
		if string(r.Body) != "The same words." || !strings.Contains(r.Header.Get("Content-Disposition"), "terms.txt") {
			t.Errorf("%d %v %s", r.Status, r.Header, r.Body)
		}
	})
}
