package service

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Error is the service's answer that a call failed. Get it with errors.As:
//
//	var failure *service.Error
//	if errors.As(err, &failure) && failure.Code == "window_closed" { … }
type Error struct {
	// Status is the HTTP status.
	Status int `json:"status"`
	// Code says what went wrong, for programs; it is stable, and "" when the
	// answer did not come from the service itself.
	Code string `json:"code"`
	// Title and Detail say what went wrong, for people.
	Title  string `json:"title"`
	Detail string `json:"detail"`
	// RequestID names the request; tell it when you ask for help.
	RequestID string `json:"requestId"`
	// Faults are all faults of an invalid request.
	Faults []FieldError `json:"errors"`
	// Provider is the provider's own error, when the provider refused.
	Provider *ProviderError `json:"providerError"`
	// Answer is the answer that somebody else sent before yours, with the code
	// answered_meanwhile.
	Answer *OtherAnswer `json:"answer"`
	// Header is the header of the answer.
	Header http.Header `json:"-"`
}

// Error describes the failure with every fault of the request.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "service: %d", e.Status)
	if e.Code != "" {
		b.WriteString(" " + e.Code)
	}
	text := "no explanation was given"
	for _, s := range []string{e.Title, e.Detail} {
		if s != "" {
			text = s
		}
	}
	b.WriteString(": " + text)
	if len(e.Faults) > 1 {
		for _, f := range e.Faults {
			fmt.Fprintf(&b, "\n  %s: %s", f.Pointer, f.Detail)
		}
	}
	if p := e.Provider; p != nil {
		fmt.Fprintf(&b, "\n  provider error %d: %s", p.Code, strings.TrimSpace(p.Title+" "+p.Details))
	}
	return b.String()
}

func newError(res *http.Response, body []byte) *Error {
	e := &Error{}
	if json.Unmarshal(body, e) != nil { // a proxy's page, say
		e = &Error{}
	}
	e.Status, e.Header = res.StatusCode, res.Header
	if e.RequestID == "" {
		e.RequestID = res.Header.Get("X-Request-Id")
	}
	return e
}

// ConnectionError says that no answer came: the connection failed, broke, or
// took too long. Whether the call had its effect is not known; the same
// idempotency key makes it safe to repeat.
type ConnectionError struct{ Err error }

func (e *ConnectionError) Error() string { return "service: no answer: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }
