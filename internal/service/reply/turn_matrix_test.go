package reply_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// How a reply ends whose first provider fails.
const (
	goesOn = "the next provider answers"
	ends   = "people are asked, for the next would decline it too"
)

// cell is a failure of a provider with what it comes to on the whole way: the
// class that is on record, what ai.failover_triggered says, and how the reply
// ends.
type cell struct {
	fault  sandbox.Fault
	class  string
	reason string
	status int
	end    string
}

// told reports whether a failure may be told of with a status: where a machine
// is busy the head of a slow answer may be late as well.
func (c cell) told(status int) bool {
	return status == c.status || c.fault.Fail == "slow_body" && status == 0
}

var cells = []cell{
	{sandbox.Fault{Fail: "rate_limit"}, "rate_limit", "rate_limited", 429, goesOn},
	{sandbox.Fault{Fail: "overloaded"}, "transient", "server_error", 529, goesOn},
	{sandbox.Fault{Fail: "server_error"}, "transient", "server_error", 500, goesOn},
	{sandbox.Fault{Fail: "bad_gateway"}, "transient", "server_error", 502, goesOn},
	{sandbox.Fault{Fail: "unavailable"}, "transient", "server_error", 503, goesOn},
	{sandbox.Fault{Fail: "gateway_timeout"}, "transient", "server_error", 504, goesOn},
	{sandbox.Fault{Fail: "reset"}, "transient", "server_error", 0, goesOn},
	{sandbox.Fault{Fail: "error_in_200"}, "transient", "server_error", 500, goesOn},
	{sandbox.Fault{Fail: "overloaded_in_200"}, "transient", "server_error", 529, goesOn},
	{sandbox.Fault{Fail: "hang"}, "timeout", "timeout", 0, goesOn},
	{sandbox.Fault{Fail: "slow_body"}, "timeout", "timeout", 200, goesOn},
	{sandbox.Fault{Fail: "quota"}, "quota", "rate_limited", 429, goesOn},
	{sandbox.Fault{Fail: "quota_400"}, "quota", "rate_limited", 400, goesOn},
	{sandbox.Fault{Fail: "quota_402"}, "quota", "rate_limited", 402, goesOn},
	{sandbox.Fault{Fail: "credential"}, "credential", "auth", 401, goesOn},
	{sandbox.Fault{Fail: "credential_400"}, "credential", "auth", 400, goesOn},
	{sandbox.Fault{Fail: "forbidden"}, "credential", "auth", 403, goesOn},
	{sandbox.Fault{Fail: "region"}, "region", "auth", 403, goesOn},
	{sandbox.Fault{Fail: "model_access"}, "model_access", "auth", 404, goesOn},
	{sandbox.Fault{Fail: "model_gone"}, "model_gone", "auth", 404, goesOn},
	{sandbox.Fault{Fail: "gone"}, "model_gone", "auth", 410, goesOn},
	{sandbox.Fault{Fail: "context_length"}, "context_length", "invalid_response", 400, goesOn},
	{sandbox.Fault{Fail: "request_too_large"}, "context_length", "invalid_response", 413, goesOn},
	{sandbox.Fault{Malformed: true}, "bad_output", "invalid_response", 200, goesOn},
	{sandbox.Fault{Fail: "empty"}, "bad_output", "invalid_response", 200, goesOn},
	{sandbox.Fault{Fail: "truncated"}, "bad_output", "invalid_response", 200, goesOn},
	{sandbox.Fault{Fail: "wrong_schema"}, "bad_output", "invalid_response", 200, goesOn},
	{sandbox.Fault{Fail: "not_json"}, "bad_output", "invalid_response", 200, goesOn},
	{sandbox.Fault{Fail: "content_filter"}, "content_policy", "invalid_response", 200, ends},
	{sandbox.Fault{Fail: "content_filter_400"}, "content_policy", "invalid_response", 400, ends},
	{sandbox.Fault{Fail: "refusal"}, "content_policy", "invalid_response", 200, ends},
	{sandbox.Fault{Fail: "caller_fault"}, "caller_fault", "invalid_response", 400, ends},
}

// matrix is a desk whose assistant has a provider of one wire that fails, and a
// spare one.
type matrix struct {
	*desk
	chain []string
	wire  string
	cell  int
}

// eachWire runs a test on both engines with a first provider of each wire.
func eachWire(t *testing.T, test func(t *testing.T, m *matrix)) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		library := newDesk(t, k, nil) // whose assistant is on duty no more
		for _, wire := range []string{"openai", "anthropic", "gemini"} {
			t.Run(wire, func(t *testing.T) {
				chain := append(newProviders(k, "first", wire), testshop.NewChain(k, k.Key, "spare")...)
				k.Do(http.MethodDelete, "/v1/assistants/"+library.Assistant, k.Key, nil)
				r := k.Do(http.MethodPost, "/v1/assistants", k.Key, map[string]any{"name": wire, "phoneNumberIds": []string{k.NumberID}, "config": map[string]any{
					"burstPauseMs": 0, "cacheSeconds": 0, "providerIds": chain, "limits": map[string]any{"pauseSeconds": 0}}})
				if r.Status != http.StatusCreated {
					t.Fatalf("%d %s", r.Status, r.Body)
				}
				library.T, library.Assistant = t, r.Text("id")
				test(t, &matrix{desk: library, chain: chain, wire: wire})
			})
		}
	})
}

// newProviders connects a provider of the simulator that speaks a wire.
func newProviders(k *testkit.Kit, name, wire string) []string {
	version := "/v1"
	if wire == "gemini" {
		version = "/v1beta"
	}
	r := k.Do(http.MethodPost, "/v1/ai/providers", k.Key, map[string]any{"name": name, "kind": wire,
		"baseUrl": k.App.Sandbox.URL + "/ai/" + name + version, "model": "sandbox-0", "apiKey": "sk-test-0123456789abcdef", "timeoutSeconds": 15})
	return []string{r.Text("id")}
}

// fails has the first provider fail from now on, and be one of which nothing is
// known yet.
func (m *matrix) fails(f sandbox.Fault) {
	m.T.Helper()
	m.cell++
	patience := 15
	if f.Fail == "hang" || f.Fail == "slow_body" {
		patience = 1
	}
	r := m.Do(http.MethodPatch, "/v1/ai/providers/"+m.chain[0], m.Key, map[string]any{"model": fmt.Sprintf("sandbox-%d", m.cell), "timeoutSeconds": patience})
	if r.Status != http.StatusOK {
		m.T.Fatalf("%d %s", r.Status, r.Body)
	}
	f.Match.Path = "/ai/first/"
	m.Must(m.Sandbox().SetAIFaults(f))
}

// asked has a customer ask, and returns what came of it.
func (m *matrix) asked() (u testshop.Upsert, failovers []crm.AIFailoverData, handOff []crm.ConversationHandedOffData, rows []testkit.Row) {
	m.T.Helper()
	from := testshop.Customer(map[string]int{"openai": 1000, "anthropic": 2000, "gemini": 3000}[m.wire] + m.Count("ai_turns"))
	id := m.Writes(from, testshop.AsksDelivery)
	u = m.Decided(id)
	failovers = testshop.EventsOf(m.Kit, crm.EventAIFailoverTriggered, func(f crm.AIFailoverData) bool { return f.MessageID == id })
	handOff = testshop.EventsOf(m.Kit, crm.EventConversationHandedOff, func(h crm.ConversationHandedOffData) bool { return h.MessageID == id })
	// What a call used that broke off is estimated, and told to nobody.
	rows = m.Rows("SELECT provider_id, class, CASE WHEN estimated AND class <> '' THEN 0 ELSE input_uncached + cache_read + cache_write + output + reasoning END AS tokens FROM ai_calls WHERE workspace_id = '%s' AND conversation_id = '%s' ORDER BY id",
		m.WorkspaceID, m.Conversation(from))
	m.EventuallyHeard(from, u)
	return u, failovers, handOff, rows
}

// EventuallyHeard waits until a customer's phone has the one reply, if any.
func (m *matrix) EventuallyHeard(from string, u testshop.Upsert) {
	m.T.Helper()
	if u.AIReply == "" {
		m.T.Errorf("%s is told nothing: %+v", from, u)
		return
	}
	m.Eventually(from+" hears the reply", func() bool { got := m.Heard(from); return len(got) == 1 && got[0] == u.AIReply })
}

// Whatever the first provider does, on whichever wire: the customer has an
// answer or people have the question, the events say why, and every call and
// token is on record.
func TestFaultMatrixOfReplies(t *testing.T) {
	eachWire(t, func(t *testing.T, m *matrix) {
		for _, c := range cells {
			m.fails(c.fault)
			u, failovers, handOffs, rows := m.asked()
			bad := func(format string, args ...any) {
				t.Helper()
				t.Errorf("%s %+v: %s\n%+v\n%+v\n%+v\n%v", m.wire, c.fault, fmt.Sprintf(format, args...), u, failovers, handOffs, rows)
			}
			if len(failovers) != 1 || failovers[0].FromProvider != m.chain[0] || failovers[0].Reason != c.reason || !c.told(failovers[0].StatusCode) ||
				failovers[0].Attempt == 0 || failovers[0].LatencyMs > 20_000 {
				bad("one failover for %s %d is to be told of", c.reason, c.status)
				continue
			}
			to := failovers[0].ToProvider
			switch c.end {
			case goesOn:
				if to == nil || *to != m.chain[1] || len(handOffs) != 0 || u.AIReply != testshop.Delivery {
					bad("the spare provider was to answer")
				}
			case ends:
				if to != nil || len(handOffs) != 1 || handOffs[0].Reason != string(crm.HandOffProviders) || !strings.HasPrefix(u.AIReply, "Thank you for your message.") {
					bad("people were to be asked")
				}
			}
			tokens, calls := int64(0), []string{}
			for _, row := range rows {
				tokens += row["tokens"].(int64)
				calls = append(calls, fmt.Sprint(map[bool]string{true: "first", false: "spare"}[row["provider_id"] == m.chain[0]], ":", row["class"]))
			}
			once := "first:" + c.class
			if c.end == goesOn {
				once += " spare:"
			}
			// What took its time is not tried again.
			if got := strings.Join(calls, " "); got != once && got != "first:"+c.class+" "+once || tokens != int64(u.AITokensUsed) {
				bad("on record are %q with %d tokens", got, tokens)
			}
			if c.end == goesOn && tokens == 0 || u.CacheHit {
				bad("a model answered, and no tokens were used")
			}
		}
	})
}

// A provider that asks for a pause, in whichever form, is left alone for as
// long, and asked again then.
func TestPausesOfProviders(t *testing.T) {
	eachWire(t, func(t *testing.T, m *matrix) {
		for form, pause := range map[string]time.Duration{"seconds:600": 10 * time.Minute, "seconds:600.5": 10 * time.Minute, "date:600": 10 * time.Minute,
			"ms:600000": 10 * time.Minute, "x-ms:600000": 10 * time.Minute, "body:600": 10 * time.Minute, "none": 0} {
			if m.wire != "gemini" && form == "body:600" {
				continue // it is Gemini's own
			}
			m.fails(sandbox.Fault{Fail: "rate_limit", RetryAfter: form})
			m.asked()
			if pause > 0 {
				m.Advance(pause - 2*time.Minute)
				u, failovers, _, rows := m.asked()
				if len(rows) != 1 || rows[0]["provider_id"] != m.chain[1] || len(failovers) != 1 || failovers[0].Reason != "circuit_open" || u.AIReply != testshop.Delivery || m.struck() != 1 {
					t.Errorf("%s %s: in the pause it was asked %d times: %+v %+v %v", m.wire, form, m.struck(), u, failovers, rows)
				}
			}
			m.Advance(3 * time.Minute)
			m.Must(m.Sandbox().SetAIFaults())
			if u, failovers, _, rows := m.asked(); len(rows) != 1 || rows[0]["provider_id"] != m.chain[0] || len(failovers) != 0 || u.AIReply != testshop.Delivery {
				t.Errorf("%s %s: after the pause: %+v %+v %v", m.wire, form, u, failovers, rows)
			}
		}
	})
}

// struck is how often the first provider was asked since its last fault was set.
func (m *matrix) struck() (n int) {
	for _, f := range m.Sandbox().AIFaults() {
		n += f.Hits
	}
	return n
}

// A provider that failed three times is not asked any more, whoever writes,
// until its time has come; when both are so, people or the knowledge answer.
func TestAnOpenCircuitIsNotCalled(t *testing.T) {
	eachWire(t, func(t *testing.T, m *matrix) {
		m.fails(sandbox.Fault{Fail: "unavailable"})
		for m.struck() < 3 {
			m.asked()
		}
		state := func() string {
			return m.Do(http.MethodGet, "/v1/ai/providers/"+m.chain[0], m.Key, nil).Text("health", "state")
		}
		open := func() bool { return state() == "open" }
		for _, pause := range []time.Duration{5 * time.Second, 15 * time.Second, time.Minute, 0} { // it opens for longer each time
			m.Eventually("the circuit is open", open)
			if pause > 0 {
				m.Advance(pause + time.Second)
				before := m.struck()
				if m.asked(); m.struck() != before+1 {
					t.Errorf("%s: the probe of an open circuit called it %d times", m.wire, m.struck()-before)
				}
			}
		}
		before := m.struck()
		for range 5 { // within the two minutes for which it is open now
			if _, failovers, _, rows := m.asked(); len(rows) != 1 || len(failovers) != 1 || failovers[0].Reason != "circuit_open" || failovers[0].StatusCode != 0 {
				t.Errorf("%s: %+v %v", m.wire, failovers, rows)
			}
		}
		if m.struck() != before {
			t.Errorf("%s: an open circuit was called %d times", m.wire, m.struck()-before)
		}
	})
}
