package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// closings are the events that told of a conversation, in their order.
func (w noteWorld) closings(conversation string) (out []crm.ConversationWindowClosingData) {
	w.t.Helper()
	for _, row := range w.Rows("SELECT body FROM events WHERE kind = 'conversation.window_closing' ORDER BY position") {
		var e struct {
			Data crm.ConversationWindowClosingData `json:"data"`
		}
		w.Must(json.Unmarshal([]byte(wholeText(row["body"])), &e))
		if e.Data.ConversationID == conversation {
			out = append(out, e.Data)
		}
	}
	return out
}

// told waits until a conversation was told of so often, and looks once more.
func (w noteWorld) toldOfWindows(conversation string, times int) {
	w.t.Helper()
	w.Eventually("the window is told of", func() bool { return len(w.closings(conversation)) >= times })
	w.Must(w.App.Service.Window.TellClosing(w.t.Context()))
	if n := len(w.closings(conversation)); n != times {
		w.t.Errorf("%s was told of %d times, not %d", conversation, n, times)
	}
}

func (w noteWorld) window(conversation string) map[string]any {
	w.t.Helper()
	return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+conversation+"/window", w.Key, nil).JSON()
}

func (w noteWorld) status(conversation string, body map[string]any) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+conversation+"/status", w.Key, body)
}

// A window that ends while the contact waits is told of once, with what a template
// costs then. What the contact writes begins another one. Who was answered is not told of.
func TestAClosingWindowIsTold(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone, answered, unknown = "+4915112345671", "+14155550182", "+48512345678"
		id, contact := w.conversation(phone)
		other, _ := w.conversation(answered)
		strange, _ := w.conversation(unknown)
		k.SendMessage(w.text(answered, "Right away."))
		k.Eventually("it is answered", func() bool { return w.waits(other) == nil })
		k.Advance(21*time.Hour + 58*time.Minute)
		k.Must(k.App.Service.Window.TellClosing(t.Context()))
		if n := len(w.closings(id)); n > 0 {
			t.Fatalf("told of %d times, too soon", n)
		}
		if got := w.window(id); got["open"] != true || got["endsSoon"] != false || got["waiting"] != true {
			t.Errorf("the window is %v", got)
		}
		k.Advance(3 * time.Minute)
		w.toldOfWindows(id, 1)
		w.toldOfWindows(strange, 1)
		w.toldOfWindows(other, 0)
		shown := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).JSON()
		e := w.closings(id)[0]
		price := e.TemplatePrice
		if e.ContactID != contact || e.PhoneNumberID != k.NumberID || time.Unix(e.ClosesAt, 0).UTC().Format(time.RFC3339) != shown["windowClosesAt"].(string)[:19]+"Z" ||
			e.EpisodeID != shown["episode"].(map[string]any)["id"] || *price.Utility != "0.055" || *price.Marketing != "0.1365" || *price.Currency != "USD" || *price.Market != "Germany" || *price.RateCard == "" {
			t.Errorf("it is told as %+v, prices %s", e, wholeJSON(price))
		}
		if got := wholeJSON(w.closings(strange)[0].TemplatePrice); got != `{"utility":null,"marketing":null,"currency":null,"market":"Poland","rate_card":"`+*price.RateCard+`"}` {
			t.Errorf("what is not on the card is told as %s", got)
		}
		entries := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/timeline", k.Key, nil).JSON()["data"].([]any)
		if got := entries[0].(map[string]any); got["kind"] != "window_closing" || got["episodeId"] != e.EpisodeID {
			t.Errorf("the timeline has %v", got)
		}
		if got := w.window(id); got["endsSoon"] != true || wholeJSON(got["afterwards"]) != `{"freeUntil":null,"market":"Germany","marketing":{"amount":"0.1365","currency":"USD"},"rateCard":"`+*price.RateCard+`","utility":{"amount":"0.055","currency":"USD"}}` {
			t.Errorf("the window is %v", got)
		}
		// A snooze and its end change nothing: it is the same window.
		w.status(id, map[string]any{"status": "snoozed"})
		w.status(id, map[string]any{"status": "open"})
		k.Must(k.App.Service.Window.TellClosing(t.Context()))
		w.toldOfWindows(id, 1)
		w.CustomerWrites(phone, "Anybody there?")
		k.Advance(22*time.Hour + time.Minute)
		w.toldOfWindows(id, 2)
		k.Advance(3 * time.Hour)
		k.Must(k.App.Service.Window.TellClosing(t.Context()))
		w.toldOfWindows(id, 2)
		if got := w.window(id); got["open"] != false || got["secondsLeft"] != 0.0 || got["endsSoon"] != false {
			t.Errorf("the closed window is %v", got)
		}
		if n := k.Count("window_warnings"); n != 0 {
			t.Errorf("%d rows are left of windows that closed", n)
		}
	})
}

func wholeJSON(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// Where the contact begins to wait, or is seen again, after others have passed by the
// end of the window, it is told all the same. So is a window that the contact extended
// without writing.
func TestALateWaitIsToldOf(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const reacts, sleeps = "+14155550183", "+14155550184"
		reacting, _ := w.conversation(reacts)
		k.SendMessage(w.text(reacts, "We look into it."))
		k.Eventually("it is answered", func() bool { return w.waits(reacting) == nil })
		w.CustomerWrites(reacts, "And?")
		asleep, _ := w.conversation(sleeps)
		w.status(asleep, map[string]any{"status": "snoozed"})
		passer, _ := w.conversation("+14155550185")
		k.Advance(22*time.Hour + time.Minute)
		w.toldOfWindows(passer, 1)
		w.toldOfWindows(reacting, 1)
		w.toldOfWindows(asleep, 0)
		w.status(asleep, map[string]any{"status": "open"})
		w.toldOfWindows(asleep, 1)
		closes := w.window(reacting)["closesAt"]
		_, err := k.Sandbox().React(reacts, "", "👍")
		k.Must(err)
		k.Eventually("the reaction extends the window", func() bool { return w.window(reacting)["closesAt"] != closes })
		k.Advance(2 * time.Hour) // the window that was told of has closed
		k.Must(k.App.Service.Window.TellClosing(t.Context()))
		w.toldOfWindows(reacting, 1)
		k.Advance(20*time.Hour + time.Minute)
		w.toldOfWindows(reacting, 2)
	})
}

// The time of warning is a setting, which holds at once, also for windows that others
// have passed by. 0 turns it off.
func TestTheTimeOfWarningIsASetting(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		set := func(status, minutes int) testkit.Response {
			return w.do(status, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"windowWarningMinutes": minutes})
		}
		if got := w.do(http.StatusOK, http.MethodGet, "/v1/inbox-settings", k.Key, nil).JSON()["windowWarningMinutes"]; got != 120.0 {
			t.Errorf("at first it is %v", got)
		}
		set(http.StatusUnprocessableEntity, 1381)
		set(http.StatusUnprocessableEntity, -1)
		set(http.StatusOK, 0)
		id, _ := w.conversation("+14155550186")
		k.Advance(23 * time.Hour)
		k.Must(k.App.Service.Window.TellClosing(t.Context()))
		w.toldOfWindows(id, 0)
		if got := w.window(id); got["endsSoon"] != false {
			t.Errorf("without warnings the window is %v", got)
		}
		set(http.StatusOK, 61)
		w.toldOfWindows(id, 1)
		early, _ := w.conversation("+14155550187")
		k.Advance(61 * time.Minute)
		set(http.StatusOK, 1380)
		w.toldOfWindows(early, 1)
	})
}

// The report adds up exactly what templates to all whose windows end would cost.
func TestWhatTheEndOfWindowsCosts(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const germany, america, poland = "+4915112345672", "+14155550188", "+48512345679"
		first, _ := w.conversation(germany)
		k.Advance(time.Minute)
		team := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Sales"}).Text("id")
		second, _ := w.conversation(america)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+second+"/assignment", k.Key, map[string]any{"teamId": team})
		w.conversation(poland)
		_, err := k.Sandbox().CustomerSends(sandbox.CustomerMessage{UserID: "US.13491208655302741918", To: k.Number, Text: "I have no number."})
		k.Must(err)
		k.Eventually("it is stored", func() bool { return k.Count("conversation_states") == 4 })
		k.Advance(22 * time.Hour)
		later, _ := w.conversation("+14155550189")
		report := func(query string) map[string]any {
			return w.do(http.StatusOK, http.MethodGet, "/v1/reports/window"+query, k.Key, nil).JSON()
		}
		all := report("")
		items := all["items"].([]any)
		if all["count"] != 4.0 || all["more"] != false || all["withinMinutes"] != 120.0 || len(items) != 4 || items[0].(map[string]any)["conversationId"] != first {
			t.Fatalf("the report is %s", wholeJSON(all))
		}
		want := `{"marketing":{"sums":[{"amount":"0.1615","currency":"USD"}],"unknown":2},"utility":{"sums":[{"amount":"0.0584","currency":"USD"}],"unknown":2}}`
		if got := wholeJSON(map[string]any{"utility": all["utility"], "marketing": all["marketing"]}); got != want {
			t.Errorf("all of it costs %s, want %s", got, want)
		}
		if of := report("?teamId=" + team); of["count"] != 1.0 || of["items"].([]any)[0].(map[string]any)["conversationId"] != second {
			t.Errorf("of the team there is %s", wholeJSON(of))
		}
		for query, n := range map[string]float64{"?phoneNumberId=" + k.NumberID: 4, "?phoneNumberId=num_none": 0, "?withinMinutes=119": 1, "?withinMinutes=1440": 5} {
			if got := report(query)["count"]; got != n {
				t.Errorf("%s counts %v, not %v", query, got, n)
			}
		}
		// What is put aside or answered is at stake no more, and who writes begins anew.
		w.status(second, map[string]any{"status": "snoozed"})
		w.CustomerWrites(germany, "Hello?")
		k.SendMessage(w.text(poland, "Here we are."))
		k.Eventually("one is left", func() bool { return report("")["count"] == 1.0 })
		if got := report("?withinMinutes=1440"); got["count"] != 3.0 || !strings.Contains(wholeJSON(got["items"]), later) {
			t.Errorf("within a day there are %s", wholeJSON(got))
		}
	})
}

// Who does not reach a conversation does not see its window, and who sees not all
// conversations sees the report of what is theirs.
func TestWindowsAreInReach(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		id, _ := w.conversation("+14155550190")
		anna := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		w.do(http.StatusNotFound, http.MethodGet, "/v1/conversations/"+id+"/window", anna.Key, nil)
		w.do(http.StatusForbidden, http.MethodGet, "/v1/reports/window", anna.Key, nil)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": anna.ID})
		if got := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/window", anna.Key, nil).JSON(); got["waiting"] != true {
			t.Errorf("whose it is sees %v", got)
		}
		w.conversation("+14155550191")
		if r := w.do(http.StatusOK, http.MethodGet, "/v1/reports/window?withinMinutes=1440&agentId="+anna.ID, anna.Key, nil).JSON(); r["count"] != 1.0 || !strings.Contains(wholeJSON(r["items"]), id) {
			t.Errorf("the report of whose it is has %s", wholeJSON(r))
		}
		if r := w.do(http.StatusOK, http.MethodGet, "/v1/reports/window?withinMinutes=1440", k.Key, nil).JSON(); r["count"] != 2.0 {
			t.Errorf("the report of all has %s", wholeJSON(r))
		}
		ben := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		w.do(http.StatusForbidden, http.MethodGet, "/v1/reports/window?agentId="+anna.ID, ben.Key, nil)
	})
}
