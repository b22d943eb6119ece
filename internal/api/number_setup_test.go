package api_test

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// setupWorld sets numbers up.
type setupWorld struct {
	*testkit.Kit
	t *testing.T
}

func onSetup(t *testing.T, test func(w setupWorld)) {
	testkit.OnBoth(t, testkit.Options{Parallel: true, StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) { test(setupWorld{k, t}) })
}

// post asks for something and wants a status, and a code where it is refused.
func (w setupWorld) post(path string, body any, status int, code crm.Code) testkit.Response {
	w.t.Helper()
	r := w.Do(http.MethodPost, path, w.Key, body)
	if r.Status != status || code != "" && r.Code() != string(code) {
		w.t.Fatalf("POST %s %v: %d %s, want %d %s", path, body, r.Status, r.Body, status, code)
	}
	return r
}

// add adds a number, and returns the path of it.
func (w setupWorld) add() string {
	w.t.Helper()
	r := w.post("/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "(650) 555-3000", "verifiedName": "Lucky Shrub"}, 201, "")
	return "/v1/phone-numbers/" + r.Text("id")
}

// code is what lies on the phone of the number that was added.
func (w setupWorld) code() string { w.t.Helper(); return w.codeOf("16505553000") }

func (w setupWorld) codeOf(digits string) string {
	w.t.Helper()
	list := w.Do(http.MethodGet, "/v1/sandbox/phones/%2B"+digits, w.Key, nil)
	messages, _ := list.JSON()["messages"].([]any)
	if len(messages) == 0 {
		w.t.Fatalf("no code came: %s", list.Body)
	}
	text := messages[len(messages)-1].(map[string]any)["text"].(string)
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// calls counts the calls of the provider whose path ends so.
func (w setupWorld) calls(edge string) (n int) {
	log, _ := w.Sandbox().Log(0, 10_000)
	for _, c := range log {
		if c.Method == http.MethodPost && strings.HasSuffix(c.Path, edge) {
			n++
		}
	}
	return n
}

func (w setupWorld) fault(f sandbox.Fault) { w.t.Helper(); w.Must(w.Sandbox().SetFaults(f)) }

// A number is added, verified and registered; what goes wrong on the way is told in
// words, with what to do.
func TestANumberIsSetUp(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		w.post("/v1/phone-numbers", map[string]any{"countryCode": "x", "number": "+1", "verifiedName": "x "}, 422, "")
		for number, says := range map[string]string{"999 1234567": "code of no country", "1 650555": "too short", "44 9098790000": "premium rate", "1 65055512345678": "too long"} {
			code, national, _ := strings.Cut(number, " ")
			if r := w.post("/v1/phone-numbers", map[string]any{"countryCode": code, "number": national, "verifiedName": "Lucky Shrub"}, 422, crm.CodePhoneNumberInvalid); !strings.Contains(string(r.Body), says) {
				t.Errorf("+%s is refused with %s, which does not say %q", number, r.Body, says)
			}
		}
		path := w.add()
		w.post("/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "6505553000", "verifiedName": "Lucky Shrub"}, 409, crm.CodeNumberExists)
		w.post(path+"/register", map[string]any{"pin": "482931"}, 409, crm.CodeNotVerified)
		w.post(path+"/deregister", nil, 409, crm.CodeNotRegistered)
		if left := w.Do(http.MethodGet, path+"/setup", w.Key, nil).JSON()["registrationsLeft"]; left != float64(crm.MaxRegistrations) || w.calls("register") != 0 {
			t.Errorf("%v registrations are left, and the provider was asked %d times, though it would have refused both", left, w.calls("register"))
		}
		w.post(path+"/verification-code", map[string]any{"method": "sms"}, 200, "")
		if r := w.post(path+"/verification-code", map[string]any{"method": "voice"}, 429, crm.CodeVerificationEarly); r.Header.Get("Retry-After") == "" {
			t.Error("it is not told when a code may be sent again")
		}
		for range crm.MaxCodeTries {
			w.post(path+"/verify", map[string]any{"code": "000-000"}, 422, crm.CodeVerificationWrong)
		}
		w.post(path+"/verify", map[string]any{"code": w.code()}, 409, crm.CodeVerificationTries)
		w.Advance(2 * time.Minute)
		if r := w.post(path+"/verification-code", map[string]any{"method": "voice", "language": "de"}, 200, ""); r.Text("nextAction") != "Enter the code that was sent to the number." || r.Text("codeMethod") != "voice" {
			t.Errorf("after a code: %s", r.Body)
		}
		if r := w.post(path+"/verify", map[string]any{"code": w.code()}, 200, ""); r.Text("verification") != "verified" {
			t.Errorf("after the code: %s", r.Body)
		}
		if r := w.post(path+"/register", map[string]any{"pin": "482931"}, 200, ""); r.Text("status") != "connected" || r.Text("nextAction") != "" {
			t.Errorf("after the registration: %s", r.Body)
		}
		w.post(path+"/pin", map[string]any{"pin": "111222"}, 200, "")
		w.post(path+"/register", map[string]any{"pin": "482931"}, 422, crm.CodePINWrong)
		w.post(path+"/register", map[string]any{"pin": "111222"}, 200, "")
		w.post(path+"/deregister", nil, 200, "")
		w.post(path+"/deregister", nil, 409, crm.CodeNotRegistered)
		if stored := w.Rows("SELECT * FROM number_attempts"); strings.Contains(dumpRows(stored), "111222") {
			t.Error("a PIN is stored")
		}
	})
}

// A number moves here from another account: it keeps its name, is verified and registered
// anew, and stays where it is while two-step verification is on there.
func TestANumberMovesHere(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond}, func(w onboardingWorld) {
		move := func(number string, more map[string]any, status int, code crm.Code) testkit.Response {
			w.t.Helper()
			body := map[string]any{"messagingAccountId": w.Rows("SELECT id FROM messaging_accounts WHERE workspace_id = '%s'", w.WorkspaceID)[0]["id"], "countryCode": "1", "number": number, "migrate": true}
			maps.Copy(body, more)
			return w.post("/v1/phone-numbers", body, status, code)
		}
		w.signUp(`{"number":"+14155550181","name":"Lucky Shrub"}`)
		w.post("/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "4155550181", "verifiedName": "Lucky Shrub"}, 409, crm.CodeNumberExists)
		move("4155550181", map[string]any{"verifiedName": "Lucky Shrub 🌵"}, 422, crm.CodeParameterInvalid)
		moved := move("4155550181", nil, 201, "")
		if moved.Text("verifiedName") != "Lucky Shrub" || moved.Text("number") != "+14155550181" {
			t.Errorf("moved: %s", moved.Body)
		}
		path := "/v1/phone-numbers/" + moved.Text("id")
		w.post(path+"/register", map[string]any{"pin": "482931"}, 409, crm.CodeNotVerified)
		w.post(path+"/verification-code", map[string]any{"method": "sms"}, 200, "")

		// One that was in another account of this workspace stays the number that it is here.
		signed := w.post("/v1/onboarding/signup", w.signUp(`{"number":"+14155550183","name":"Lucky Shrub"}`), 201, "")
		before, elsewhere := signed.Text("phoneNumbers", "0", "id"), signed.Text("id")
		w.Do(http.MethodPatch, "/v1/phone-numbers/"+before, w.Key, map[string]any{"readReceipts": "when_viewed"})
		after := move("4155550183", nil, 201, "")
		if after.Text("id") != before || after.Text("messagingAccountId") == elsewhere || after.Text("readReceipts") != "when_viewed" {
			t.Errorf("the number was %s in %s, and is %s", before, elsewhere, after.Body)
		}
		w.post("/v1/phone-numbers/"+before+"/verification-code", map[string]any{"method": "sms"}, 200, "")
		w.post("/v1/phone-numbers/"+before+"/verify", map[string]any{"code": w.codeOf("14155550183")}, 200, "")
		w.post("/v1/phone-numbers/"+before+"/register", map[string]any{"pin": "482931"}, 200, "")
		greeting := testkit.OrderShipped("+14155550123")
		greeting["from"] = "+14155550183"
		w.EventuallyMessage(w.SendMessage(greeting), "delivered")
		sent, err := w.Sandbox().CustomerSends(sandbox.CustomerMessage{From: "+14155550123", To: "+14155550183", Text: "Thank you"})
		w.Must(err)
		w.Eventually("the answer comes to the number", func() bool {
			list := w.Do(http.MethodGet, "/v1/messages?direction=inbound&limit=1", w.Key, nil)
			return sent.MessageID != "" && list.Text("data", "0", "phoneNumberId") == before
		})

		end := w.signUp(`{"number":"+14155550182"}`)
		number := w.post("/v1/onboarding/signup", end, 201, "").Text("phoneNumbers", "0", "id")
		w.post("/v1/phone-numbers/"+number+"/register", map[string]any{"pin": "482931"}, 200, "")
		if r := move("4155550182", nil, 409, crm.CodeNumberNotMovable); !strings.Contains(string(r.Body), "Switch it off there") {
			t.Errorf("with two-step verification: %s", r.Body)
		}
	})
}

func dumpRows(rows []testkit.Row) string {
	var out strings.Builder
	for _, r := range rows {
		for _, v := range r {
			if s, ok := v.(string); ok {
				out.WriteString(s + " ")
			}
		}
	}
	return out.String()
}

// The provider takes ten registrations in three days. The eleventh is refused here, with
// the time when one is taken again, and the provider never sees it.
func TestRegistrationsAreCountedBeforeTheyBite(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path := "/v1/phone-numbers/" + w.NumberID
		first := w.Now()
		for i := range crm.MaxRegistrations {
			r := w.post(path+"/register", map[string]any{"pin": "482931"}, 200, "")
			if left, _ := r.JSON()["registrationsLeft"].(float64); int(left) != crm.MaxRegistrations-1-i {
				t.Fatalf("after %d: %s", i+1, r.Body)
			}
			w.Advance(time.Hour)
		}
		r := w.post(path+"/register", map[string]any{"pin": "482931"}, 429, crm.CodeRegistrationLimit)
		seconds, _ := strconv.Atoi(r.Header.Get("Retry-After"))
		if at := w.Now().Add(time.Duration(seconds) * time.Second); at.Sub(first.Add(crm.RegistrationPeriod)).Abs() > time.Minute {
			t.Errorf("Retry-After is %d: at %v, want 72 hours after %v", seconds, at, first)
		}
		w.post(path+"/deregister", nil, 429, crm.CodeRegistrationLimit)
		if n := w.calls("/register"); n != crm.MaxRegistrations {
			t.Errorf("the provider was asked %d times", n)
		}
		w.Advance(time.Duration(seconds+1) * time.Second)
		w.post(path+"/register", map[string]any{"pin": "482931"}, 200, "")
		// Others used the number up, which the provider alone knows.
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: "/register"}, Code: 133016, Times: 1})
		w.Advance(73 * time.Hour)
		w.post(path+"/register", map[string]any{"pin": "482931"}, 429, crm.CodeRegistrationLimit)
		before := w.calls("/register")
		if r := w.post(path+"/register", map[string]any{"pin": "482931"}, 429, crm.CodeRegistrationLimit); r.Header.Get("Retry-After") == "" || w.calls("/register") != before {
			t.Errorf("a closed number is asked for again: %s", r.Body)
		}
	})
}

// Codes, wrong codes and display names are counted, too: what the provider would refuse is
// refused here, with the time of the next try, and the provider never sees it.
func TestCodesAndNamesAreCountedBeforeTheyBite(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path := w.add()
		// early wants a refusal whose time is so far away, and no call of the provider.
		early := func(edge, provided string, body map[string]any, code crm.Code, wait time.Duration) {
			t.Helper()
			mark := w.mark()
			r := w.post(path+edge, body, 429, code)
			seconds, _ := strconv.Atoi(r.Header.Get("Retry-After"))
			if (time.Duration(seconds)*time.Second-wait).Abs() > time.Minute/2 || !strings.Contains(r.Text("detail"), "Try again after 20") || w.asked(mark, provided) != 0 {
				t.Errorf("%s: Retry-After is %d, want %s: %s; the provider was asked %d times", edge, seconds, wait, r.Body, w.asked(mark, provided))
			}
		}
		sms := map[string]any{"method": "sms"}
		w.post(path+"/verification-code", sms, 200, "")
		early("/verification-code", "/request_code", sms, crm.CodeVerificationEarly, crm.CodePause)
		for range crm.MaxCodeTries {
			w.post(path+"/verify", map[string]any{"code": "000000"}, 422, crm.CodeVerificationWrong)
		}
		mark := w.mark()
		w.post(path+"/verify", map[string]any{"code": w.code()}, 409, crm.CodeVerificationTries)
		if n := w.asked(mark, "/verify_code"); n != 0 {
			t.Errorf("after %d wrong codes the provider was asked %d times", crm.MaxCodeTries, n)
		}
		for i := range crm.MaxNameChanges {
			w.post(path+"/display-name", map[string]any{"displayName": "Lucky Shrub " + strconv.Itoa(i)}, 200, "")
		}
		id := strings.TrimPrefix(path, "/v1/phone-numbers/")
		provided := w.Rows("SELECT provider_id FROM phone_numbers WHERE id = '%s'", id)[0]["provider_id"].(string)
		early("/display-name", "/"+provided, map[string]any{"displayName": "Lucky Shrubs"}, crm.CodeNameLimit, crm.NameChangePeriod)
		w.Advance(crm.NameChangePeriod + time.Minute)
		w.post(path+"/display-name", map[string]any{"displayName": "Lucky Shrubs"}, 200, "")
	})
}

// A request that is made again with its key is told what it did, and the provider is not
// asked, whoever found out about the effect: the job, or the request itself.
func TestARequestIsToldWhatItDid(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path := "/v1/phone-numbers/" + w.NumberID
		for i, byJob := range []bool{true, false} {
			w.post(path+"/deregister", nil, 200, "")
			w.lose("/register", true)
			again := func() testkit.Response {
				return w.DoIdempotent(http.MethodPost, path+"/register", w.Key, "register-"+strconv.Itoa(i), map[string]any{"pin": "482931"})
			}
			if r := again(); r.Status != 502 {
				t.Fatalf("a lost answer: %d %s", r.Status, r.Body)
			}
			w.Must(w.Sandbox().SetFaults())
			mark := w.mark()
			w.Advance(2 * time.Minute)
			if byJob {
				w.Eventually("the attempt is looked after", func() bool { return w.Count("number_attempts", "outcome = ''") == 0 })
			}
			if r := again(); r.Status != 200 || r.Text("status") != "connected" || w.asked(mark, "/register") != 0 {
				t.Errorf("once more: %d %s; the provider was asked %d times", r.Status, r.Body, w.asked(mark, "/register"))
			}
			w.Advance(time.Minute)
			w.post(path+"/register", map[string]any{"pin": "482931"}, 200, "") // another request is another registration
			if n := w.asked(mark, "/register"); n != 1 {
				t.Errorf("another request had the provider asked %d times", n)
			}
		}
	})
}

// A name is reviewed; the reason of a refusal is told in words.
func TestADisplayNameIsReviewed(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path := "/v1/phone-numbers/" + w.NumberID
		w.post(path+"/display-name", map[string]any{"displayName": "www.shop"}, 422, "")
		if r := w.post(path+"/display-name", map[string]any{"displayName": "Luck"}, 200, ""); r.Text("displayName", "status") != "pending" {
			t.Errorf("after the request: %s", r.Body)
		}
		w.control("numbers/"+w.ProviderNumberID, `{"name":"DECLINED","reason":"NAME_EMPLOYEE_ISSUE","after":"3h"}`)
		w.Advance(3 * time.Hour)
		w.Eventually("the refusal is told", func() bool {
			return strings.Contains(w.Do(http.MethodGet, path+"/setup", w.Key, nil).Text("displayName", "reason"), "person who works")
		})
		for range crm.MaxNameChanges - 1 {
			w.post(path+"/display-name", map[string]any{"displayName": "Lucky Shrub"}, 200, "")
		}
		w.post(path+"/display-name", map[string]any{"displayName": "Lucky Shrubs"}, 429, crm.CodeNameLimit)
		w.control("numbers/"+w.ProviderNumberID, `{"name":"APPROVED"}`)
		w.Eventually("the name is approved", func() bool {
			return w.Do(http.MethodGet, path, w.Key, nil).Text("verifiedName") == "Lucky Shrub"
		})
	})
}

func (w setupWorld) control(path, body string) {
	w.t.Helper()
	control(w.t, w.App.Sandbox.URL, path, body)
}

// control makes a call of the simulator's control API that is to go well.
func control(t *testing.T, url, path, body string) {
	t.Helper()
	r, err := http.Post(url+"/_sandbox/"+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d", path, body, r.StatusCode)
	}
}

// What counts against a limit is never asked for twice: after an answer that was lost, or a
// kill, the provider is looked at first.
func TestLostAnswersAreLookedAfter(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path := "/v1/phone-numbers/" + w.NumberID
		w.post(path+"/deregister", nil, 200, "")
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: "/register"}, Drop: "after", Times: 1})
		if r := w.post(path+"/register", map[string]any{"pin": "482931"}, 200, ""); r.Text("status") != "connected" {
			t.Errorf("an effect that can be seen is not: %s", r.Body)
		}
		// No answer, and none to the look either: as after a kill, the attempt is open.
		for _, asked := range []bool{false, true} {
			w.post(path+"/deregister", nil, 200, "")
			w.lose("/register", asked)
			w.post(path+"/register", map[string]any{"pin": "482931"}, 502, crm.CodeSetupUncertain)
			w.Must(w.Sandbox().SetFaults())
			w.post(path+"/register", map[string]any{"pin": "482931"}, 409, crm.CodeSetupUnderWay)
			before := w.calls("/register")
			w.Advance(2 * time.Minute)
			w.Eventually("the attempt is looked after", func() bool { return w.Count("number_attempts", "outcome = ''") == 0 })
			setup := w.Do(http.MethodGet, path+"/setup", w.Key, nil)
			if setup.JSON()["registered"] != asked || w.calls("/register") != before {
				t.Errorf("asked %v: %s", asked, setup.Body)
			}
			if !asked {
				w.post(path+"/register", map[string]any{"pin": "482931"}, 200, "")
			}
		}
	})
}

// lose breaks the connection of a call, before or after its effect, and keeps the provider
// from being looked at.
func (w setupWorld) lose(edge string, asked bool) {
	w.t.Helper()
	drop := sandbox.Drop("before")
	if asked {
		drop = "after"
	}
	w.Must(w.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Path: edge}, Drop: drop, Times: 1}, sandbox.Fault{Match: sandbox.Match{Path: "/" + w.ProviderNumberID}, Code: 2}))
}

// A number whose addition was broken off appears by itself, once.
func TestALostAdditionIsFound(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Path: "/phone_numbers"}, Drop: "after", Times: 1}, sandbox.Fault{Match: sandbox.Match{Path: "/phone_numbers"}, Code: 2}))
		w.post("/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "6505553000", "verifiedName": "Lucky Shrub"}, 502, crm.CodeSetupUncertain)
		w.Must(w.Sandbox().SetFaults())
		w.Advance(2 * time.Minute)
		w.Eventually("the number is there", func() bool { return w.Count("phone_numbers", "number = '+16505553000'") == 1 })
		w.Quiet()
		if n := w.Count("audit_log", "action = 'phone_number.added'"); n != 1 || w.calls("/phone_numbers") != 1 {
			t.Errorf("%d additions are in the audit log, and the provider was asked %d times", n, w.calls("/phone_numbers"))
		}
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: "/phone_numbers"}, Drop: "after", Times: 1})
		w.post("/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "6505553001", "verifiedName": "Lucky Shrub"}, 201, "")
	})
}
