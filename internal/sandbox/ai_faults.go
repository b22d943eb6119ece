package sandbox

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// aiFailure is one way of an AI provider to refuse, in the words of each wire.
type aiFailure struct {
	status                    int
	openAI, anthropic, gemini string // the type, the type, the status
	code                      string // of the OpenAI wire
	quotaID, reason           string // of Gemini's details
	message                   string
	in200                     bool
	retry                     string
}

func (f *aiFailure) text(model string) string {
	return strings.ReplaceAll(f.message, "{model}", model)
}

// Failures that depend on how the caller asked.
const (
	failSchemaForm = "schema_refused"
	failMaxTokens  = "max_tokens_refused"
)

// aiFailures are the refusals that a fault can name, as the providers word them.
var aiFailures = map[string]*aiFailure{
	"rate_limit": {status: 429, openAI: "tokens", code: "rate_limit_exceeded", anthropic: "rate_limit_error", gemini: "RESOURCE_EXHAUSTED",
		quotaID: "GenerateRequestsPerMinutePerProjectPerModel", message: "Rate limit reached for {model} on requests per min. Please try again later."},
	"quota": {status: 429, openAI: "insufficient_quota", code: "insufficient_quota", anthropic: "rate_limit_error", gemini: "RESOURCE_EXHAUSTED",
		quotaID: "GenerateRequestsPerDayPerProjectPerModel", message: "You exceeded your current quota, please check your plan and billing details."},
	"quota_400": {status: 400, openAI: "invalid_request_error", anthropic: "invalid_request_error", gemini: "FAILED_PRECONDITION",
		message: "Your credit balance is too low to access the API. Please go to Plans & Billing to upgrade or purchase credits."},
	"quota_402":         {status: 402, openAI: "billing_error", anthropic: "billing_error", gemini: "FAILED_PRECONDITION", message: "Insufficient Balance"},
	"server_error":      {status: 500, openAI: "server_error", anthropic: "api_error", gemini: "INTERNAL", message: "The server had an error while processing your request."},
	"bad_gateway":       {status: 502, openAI: "server_error", anthropic: "api_error", gemini: "INTERNAL", message: "Bad gateway."},
	"unavailable":       {status: 503, openAI: "server_error", anthropic: "api_error", gemini: "UNAVAILABLE", message: "The model is overloaded. Please try again later."},
	"gateway_timeout":   {status: 504, openAI: "server_error", anthropic: "timeout_error", gemini: "DEADLINE_EXCEEDED", message: "The request timed out."},
	"overloaded":        {status: 529, openAI: "server_error", anthropic: "overloaded_error", gemini: "UNAVAILABLE", message: "Overloaded"},
	"error_in_200":      {status: 500, openAI: "server_error", anthropic: "api_error", gemini: "INTERNAL", message: "Provider returned error", in200: true},
	"overloaded_in_200": {status: 529, openAI: "server_error", anthropic: "overloaded_error", gemini: "UNAVAILABLE", message: "Overloaded", in200: true},
	"credential": {status: 401, openAI: "invalid_request_error", code: "invalid_api_key", anthropic: "authentication_error", gemini: "UNAUTHENTICATED",
		message: "Incorrect API key provided."},
	"credential_400": {status: 400, openAI: "invalid_request_error", code: "invalid_api_key", anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT",
		reason: "API_KEY_INVALID", message: "API key not valid. Please pass a valid API key."},
	"forbidden": {status: 403, openAI: "invalid_request_error", anthropic: "permission_error", gemini: "PERMISSION_DENIED", message: "You are not allowed to do this."},
	"region": {status: 403, openAI: "request_forbidden", code: "unsupported_country_region_territory", anthropic: "permission_error", gemini: "FAILED_PRECONDITION",
		message: "Country, region, or territory not supported: user location is not supported for the API use."},
	"model_access": {status: 404, openAI: "invalid_request_error", code: "model_not_found", anthropic: "not_found_error", gemini: "NOT_FOUND",
		message: "models/{model} is not found, or you do not have access to it."},
	"model_gone": {status: 404, openAI: "invalid_request_error", code: "model_not_found", anthropic: "not_found_error", gemini: "NOT_FOUND",
		message: "The model {model} has been deprecated and is no longer available."},
	"gone": {status: 410, openAI: "invalid_request_error", anthropic: "not_found_error", gemini: "NOT_FOUND", message: "Gone."},
	"context_length": {status: 400, openAI: "invalid_request_error", code: "context_length_exceeded", anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT",
		message: "prompt is too long: the input token count exceeds the maximum number of tokens allowed; this model's maximum context length is 8192 tokens."},
	"request_too_large": {status: 413, openAI: "invalid_request_error", anthropic: "request_too_large", gemini: "INVALID_ARGUMENT", message: "Request exceeds the maximum size."},
	"content_filter_400": {status: 400, openAI: "invalid_request_error", code: "content_filter", anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT",
		message: "The response was filtered due to the prompt triggering the content management policy."},
	"caller_fault": {status: 400, openAI: "invalid_request_error", anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT", message: "The request is not valid."},
	failSchemaForm: {status: 400, openAI: "invalid_request_error", anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT",
		message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."},
	failMaxTokens: {status: 400, openAI: "invalid_request_error", code: "unsupported_parameter", anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT",
		message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."},
}

// aiAnswers are the other values of Fault.Fail: how an answer is spoilt.
var aiAnswers = []string{"hang", "reset", "slow_body", "truncated", "empty", "content_filter", "refusal", "wrong_schema", "not_json", "no_usage", "obey", "hijacked", "mistaken",
	"wrong_dimensions", "too_few", "zero_vector", "huge_number"}

// knownFailures lists every value of Fault.Fail.
func knownFailures() []string {
	return append(slices.Sorted(maps.Keys(aiFailures)), aiAnswers...)
}

// statusFailure is a refusal by a bare status.
func statusFailure(status int, details string) *aiFailure {
	f := &aiFailure{status: status, openAI: "invalid_request_error", anthropic: "invalid_request_error", gemini: "INVALID_ARGUMENT", message: "scripted fault " + details}
	switch {
	case status == http.StatusTooManyRequests:
		f.openAI, f.anthropic, f.gemini = "rate_limit_error", "rate_limit_error", "RESOURCE_EXHAUSTED"
	case status >= 500:
		f.openAI, f.anthropic, f.gemini = "server_error", "api_error", "INTERNAL"
	}
	return f
}

// retryForms are the ways to say when to come again; body is Gemini's own.
var retryForms = []string{"seconds", "date", "ms", "x-ms", "body", "none"}

// readRetryAfter checks a value such as seconds:7, date:30, ms:1500 or none.
func readRetryAfter(value string) bool {
	form, number, _ := strings.Cut(value, ":")
	if value == "" || value == "none" {
		return true
	}
	n, err := strconv.ParseFloat(number, 64)
	return slices.Contains(retryForms, form) && err == nil && n >= 0 && n <= 86_400_000
}

// setRetryAfter writes the header in the form that is asked for; 1 second
// where none is.
func setRetryAfter(h http.Header, value string) {
	form, number, _ := strings.Cut(value, ":")
	switch form {
	case "":
		h.Set("Retry-After", "1")
	case "seconds":
		h.Set("Retry-After", number)
	case "date":
		n, _ := strconv.ParseFloat(number, 64)
		now := time.Now()
		h.Set("Date", now.UTC().Format(http.TimeFormat))
		h.Set("Retry-After", now.Add(time.Duration(n*float64(time.Second))).UTC().Format(http.TimeFormat))
	case "ms":
		h.Set("Retry-After-Ms", number)
	case "x-ms":
		h.Set("X-Ms-Retry-After-Ms", number)
	}
}

// AIUsage is what an AI provider told of its use, each token in one number.
type AIUsage struct {
	Calls         int64 `json:"calls"`
	InputUncached int   `json:"inputUncached"`
	CacheRead     int   `json:"cacheRead"`
	CacheWrite    int   `json:"cacheWrite"`
	Output        int   `json:"output"`
	Reasoning     int   `json:"reasoning"`
}

// usageBook sums up what was told, by the provider's name.
type usageBook struct {
	mu   sync.Mutex
	sums map[string]AIUsage
}

func (b *usageBook) add(name string, u AIUsage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sums == nil {
		b.sums = map[string]AIUsage{}
	}
	s := b.sums[name]
	b.sums[name] = AIUsage{s.Calls + u.Calls, s.InputUncached + u.InputUncached, s.CacheRead + u.CacheRead,
		s.CacheWrite + u.CacheWrite, s.Output + u.Output, s.Reasoning + u.Reasoning}
}

// AIUsage returns what the AI providers told of their use so far, by name; ""
// is the one at the root.
func (s *Server) AIUsage() map[string]AIUsage {
	s.told.mu.Lock()
	defer s.told.mu.Unlock()
	return maps.Clone(s.told.sums)
}
