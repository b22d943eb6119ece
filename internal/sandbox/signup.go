package sandbox

import (
	"crypto/rand"
	"net/http"
	"sync"
	"time"
)

// SignupConfig is the configuration of the embedded signup.
const SignupConfig = "310000000000001"

// How the window of a signup ends.
const (
	signupFinish      = "FINISH"
	signupAccountOnly = "FINISH_ONLY_WABA"
	signupOnApp       = "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING"
)

// signupCodeLife is how long the code of a signup may be exchanged.
const signupCodeLife = 30 * time.Second

// maxSignups bounds the codes that are kept, and with them the accounts.
const maxSignups = 1000

// signups are the codes that were given out, and until when each may be exchanged.
type signups struct {
	mu    sync.Mutex
	codes map[string]time.Time // zero once it was used
}

// give returns a new code; "" once there are too many.
func (s *signups) give(now time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.codes) >= maxSignups {
		return ""
	}
	if s.codes == nil {
		s.codes = map[string]time.Time{}
	}
	code := "AQ" + rand.Text()
	s.codes[code] = now.Add(signupCodeLife)
	return code
}

// take uses a code up, or says why it cannot be.
func (s *signups) take(code string, now time.Time) *graphError {
	s.mu.Lock()
	defer s.mu.Unlock()
	until, known := s.codes[code]
	bad := func(text string) *graphError {
		return &graphError{status: http.StatusBadRequest, code: 100, subcode: 36009, kind: "OAuthException", message: text}
	}
	switch {
	case !known:
		return bad("Invalid verification code format.")
	case until.IsZero():
		return bad("This authorization code has been used.")
	case !now.Before(until):
		return bad("This authorization code has expired.")
	}
	s.codes[code] = time.Time{}
	return nil
}

// signupInput is what a business chooses in the window of a signup.
type signupInput struct {
	Event  string `json:"event"`
	Name   string `json:"name"`
	Number string `json:"number"`
	// History is what the app on the phone has; without one, two short conversations.
	// Declined: the business does not share it.
	History  []appThread `json:"history"`
	Declined bool        `json:"declined"`
	// ShareAfter is how long the app takes to share it, from when it is asked.
	ShareAfter string `json:"shareAfter"`
}

// controlSignup is POST /_sandbox/signup: a business goes through the window of the
// embedded signup, with a new account. It answers with what the window tells the page.
func controlSignup(s *Server) func(*http.Request) (any, *badInput) {
	return func(r *http.Request) (any, *badInput) {
		var in signupInput
		if bad := readBody(r, &in); bad != nil {
			return nil, bad
		}
		orString(&in.Event, signupFinish)
		orString(&in.Name, "Lucky Shrub")
		number, ok := digits(in.Number)
		switch {
		case in.Event == "CANCEL":
			return map[string]any{"event": in.Event, "data": map[string]any{"current_step": "PHONE_NUMBER_SETUP"}}, nil
		case listed("event", &in.Event, []string{signupFinish, signupAccountOnly, signupOnApp}) != nil:
			return nil, &badInput{"event", "must be FINISH, FINISH_ONLY_WABA, " + signupOnApp + " or CANCEL"}
		case in.Event != signupAccountOnly && !ok:
			return nil, &badInput{"number", "is required: the number that the business chooses"}
		case in.Event != signupAccountOnly && s.book.phone(number) != nil:
			return nil, &badInput{"number", "is in an account already"}
		}
		threads, bad := checkThreads(in.History)
		if bad != nil {
			return nil, bad
		}
		after, err := time.ParseDuration(in.ShareAfter)
		if in.ShareAfter != "" && (err != nil || after <= 0) {
			return nil, &badInput{"shareAfter", `must be a positive duration like "10m"`}
		}
		code := s.signups.give(s.Now())
		if code == "" {
			return nil, &badInput{"event", "no more than 1000 signups are made"}
		}
		a := s.addAccount(Account{Name: in.Name})
		data := map[string]any{"waba_id": a.id, "business_id": businessID}
		if in.Event != signupAccountOnly {
			p := s.addPhone(a, Phone{Number: "+" + number, Name: in.Name, Unverified: in.Event == signupFinish})
			data["phone_number_id"] = p.id
			if in.Event == signupOnApp {
				joinApp(p, appData{since: s.Now(), threads: threads, declined: in.Declined, after: after})
			} else {
				p.state.verified = true // the window has asked for the code; the number is not registered
			}
		}
		a.mu.Lock()
		a.subscribed = false // the app subscribes itself
		a.mu.Unlock()
		return map[string]any{"code": code, "event": in.Event, "data": data}, nil
	}
}
