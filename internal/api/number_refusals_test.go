package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// refused is a refusal that the provider's table names, and what comes of it here.
type refused struct {
	code, subcode int
	status        int
	as            crm.Code
	next          string        // what the sentence says to do
	wait          time.Duration // what Retry-After says; 0 for no such header
}

const (
	connectAgain = "connect"
	fewMinutes   = "Try again in a few minutes"
	tryAfter     = "Try again after 20"
)

// refusedAnywhere are those of outbound.md 8.2 that any call may meet. Code 0 cannot be
// scripted, see TestEveryRefusalIsExplained.
var refusedAnywhere = []refused{
	{1, 0, 502, crm.CodeProviderUnreachable, fewMinutes, time.Minute},
	{2, 0, 502, crm.CodeProviderUnreachable, fewMinutes, time.Minute},
	{3, 0, 409, crm.CodeProviderBlocked, "Give it the permission", 0},
	{4, 0, 429, crm.CodeProviderThrottled, tryAfter, 5 * time.Minute},
	{10, 0, 409, crm.CodeProviderBlocked, connectAgain, 0},
	{33, 0, 409, crm.CodeProviderBlocked, "Look at it in the provider's business settings", 0},
	{100, 0, 502, crm.CodeProviderRefused, "Change what you sent", 0},
	{100, 33, 409, crm.CodeProviderBlocked, "Look at it in the provider's business settings", 0},
	{104, 0, 409, crm.CodeTokenInvalid, "rotate-token", 0},
	{190, 0, 409, crm.CodeTokenInvalid, "rotate-token", 0},
	{200, 0, 409, crm.CodeProviderBlocked, connectAgain, 0},
	{368, 0, 409, crm.CodeProviderBlocked, "quality page", 0},
	{803, 0, 409, crm.CodeProviderBlocked, "Look at it in the provider's business settings", 0},
	{80007, 0, 429, crm.CodeProviderThrottled, tryAfter, 5 * time.Minute},
	{80008, 0, 429, crm.CodeProviderThrottled, tryAfter, 5 * time.Minute},
	{131000, 0, 502, crm.CodeProviderUnreachable, fewMinutes, time.Minute},
	{131005, 0, 409, crm.CodeProviderBlocked, connectAgain, 0},
	{131016, 0, 502, crm.CodeProviderUnreachable, fewMinutes, time.Minute},
	{131031, 0, 409, crm.CodeProviderBlocked, "ask for a review", 0},
	{131037, 0, 409, crm.CodeProviderBlocked, "/display-name", 0},
	{131042, 0, 409, crm.CodeProviderBlocked, "Attach a card", 0},
	{131045, 0, 409, crm.CodeNotRegistered, "/register", 0},
	{131057, 0, 502, crm.CodeProviderUnreachable, fewMinutes, time.Minute},
	{133004, 0, 502, crm.CodeProviderUnreachable, fewMinutes, time.Minute},
}

var (
	maintained = refused{100, 2494100, 502, crm.CodeProviderUnreachable, fewMinutes, 5 * time.Minute}
	tooOften   = refused{133016, 0, 429, crm.CodeRegistrationLimit, tryAfter, crm.RegistrationPeriod}
	codesUsed  = refused{100, 2388093, 409, crm.CodeVerificationTries, "/verification-code", 0}
)

// refusedAt are those of outbound.md 5.1 for a step, and of 5.6 and 8.3 for a number that
// moves in.
var refusedAt = map[string][]refused{
	"add": {maintained,
		{100, 2388001, 409, crm.CodeNumberNotMovable, "Switch it off there", 0},
		{100, 2388012, 409, crm.CodeNumberExists, "Remove it there first", 0},
		{100, 2388103, 409, crm.CodeNumberNotMovable, "Look at it in the provider's business settings", 0}},
	"code": {maintained, codesUsed,
		{136024, 0, 200, "", "", 0}, // what was wanted is there
		{100, 2388091, 429, crm.CodeVerificationEarly, tryAfter, 5 * time.Minute}},
	"verify": {maintained, codesUsed,
		{136025, 0, 422, crm.CodeVerificationWrong, "ask for a new one", 0},
		{100, 136025, 422, crm.CodeVerificationWrong, "ask for a new one", 0}},
	"register": {tooOften,
		{133005, 0, 422, crm.CodePINWrong, "removed in the provider's business settings", 0},
		{133006, 0, 409, crm.CodeNotVerified, "/verification-code", 0},
		{133008, 0, 429, crm.CodePINLocked, tryAfter, time.Hour},
		{133009, 0, 429, crm.CodePINLocked, tryAfter, time.Minute},
		{133010, 0, 409, crm.CodeNotRegistered, "/register", 0},
		{133015, 0, 429, crm.CodeRegistrationLimit, tryAfter, 5 * time.Minute}},
	"deregister": {tooOften,
		{133000, 0, 502, crm.CodeProviderUnreachable, "Deregister the number again", time.Minute},
		{100, 2207051, 409, crm.CodeNotRegistered, "/register", 0}},
}

// setupStep is a step of setting a number up.
type setupStep struct {
	name, edge string
	rest       time.Duration // between two cases, which keeps from the limits of a number
	ready      func()        // brings the number to the step
	ask        func() testkit.Response
	status     int // of success
}

// steps are all steps of a number, whose path is found by adding it.
func (w setupWorld) steps(path string) []setupStep {
	id := w.Do(http.MethodGet, path, w.Key, nil).Text("providerId")
	verified := func(is string) { w.control(fmt.Sprint("numbers/", id), `{"verification":"`+is+`"}`) }
	do := func(edge string, body func() any) func() testkit.Response {
		return func() testkit.Response { return w.Do(http.MethodPost, path+edge, w.Key, body()) }
	}
	pin := func() any { return map[string]any{"pin": "482931"} }
	sms := func() any { return map[string]any{"method": "sms"} }
	added := 0
	return []setupStep{
		{"add", "/phone_numbers", time.Minute, func() {}, func() testkit.Response {
			r := w.Do(http.MethodPost, "/v1/phone-numbers", w.Key, map[string]any{"countryCode": "1", "number": strconv.Itoa(6505554000 + added), "verifiedName": "Lucky Shrub"})
			if r.Status == 201 {
				added++
			}
			return r
		}, 201},
		{"code", "/request_code", 3 * time.Hour, func() { verified("NOT_VERIFIED") }, do("/verification-code", sms), 200},
		{"verify", "/verify_code", 3 * time.Hour, func() {
			verified("NOT_VERIFIED")
			w.post(path+"/verification-code", map[string]any{"method": "sms"}, 200, "")
		}, do("/verify", func() any { return map[string]any{"code": w.code()} }), 200},
		{"register", "/register", 25 * time.Hour, func() { verified("VERIFIED") }, do("/register", pin), 200},
		{"deregister", "/deregister", 25 * time.Hour, func() { w.post(path+"/register", pin(), 200, "") }, do("/deregister", func() any { return nil }), 200},
	}
}

// Every refusal that the provider's table names for a step is told with our code and the
// next thing to do; one that ends by itself says when, and until then the provider is not
// asked. It counts once, and afterwards the step succeeds.
func TestEveryRefusalOfEveryStep(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		for _, s := range w.steps(w.add()) {
			for _, c := range slices.Concat(refusedAt[s.name], refusedAnywhere) {
				w.Advance(s.rest)
				s.ready()
				w.refuses(s, c)
				if t.Failed() {
					t.Fatalf("%s, %d/%d", s.name, c.code, c.subcode)
				}
			}
		}
	})
}

// refuses has a step refused, and then done.
func (w setupWorld) refuses(s setupStep, c refused) {
	t := w.t
	t.Helper()
	before := w.left()
	w.fault(sandbox.Fault{Match: sandbox.Match{Path: s.edge}, Code: c.code, Subcode: c.subcode})
	r := w.told(s, c)
	if c.status == 200 {
		w.Must(w.Sandbox().SetFaults())
		return
	}
	if after := w.left(); s.name != "add" {
		counted := map[string]int{"register": 1, "deregister": 1}[s.name]
		if c.status != 429 && before.registrations-after.registrations != counted {
			t.Errorf("%d registrations are counted, want %d", before.registrations-after.registrations, counted)
		}
		wrong := 0
		if s.name == "verify" && c.as == crm.CodeVerificationWrong {
			wrong = 1
		}
		if c.as != crm.CodeVerificationTries && before.tries-after.tries != wrong {
			t.Errorf("%d wrong codes are counted, want %d", before.tries-after.tries, wrong)
		}
	}
	mark := w.mark()
	waits, usedUp := c.status == 429, s.name == "verify" && c == codesUsed
	if waits || usedUp {
		if again := s.ask(); again.Status != c.status || again.Code() != string(c.as) || waits && again.Header.Get("Retry-After") == "" || w.asked(mark, s.edge) != 0 {
			t.Errorf("once more: %d %s; the provider was asked %d times", again.Status, again.Body, w.asked(mark, s.edge))
		}
	}
	w.Must(w.Sandbox().SetFaults())
	switch {
	case waits:
		seconds, _ := strconv.Atoi(r.Header.Get("Retry-After"))
		w.Advance(time.Duration(seconds+1) * time.Second)
	case usedUp:
		w.Advance(2 * time.Minute)
		w.post(w.path()+"/verification-code", map[string]any{"method": "sms"}, 200, "")
	}
	if s.name == "add" && !slices.Contains(refusedAt["add"], c) && !waits {
		return // an account has room for 20 numbers
	}
	if done := s.ask(); done.Status != s.status {
		t.Errorf("afterwards: %d %s", done.Status, done.Body)
	}
}

// told makes a request that is refused, and checks what it is told.
func (w setupWorld) told(s setupStep, c refused) testkit.Response {
	w.t.Helper()
	mark := w.mark()
	r := s.ask()
	if r.Status != c.status || c.as != "" && r.Code() != string(c.as) || w.asked(mark, s.edge) != 1 {
		w.t.Errorf("%d %s, want %d %s; the provider was asked %d times", r.Status, r.Body, c.status, c.as, w.asked(mark, s.edge))
	}
	if c.status == 200 {
		return r
	}
	text := r.Text("detail")
	if c.status == 422 {
		text = fmt.Sprint(r.JSON()["errors"])
	}
	if !strings.Contains(text, c.next) {
		w.t.Errorf("%q does not say %q", text, c.next)
	}
	if p, _ := r.JSON()["providerError"].(map[string]any); p == nil || fmt.Sprint(p["code"]) != strconv.Itoa(c.code) {
		w.t.Errorf("the provider's code is missing: %s", r.Body)
	}
	seconds, _ := strconv.Atoi(r.Header.Get("Retry-After"))
	if wait := time.Duration(seconds) * time.Second; (wait - c.wait).Abs() > 2*time.Second {
		w.t.Errorf("Retry-After is %s, want %s", wait, c.wait)
	}
	return r
}

// limits are what a number may still do.
type limits struct{ registrations, tries int }

func (w setupWorld) left() limits {
	r := w.Do(http.MethodGet, w.path()+"/setup", w.Key, nil).JSON()
	registrations, _ := r["registrationsLeft"].(float64)
	tries, _ := r["codeTriesLeft"].(float64)
	return limits{int(registrations), int(tries)}
}

// path is that of the number that is set up.
func (w setupWorld) path() string {
	list := w.Do(http.MethodGet, "/v1/phone-numbers", w.Key, nil)
	for i := 0; list.Text("data", strconv.Itoa(i), "id") != ""; i++ {
		if list.Text("data", strconv.Itoa(i), "number") == "+16505553000" {
			return "/v1/phone-numbers/" + list.Text("data", strconv.Itoa(i), "id")
		}
	}
	w.t.Fatalf("the number is not there: %s", list.Body)
	return ""
}

// mark is where the provider's log ends.
func (w setupWorld) mark() uint64 { _, n := w.Sandbox().Log(0, 1); return n }

// asked counts the calls of an edge since a mark.
func (w setupWorld) asked(mark uint64, edge string) (n int) {
	log, _ := w.Sandbox().Log(mark, 1000)
	for _, c := range log {
		if c.Method == http.MethodPost && strings.HasSuffix(c.Path, edge) {
			n++
		}
	}
	return n
}
