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
	signupCanceled    = "CANCEL"
)

// signupCodeLife is how long the code of a signup may be exchanged.
const signupCodeLife = 30 * time.Second

// maxSignups bounds the codes that are kept, and with them the accounts.
const maxSignups = 1000

// signups are the codes that were given out.
type signups struct {
	mu    sync.Mutex
	codes map[string]signupCode
}

type signupCode struct {
	until    time.Time // zero once it was used
	redirect string    // to what the window returned; "" where a script opened it
}

// give returns a new code; "" once there are too many.
func (s *signups) give(now time.Time, redirect string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.codes) >= maxSignups {
		return ""
	}
	if s.codes == nil {
		s.codes = map[string]signupCode{}
	}
	code := "AQ" + rand.Text()
	s.codes[code] = signupCode{now.Add(signupCodeLife), redirect}
	return code
}

// take uses a code up, or says why it cannot be.
func (s *signups) take(code, redirect string, now time.Time) *graphError {
	s.mu.Lock()
	defer s.mu.Unlock()
	given, known := s.codes[code]
	refuse := func(subcode int, text string) *graphError {
		return &graphError{status: http.StatusBadRequest, code: 100, subcode: subcode, kind: "OAuthException", message: text}
	}
	bad := func(text string) *graphError { return refuse(36009, text) }
	switch {
	case !known:
		return bad("Invalid verification code format.")
	case given.until.IsZero():
		return bad("This authorization code has been used.")
	case !now.Before(given.until):
		return bad("This authorization code has expired.")
	case redirect != given.redirect:
		return refuse(36008, "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request")
	}
	s.codes[code] = signupCode{}
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

// signupEnd is how the window of a signup ended, as it tells the page that opened it.
type signupEnd struct {
	Code  string         `json:"code,omitempty"`
	Event string         `json:"event"`
	Data  map[string]any `json:"data"`
}

// controlSignup is POST /_sandbox/signup: a business goes through the window of the
// embedded signup, with a new account. It answers with what the window tells the page.
func controlSignup(s *Server) func(*http.Request) (any, *badInput) {
	return func(r *http.Request) (any, *badInput) {
		var in signupInput
		if bad := readBody(r, &in); bad != nil {
			return nil, bad
		}
		end, bad := endSignup(s, in, "")
		if bad != nil {
			return nil, bad
		}
		return end, nil
	}
}

// endSignup does what a business chose in the window that returns to an address, or to the
// script that opened it.
func endSignup(s *Server, in signupInput, redirect string) (end signupEnd, bad *badInput) {
	orString(&in.Event, signupFinish)
	orString(&in.Name, "Lucky Shrub")
	number, ok := digits(in.Number)
	switch {
	case in.Event == signupCanceled:
		return signupEnd{Event: in.Event, Data: map[string]any{"current_step": "PHONE_NUMBER_SETUP"}}, nil
	case listed("event", &in.Event, []string{signupFinish, signupAccountOnly, signupOnApp}) != nil:
		return end, &badInput{"event", "must be FINISH, FINISH_ONLY_WABA, " + signupOnApp + " or CANCEL"}
	case in.Event != signupAccountOnly && !ok:
		return end, &badInput{"number", "is required: the number that the business chooses"}
	case in.Event != signupAccountOnly && s.book.phone(number) != nil:
		return end, &badInput{"number", "is in an account already"}
	}
	threads, bad := checkThreads(in.History)
	if bad != nil {
		return end, bad
	}
	after, err := time.ParseDuration(in.ShareAfter)
	if in.ShareAfter != "" && (err != nil || after <= 0) {
		return end, &badInput{"shareAfter", `must be a positive duration like "10m"`}
	}
	code := s.signups.give(s.Now(), redirect)
	if code == "" {
		return end, &badInput{"event", "no more than 1000 signups are made"}
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
	return signupEnd{Code: code, Event: in.Event, Data: data}, nil
}
