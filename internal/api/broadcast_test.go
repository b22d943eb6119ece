package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/testkit"
)

// broadcasting makes broadcasts of a workspace.
type broadcasting struct {
	*testkit.Kit
	t *testing.T
}

func (w broadcasting) create(audience map[string]any, more map[string]any) string {
	w.t.Helper()
	body := map[string]any{"name": "Hello", "templateName": "hello_world", "language": "en_US", "audience": audience}
	for name, value := range more {
		body[name] = value
	}
	r := w.Do(http.MethodPost, "/v1/broadcasts", w.Key, body)
	if r.Status != http.StatusCreated || r.Text("status") != "draft" {
		w.t.Fatalf("create: %d %s", r.Status, r.Body)
	}
	return r.Text("id")
}

func (w broadcasting) act(id, verb string) testkit.Response {
	w.t.Helper()
	return w.Do(http.MethodPost, "/v1/broadcasts/"+id+"/"+verb, w.Key, map[string]any{})
}

func (w broadcasting) get(id string) testkit.Response {
	w.t.Helper()
	return w.Do(http.MethodGet, "/v1/broadcasts/"+id, w.Key, nil)
}

func (w broadcasting) prepared(id string) {
	w.t.Helper()
	w.Eventually("it is prepared", func() bool { return w.get(id).Text("preparation", "state") == "completed" })
}

// excluded is why how many were left out.
func (w broadcasting) excluded(id string) string {
	return fmt.Sprint(w.get(id).JSON()["excluded"])
}

// counts are those of a broadcast in a line.
func (w broadcasting) counts(id string) string {
	c, _ := w.get(id).JSON()["counts"].(map[string]any)
	return fmt.Sprint(c["excluded"], c["queued"], c["sending"], c["sent"], c["delivered"], c["read"], c["failed"], c["canceled"], c["answered"])
}

func numbers(from, n int) map[string]any {
	list := []any{}
	for i := range n {
		list = append(list, map[string]any{"to": fmt.Sprintf("+1415557%04d", from+i)})
	}
	return map[string]any{"recipients": list}
}

// A broadcast reaches each person of its audience once, and what becomes of it is counted.
func TestBroadcast(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		audience := numbers(0, 30)
		list := audience["recipients"].([]any)
		audience["recipients"] = append(list, list[3], map[string]any{"to": "12"}, map[string]any{"to": "nobody"})
		id := w.create(audience, nil)
		r := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", k.Key, nil)
		if got := fmt.Sprint(r.JSON()["recipients"], r.JSON()["excluded"]); got != "30 [map[count:1 reason:duplicate] map[count:2 reason:invalid_number]]" {
			t.Errorf("the forecast: %s", r.Body)
		}
		if r := w.act(id, "start"); r.Status != http.StatusOK || r.Text("status") != "running" {
			t.Fatalf("start: %d %s", r.Status, r.Body)
		}
		k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
		k.Eventually("everything is delivered", func() bool { return w.counts(id) == "3 0 0 30 30 0 0 0 0" })
		if n, err := k.Sandbox().Read("+14155570004", ""); err != nil || n != 1 {
			t.Errorf("%d messages were read: %v", n, err)
		}
		k.CustomerWrites("+14155570005", "Thanks!")
		k.CustomerWrites("+14155570005", "Really!")
		k.Eventually("reading and answering is counted", func() bool { return w.counts(id) == "3 0 0 30 30 1 0 0 1" })
		for i := range 30 {
			if got := len(k.Sandbox().Phone(fmt.Sprintf("+1415557%04d", i))); got != 1 && i != 5 {
				t.Errorf("number %d got %d messages", i, got)
			}
		}
		page := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients?state=read", k.Key, nil)
		if page.Text("data", "0", "to") != "+14155570004" || page.Text("data", "0", "messageId") == "" {
			t.Errorf("who read it: %s", page.Body)
		}
		for _, verb := range []string{"start", "pause", "resume", "cancel"} {
			if r := w.act(id, verb); r.Status != http.StatusConflict || r.Code() != "broadcast_status" {
				t.Errorf("%s at the end: %d %s", verb, r.Status, r.Body)
			}
		}
	})
}

// Who cannot or must not get it is left out, with the reason; and so is who is in a
// broadcast already that is under way.
func TestBroadcastExclusions(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		k.EventuallyStored(k.CustomerWrites("+14155570001", "Hello"))
		contact := k.Do(http.MethodGet, "/v1/contacts?phone=%2B14155570001", k.Key, nil).Text("data", "0", "id")
		if r := k.Do(http.MethodPost, "/v1/contacts/"+contact+"/consent", k.Key, map[string]any{"purpose": "all", "state": "opted_out", "proof": "A test"}); r.Status >= 300 {
			t.Fatalf("opt out: %d %s", r.Status, r.Body)
		}
		shipped := map[string]any{"templateName": "order_shipped", "parameters": map[string]any{"name": "Ada", "eta": "on Friday"}}
		one := func(to, order string) map[string]any {
			return map[string]any{"to": to, "parameters": map[string]any{"order_number": order}}
		}
		first := w.create(map[string]any{"recipients": []any{one("+14155570001", "1"), one("+14155570002", "2"), one("+14155570003", " "), map[string]any{"to": "+14155570004"}, one("+14155570005", "5")}}, shipped)
		w.prepared(first)
		if got := w.excluded(first); got != "[map[count:1 reason:opted_out] map[count:1 reason:parameters_invalid] map[count:1 reason:parameters_missing]]" {
			t.Errorf("excluded: %s", got)
		}
		if r := k.Do(http.MethodGet, "/v1/broadcasts/"+first+"/recipients?state=excluded", k.Key, nil); r.Text("data", "0", "contactId") != contact || r.Text("data", "0", "reason") != "opted_out" {
			t.Errorf("who was left out: %s", r.Body)
		}
		at := k.Now().Add(time.Hour)
		scheduled := w.create(numbers(5, 2), map[string]any{"scheduledAt": at})
		w.prepared(scheduled)
		if r := w.act(scheduled, "start"); r.Text("status") != "scheduled" {
			t.Fatalf("start for later: %d %s", r.Status, r.Body)
		}
		other := w.create(map[string]any{"recipients": []any{map[string]any{"to": "+14155570005"}, map[string]any{"to": "+14155570009"}}}, nil)
		w.prepared(other)
		if got := w.excluded(other); got != "[map[count:1 reason:already_in_running_broadcast]]" {
			t.Errorf("excluded from another: %s", got)
		}
		if got := w.counts(scheduled); got != "0 2 0 0 0 0 0 0 0" {
			t.Errorf("before the time: %s", got)
		}
		k.Advance(61 * time.Minute)
		k.Eventually("the time comes", func() bool { return w.get(scheduled).Text("status") == "completed" })
		w.act(first, "start")
		k.Eventually("the first is completed", func() bool { return w.get(first).Text("status") == "completed" })
		k.Eventually("and delivered", func() bool { return w.counts(first) == "3 0 0 2 2 0 0 0 0" })
		for body, code := range map[string]string{
			`{"name":"x","templateName":"hello_world","audience":{}}`:                                           "required",
			`{"name":"x","templateName":"hello_world","audience":{"segmentId":"seg_1"}}`:                        "parameter_invalid",
			`{"name":"x","templateName":"hello_world","audience":{"contactIds":["a"],"recipients":[]}}`:         "not_allowed",
			`{"name":"x","templateName":"none","audience":{"contactIds":["a"]}}`:                                "template_not_found",
			`{"name":"x","templateName":"order_shipped","audience":{"contactIds":["a"]}}`:                       "invalid_request",
			`{"name":"x","templateName":"hello_world","audience":{"contactIds":["a"]},"phoneNumberId":"num_1"}`: "phone_number_unknown",
		} {
			if r := k.Do(http.MethodPost, "/v1/broadcasts", k.Key, []byte(body)); r.Status != http.StatusUnprocessableEntity || r.Code() != code {
				t.Errorf("%s: %d %s", body, r.Status, r.Body)
			}
		}
	})
}

// A broadcast pauses before it passes a limit, is paused, resumed and canceled at once, and
// pauses by itself where most of it fails.
func TestBroadcastStops(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		pauses := func(id, reason string) {
			t.Helper()
			k.Eventually(reason, func() bool { r := w.get(id); return r.Text("status") == "paused" && r.Text("reason") == reason })
		}
		// Of the messages.
		id := w.create(numbers(0, 20), map[string]any{"limits": map[string]any{"messages": 7}})
		w.act(id, "start")
		pauses(id, "message_limit_reached")
		k.Eventually("seven are sent", func() bool { return w.counts(id) == "0 13 0 7 7 0 0 0 0" })
		w.act(id, "resume")
		pauses(id, "message_limit_reached")
		k.Settle()
		if got := w.counts(id); got != "0 13 0 7 7 0 0 0 0" {
			t.Errorf("resumed at its limit: %s", got)
		}
		// Of the money, which is raised: a message costs 0.0034.
		change := func(limits map[string]any) testkit.Response {
			return k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"limits": limits})
		}
		if r := change(map[string]any{"amount": "0.034"}); r.Status != http.StatusOK {
			t.Fatalf("another limit: %d %s", r.Status, r.Body)
		}
		w.act(id, "resume")
		pauses(id, "amount_limit_reached")
		k.Eventually("ten are sent", func() bool { return w.counts(id) == "0 10 0 10 10 0 0 0 0" })
		if got := w.get(id).Text("charge", "amount"); got != "0.034" {
			t.Errorf("it costs %s", got)
		}
		// Canceled: nobody more gets one.
		if r := w.act(id, "cancel"); r.Text("status") != "canceled" {
			t.Fatalf("cancel: %d %s", r.Status, r.Body)
		}
		k.Eventually("the others are canceled", func() bool { return w.counts(id) == "0 0 0 10 10 0 0 10 0" && w.get(id).Text("endedAt") != "" })
		// Most of it fails.
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Status: 400, Code: 131026}))
		failing := w.create(numbers(100, 200), nil)
		w.act(failing, "start")
		pauses(failing, "too_many_failures")
		k.Must(k.Sandbox().SetFaults())
		w.act(failing, "resume")
		k.Eventually("it is completed", func() bool { return w.get(failing).Text("status") == "completed" })
		c := w.get(failing).JSON()["counts"].(map[string]any)
		if c["sent"].(float64)+c["failed"].(float64) != 200 || c["failed"].(float64) < 20 {
			t.Errorf("at last: %v", c)
		}
		w.recounts()
	})
}

// A limit counts who gets a message: whoever is left out at their turn leaves room for the
// next one.
func TestBroadcastLimitsCountWhoIsReached(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		for i := range 6 { // they are contacts
			k.CustomerWrites(fmt.Sprintf("+1415557%04d", i), "Hello")
		}
		id := w.create(numbers(0, 6), map[string]any{"limits": map[string]any{"messages": 1}})
		paused := func(counts string) {
			t.Helper()
			k.Eventually("it is paused", func() bool { return w.get(id).Text("reason") == "message_limit_reached" })
			k.Eventually("the counts are "+counts, func() bool { return w.counts(id) == counts })
		}
		w.act(id, "start")
		paused("0 5 0 1 1 0 0 0 0")
		for i := 1; i < 3; i++ {
			if r := k.Do(http.MethodPost, "/v1/contacts/"+contactID(k, fmt.Sprintf("+1415557%04d", i))+"/consent", k.Key, map[string]any{"purpose": "all", "state": "opted_out", "proof": "A test"}); r.Status >= 300 {
				t.Fatalf("opt out: %d %s", r.Status, r.Body)
			}
		}
		if r := k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"limits": map[string]any{"messages": 3}}); r.Status != http.StatusOK {
			t.Fatalf("another limit: %d %s", r.Status, r.Body)
		}
		w.act(id, "resume")
		paused("2 1 0 3 3 0 0 0 0")
		for i, want := range []int{1, 0, 0, 1, 1, 0} {
			if got := len(k.Sandbox().Phone(fmt.Sprintf("+1415557%04d", i))); got != want {
				t.Errorf("phone %d has %d messages, want %d", i, got, want)
			}
		}
	})
}

// recounts holds the counts against the recipients, and has what is wrong set right.
func (w broadcasting) recounts() {
	w.t.Helper()
	var found []broadcast.Difference
	compare := func(repair bool) int {
		found = nil
		w.Must(w.App.Service.Broadcast.Compare(w.t.Context(), repair, func(d broadcast.Difference) { found = append(found, d) }))
		return len(found)
	}
	if compare(false) != 0 {
		w.t.Errorf("wrong: %+v", found)
	}
	w.Must(w.DB().Update(w.t.Context(), w.WorkspaceID, func(tx *db.Tx) error {
		_, err := tx.Exec(db.SQL(`UPDATE broadcasts SET delivered = delivered - 2, failed = failed + 1 WHERE workspace_id = $1 AND canceled = 10`), w.WorkspaceID)
		return err
	}))
	if compare(true) != 1 || found[0].There.Delivered-found[0].Kept.Delivered != 2 {
		w.t.Errorf("after a loss is found: %+v", found)
	}
	if compare(false) != 0 {
		w.t.Errorf("after the repair is wrong: %+v", found)
	}
}

// A draft is changed, prepared anew and deleted; a test goes to one person and counts
// nowhere.
func TestBroadcastDraft(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		id := w.create(numbers(0, 3), nil)
		path := "/v1/broadcasts/" + id
		w.prepared(id)
		r := k.Do(http.MethodPatch, path, k.Key, map[string]any{"name": "Other", "audience": numbers(10, 1200)})
		if r.Status != http.StatusOK || r.Text("name") != "Other" {
			t.Fatalf("change: %d %s", r.Status, r.Body)
		}
		w.prepared(id)
		if got := w.counts(id); got != "0 1200 0 0 0 0 0 0 0" {
			t.Errorf("prepared anew: %s", got)
		}
		k.Do(http.MethodPatch, path, k.Key, map[string]any{"audience": numbers(0, 2)})
		w.prepared(id)
		if got := w.counts(id); got != "0 2 0 0 0 0 0 0 0" {
			t.Errorf("once more: %s", got)
		}
		if r := k.Do(http.MethodPost, path+"/test", k.Key, map[string]any{"to": "+14155579999"}); r.Status != http.StatusAccepted {
			t.Errorf("test: %d %s", r.Status, r.Body)
		} else {
			k.EventuallyMessage(r.Text("messageId"), "delivered")
		}
		if r := k.Do(http.MethodGet, path+"/recipients/export", k.Key, nil); !strings.HasPrefix(string(r.Body), "number,contactId,to,") || !strings.Contains(string(r.Body), "2,,+14155570001,,queued,") {
			t.Errorf("export: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodDelete, path, k.Key, nil); r.Status != http.StatusNoContent {
			t.Errorf("delete: %d %s", r.Status, r.Body)
		}
		if r := w.get(id); r.Status != http.StatusNotFound {
			t.Errorf("deleted: %d %s", r.Status, r.Body)
		}
		k.Eventually("nothing is left", func() bool { return k.Count("broadcast_recipients") == 0 && k.Count("broadcast_parts") == 0 })
	})
}

// A wrong limit is told of together with everything else that is wrong.
func TestFaultsOfABroadcastAreToldAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.Do(http.MethodPost, "/v1/broadcasts", k.Key, map[string]any{"templateName": "no_such_template", "audience": map[string]any{"contactIds": []string{}},
			"limits": map[string]any{"amount": "-1", "currency": "JPY", "messages": 0}, "scheduledAt": k.Now().Add(-time.Hour)})
		for _, pointer := range []string{"/name", "/templateName", "/audience/contactIds", "/limits/amount", "/limits/currency", "/limits/messages", "/scheduledAt"} {
			if r.Status != http.StatusUnprocessableEntity || strings.Count(string(r.Body), `"pointer":"`+pointer+`"`) != 1 {
				t.Errorf("%s: %d %s", pointer, r.Status, r.Body)
			}
		}
	})
}
