package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/testkit"
)

// experiment is a broadcast with two variants, of which B is filled by parameters.
func experiment(more map[string]any) map[string]any {
	x := map[string]any{"goal": map[string]any{"event": "answered", "windowHours": 2}, "holdout": 20, "sampleSize": 10,
		"variantB": map[string]any{"templateName": "order_shipped", "language": "en_US", "parameters": map[string]any{"name": "Ada", "order_number": "7", "eta": "on Friday"}}}
	for name, value := range more {
		x[name] = value
	}
	return map[string]any{"experiment": x}
}

// arms are the recipients of a broadcast by the arm that they are in.
func (w broadcasting) arms(id string) map[string][]string {
	w.t.Helper()
	out := map[string][]string{}
	list, _ := w.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients?limit=100", w.Key, nil).JSON()["data"].([]any)
	for _, item := range list {
		r := item.(map[string]any)
		arm := fmt.Sprint(r["variant"])
		if r["state"] == "held_out" {
			arm = "holdout"
		}
		out[arm] = append(out[arm], fmt.Sprint(r["to"]))
	}
	return out
}

func (w broadcasting) results(id string) testkit.Response {
	w.t.Helper()
	return w.Do(http.MethodGet, "/v1/broadcasts/"+id+"/results", w.Key, nil)
}

// Two variants and a holdout: everybody gets the template of their arm, who is held out
// nothing, and a winner is named at the end of the windows only.
func TestBroadcastExperiment(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		id := w.create(numbers(0, 100), experiment(nil))
		w.prepared(id)
		arms := w.arms(id)
		a, b, held := arms["a"], arms["b"], arms["holdout"]
		if len(a)+len(b)+len(held) != 100 || len(a) < 15 || len(b) < 15 || len(held) < 5 {
			t.Fatalf("arms: %v", arms)
		}
		f := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", k.Key, nil)
		if got, want := fmt.Sprint(f.JSON()["recipients"], f.JSON()["heldOut"], f.JSON()["test"]), fmt.Sprint(len(a)+len(b), len(held), fmt.Sprintf(" map[problem:<nil> recipientsA:%d recipientsB:%d sampleSize:10]", len(a), len(b))); got != want {
			t.Errorf("the forecast: %s, not %s", got, want)
		}
		// Prepared anew, everybody is where they were.
		k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"audience": numbers(0, 100)})
		w.prepared(id)
		if again := w.arms(id); fmt.Sprint(again) != fmt.Sprint(arms) {
			t.Errorf("prepared anew: %v", again)
		}
		w.act(id, "start")
		k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
		k.Eventually("everything is delivered", func() bool {
			return w.counts(id) == fmt.Sprint(0, 0, 0, len(a)+len(b), len(a)+len(b), 0, 0, 0, 0)
		})
		for arm, want := range map[string]int{"a": 1, "b": 1, "holdout": 0} {
			for _, to := range arms[arm] {
				if got := len(k.Sandbox().Phone(to)); got != want {
					t.Errorf("%s of %s got %d messages", to, arm, got)
				}
			}
		}
		for _, to := range append(b[:len(b)-1:len(b)-1], a[0], held[0], held[1]) {
			k.CustomerWrites(to, "Yes!")
			k.CustomerWrites(to, "Really!")
		}
		reached := func() string {
			r := w.results(id).JSON()
			v, _ := r["variants"].([]any)
			h, _ := r["holdout"].(map[string]any)
			return fmt.Sprint(v[0].(map[string]any)["reached"], v[1].(map[string]any)["reached"], h["reached"], h["counted"])
		}
		want := fmt.Sprint(1, len(b)-1, 2, len(held))
		k.Eventually("goals are counted", func() bool { return reached() == want })
		if r := w.results(id); r.Text("noWinner") != "not_over" || r.JSON()["winner"] != nil || r.Text("decidesAt") == "" {
			t.Errorf("before the end: %s", r.Body)
		}
		k.Advance(3*time.Hour + time.Minute)
		k.CustomerWrites(a[1], "Too late")
		k.Eventually("everything up to the end is counted", func() bool { return w.results(id).Text("noWinner") != "not_over" })
		r := w.results(id)
		if r.Text("winner") != "b" || r.JSON()["noWinner"] != nil || reached() != want {
			t.Errorf("at the end: %s", r.Body)
		}
		if d := r.JSON()["difference"].(map[string]any); d["low"].(float64) <= 0 || d["high"].(float64) > 1 {
			t.Errorf("the difference: %v", d)
		}
		if l := r.JSON()["lift"].(map[string]any); l["low"].(float64) >= l["high"].(float64) {
			t.Errorf("the lift: %v", l)
		}
		k.Must(k.App.Service.Broadcast.Compare(t.Context(), false, func(d broadcast.Difference) { t.Errorf("wrong: %+v", d) }))
	})
}

// A goal may be what the business tells: of who got a message, of who was held out, of one
// who was merged, and within the window.
func TestBroadcastConversions(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		id := w.create(numbers(0, 40), map[string]any{"experiment": map[string]any{"goal": map[string]any{"event": "conversion", "name": "purchase"}, "holdout": 30}})
		w.prepared(id)
		arms := w.arms(id)
		w.act(id, "start")
		k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
		tell := func(body map[string]any) testkit.Response {
			t.Helper()
			r := k.Do(http.MethodPost, "/v1/conversions", k.Key, body)
			if r.Status != http.StatusCreated {
				t.Fatalf("tell: %d %s", r.Status, r.Body)
			}
			return r
		}
		first := tell(map[string]any{"to": arms["a"][0], "name": "purchase", "amount": "12.5", "currency": "eur", "externalId": "o1"})
		if first.Text("amount") != "12.50" || first.Text("currency") != "EUR" {
			t.Errorf("told: %s", first.Body)
		}
		if again := tell(map[string]any{"to": arms["a"][0], "name": "purchase", "amount": "12.50", "currency": "EUR", "externalId": "o1"}); again.Text("id") != first.Text("id") {
			t.Errorf("told again: %s", again.Body)
		}
		if r := k.Do(http.MethodPost, "/v1/conversions", k.Key, map[string]any{"to": arms["a"][1], "name": "purchase", "externalId": "o1"}); r.Code() != "not_allowed" {
			t.Errorf("the same for another one: %d %s", r.Status, r.Body)
		}
		tell(map[string]any{"to": arms["holdout"][0], "name": "purchase"})
		tell(map[string]any{"to": arms["a"][2], "name": "visit"})
		tell(map[string]any{"to": arms["a"][3], "name": "purchase", "occurredAt": k.Now().Add(-24 * time.Hour)})
		// Somebody else is merged with a recipient: what they do is the recipient's.
		other := tell(map[string]any{"to": "+14155579999", "name": "visit"}).Text("contactId")
		recipient := tell(map[string]any{"to": arms["a"][4], "name": "visit"}).Text("contactId")
		if r := k.Do(http.MethodPost, "/v1/contacts/"+other+"/merge", k.Key, map[string]any{"contactId": recipient}); r.Status != http.StatusOK {
			t.Fatalf("merge: %d %s", r.Status, r.Body)
		}
		tell(map[string]any{"contactId": other, "name": "purchase"})
		k.Eventually("three are counted", func() bool {
			r := w.results(id)
			v, _ := r.JSON()["variants"].([]any)
			h, _ := r.JSON()["holdout"].(map[string]any)
			return fmt.Sprint(v[0].(map[string]any)["reached"], h["reached"]) == "2 1"
		})
		if r := w.results(id); r.Text("noWinner") != "no_variants" {
			t.Errorf("no variants: %s", r.Body)
		}
		list := func(query string) int {
			data, _ := k.Do(http.MethodGet, "/v1/conversions"+query, k.Key, nil).JSON()["data"].([]any)
			return len(data)
		}
		from := k.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
		if got := fmt.Sprint(list(""), list("?name=purchase"), list("?contactId="+other), list("?contactId="+other+"&name=visit"), list("?name=purchase&from="+from), list("?to="+from)); got != "7 4 3 2 3 1" {
			t.Errorf("lists: %s", got)
		}
		page := k.Do(http.MethodGet, "/v1/conversions?limit=4", k.Key, nil)
		if next := page.Text("nextCursor"); next == "" || list("?limit=4&cursor="+next) != 3 {
			t.Errorf("pages: %s", page.Body)
		}
	})
}

// A goal may be that a button is tapped, or that the message is read, and only within the
// window.
func TestBroadcastGoals(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		start := func(from int, event string) string {
			t.Helper()
			id := w.create(numbers(from, 6), map[string]any{"templateName": "order_shipped", "experiment": map[string]any{"goal": map[string]any{"event": event, "windowHours": 1}},
				"parameters": map[string]any{"name": "Ada", "order_number": "7", "eta": "on Friday"}})
			w.act(id, "start")
			k.Eventually("everything is delivered", func() bool { return w.counts(id) == "0 0 0 6 6 0 0 0 0" })
			return id
		}
		counted := func(id string) string {
			v := w.results(id).JSON()["variants"].([]any)[0].(map[string]any)
			return fmt.Sprint(v["read"], v["answered"], v["tapped"], v["reached"])
		}
		tapped, read := start(0, "tapped"), start(10, "read")
		tap := func(number string) {
			t.Helper()
			_, err := k.Sandbox().Tap(number, "Talk to us", nil)
			k.Must(err)
		}
		// Whoever taps a button has read the message.
		for _, number := range []string{"+14155570000", "+14155570000", "+14155570001", "+14155570010"} {
			tap(number)
		}
		for _, number := range []string{"+14155570002", "+14155570011"} {
			_, err := k.Sandbox().Read(number, "")
			k.Must(err)
		}
		k.Eventually("taps and reads are counted", func() bool { return counted(tapped) == "3 2 2 2" && counted(read) == "2 1 1 2" })
		k.Advance(61 * time.Minute)
		tap("+14155570003")
		_, err := k.Sandbox().Read("+14155570012", "")
		k.Must(err)
		k.Eventually("what is too late reaches no goal", func() bool { return counted(tapped) == "4 3 3 2" && counted(read) == "3 1 1 2" })
	})
}

// What an experiment must be.
func TestBroadcastExperimentFaults(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		for text, code := range map[string]string{
			`{"holdout":10}`:                                                                                                      "required",
			`{"holdout":10,"goal":{"event":"read"}}`:                                                                              "not_allowed",
			`{"goal":{"event":"conversion"}}`:                                                                                     "required",
			`{"goal":{"event":"answered","name":"x"}}`:                                                                            "not_allowed",
			`{"goal":{"event":"answered"},"sampleSize":100}`:                                                                      "required",
			`{"goal":{"event":"answered"},"variantB":{"templateName":"hello_world"}}`:                                             "required",
			`{"goal":{"event":"answered"},"variantB":{"templateName":"none"},"sampleSize":100}`:                                   "template_not_found",
			`{"goal":{"event":"answered"},"variantB":{"templateName":"hello_world"},"baseline":0.9,"detect":0.2}`:                 "out_of_range",
			`{"goal":{"event":"answered"},"variantB":{"templateName":"hello_world"},"baseline":0.9,"detect":0.1,"sampleSize":10}`: "not_allowed",
		} {
			body := `{"name":"x","templateName":"hello_world","audience":{"recipients":[{"to":"+14155550123"}]},"experiment":` + text + `}`
			if r := k.Do(http.MethodPost, "/v1/broadcasts", k.Key, []byte(body)); r.Status != http.StatusUnprocessableEntity || r.Code() != code {
				t.Errorf("%s: %d %s", text, r.Status, r.Body)
			}
		}
		w := broadcasting{k, t}
		id := w.create(numbers(0, 3), experiment(map[string]any{"holdout": 0, "sampleSize": nil, "baseline": 0.1, "detect": 0.05}))
		w.prepared(id)
		if f := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", k.Key, nil); !strings.Contains(string(f.Body), `"test":{"sampleSize":762,`) || f.Text("test", "problem") != "audience_too_small" {
			t.Errorf("the forecast: %s", f.Body)
		}
		if r := k.Do(http.MethodPost, "/v1/broadcasts/"+id+"/test", k.Key, map[string]any{"to": "+14155579999", "variant": "b"}); r.Status != http.StatusAccepted {
			t.Errorf("a test of b: %d %s", r.Status, r.Body)
		} else if m := k.EventuallyMessage(r.Text("messageId"), "delivered"); fmt.Sprint(m["templateName"]) != "order_shipped" {
			t.Errorf("it is %v", m["templateName"])
		}
	})
}
