package ai

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// failure is what the wires say of an error, in one form.
type failure struct {
	Code    string // code, type and status, as far as the wire has them
	Message string
	Retry   time.Duration // told in the body
	// PerDay and PerMinute are what a limit of Gemini is about.
	PerDay, PerMinute bool
}

// Wordings by which providers tell failures apart that share a status. They
// are matched against code and message, in lower case.
var (
	quotaWords = regexp.MustCompile(`insufficient_quota|billing_hard_limit|billing_not_active|credit balance|insufficient balance|insufficient credits|insufficient funds|out of credits|exceeded your current quota|payment required|spending limit`)
	// Azure says rate limit and quota in one sentence, so these go first.
	rateWords    = regexp.MustCompile(`rate limit|rate_limit_exceeded|requests per min|tokens per min`)
	regionWords  = regexp.MustCompile(`unsupported_country|country, region|region, or territory|location is not supported|not available in your (country|region|location)`)
	keyWords     = regexp.MustCompile(`api[ _]key[ _]not valid|api_key_invalid|invalid[ _]api[ _]key|incorrect api key|api key expired|authentication_error|unauthenticated`)
	goneWords    = regexp.MustCompile(`decommission|deprecated|no longer (available|supported|served)|has been (retired|shut ?down|removed)|model_gone`)
	modelWords   = regexp.MustCompile(`model_not_found|model .*(not exist|not found|not supported|no access)|models/.*not found|(access to|unknown|invalid) model|not_found_error|deploymentnotfound`)
	contextWords = regexp.MustCompile(`context_length|context length|context window|prompt is too long|input is too long|too many (input )?tokens|input token count|maximum number of tokens|reduce the length|request_too_large`)
	policyWords  = regexp.MustCompile(`content_filter|content_policy|content management policy|responsibleaipolicy|blocked by|safety system|usage policies|prohibited_content`)
)

// classify tells what an answer that is not a success means (ai.md B1, B2).
// Credit is looked for before limits, since it is told as 400, 403 and 429 too.
func classify(status int, f failure) Class {
	text := strings.ToLower(f.Code + " " + f.Message)
	switch {
	case status == http.StatusPaymentRequired:
		return Quota
	case status < 500 && status != http.StatusUnauthorized && outOfCredit(status, text, f):
		return Quota
	case status == http.StatusTooManyRequests:
		return RateLimit
	case status >= 500:
		return Transient
	case status == http.StatusRequestTimeout:
		return Timeout
	case regionWords.MatchString(text):
		return Region
	case status == http.StatusUnauthorized, keyWords.MatchString(text):
		return Credential
	case status == http.StatusGone:
		return ModelGone
	case status == http.StatusRequestEntityTooLarge:
		return ContextLength
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed || status >= 300 && status < 400:
		return wrongPlace(text)
	case status == http.StatusForbidden:
		return forbidden(text)
	case contextWords.MatchString(text):
		return ContextLength
	case policyWords.MatchString(text):
		return ContentPolicy
	case goneWords.MatchString(text) && strings.Contains(text, "model"):
		return ModelGone
	case modelWords.MatchString(text):
		return ModelAccess
	}
	return CallerFault
}

// outOfCredit tells an empty account from a limit over time.
func outOfCredit(status int, text string, f failure) bool {
	switch {
	case f.PerDay:
		return true
	case f.PerMinute:
		return false
	case !quotaWords.MatchString(text):
		return false
	case strings.Contains(text, "insufficient_quota"):
		return true
	}
	// "You exceeded your current quota" with a pause is a limit over time.
	return status != http.StatusTooManyRequests || f.Retry == 0 && !rateWords.MatchString(text)
}

// wrongPlace is for a 404: a model that is gone, or an address or model that
// this configuration should not name.
func wrongPlace(text string) Class {
	if goneWords.MatchString(text) {
		return ModelGone
	}
	return ModelAccess
}

func forbidden(text string) Class {
	switch {
	case policyWords.MatchString(text):
		return ContentPolicy
	case modelWords.MatchString(text) || strings.Contains(text, "model"):
		return ModelAccess
	}
	return Credential
}

// refused makes the error of an answer that is not a success.
func refused(a *answer, f failure, now time.Time) *Error {
	e := &Error{Class: classify(a.status, f), StatusCode: a.status, Detail: cut(Printable(f.Message), standingDetail)}
	if e.Detail == "" {
		e.Detail = strings.TrimSpace(strconv.Itoa(a.status) + " " + http.StatusText(a.status))
	}
	if e.Class == RateLimit {
		e.RetryAfter = retryAfter(a.header, now)
		if e.RetryAfter == 0 {
			e.RetryAfter = f.Retry
		}
	}
	return e
}

// retryAfter reads every form of the header: milliseconds, seconds with or
// without a fraction, and a date, which counts from the answer's own Date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	for _, name := range []string{"Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
		if n, err := strconv.ParseFloat(strings.TrimSpace(h.Get(name)), 64); err == nil {
			return bounded(n * float64(time.Millisecond))
		}
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.ParseFloat(strings.TrimSuffix(value, "s"), 64); err == nil {
		return bounded(n * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		if own, err := http.ParseTime(h.Get("Date")); err == nil {
			now = own
		}
		return bounded(float64(at.Sub(now)))
	}
	return 0
}

// bounded keeps a pause between nothing and the longest that is waited for.
func bounded(ns float64) time.Duration {
	if !(ns > 0) { // also what is no number
		return 0
	}
	return time.Duration(min(ns, float64(longestLimit)))
}

// errorBody reads the error of OpenAI's and Anthropic's wires, and whatever
// compatible servers send: an object, a text, or no JSON at all.
func errorBody(body []byte) (f failure, found bool) {
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Code    any             `json:"code"`
		Type    string          `json:"type"`
		Object  string          `json:"object"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return failure{Message: cut(string(body), standingDetail)}, false
	}
	var inner struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    any    `json:"code"`
		Status  string `json:"status"`
		Inner   struct {
			Code string `json:"code"`
		} `json:"innererror"`
	}
	var text string
	switch {
	case len(outer.Error) == 0 || string(outer.Error) == "null":
		if outer.Object != "error" {
			return failure{Message: or(outer.Message, string(outer.Detail))}, false
		}
		return failure{Code: outer.Type + " " + plain(outer.Code), Message: outer.Message}, true
	case json.Unmarshal(outer.Error, &text) == nil:
		return failure{Message: text}, true
	case json.Unmarshal(outer.Error, &inner) != nil:
		return failure{Message: string(outer.Error)}, true
	}
	code := strings.Join([]string{inner.Type, plain(inner.Code), inner.Status, inner.Inner.Code}, " ")
	return failure{Code: strings.TrimSpace(code), Message: inner.Message}, true
}

// plain writes a code, which is a text, a number or nothing.
func plain(code any) string {
	switch c := code.(type) {
	case string:
		return c
	case float64:
		return strconv.FormatFloat(c, 'f', -1, 64)
	}
	return ""
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// statusOf is the status that an error in a 200 stands for.
func statusOf(f failure) int {
	for _, word := range strings.Fields(f.Code) {
		if n, err := strconv.Atoi(word); err == nil && n >= 400 && n < 600 {
			return n
		}
	}
	for _, known := range errorStatus {
		if strings.Contains(strings.ToLower(f.Code), known.word) {
			return known.status
		}
	}
	return http.StatusInternalServerError
}

// errorStatus are the names of errors with the statuses that they come with.
var errorStatus = []struct {
	word   string
	status int
}{
	{"overloaded", 529}, {"insufficient_quota", 429}, {"rate_limit", 429}, {"resource_exhausted", 429}, {"billing_error", 402},
	{"authentication_error", 401}, {"unauthenticated", 401}, {"permission", 403}, {"not_found", 404},
	{"invalid_request_error", 400}, {"invalid_argument", 400}, {"failed_precondition", 400}, {"content_filter", 400}, {"context_length", 400},
}
