package sandbox

import (
	"fmt"
	"net/http"
	"strings"
)

// controlCall is one call of the control API as its index tells of it.
type controlCall struct {
	Method  string `json:"method"`
	Path    string `json:"path"`
	Summary string `json:"summary"`
	Example string `json:"example,omitempty"` // a body

	serve func(*http.Request) (any, *badInput)
}

// controlCalls are all calls of the control API.
func (s *Server) controlCalls() []controlCall {
	const get, post, del = http.MethodGet, http.MethodPost, http.MethodDelete
	faults := s.controlFaults(&s.faults)
	return []controlCall{
		{post, "/_sandbox/messages", "A customer writes to the business", `{"from":"+14155550123","text":"Hello!"}`, s.controlMessage},
		{get, "/_sandbox/phones/{number}", "What a customer's phone has received", "", s.controlPhone},
		{post, "/_sandbox/phones/{number}", "A customer acts: read, played, tap, block, marketing, react, edit, delete, hide, changeNumber", `{"tap":"Talk to us"}`, s.controlAct},
		{get, "/_sandbox/faults", "The script of faults, with how often each struck", "", faults},
		{post, "/_sandbox/faults", "Let calls to the provider fail", `[{"match":{"to":"+14155550123"},"code":131026,"async":true,"times":1}]`, faults},
		{del, "/_sandbox/faults", "End all faults", "", faults},
		{get, "/_sandbox/ai", "The script of the AI endpoint, and what it was asked for", "", s.controlAI},
		{post, "/_sandbox/ai", "Script the AI endpoint: answers, failures, delays", `[{"match":{"path":"/ai/one/"},"fail":"server_error","times":2}]`, s.controlAI},
		{del, "/_sandbox/ai", "End the script of the AI endpoint", "", s.controlAI},
		{get, "/_sandbox/clock", "The time", "", s.controlClock},
		{post, "/_sandbox/clock", "Move the clock forward", `{"advance":"25h"}`, s.controlClock},
		{get, "/_sandbox/log", "The calls that the provider received; ?after= and ?limit=", "", s.controlLog},
		{get, "/_sandbox/mail", "The letters that the service sent; ?to= for those of one address", "", s.Mail.control},
		{del, "/_sandbox/mail", "Forget all letters", "", s.Mail.control},
		{get, "/_sandbox/stats", "Counters: messages, webhooks, refusals", "", s.controlStats},
		{get, "/_sandbox/config", "Settings, accounts and numbers", "", s.controlConfig},
		{post, "/_sandbox/config", "Change settings", `{"autoRead":true,"statusDelayMs":100}`, s.controlConfig},
		{post, "/_sandbox/templates/{name}", "The provider changes the status, quality or category of a template", `{"status":"PAUSED"}`, s.controlTemplate},
		{post, "/_sandbox/accounts/{id}", "The provider verifies a business (businessVerification), reviews an account (review), sees a payment method (payment), disables it (status) or limits it (tier); after a while (after)", `{"businessVerification":"verified","after":"48h"}`, controlAccount(s)},
		{post, "/_sandbox/numbers/{own}", "The provider decides on a display name (name) or the badge (badge); a number has a quality or a status (quality, status), is on the app (onApp) or verified (verification)", `{"name":"APPROVED","after":"2h"}`, controlNumber(s)},
		{post, "/_sandbox/token", "What debug_token says of the token, or of a further one (token): valid, type, scopes, expiresIn", `{"expiresIn":"240h"}`, controlToken(s)},
		{post, "/_sandbox/webhooks", "The provider posts a webhook of any field", `{"field":"account_update","value":{"event":"VERIFIED_ACCOUNT"}}`, s.controlWebhook},
		{post, "/_sandbox/signup", "A business goes through the embedded signup: event, name, number; history, declined and shareAfter for one that stays on the app", `{"event":"FINISH","number":"+14155550150"}`, controlSignup(s)},
	}
}

// controlIndex answers GET /_sandbox/: what there is to call, as lines for
// people and as JSON for those who ask for it.
func (s *Server) controlIndex(calls []controlCall) http.HandlerFunc {
	var lines strings.Builder
	fmt.Fprintln(&lines, "The control API of the provider simulator. Bodies are JSON.")
	for _, c := range calls {
		fmt.Fprintf(&lines, "\n%-6s %s\n       %s\n", c.Method, c.Path, c.Summary)
		if c.Example != "" {
			fmt.Fprintf(&lines, "       -d '%s'\n", c.Example)
		}
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "application/json") {
			writeJSON(w, http.StatusOK, map[string]any{"calls": calls})
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte(lines.String()))
	}
}
