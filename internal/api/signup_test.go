package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// signUp has a business go through the provider's window, and returns what a page sends
// then.
func (w onboardingWorld) signUp(body string) map[string]any {
	w.t.Helper()
	r, err := http.Post(w.App.Sandbox.URL+"/_sandbox/signup", "application/json", strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Body.Close()
	var got struct {
		Code, Event string
		Data        map[string]any
	}
	if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.StatusCode != http.StatusOK {
		w.t.Fatalf("the signup: %d %v", r.StatusCode, err)
	}
	out := map[string]any{"code": got.Code, "event": got.Event, "messagingAccountId": got.Data["waba_id"]}
	if id, ok := got.Data["phone_number_id"]; ok {
		out["phoneNumberId"] = id
	}
	return out
}

// openHistory returns a number that stays on the app, which was asked in vain for what it has.
func (w onboardingWorld) openHistory(number string, code int) (id string) {
	w.t.Helper()
	w.fault(sandbox.Fault{Match: sandbox.Match{Path: "/smb_app_data"}, Status: 400, Code: code})
	end := w.signUp(`{"event":"FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING","number":"` + number + `","declined":true}`)
	id = w.post("/v1/onboarding/signup", end, 201, "").Text("phoneNumbers", "0", "id")
	w.Eventually("the app is not asked any more by itself, nor will be", func() bool { return w.Count("jobs", "kind = 'ask_app'") == 0 })
	w.Must(w.Sandbox().SetFaults())
	return id
}

func (w onboardingWorld) setup(numberID string) map[string]any {
	w.t.Helper()
	return w.Do(http.MethodGet, "/v1/phone-numbers/"+numberID+"/setup", w.Key, nil).JSON()
}

// A business connects by the provider's signup: its account, with a number that it registers
// here. A code works once and for half a minute.
func TestSignup(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond, NoAccount: true}, func(w onboardingWorld) {
		const path = "/v1/onboarding/signup"
		if app := w.Do(http.MethodGet, path, w.Key, nil).JSON(); app["available"] != true || app["appId"] == "" || app["configurationId"] == "" {
			t.Errorf("the app of the signup: %v", app)
		}
		w.post(path, map[string]any{"event": "CANCEL"}, 422, crm.CodeNotAllowed)
		w.post(path, map[string]any{"event": "FINISH", "code": "nobody-gave-it", "messagingAccountId": "1"}, 422, crm.CodeSignupCode)

		late := w.signUp(`{"number":"+14155550170"}`)
		w.Advance(31 * time.Second)
		w.post(path, late, 422, crm.CodeSignupCode)

		end := w.signUp(`{"number":"+14155550171","name":"Lucky Shrub"}`)
		first := w.DoIdempotent(http.MethodPost, path, w.Key, "once", end)
		if again := w.DoIdempotent(http.MethodPost, path, w.Key, "once", end); first.Status != http.StatusCreated || string(again.Body) != string(first.Body) {
			t.Fatalf("the signup is answered %d %s, then %s", first.Status, first.Body, again.Body)
		}
		account := first.JSON()
		number := account["phoneNumbers"].([]any)[0].(map[string]any)
		if account["providerId"] != end["messagingAccountId"] || account["name"] != "Lucky Shrub" || number["providerId"] != end["phoneNumberId"] {
			t.Fatalf("connected: %v", account)
		}
		w.post(path, end, 422, crm.CodeSignupCode)

		// The number is verified by the window; it is registered here, and sends.
		id := number["id"].(string)
		w.post("/v1/phone-numbers/"+id+"/register", map[string]any{"pin": "482931"}, 200, "")
		if s := w.setup(id); s["registered"] != true || s["onApp"] != false || s["appHistory"] != nil {
			t.Errorf("the number: %v", s)
		}
		w.post("/v1/phone-numbers/"+id+"/app-history", nil, 409, crm.CodeNumberNotOnApp)
		// The webhooks of the account come, because the signup subscribed it.
		w.control("messages", `{"from":"+14155550199","to":"+14155550171","text":"Are you there?"}`)
		w.Eventually("what a customer writes arrives", func() bool {
			return strings.Contains(string(w.Do(http.MethodGet, "/v1/messages", w.Key, nil).Body), "Are you there?")
		})
	})
}

// A number that stays in use in the app is connected beside it: its contacts and messages
// from before arrive by themselves, once, and start nothing.
func TestSignupBesideTheApp(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond, NoAccount: true}, func(w onboardingWorld) {
		end := w.signUp(`{"event":"FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING","number":"+14155550172"}`)
		account := w.post("/v1/onboarding/signup", end, 201, "").JSON()
		number := account["phoneNumbers"].([]any)[0].(map[string]any)
		id := number["id"].(string)
		if number["throughput"] != 20.0 {
			t.Errorf("the number takes %v messages a second, want 20", number["throughput"])
		}
		w.Eventually("the history is complete", func() bool {
			h, _ := w.setup(id)["appHistory"].(map[string]any)
			return h["state"] == "complete"
		})
		s := w.setup(id)
		if h := s["appHistory"].(map[string]any); h["progress"] != 100.0 || h["askBy"] == nil || s["onApp"] != true || s["registered"] != true || s["nextAction"] != "" {
			t.Errorf("the number: %v", s)
		}
		for _, text := range []string{"Do you have the blue pot?", "Yes, two of them.", "Thanks for the roses!"} { // parts come in any order
			w.Eventually("of the app's messages arrives "+text, func() bool {
				return strings.Contains(string(w.Do(http.MethodGet, "/v1/messages", w.Key, nil).Body), text)
			})
		}
		w.Eventually("the app's contacts have their names", func() bool {
			contacts := string(w.Do(http.MethodGet, "/v1/contacts", w.Key, nil).Body)
			return strings.Contains(contacts, "Pablo Morales") && strings.Contains(contacts, "Rosa Diaz")
		})
		w.Quiet()
		if n := len(w.Rows("SELECT kind FROM events WHERE workspace_id = '%s' AND kind = 'message.received'", w.WorkspaceID)); n != 0 {
			t.Errorf("%d messages from before were told as received", n)
		}
		// The parts come in any order, and webhooks may be faster than the answer to the call.
		told := w.historyTold()
		if !slices.Contains([]string{"open>asked asked>arriving arriving>complete", "open>asked asked>complete", "open>arriving arriving>complete", "open>complete"}, told) {
			t.Errorf("told: %s", told)
		}
		w.post("/v1/phone-numbers/"+id+"/app-history", nil, 409, crm.CodeHistoryClosed)
		w.post("/v1/phone-numbers/"+id+"/deregister", nil, 409, crm.CodeNumberOnApp)
		if e := w.check(crm.ItemNumber, crm.ItemDone); !strings.Contains(string(e.Body), "connected beside the app") {
			t.Errorf("the item of the number: %s", e.Body)
		}
		// Each was asked for once.
		if n := w.calls("/smb_app_data"); n != 2 {
			t.Errorf("the app was asked %d times, want 2: contacts and messages", n)
		}
		// The business ends the connection in the app.
		w.control("webhooks", `{"field":"account_update","to":"+14155550172","value":{"event":"PARTNER_REMOVED","phone_number":"14155550172","disconnection_info":{"reason":"ACCOUNT_DISCONNECTED","initiated_by":"USER"}}}`)
		w.Eventually("the number is disconnected", func() bool {
			return w.Do(http.MethodGet, "/v1/phone-numbers/"+id, w.Key, nil).JSON()["disconnectReason"] == "ACCOUNT_DISCONNECTED"
		})
	})
}

// What the app does not share is told, and the day after the signup it is too late.
func TestAppHistoryDeclinedOrMissed(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond, NoAccount: true}, func(w onboardingWorld) {
		connect := func(body string) string {
			account := w.post("/v1/onboarding/signup", w.signUp(body), 201, "").JSON()
			return account["phoneNumbers"].([]any)[0].(map[string]any)["id"].(string)
		}
		state := func(id string) any {
			h, _ := w.setup(id)["appHistory"].(map[string]any)
			return h["state"]
		}
		declined := connect(`{"event":"FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING","number":"+14155550173","declined":true}`)
		w.Eventually("the business declines", func() bool { return state(declined) == "declined" })

		// The provider fails for as long as the day lasts; then it is over.
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: "/smb_app_data"}, Code: 131000})
		missed := connect(`{"event":"FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING","number":"+14155550174"}`)
		w.Eventually("the provider was asked", func() bool { return w.calls("/smb_app_data") > 2 })
		w.Advance(25 * time.Hour)
		w.Must(w.Sandbox().SetFaults())
		w.Eventually("the provider refuses it for good", func() bool { return state(missed) == "refused" })
		if h := w.setup(missed)["appHistory"].(map[string]any); !strings.Contains(h["reason"].(string), "24 hours") {
			t.Errorf("missed: %v", h)
		}
	})
}

// What was refused, for good or until somebody acts, is not asked for again by itself; who
// wants it asks for it again, once.
func TestAppHistoryIsAskedForAgain(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond, NoAccount: true}, func(w onboardingWorld) {
		w.openHistory("+14155551813", 131063)
		path := "/v1/phone-numbers/" + w.openHistory("+14155551812", 100)
		if h := w.Do(http.MethodGet, path+"/setup", w.Key, nil).JSON()["appHistory"].(map[string]any); h["state"] != "open" {
			t.Errorf("in vain: %v", h)
		}
		before := w.calls("/smb_app_data")
		w.Advance(time.Hour)
		w.Quiet()
		if n := w.calls("/smb_app_data"); n != before {
			t.Errorf("what is refused for good was asked for %d times more", n-before)
		}
		first := w.DoIdempotent(http.MethodPost, path+"/app-history", w.Key, "again", nil)
		again := w.DoIdempotent(http.MethodPost, path+"/app-history", w.Key, "again", nil)
		if first.Status != http.StatusOK || string(again.Body) != string(first.Body) || w.calls("/smb_app_data") != before+2 {
			t.Errorf("asked %d times: %d %s, then %s", w.calls("/smb_app_data")-before, first.Status, first.Body, again.Body)
		}
	})
}

// historyTold are the changes of the history that events told of.
func (w onboardingWorld) historyTold() string { return strings.Join(w.numberTold("app_history"), " ") }

// numberTold are the changes of a field of numbers that events told of.
func (w onboardingWorld) numberTold(field string) (out []string) {
	for _, row := range w.Rows("SELECT body FROM events WHERE workspace_id = '%s' AND kind = 'phone_number.updated' ORDER BY position", w.WorkspaceID) {
		_, rest, found := strings.Cut(fmt.Sprintf("%s", row["body"]), `"field":"`+field+`","from":"`)
		if !found {
			continue
		}
		from, rest, _ := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, `"to":"`)
		to, _, _ := strings.Cut(rest, `"`)
		out = append(out, from+">"+to)
	}
	return out
}

// signupWindow is the provider's window, opened by its address as the app opens it.
type signupWindow struct {
	w    onboardingWorld
	url  string
	back string
}

func (w onboardingWorld) openWindow(more url.Values) signupWindow {
	w.t.Helper()
	app := w.Do(http.MethodGet, "/v1/onboarding/signup", w.Key, nil)
	back := "https://crm.example.com/app/signup"
	query := url.Values{"client_id": {app.Text("appId")}, "config_id": {app.Text("configurationId")}, "response_type": {"code"},
		"override_default_response_type": {"true"}, "redirect_uri": {back}, "state": {"a-state"}}
	for name, values := range more {
		query[name] = values
	}
	return signupWindow{w, app.Text("dialogUrl") + "?" + query.Encode(), back}
}

// page returns what the window shows, or what it shows when its form was sent.
func (s signupWindow) page(form url.Values) (status int, page string) {
	s.w.t.Helper()
	r, err := http.Get(s.url)
	if form != nil {
		_ = r.Body.Close()
		r, err = http.PostForm(s.url, form)
	}
	if err != nil {
		s.w.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	s.w.Must(err)
	return r.StatusCode, string(body)
}

var (
	windowReturns = regexp.MustCompile(`location\.replace\("([^"]*)"\)`)
	windowTells   = regexp.MustCompile(`postMessage\("((?:[^"\\]|\\.)*)", "([^"]*)"\)`)
)

// end sends the form, and returns to what address the window goes, and what it tells.
func (s signupWindow) end(form url.Values) (back url.Values, told map[string]any) {
	s.w.t.Helper()
	_, page := s.page(form)
	to, message := windowReturns.FindStringSubmatch(page), windowTells.FindStringSubmatch(page)
	if to == nil || message == nil || message[2] != "https://crm.example.com" {
		s.w.t.Fatalf("the window shows %s", page)
	}
	var text string
	s.w.Must(json.Unmarshal([]byte(`"`+to[1]+`"`), &text))
	u, err := url.Parse(text)
	s.w.Must(err)
	if got := u.Scheme + "://" + u.Host + u.Path; got != s.back {
		s.w.t.Errorf("the window goes to %s", got)
	}
	s.w.Must(json.Unmarshal([]byte(`"`+message[1]+`"`), &text))
	s.w.Must(json.Unmarshal([]byte(text), &told))
	return u.Query(), told
}

// A page opens the window by its address: it returns to the page with the code, which is
// exchanged with that address only.
func TestSignupByAddress(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond, NoAccount: true}, func(w onboardingWorld) {
		for name, value := range map[string]string{"client_id": "1", "config_id": "1", "redirect_uri": "javascript:alert(1)", "response_type": "token", "override_default_response_type": ""} {
			if status, page := w.openWindow(url.Values{name: {value}}).page(nil); status != http.StatusBadRequest || !strings.Contains(page, name) || strings.Contains(page, "<form") {
				t.Errorf("with a wrong %s it shows %d %s", name, status, page)
			}
		}
		window := w.openWindow(nil)
		if status, page := window.page(nil); status != http.StatusOK || !strings.Contains(page, `value="FINISH" checked`) || strings.Contains(page, `value="FINISH_WHATSAPP`) {
			t.Errorf("the window shows %d %s", status, page)
		}
		if _, page := window.page(url.Values{"number": {"no number"}, "name": {`"><script>`}}); !strings.Contains(page, "number: is required") || strings.Contains(page, `"><script>`) {
			t.Errorf("a wrong number: %s", page)
		}
		back, told := window.end(url.Values{"leave": {"CANCEL"}})
		if back.Get("error") != "access_denied" || back.Get("state") != "a-state" || back.Has("code") || told["event"] != "CANCEL" {
			t.Errorf("whoever leaves: %v, told %v", back, told)
		}
		ended := func(s signupWindow, form url.Values, redirect string) map[string]any {
			back, told := s.end(form)
			data, _ := told["data"].(map[string]any)
			if back.Get("state") != "a-state" || told["type"] != "WA_EMBEDDED_SIGNUP" {
				t.Errorf("the window ends with %v, and tells %v", back, told)
			}
			out := map[string]any{"code": back.Get("code"), "event": told["event"], "messagingAccountId": data["waba_id"], "phoneNumberId": data["phone_number_id"]}
			if redirect != "" {
				out["redirectUrl"] = redirect
			}
			return out
		}
		const path = "/v1/onboarding/signup"
		number := func(n int) url.Values {
			return url.Values{"name": {"Lucky Shrub"}, "number": {fmt.Sprintf("+1415555019%d", n)}}
		}
		w.post(path, ended(window, number(0), ""), 422, crm.CodeSignupCode)
		w.post(path, ended(window, number(1), "https://crm.example.com/app/other"), 422, crm.CodeSignupCode)
		w.post(path, ended(window, number(2), "crm.example.com"), 422, crm.CodeParameterInvalid)
		if got := w.post(path, ended(window, number(3), window.back), 201, ""); got.Text("phoneNumbers", "0", "number") != "+14155550193" {
			t.Errorf("connected: %s", got.Body)
		}
		onApp := w.openWindow(url.Values{"extras": {`{"featureType":"whatsapp_business_app_onboarding","sessionInfoVersion":"3"}`}})
		if _, page := onApp.page(nil); strings.Contains(page, `value="FINISH"`) {
			t.Errorf("for a number on the app it shows %s", page)
		}
		form := number(4)
		form.Set("event", "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING")
		if got := w.post(path, ended(onApp, form, onApp.back), 201, ""); got.JSON()["phoneNumbers"].([]any)[0].(map[string]any)["throughput"] != 20.0 {
			t.Errorf("connected beside the app: %s", got.Body)
		}
	})
}
