package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

// Problem is the body of every error (RFC 9457), with a stable code, the id of
// the request, and every fault of an invalid request.
type Problem struct {
	Type          string             `json:"type" format:"uri-reference" doc:"Link to the documentation of the code." example:"/docs/errors#window_closed"`
	Title         string             `json:"title" doc:"Short name of the HTTP status."`
	Status        int                `json:"status" doc:"The HTTP status." example:"422"`
	Detail        string             `json:"detail" doc:"What went wrong, in one sentence."`
	Instance      string             `json:"instance" doc:"Path of the request."`
	Code          crm.Code           `json:"code" doc:"Stable code of the error. Base your logic on this." example:"window_closed"`
	RequestID     string             `json:"requestId" doc:"Id of this request in the log."`
	Errors        []crm.FieldError   `json:"errors,omitempty" nullable:"false" doc:"Every fault of the request: place, sentence and code."`
	ProviderError *crm.ProviderError `json:"providerError,omitempty" doc:"The provider's refusal."`
	ExistingID    string             `json:"existingId,omitempty" doc:"Id of the existing object that the request would have duplicated."`

	Answer *crm.OtherAnswer `json:"answer,omitempty" doc:"With answered_meanwhile: the answer that was sent before yours."`

	retryAfter int
}

func (p *Problem) Error() string { return p.Detail }

// GetStatus is the HTTP status, for huma.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is that of RFC 9457, for huma.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders carries Retry-After, for huma.
func (p *Problem) GetHeaders() http.Header {
	if p.retryAfter == 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(p.retryAfter)}}
}

var statusOf = map[crm.Kind]int{
	crm.KindInternal:     http.StatusInternalServerError,
	crm.KindInvalid:      http.StatusUnprocessableEntity,
	crm.KindUnauthorized: http.StatusUnauthorized,
	crm.KindForbidden:    http.StatusForbidden,
	crm.KindNotFound:     http.StatusNotFound,
	crm.KindConflict:     http.StatusConflict,
	crm.KindTooLarge:     http.StatusRequestEntityTooLarge,
	crm.KindRateLimited:  http.StatusTooManyRequests,
	crm.KindProvider:     http.StatusBadGateway,
	crm.KindUnavailable:  http.StatusServiceUnavailable,
	crm.KindSlow:         http.StatusRequestTimeout,
	crm.KindMalformed:    http.StatusBadRequest,
	crm.KindUnsupported:  http.StatusUnsupportedMediaType,
	crm.KindRange:        http.StatusRequestedRangeNotSatisfiable,
	crm.KindGone:         http.StatusGone,
	crm.KindPrecondition: http.StatusPreconditionFailed,
}

// problem maps an error of a use case to its answer: the only place that knows
// which status belongs to which kind.
func (s *Server) problem(ctx context.Context, err error) *Problem {
	e := crm.AsError(err)
	p := renderProblem(ctx, e)
	if errors.Is(err, context.Canceled) && e.Kind == crm.KindInternal {
		p.Status, p.Code, p.Detail = http.StatusServiceUnavailable, crm.CodeUnavailable, "The request was canceled."
	} else if p.Status >= 500 && !errors.Is(err, errBudget) { // that one is told of once
		s.log.ErrorContext(ctx, "request failed", "request", requestOf(ctx).id, "code", e.Code, "error", err)
	}
	return p
}

func renderProblem(ctx context.Context, e *crm.Error) *Problem {
	p := newProblem(ctx, statusOf[e.Kind], e.Code, e.Message)
	p.Errors, p.ProviderError, p.ExistingID, p.Answer = e.Fields, e.Provider, e.ExistingID, e.Answer
	p.retryAfter = int(math.Ceil(e.RetryAfter.Seconds()))
	return p
}

// typeOf leads to what the page of errors says about a code.
func typeOf(code crm.Code) string { return errorsPath + "#" + string(code) }

func newProblem(ctx context.Context, status int, code crm.Code, detail string) *Problem {
	r := requestOf(ctx)
	return &Problem{Type: typeOf(code), Title: http.StatusText(status), Status: status, Detail: detail,
		Instance: r.path, Code: code, RequestID: r.id}
}

// writeProblem answers an error outside the typed operations.
func (s *Server) writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := s.problem(r.Context(), err)
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	if p.Status == http.StatusRequestTimeout {
		w.Header().Set("Connection", "close") // the rest may still come
	}
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="crm"`)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = writeAnswer(w, p)
}

// strayProblem is asked by huma when it finds a fault that judge has not found:
// none that is known. Its words are for the log.
func strayProblem(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
	info := requestOf(ctx.Context())
	if faults := info.faults; len(faults) > 0 {
		return renderProblem(ctx.Context(), crm.AsError(crm.Invalid(faults, 0)))
	}
	if info.log != nil {
		info.log.Warn("the HTTP library refused a request", "request", info.id, "status", status, "message", msg, "errors", errs)
	}
	if status >= http.StatusInternalServerError {
		return newProblem(ctx.Context(), status, crm.CodeInternal, "Something went wrong on our side.")
	}
	return newProblem(ctx.Context(), http.StatusBadRequest, crm.CodeMalformed, "The request cannot be read.")
}
