package crm

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind says what sort of failure an error is; the HTTP status follows from it
// in exactly one place (api.problem).
type Kind int

// The kinds of failure.
const (
	KindInternal     Kind = iota // our fault, 500
	KindInvalid                  // the request cannot be right, 422
	KindUnauthorized             // no or bad credentials, 401
	KindForbidden                // known caller, not allowed, 403
	KindNotFound                 // no such thing in this workspace, 404
	KindConflict                 // the state of the thing forbids it, 409
	KindTooLarge                 // body over the limit, 413
	KindRateLimited              // too many requests, 429
	KindProvider                 // the provider refused or failed, 502
	KindUnavailable              // try again later, 503
	KindSlow                     // the request did not come to its end, 408
	KindMalformed                // not readable as a request at all, 400
	KindUnsupported              // a format that is not taken, 415
	KindRange                    // bytes that a file has not, 416
	KindGone                     // it was there once, 410
	KindPrecondition             // what the request is based on has changed, 412
)

// Code is a stable, snake_case name of one failure. Codes are never renamed.
type Code string

// Every code that the API can answer with. Docs are rendered from Codes.
const (
	CodeInternal             Code = "internal"
	CodeMalformed            Code = "malformed_request"
	CodeInvalid              Code = "invalid_request"
	CodeUnauthorized         Code = "unauthorized"
	CodeKeyExpired           Code = "api_key_expired"
	CodeForbidden            Code = "scope_missing"
	CodeNotFound             Code = "not_found"
	CodeTooLarge             Code = "body_too_large"
	CodeTooSlow              Code = "request_timeout"
	CodeUnsupportedMedia     Code = "unsupported_media_type"
	CodeRateLimited          Code = "rate_limited"
	CodeIdempotencyReused    Code = "idempotency_key_reused"
	CodeIdempotencyRunning   Code = "idempotency_key_in_use"
	CodeWindowClosed         Code = "window_closed"
	CodeContactOptedOut      Code = "contact_opted_out"
	CodeTemplateNotFound     Code = "template_not_found"
	CodeTemplateLanguage     Code = "template_language_not_found"
	CodeTemplateNotApproved  Code = "template_not_approved"
	CodeTemplatePaused       Code = "template_paused"
	CodeParameterMissing     Code = "parameter_missing"
	CodeParameterUnknown     Code = "parameter_unknown"
	CodeParameterInvalid     Code = "parameter_invalid"
	CodeParameterTooLong     Code = "parameter_too_long"
	CodePhoneNumberInvalid   Code = "phone_number_invalid"
	CodePhoneNumberUnknown   Code = "phone_number_unknown"
	CodeNoPhoneNumber        Code = "no_phone_number"
	CodeNotCancelable        Code = "message_not_cancelable"
	CodeNotMarkable          Code = "message_not_markable"
	CodeCallPermissionLimit  Code = "call_permission_limit_reached"
	CodeRequired             Code = "required"
	CodePasswordShort        Code = "password_too_short"
	CodePasswordCommon       Code = "password_too_common"
	CodeTooLong              Code = "too_long"
	CodeNotAllowed           Code = "not_allowed"
	CodeOutOfRange           Code = "out_of_range"
	CodeUnknownField         Code = "unknown_field"
	CodeWrongType            Code = "wrong_type"
	CodeURLInvalid           Code = "url_invalid"
	CodeURLForbidden         Code = "url_forbidden"
	CodeTokenInvalid         Code = "provider_token_invalid"
	CodeTokenScopes          Code = "provider_token_scopes_missing"
	CodeProviderRefused      Code = "provider_refused"
	CodeProviderUnreachable  Code = "provider_unreachable"
	CodeUnavailable          Code = "unavailable"
	CodeSecretLimit          Code = "secret_limit_reached"
	CodeSecretCurrent        Code = "secret_current"
	CodeMethodNotAllowed     Code = "method_not_allowed"
	CodeEndpointLimit        Code = "endpoint_limit_reached"
	CodeRedeliveryLimit      Code = "redelivery_limit_reached"
	CodeMessageExpired       Code = "message_expired"
	CodeOutcomeUnknown       Code = "outcome_unknown"
	CodeRetriesExhausted     Code = "retries_exhausted"
	CodeSignatureInvalid     Code = "signature_invalid"
	CodeVerifyTokenInvalid   Code = "verify_token_invalid"
	CodeMediaTooLarge        Code = "media_too_large"
	CodeMediaType            Code = "media_type_not_supported"
	CodeMediaMismatch        Code = "media_type_mismatch"
	CodeMediaNotReady        Code = "media_not_ready"
	CodeMediaUnavailable     Code = "media_unavailable"
	CodeMediaInfected        Code = "media_infected"
	CodeURLUnreachable       Code = "url_unreachable"
	CodeLinkInvalid          Code = "link_invalid"
	CodePhoneNumberConnected Code = "phone_number_connected_elsewhere"
	CodeAccountDisabled      Code = "messaging_account_disabled"
	CodePaymentMissing       Code = "payment_missing"
	CodeNumberDisconnected   Code = "phone_number_disconnected"
	CodeAccountRestricted    Code = "messaging_account_restricted"
	CodeFieldExists          Code = "contact_field_exists"
	CodeFieldLimit           Code = "contact_field_limit_reached"
	CodeRateCardLimit        Code = "rate_card_limit_reached"
	CodeReconciliationLimit  Code = "reconciliation_limit_reached"
	CodeSameContact          Code = "same_contact"
	CodeContactExists        Code = "contact_exists"
	CodeAnsweredMeanwhile    Code = "answered_meanwhile"
	CodeNotAssignee          Code = "not_assignee"
	CodeNotAssigned          Code = "not_assigned"
	CodeMergeUndone          Code = "merge_not_undoable"
	CodeKnowledgeLimit       Code = "knowledge_limit_reached"
	CodeSourceKind           Code = "knowledge_source_kind"
	CodeEventExpired         Code = "event_expired"
	CodeStreamLimit          Code = "stream_limit_reached"
	CodeAIProviderLimit      Code = "ai_provider_limit_reached"
	CodeAIDisabled           Code = "ai_disabled"
	CodeAIBudgetExhausted    Code = "ai_budget_exhausted"
	CodeEndpointDisabled     Code = "endpoint_disabled"
	CodeDeliveryUnderWay     Code = "delivery_under_way"
	CodeAssistantLimit       Code = "assistant_limit_reached"
	CodeNoAssistant          Code = "no_assistant"
	CodeNumberTaken          Code = "phone_number_has_an_assistant"
	CodeTestOnly             Code = "test_workspace_only"
	CodeNoSimulator          Code = "simulator_not_running"
	CodeEvaluationLimit      Code = "evaluation_limit_reached"
	CodeRehearsalLimit       Code = "rehearsal_limit_reached"
	CodeChangedMeanwhile     Code = "changed_meanwhile"
)

// FieldError is one fault in a request: where (a JSON pointer, or a parameter
// name for query and header), what, and a code to act on.
type FieldError struct {
	Pointer string `json:"pointer" doc:"Place of the fault: a JSON pointer into the body, or the name of a parameter or header."`
	Detail  string `json:"detail" doc:"The problem in one sentence."`
	Code    Code   `json:"code" doc:"Stable code of the fault."`

	weak bool // see UnlessSaid
}

// ProviderError is the provider's own refusal, kept as it was given. Act on
// Code only: Message and Details are localised (outbound.md 8.1).
type ProviderError struct {
	HTTPStatus int    `json:"httpStatus,omitempty" doc:"HTTP status of the provider's answer; absent for errors from webhooks."`
	Code       int    `json:"code" doc:"The provider's error code. Base your logic on this code only."`
	Subcode    int    `json:"subcode,omitempty" doc:"The provider's detailed code; absent if it gave none."`
	Title      string `json:"title,omitempty" doc:"The provider's message, possibly in another language."`
	Details    string `json:"details,omitempty" doc:"The provider's long message; absent if it gave none."`
	FBTraceID  string `json:"fbtraceId,omitempty" doc:"The provider's id of the request, for its support."`
}

// Error is the only error type that reaches a caller of the API.
type Error struct {
	Kind       Kind
	Code       Code
	Message    string
	Fields     []FieldError
	Provider   *ProviderError
	RetryAfter time.Duration
	// ExistingID names the thing that a new one would have doubled.
	ExistingID string
	// Answer is the message that somebody else sent meanwhile.
	Answer *OtherAnswer
	cause  error
}

// OtherAnswer is a message of ours that came before the one that was refused.
type OtherAnswer struct {
	MessageID string    `json:"messageId" doc:"Identifier of the message."`
	Type      string    `json:"type" doc:"Type of the message."`
	Text      string    `json:"text" doc:"Its words; empty if it has none."`
	SentBy    *DoneBy   `json:"sentBy" doc:"Who sent it; null if unknown."`
	CreatedAt time.Time `json:"createdAt" doc:"When it was accepted."`
	Seq       int64     `json:"seq" doc:"The seq of the conversation with this message: send it as expectedSeq to answer all the same."`
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Message)
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s: %s", f.Pointer, f.Detail)
	}
	if e.cause != nil {
		b.WriteString(": " + e.cause.Error())
	}
	return b.String()
}

// Unwrap returns the cause, which is logged but never shown to a caller.
func (e *Error) Unwrap() error { return e.cause }

// Errorf returns an error of a kind with a code and a sentence for the caller.
func Errorf(kind Kind, code Code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Because keeps the cause for the log and returns the same error.
func (e *Error) Because(err error) *Error { e.cause = err; return e }

// NotFound returns the error for a thing that this workspace does not have.
func NotFound(noun, id string) *Error {
	return Errorf(KindNotFound, CodeNotFound, "This workspace has no %s %q.", noun, id)
}

// AsError returns err as *Error, wrapping anything unknown as internal.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return Errorf(KindInternal, CodeInternal, "Something went wrong on our side.").Because(err)
}

// CodeOf returns the code of err, or "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return AsError(err).Code
}

// MaxFaults bounds the faults that an answer lists: a body of nothing but
// faults would otherwise be answered with a hundred times its size.
const MaxFaults = 1000

// Faults collects every fault of a request, so that all are told at once.
type Faults struct {
	list []FieldError
	more int // beyond MaxFaults
}

// Add records one fault at a JSON pointer.
func (f *Faults) Add(pointer string, code Code, format string, args ...any) {
	if len(f.list) >= MaxFaults {
		f.more++
		return
	}
	detail := Naming(pointer, fmt.Sprintf(format, args...))
	if name := pointer[strings.LastIndexByte(pointer, '/')+1:]; code == CodeRequired && strings.HasPrefix(detail, name+" is required") {
		detail = Dotted(pointer) + detail[len(name):] // body alone would be the request's
	}
	f.list = append(f.list, FieldError{Pointer: pointer, Detail: detail, Code: code})
}

// Dotted is a pointer as people write the way to a field: text.body,
// cards[0].id.
func Dotted(pointer string) string {
	var out strings.Builder
	for i, part := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		part = clipTo(strings.NewReplacer("~1", "/", "~0", "~").Replace(part), 40)
		switch {
		case i > 0 && part != "" && strings.Trim(part, "0123456789") == "":
			out.WriteString("[" + part + "]")
		case i > 0:
			out.WriteString("." + part)
		default:
			out.WriteString(part)
		}
	}
	return out.String()
}

// Naming puts the name of the field before a sentence that does not have it.
func Naming(pointer, detail string) string {
	parts, item := strings.Split(pointer, "/"), ""
	for i := len(parts) - 1; i >= 0 && len(parts) > 0; i-- {
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(parts[i])
		if name == "" {
			break
		}
		if strings.Trim(name, "0123456789") == "" && i > 1 {
			item = "[" + name + "]" + item
			continue
		}
		if strings.Contains(detail, name) {
			break
		}
		if clipTo(name, 40) != name || strings.Trim(strconv.Quote(name), `"`) != name {
			name = strconv.Quote(clipTo(name, 40))
		}
		return name + item + ": " + detail
	}
	return detail
}

// Join takes over the faults of another check. An error that is no fault of the
// request is returned as it is.
func (f *Faults) Join(err error) error {
	var e *Error
	if err == nil || errors.As(err, &e) && e.Kind == KindInvalid {
		if e != nil {
			f.list = append(f.list, e.Fields...)
		}
		return nil
	}
	return err
}

// Below takes over the faults of a part of the request, which stands at prefix.
func (f *Faults) Below(prefix string, part Faults) {
	for _, e := range part.list {
		e.Pointer = strings.TrimSuffix(prefix+e.Pointer, "/")
		f.Add(e.Pointer, e.Code, "%s", e.Detail)
	}
}

// Empty reports whether no fault was recorded.
func (f *Faults) Empty() bool { return len(f.list) == 0 }

// Err returns nil, or one invalid-request error with every fault. Its code is
// the fault's own when there is only one, so that callers can switch on it.
func (f *Faults) Err() error { return Invalid(f.list, f.more) }

// UnlessSaid returns the fault as one that gives way to a rule of the
// operation about the same field, which says it better.
func (f FieldError) UnlessSaid() FieldError { f.weak = true; return f }

// MergeFaults puts the faults of a request's shape and those of its meaning
// together, in the order of their pointers. What is said of the meaning of a
// field whose shape is wrong, or of a part of it, follows from that and is
// left out.
func MergeFaults(shape, meaning []FieldError) []FieldError {
	out := make([]FieldError, 0, len(shape)+len(meaning))
	said := make(map[string]bool, len(meaning))
	for _, m := range meaning {
		said[m.Pointer] = true
	}
	wrong := make(map[string]bool, len(shape))
	for _, s := range shape {
		if s.weak && said[s.Pointer] {
			continue
		}
		wrong[s.Pointer] = true
		out = append(out, s)
	}
	for _, m := range meaning {
		if !anyWithin(wrong, m.Pointer) {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b FieldError) int { return strings.Compare(a.Pointer, b.Pointer) })
	out = slices.Compact(out)
	return out[:min(len(out), MaxFaults)]
}

// anyWithin reports whether a pointer, or one that it lies below, is among
// those given.
func anyWithin(pointers map[string]bool, pointer string) bool {
	for {
		if pointers[pointer] {
			return true
		}
		cut := strings.LastIndexByte(pointer, '/')
		if cut < 0 {
			return false
		}
		pointer = pointer[:cut]
	}
}

// After is Err with the faults that were found in the shape before.
func (f *Faults) After(shape []FieldError) error {
	if len(shape) == 0 {
		return f.Err()
	}
	return Invalid(MergeFaults(shape, f.list), f.more)
}

// Invalid returns nil, or the invalid-request error for these faults. Its code
// is the fault's own when there is only one, so that callers can switch on it.
func Invalid(faults []FieldError, more int) error {
	switch len(faults) {
	case 0:
		return nil
	case 1:
		return &Error{Kind: KindInvalid, Code: faults[0].Code, Message: faults[0].Detail, Fields: faults}
	}
	return &Error{Kind: KindInvalid, Code: CodeInvalid, Message: fmt.Sprintf("%d fields are wrong; see errors.", len(faults)+more), Fields: faults}
}
